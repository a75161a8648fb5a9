/** What happens at a card table, seen and heard: cards fly from where they were held; bombs and planes have their word. */
import { all, find, on, region, still, viewer } from "./base.js";
import { play as sound } from "./sound.js";
import { clearStage, finish, spot, stage, word } from "./stage.js";

const FLY_MS = 230;
const APART_MS = 14;
const BLAST_MS = 520;
const WORD_MS = 900;
const WORDS = { bomb: "bomb", bomb_plus_one: "bomb", ace_bomb: "bomb", ace_bomb_plus_one: "bomb", plane: "plane" };
const VOICES = { bomb: "bomb", plane: "wind" };

let seenFx = region("fx");
let held = new Map(); // code -> where this card of the own hand was before the swap

function happened(fresh) {
  const node = region("fx");
  if (!node || node === seenFx) return;
  seenFx = node;
  const events = [...node.children].map(({ dataset }) => dataset).filter(({ kind }) => kind === "play" || kind === "pass");
  if (fresh || !events.length) return;
  if (events.length > 1) clearStage();
  for (const event of events.slice(0, -1)) sounds(event);
  show(events.at(-1)); // too much at once: only the last move is seen
}

function sounds({ kind, seat, note }) {
  const at = Number(seat ?? -1);
  if (kind === "pass") return sound("tick", { seat: at });
  sound("discard", { seat: at });
  const voice = VOICES[WORDS[note]];
  if (voice) sound(voice, { seat: at, delay: 0.12 });
}

function show(event) {
  sounds(event);
  if (event.kind !== "play") return;
  const seat = Number(event.seat ?? -1);
  const laid = all(`#river-${seat} .c`);
  land(seat, laid);
  const name = WORDS[event.note];
  const row = find(`#river-${seat} .cards`);
  if (!name || !row) return;
  const at = spot(row);
  if (name === "bomb") strike(at, laid);
  word(name, beside(at), { ms: WORD_MS });
}

/** The word stands over the middle of the table, so that the cards it is about can be read. */
function beside(at) {
  const middle = spot(region("center"));
  return middle.shown && Math.abs(middle.y - at.y) < innerHeight / 2 ? { x: innerWidth / 2, y: middle.y } : at;
}

/** Each card comes from its place in the own hand, or from the middle of the other's. */
function land(seat, laid) {
  if (still()) return;
  const fan = region(`backs-${seat}`);
  const theirs = fan && spot(find(".fan", fan) ?? fan);
  laid.forEach((card, place) => {
    const code = [...card.classList].find((name) => /^c[2-9TJQKA][SHCD]$/.test(name))?.slice(1);
    const from = seat === viewer() ? (held.get(code) ?? spot(region("hand"))) : theirs;
    const to = spot(card);
    if (!from?.shown || !to.shown) return;
    const grown = seat === viewer() ? from.width / to.width : 0.6;
    const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${Math.min(grown, 2)})`;
    card.animate([{ transform: start }, { transform: "none" }], { duration: FLY_MS, delay: Math.min(place * APART_MS, 140), fill: "backwards", easing: "cubic-bezier(.25,.6,.25,1)" });
  });
}

/** A bomb strikes: a ring of light runs over the felt and its cards spring. */
function strike(at, laid) {
  if (still()) return;
  const flash = document.createElement("i");
  flash.className = "blast";
  flash.style.left = `${at.x}px`;
  flash.style.top = `${at.y}px`;
  stage().append(flash);
  const centre = "translate(-50%, -50%)";
  const frames = [{ transform: `${centre} scale(.15)`, opacity: 0.95 }, { transform: `${centre} scale(.8)`, opacity: 0.8, offset: 0.35 }, { transform: `${centre} scale(1.25)`, opacity: 0 }];
  finish(flash.animate(frames, { duration: BLAST_MS, delay: FLY_MS * 0.7, fill: "backwards", easing: "cubic-bezier(.15,.7,.3,1)" }), flash);
  laid.forEach((card, place) => {
    const jolt = [{ translate: "0 0" }, { translate: `${place % 2 ? 3 : -3}px -7px`, offset: 0.25 }, { translate: "0 2px", offset: 0.6 }, { translate: "0 0" }];
    card.animate(jolt, { duration: 260, delay: FLY_MS + 60 });
  });
}

on("before", () => (held = still() ? new Map() : new Map(all("#hand .c:checked").map((card) => [card.value, spot(card)]))));
on("after", ({ fresh } = {}) => happened(fresh));
