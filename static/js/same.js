/** Hovering, focusing, lifting or holding a tile shades its kind on the table and shows how many are left. */
import { all, on, region, table, text, tileOf } from "./base.js";

const HOLD_MS = 320;
const COPIES = 4;
const OPEN = '[id^="river-"], [id^="melds-"], #own-melds';

let kind = "";
let anchor = null;
let held = 0;

const wanted = () => document.documentElement.dataset.same !== "off";

function openTiles(of) {
  const own = table.dataset.viewerSeat;
  return all(OPEN)
    .filter((home) => home.id !== `melds-${own}` || !region("own-melds")) // the public copy of one's own melds is hidden
    .flatMap((home) => all(`.t${of}`, home));
}

/** Copies of a kind this page cannot see: not in rivers, melds or the own hand. */
function copiesLeft(of) {
  return Math.max(0, COPIES - openTiles(of).length - all(`#hand .t${of}`).length);
}

function bubble(near) {
  let made = region("count-left");
  if (!made) {
    made = document.createElement("span");
    made.id = "count-left";
    made.setAttribute("aria-hidden", "true"); // said through aria-description
    document.body.append(made);
  }
  made.hidden = !near;
  if (!near) return;
  const box = near.getBoundingClientRect();
  made.textContent = text("left", { n: copiesLeft(kind) });
  made.style.left = `${Math.min(innerWidth - 34, Math.max(34, box.left + box.width / 2))}px`;
  made.style.top = `${Math.max(4, box.top - 30)}px`;
  // Over the foot of the tile itself where an answer lies above it.
  if (all("#prompt button").some((button) => overlap(button, made))) made.style.top = `${box.bottom - made.offsetHeight - 2}px`;
}

function overlap(one, other) {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function look(tile) {
  const next = wanted() && tile ? tileOf(tile) : "";
  kind = next;
  anchor = next ? tile : null;
  mark();
}

function mark() {
  const shaded = new Set(kind ? openTiles(kind) : []);
  for (const tile of all(".same", table)) if (!shaded.has(tile)) tile.classList.remove("same");
  for (const tile of shaded) tile.classList.add("same");
  const near = anchor?.isConnected ? anchor : null;
  bubble(kind ? near : null);
  if (near?.closest("#hand")) near.setAttribute("aria-description", text("left", { n: copiesLeft(kind) }));
}

const tileAt = (event) => event.target.closest?.(`#hand [data-tile], :is(${OPEN}) .t`);

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse" && event.buttons === 0) look(tileAt(event));
});
document.addEventListener("pointerdown", (event) => {
  const tile = event.pointerType === "touch" && tileAt(event);
  clearTimeout(held);
  if (tile) held = setTimeout(() => look(tile), HOLD_MS);
  else if (kind && !event.target.closest?.("#hand")) look(null);
});
for (const name of ["pointerup", "pointercancel", "pointermove"]) {
  document.addEventListener(name, (event) => (name === "pointermove" && Math.hypot(event.movementX, event.movementY) < 4) || clearTimeout(held));
}
on("look", ({ tile }) => look(tile));
on("lift", ({ tile }) => look(tile));
on("sent", () => look(null));
on("settings", () => look(null));
on("after", () => {
  if (!kind) return;
  if (anchor && !anchor.isConnected) anchor = all("#hand [data-tile]").find((tile) => tileOf(tile) === kind) ?? null;
  if (!anchor) kind = "";
  mark();
});
