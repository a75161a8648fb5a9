/** Dragging a tile out of the hand, and the flick: a copy follows the pointer, the tile itself stays where it is. */
import { arm, armable } from "./auto.js";
import { emit, find, on, region } from "./base.js";
import { picking } from "./panels.js";
import { meaning, spend } from "./press.js";
import { copyOf, drop, place } from "./stage.js";
import { act, lift, ready, tiles } from "./table.js";

const SLOP_PX = { mouse: 5, pen: 7, touch: 9 };
const FLICK_PX_MS = 0.4;
const FLICK_PX = 26;
const FLICK_MS = 120;

let press = null; // {id, x, y, node, means, copy, track, kind}

/** The tile the press began on, also after a swap; none where it would now do something else. */
const pressed = () => tiles().find((tile) => meaning(tile) === press.means) ?? null;

function down(event) {
  if (press || !event.isPrimary || event.button !== 0) return;
  const node = event.target.closest?.("#hand [data-tile]");
  if (!node) return;
  const track = [{ y: event.clientY, at: event.timeStamp }];
  press = { id: event.pointerId, x: event.clientX, y: event.clientY, node, means: meaning(node), copy: null, track, kind: event.pointerType };
}

function move(event) {
  if (!press || event.pointerId !== press.id) return;
  const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
  if (!press.copy) {
    if (Math.hypot(dx, dy) < (SLOP_PX[press.kind] ?? 7) || !startDrag()) return;
  }
  press.track.push({ y: event.clientY, at: event.timeStamp });
  place(press.copy, dx, dy);
  region("table")?.toggleAttribute("data-over-felt", outside(event));
}

function startDrag() {
  const tile = pressed();
  if (!tile || picking() || !(armable(tile) || (tile.dataset.do === "discard" && ready(tile)))) return false;
  spend(); // the click that may follow a drag is no tap
  press.copy = copyOf(tile, "dragged");
  press.node.setPointerCapture?.(press.id);
  tile.dataset.dragging = "";
  lift(tile, false);
  return true;
}

/** The felt begins a third of a tile above the hand. */
function outside(event) {
  const box = region("hand").getBoundingClientRect();
  const tile = press.copy?.box ?? box;
  return event.clientY < box.top - tile.height / 3;
}

function flicked() {
  const last = press.track.at(-1);
  const first = press.track.find(({ at }) => last.at - at <= FLICK_MS); // only how it ended counts
  return press.y - last.y > FLICK_PX && (first.y - last.y) / Math.max(1, last.at - first.at) > FLICK_PX_MS;
}

function up(event) {
  if (!press || event.pointerId !== press.id) return;
  const { copy } = press;
  const tile = copy && pressed();
  const thrown = tile && (outside(event) || flicked());
  if (thrown && armable(tile)) arm(tile); // it goes with the next turn, and back to its place until then
  const id = thrown && !armable(tile) ? act(tile) : "";
  if (id) emit("dropped", { id, copy });
  end(!id);
}

/** Whatever ends a drag ends it wholly: no copy and no mark may be left behind. */
function end(back) {
  if (!press) return;
  const { copy } = press;
  const tile = pressed();
  press = null;
  for (const held of tiles()) delete held.dataset.dragging;
  region("table")?.removeAttribute("data-over-felt");
  if (copy && back) {
    drop(copy, tile);
    lift(null, false);
  }
}

function cancelled(event) {
  if (press && (event.pointerId === undefined || event.pointerId === press.id)) end(true);
}

on("after", () => {
  if (!press?.copy) return;
  const tile = pressed();
  if (tile) tile.dataset.dragging = "";
  else end(true); // the turn went on without us
});

addEventListener("pointerdown", down);
addEventListener("pointermove", move);
addEventListener("pointerup", up);
addEventListener("pointercancel", cancelled);
addEventListener("blur", cancelled);
document.addEventListener("visibilitychange", () => document.hidden && cancelled({}));
document.addEventListener("keydown", (event) => event.code === "Escape" && press?.copy && (event.stopPropagation(), cancelled({})), true);
document.addEventListener("dragstart", (event) => find("#hand")?.contains(event.target) && event.preventDefault());
