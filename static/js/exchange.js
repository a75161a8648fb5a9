/** 换三张: three tiles leave every hand together and travel the announced way. Only the viewer's own ever show a face. */
import { all, find, region, still, table, viewer } from "./base.js";
import { play } from "./sound.js";
import { finish, ghost, spot } from "./stage.js";

const TRAVEL_MS = 500;
const APART_MS = 40;
const TURN_MS = 150; // with both delays 730 ms in all
const BEND = 0.16; // how far the way bows outward, as part of its length
const SMALL_PX = 24;

/** The own tiles before the swap, while three of them may be about to leave; else nothing. */
export function ownTiles() {
  if (!find('#hand .away, #prompt [data-do="swap_three"]')) return [];
  return all("#hand [data-tile]").map((tile) => ({ code: tile.dataset.tile, chosen: tile.matches(".away, .lift"), at: spot(tile) }));
}

/** Show what went round. `held` is `ownTiles()` of before, `home` finds where another seat's hand is. */
export function exchange(events, held, home) {
  play("draw", { seat: viewer() });
  if (still()) return;
  const given = codes(events, "give");
  const taken = landing(codes(events, "receive"));
  for (const { seat, other } of events.filter(({ kind }) => kind === "receive")) {
    const leaving = other === viewer() ? ownSpots(given, held) : spread(home(other));
    const coming = seat === viewer() ? taken.map(spot) : spread(home(seat));
    if (leaving.length < 3 || coming.length < 3) continue;
    for (let place = 0; place < 3; place++) {
      const face = other === viewer() ? `t${given[place]}` : "tb";
      travel(face, leaving[place], coming[place], place * APART_MS, seat === viewer() && taken[place]);
    }
  }
  play("discard", { seat: viewer(), delay: TRAVEL_MS / 1000, loud: 0.5 });
}

/** What the viewer gave or got; of other seats the server names no tile. */
function codes(events, kind) {
  const own = events.find((event) => event.kind === kind && event.seat === viewer());
  return own?.tiles ? own.tiles.split(",") : [];
}

function ownSpots(given, held) {
  const free = [...held].sort((one, other) => other.chosen - one.chosen);
  return given.flatMap((code) => {
    const at = free.findIndex((tile) => tile.code === code);
    return at < 0 ? [] : free.splice(at, 1).map((tile) => tile.at);
  });
}

/** The tiles of the new hand that came in. */
function landing(got) {
  const free = all("#hand [data-tile]").sort((one, other) => other.matches(".got") - one.matches(".got"));
  return got.flatMap((code) => {
    const at = free.findIndex((tile) => tile.dataset.tile === code);
    return at < 0 ? [] : free.splice(at, 1);
  });
}

/** Three places side by side in the middle of another hand. */
function spread(at) {
  if (!at?.shown) return [];
  const width = Math.min(at.width || SMALL_PX, 60);
  const turn = (at.turn * Math.PI) / 180;
  return [-1, 0, 1].map((step) => ({ ...at, width, x: at.x + step * width * Math.cos(turn), y: at.y + step * width * Math.sin(turn) }));
}

/** Where the way bows to: away from the middle of the table but not off it; of two that meet each keeps to its own side. */
function bend(from, to) {
  const plane = region("center")?.closest(".plane")?.getBoundingClientRect();
  const box = plane?.width ? plane : table.getBoundingClientRect(); // phones have no plane
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const outward = -dy * (x - box.left - box.width / 2) + dx * (y - box.top - box.height / 2) < 0 ? -1 : 1;
  const bowed = (side) => ({ x: x - dy * BEND * side, y: y + dx * BEND * side });
  const out = bowed(outward);
  return out.x < box.left + SMALL_PX || out.x > box.right - SMALL_PX ? bowed(-outward) : out;
}

function travel(face, from, to, delay, tile) {
  const copy = ghost(face, { ...to, width: to.width || SMALL_PX }, "flying");
  const via = bend(from, to);
  const grown = from.width / (to.width || SMALL_PX);
  const spin = ((from.turn - to.turn + 540) % 360) - 180;
  const frame = (at, part, thin, offset) => ({
    transform: `translate(${at.x - to.x}px, ${at.y - to.y}px) rotate(${to.turn + spin * part}deg) scale(${thin * (grown * part + 1 - part)}, ${grown * part + 1 - part})`,
    offset,
  });
  const along = (part) => ({ x: from.x + (via.x - from.x) * part, y: from.y + (via.y - from.y) * part });
  const end = TRAVEL_MS / (TRAVEL_MS + TURN_MS / 2);
  const turns = face !== "tb"; // the own tiles turn over as they leave
  const frames = [frame(from, 1, 1, 0), ...(turns ? [frame(along(0.4), 0.8, 0.04, end * 0.2), frame(along(0.8), 0.6, 1, end * 0.4)] : []), frame(via, 0.5, 1, end * 0.5), frame(to, 0, 1, end), frame(to, 0, tile ? 0.04 : 1, 1)];
  const moving = copy.animate(frames, { duration: TRAVEL_MS + TURN_MS / 2, delay, fill: "backwards", easing: "cubic-bezier(.4,.1,.3,1)" });
  if (turns) setTimeout(() => copy.classList.replace(face, "tb"), delay + TRAVEL_MS * 0.2);
  finish(moving, copy);
  if (tile) arrive(tile, delay);
}

/** The tile that came in lies there already and takes taps; it only shows when its copy has landed and turned over. */
function arrive(tile, delay) {
  const whole = TRAVEL_MS + TURN_MS;
  const landed = (TRAVEL_MS + TURN_MS / 2) / whole;
  const unseen = { opacity: 0, transform: "none" };
  tile.animate([{ ...unseen, offset: 0 }, { ...unseen, offset: landed }, { opacity: 1, transform: "scaleX(.04)", offset: landed }, { opacity: 1, transform: "none", offset: 1 }], { duration: whole, delay, fill: "backwards" });
}
