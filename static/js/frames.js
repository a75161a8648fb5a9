/** Frames that answer no window (ready, taking the seat back): sent by the socket, else posted as the form they are. */
import { clientId, find, on, region, table, tell, text } from "./base.js";
import { live, polling, send } from "./link.js";
import { begin, held, leaveNext } from "./nonces.js";

const HELD_MS = 3000;

let pageId = clientId(); // of the one press that leaves this page: a double click is the same press
addEventListener("pageshow", (event) => event.persisted && (pageId = clientId()));

function submitted(event) {
  const form = event.target;
  const frame = form.dataset.frame;
  const leaves = !frame || polling(); // the form goes out itself, and the page with it
  fill(form.elements, leaves ? pageId : clientId());
  if (leaves) return;
  event.preventDefault();
  const button = event.submitter ?? find("button", form);
  if (button?.getAttribute("aria-disabled") === "true") return;
  const fields = { type: frame };
  for (const [name, value] of new FormData(form, event.submitter)) if (name !== "csrfmiddlewaretoken") fields[name] = value;
  if (!send(fields)) return tell(text("notSent"));
  button?.setAttribute("aria-disabled", "true");
  setTimeout(() => button?.removeAttribute("aria-disabled"), HELD_MS);
}

/** Put in what only a script can: an id of this press, and this browser's share of the chance. */
function fill({ id, number, nonce, hash }, press) {
  if (id) id.value = press;
  const room = table.dataset.number;
  if (nonce) {
    nonce.value = held(room, number.value);
    hash.value = leaveNext(room, Number(number.value));
  } else if (hash) hash.value = begin(room, region("now").dataset.hash);
}

document.addEventListener("submit", submitted);
on("link", ({ state }) => state === "lost" && find("form[data-frame] [aria-disabled]")?.removeAttribute("aria-disabled"));
