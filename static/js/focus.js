/** One tab stop for the hand, and focus that survives a swap: the same tile, its neighbour, or the hand. */
import { all, emit, find, on, region } from "./base.js";

let stop = ""; // place of the tile that is the tab stop
let lost = null; // what had the focus before a swap

const tiles = () => all("#hand [data-tile]");

/** The tile `step` places along from the given one (or from the tab stop), round the ends. */
export function neighbour(tile, step) {
  const row = tiles();
  if (!row.length) return null;
  const from = row.indexOf(tile?.isConnected ? tile : document.activeElement);
  if (from < 0) return row.find((other) => other.dataset.place === stop) ?? row.at(step > 0 ? 0 : -1);
  return row.at((from + step) % row.length);
}

export function focusTile(tile) {
  stop = tile.dataset.place;
  rove();
  tile.focus({ preventScroll: true });
}

function rove() {
  const row = tiles();
  if (!row.length) return;
  const chosen = row.find((tile) => tile.dataset.place === stop) ?? row.at(-1);
  for (const tile of row) tile.tabIndex = tile === chosen ? 0 : -1;
}

function describe(element) {
  const home = element.closest("#table [id]");
  if (!home || element === home) return element.id ? { id: element.id } : null;
  const peers = focusable(home);
  const { do: verb, tile, place, suit } = element.dataset;
  return { home: home.id, index: peers.indexOf(element), verb, tile, place, suit };
}

const focusable = (root) => all("button, a[href], input, summary, [tabindex]", root);

function again({ id, home, index, verb, tile, place, suit }) {
  if (id) return region(id);
  const peers = region(home) ? focusable(region(home)) : [];
  const row = peers.filter((peer) => peer.dataset.tile);
  if (tile !== undefined && home === "hand") {
    const same = row.filter((peer) => peer.dataset.tile === tile);
    const near = (list) => list.sort((a, b) => Math.abs(a.dataset.place - place) - Math.abs(b.dataset.place - place))[0];
    return near(same) ?? near(row);
  }
  const twin = peers.find((peer) => peer.dataset.do === verb && peer.dataset.suit === suit && peer.dataset.tile === tile && verb);
  // An answer that is gone must not leave the focus on another answer: the next key would send it.
  return twin ?? (verb ? find("#hand [tabindex='0']") : peers[index]);
}

on("before", () => {
  const active = document.activeElement;
  lost = active && active !== document.body ? { active, ...describe(active) } : null;
});

on("after", () => {
  rove();
  if (!lost || lost.active.isConnected) return;
  const target = again(lost) ?? find("#hand [tabindex='0']");
  lost = null;
  target?.focus({ preventScroll: true });
});

document.addEventListener("focusin", (event) => {
  const tile = event.target.closest?.("#hand [data-tile]");
  if (!tile) return emit("look", { tile: null });
  stop = tile.dataset.place;
  rove();
  emit("look", { tile: tile.matches(":focus-visible") ? tile : null }); // after a tap the focus is nobody's gaze
});

rove();
