/** What is done for the own seat later in this hand: the switches of `#wishes`, and the tile that is armed for the next turn. */
import { clientId, find, handShown, on, region, say, table, tell, text } from "./base.js";
import { live, polling, send } from "./link.js";
import { post } from "./poll.js";

let told = "";
let kept = "";

/** True where a tile waits for no turn of its own but may be kept ready for the next one. */
export const armable = (tile) => tile?.name === "arm" || tile?.name === "disarm";

/** Keep a tile ready for the next turn, or no longer. */
export function arm(tile) {
  if (tile.name === "disarm") return disarm();
  return ask("armed", "1", { do: "discard", tile: tile.dataset.tile });
}

const disarm = () => ask("armed", "0");

/** Keep cards ready; what they are is for the server to judge. */
function armCards() {
  const cards = [...document.querySelectorAll("#hand input.c:checked")].map((card) => card.value).join("");
  if (cards) ask("armed", "1", { do: "play", cards });
  else tell(text("chooseFirst"));
}

/** Send a switch with what it arms. It names the window that the page asks in, if it asks: a turn that has come
 * meanwhile is not to be answered unseen. */
function ask(name, on_, armed = {}) {
  const window = region("prompt")?.dataset.window ?? "";
  const fields = { type: "toggle", hand: handShown(), window, id: clientId(), name, on: on_, ...armed };
  if (polling()) return void post(fields, table.dataset.actUrl.replace(/act$/, "toggle"));
  if (!live() || !send(fields)) tell(text("notSent"));
}

const flip = (button) => ask(button.dataset.toggle, button.getAttribute("aria-pressed") === "true" ? "0" : "1");

/** Switch the toggle that has this key; false where the game has none. */
export function switchBy(key) {
  const button = find(`#wishes [data-key="${key}"]`);
  if (!button) return false;
  flip(button);
}

/** What waits for the next turn, in words. */
function waiting() {
  const armed = find("#hand .armed");
  return (armed?.matches(".c") ? find("#prompt[data-kind=wait] .ask")?.textContent : armed?.getAttribute("aria-label")) ?? "";
}

const panel = () => find("#table details.auto");

/** Open the switches and go there, or fold them. */
export function openAuto() {
  const first = find("#wishes button");
  if (!first) return false;
  if (foldAuto()) return;
  panel().open = true;
  first.focus({ preventScroll: true });
}

export function foldAuto() {
  if (!panel()?.open) return false;
  const inside = panel().contains(document.activeElement);
  panel().open = false;
  if (inside) find("summary", panel()).focus({ preventScroll: true });
  return true;
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  if (panel()?.open && !panel().contains(event.target)) panel().open = false;
  const button = event.target.closest("#wishes [data-toggle], #prompt [data-arm]");
  if (!button) return;
  event.preventDefault(); // the form is for pages without scripts
  if (button.dataset.toggle) flip(button);
  else if (button.name === "disarm") disarm();
  else armCards();
});

// Whoever takes up another tile in the own turn has changed their mind.
on("lift", ({ tile }) => tile?.dataset.do === "discard" && !tile.classList.contains("armed") && find("#hand .armed") && disarm());

on("after", ({ fresh } = {}) => {
  const notice = region("notice");
  const code = notice?.dataset.code ?? "";
  const now = code.startsWith("wish_") ? `${code} ${region("prompt")?.dataset.window ?? ""}` : "";
  const armed = waiting();
  if (now && now !== told && !fresh) say(notice.textContent); // a wish stood down: the reason is heard as well
  else if (armed && armed !== kept && !fresh) say(armed);
  told = now;
  kept = armed;
});
