/** Shows what happened: reads `#fx`, and only that, and moves copies from where things were to where they are. */
import { all, find, on, region, still, table, tell, text, viewer } from "./base.js";
import { exchange, ownTiles } from "./exchange.js";
import { handSpot, middleOf, plate, wordSpot } from "./places.js";
import { play } from "./sound.js";
import { clearStage, coins, drop, dropSpot, fly, spot, weather, word } from "./stage.js";

const DISCARD_MS = 200;
const CLAIM_MS = 400;
const GANG_MS = 440;
const HU_MS = 800;
const CUT_MS = 1100;
const MOVES = new Set(["discard", "chi", "peng", "gang", "hu"]);

let seenFx = region("fx");
let before = null;
const own = new Map(); // client id -> {verb, from, copy}: what this page has already played

/** Where things stood before the swap: a claimed tile is gone from its river afterwards. */
function snapshot() {
  const rivers = new Map();
  for (const river of all('[id^="river-"]')) {
    const last = all(".t", river).at(-1);
    if (last) rivers.set(Number(river.id.slice(6)), spot(last));
  }
  const last = all("#hand [data-tile]").at(-1);
  return { rivers, own: last && spot(last), held: ownTiles() };
}

/** Where a seat's hand is; the viewer's drawn tile is where it was before the swap. */
const homeOf = (seat) => handSpot(seat, before?.own);

function meldTiles(seat) {
  const home = seat === viewer() ? (region("own-melds") ?? region(`melds-${seat}`)) : region(`melds-${seat}`);
  if (!home) return [];
  const groups = all("[data-meld], .meld", home);
  return all(".t", groups.at(-1) ?? home).filter((tile) => spot(tile).shown);
}

/** What this page itself played of this event, if anything. Another page's move, or the clock's, has another id or none. */
function played({ id }) {
  const mine = own.get(id);
  own.delete(id);
  return mine;
}

function discard(event) {
  const tile = all(`#river-${event.seat} .t`).at(-1);
  const mine = played(event);
  if (!mine) play("discard", { seat: event.seat });
  if (!tile || still()) return mine?.copy?.remove();
  const from = mine?.copy ? dropSpot(mine.copy) : (mine?.from ?? homeOf(event.seat));
  mine?.copy?.remove();
  fly(tile, from, { ms: DISCARD_MS });
}

function claim(event) {
  const { kind, seat, other } = event;
  play(kind, { seat });
  word(kind, wordSpot(seat), { ms: 620 });
  if (still()) return;
  const tiles = meldTiles(seat);
  const river = before?.rivers.get(other);
  tiles.forEach((tile, number) => {
    const from = number === 0 && river ? river : homeOf(seat);
    fly(tile, from, { ms: CLAIM_MS, delay: number * 25 });
  });
}

/** A gang lands with weight, then 刮风 (laid open) or 下雨 (concealed) passes over the felt. */
function gang(event) {
  const { seat, other, note } = event;
  const kind = note === "concealed" ? "rain" : "wind";
  play("gang", { seat });
  play(kind, { seat, delay: 0.35 });
  word("gang", wordSpot(seat), { ms: 700 });
  if (still()) return;
  const river = other >= 0 && other !== seat ? before?.rivers.get(other) : null;
  meldTiles(seat).forEach((tile, number) => {
    fly(tile, number === 0 && river ? river : homeOf(seat), { ms: GANG_MS, delay: number * 30, weight: 2.4, lift: 0.8 });
  });
  weather(kind, find(".felt") ?? table);
}

function hu(event) {
  play("hu", { seat: event.seat });
  word("hu", wordSpot(event.seat), { ms: HU_MS, seal: true });
  if (event.cut) cut(event);
}

/** The viewer wanted the tile too, and a nearer seat came first: say so, with the clause. */
function cut({ seat, cut: clause }) {
  setTimeout(() => word("cut", wordSpot(viewer()), { ms: CUT_MS }), HU_MS / 2);
  tell(text("cut", { name: find(`#plate-${seat} .name`)?.textContent ?? "" }), clause);
}

/** Coins fly along the paid rows, together at most twelve pieces. */
function paid(rows) {
  if (!rows.length) return;
  play("coins", { seat: rows[0].seat, delay: 0.3, loud: 0.8 });
  const each = Math.max(1, Math.min(4, Math.floor(12 / rows.length)));
  for (const row of rows) coins(plate(row.other), plate(row.seat), each, 260);
}

function draw(event, delay) {
  if (event.seat !== viewer()) return play("draw", { seat: event.seat, loud: 0.35, delay });
  play("draw", { seat: event.seat, delay });
  const tile = find("#hand [data-drawn], #hand .drawn");
  if (tile && !still()) tile.animate([{ transform: "translateY(-38%)" }, { transform: "none" }], { duration: 160, delay: delay * 1000, fill: "backwards", easing: "cubic-bezier(.2,.7,.2,1)" });
}

const SHOW = { discard, chi: claim, peng: claim, gang, hu, draw, voids: () => play("seal"), end: () => play("end", { delay: 0.9 }) };

function read(node) {
  return [...node.children].map(({ dataset }) => ({
    kind: dataset.kind,
    seat: Number(dataset.seat ?? -1),
    other: Number(dataset.other ?? -1),
    tiles: dataset.tiles ?? "",
    note: dataset.note ?? "",
    id: dataset.id ?? "",
    cut: dataset.cut ?? "",
  }));
}

/** How many moves these events are; several wins on one tile are one. */
function moves(events) {
  return events.filter(({ kind }, index) => MOVES.has(kind) && !(kind === "hu" && events.slice(0, index).some((event) => event.kind === "hu"))).length;
}

function show(events) {
  let after = 0; // seconds: a draw follows the discard it came after
  for (const event of events) {
    SHOW[event.kind]?.(event, after);
    if (MOVES.has(event.kind)) after = 0.17;
  }
  if (events.some(({ kind }) => kind === "receive")) after ? play("draw") : exchange(events, before?.held ?? [], middleOf);
  paid(events.filter((event) => event.kind === "paid" && event.other >= 0));
}

/** Too much at once: say it with one sound, show the words, move nothing. */
function snap(events) {
  clearStage();
  for (const event of events) played(event)?.copy?.remove();
  const last = events.filter((event) => MOVES.has(event.kind)).at(-1);
  if (!last) return;
  play(last.kind, { seat: last.seat });
  events.filter((event) => event.cut).forEach(cut);
  if (last.kind !== "discard") word(last.kind, wordSpot(last.seat), { seal: last.kind === "hu" });
}

/** The tile that was sent by this page lies where it lay, or where it was dropped, until its echo comes. */
on("sent", ({ id, verb, button }) => verb === "discard" && own.set(id, { verb, from: spot(button), copy: null }));
on("dropped", ({ id, copy }) => {
  const mine = own.get(id);
  if (mine) own.set(id, { ...mine, copy });
  else copy.remove();
});
on("refused", ({ id, tile, place }) => {
  const copy = own.get(id)?.copy;
  own.delete(id);
  if (copy) drop(copy, all("#hand [data-tile]").find((other) => other.dataset.place === place && other.dataset.tile === tile));
});
on("settled", ({ id }) => {
  // Settled without an echo (a timeout was quicker): nothing may hang over the felt.
  setTimeout(() => {
    own.get(id)?.copy?.remove();
    own.delete(id);
  }, 600);
});

on("before", () => (before = still() ? null : snapshot()));
on("after", ({ fresh }) => {
  const node = region("fx");
  if (!node || node === seenFx) return;
  seenFx = node;
  const events = read(node);
  if (fresh || !events.length) return;
  if (moves(events) > 1) snap(events);
  else show(events);
});
