/** Dragging a tile out of the hand, and the flick: a copy follows the pointer, the tile itself stays where it is. */
import { arm, armable } from "./auto.js";
import { emit, find, on, region } from "./base.js";
import { picking } from "./panels.js";
import { copyOf, drop, place } from "./stage.js";
import { act, key, lift, ready, tap, tiles } from "./table.js";

const SLOP_PX = { mouse: 5, pen: 7, touch: 9 };
const FLICK_PX_MS = 0.4;
const FLICK_PX = 26;
const FLICK_MS = 120;

let press = null; // {id, key, x, y, at, node, copy, track}
let swallow = false; // the click that follows a drag

const same = (wanted) => tiles().find((tile) => key(tile) === wanted) ?? null;

function down(event) {
  if (press || !event.isPrimary || event.button !== 0) return;
  const node = event.target.closest?.("#hand [data-tile], #prompt [data-do]");
  if (!node) return;
  swallow = false;
  const track = [{ y: event.clientY, at: event.timeStamp }];
  press = { id: event.pointerId, key: key(node), x: event.clientX, y: event.clientY, node, copy: null, track, kind: event.pointerType };
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
  const tile = same(press.key);
  if (!tile || picking() || !(armable(tile) || (tile.dataset.do === "discard" && ready(tile)))) return false;
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
  const { copy, node } = press;
  if (!copy) return release(event, node);
  swallow = true;
  setTimeout(() => (swallow = false), 50); // some browsers send no click after a drag
  const tile = same(press.key);
  const thrown = tile && (outside(event) || flicked());
  if (thrown && armable(tile)) arm(tile); // it goes with the next turn, and back to its place until then
  const id = thrown && !armable(tile) ? act(tile) : "";
  if (id) emit("dropped", { id, copy });
  end(!id);
}

/** A swap between press and release takes the pressed button away and with it the click: press its successor. */
function release(event, node) {
  const { key: wanted } = press;
  press = null;
  if (node.isConnected) return;
  const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("#hand [data-tile], #prompt [data-do]");
  if (!under) return;
  const [was, now] = [node.dataset, under.dataset];
  if (under.closest("#hand") && node.dataset.place !== undefined) {
    if (key(under) === wanted) tap(under);
  } else if (was.do === now.do && was.window === now.window && was.tile === now.tile && was.suit === now.suit) under.click();
}

/** Whatever ends a drag ends it wholly: no copy and no mark may be left behind. */
function end(back) {
  if (!press) return;
  const { copy } = press;
  const tile = same(press.key);
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
  const tile = same(press.key);
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
document.addEventListener(
  "click",
  (event) => {
    if (!swallow || !event.target.closest?.("#hand, #table")) return;
    swallow = false;
    event.stopPropagation();
    event.preventDefault();
  },
  true,
);
