/** The layer above the table where copies of tiles, words, coins and weather move. Nothing in it takes a pointer. */
import { still, text } from "./base.js";

let layer = null;

export function stage() {
  if (!layer) {
    layer = document.createElement("div");
    layer.id = "overlay";
    layer.setAttribute("aria-hidden", "true");
    document.body.append(layer);
  }
  return layer;
}

/** Where an element stands as seen: its centre, its drawn size, and how far it is turned (degrees). */
export function spot(element) {
  const box = element.getBoundingClientRect();
  let turn = 0;
  for (let node = element; node && node !== document.body; node = node.parentElement) {
    const style = getComputedStyle(node);
    if (style.transform !== "none") {
      const { a, b } = new DOMMatrixReadOnly(style.transform);
      turn += (Math.atan2(b, a) * 180) / Math.PI;
    }
    if (style.rotate !== "none") turn += parseFloat(style.rotate) || 0;
  }
  turn = ((Math.round(turn) % 360) + 360) % 360;
  const lying = turn === 90 || turn === 270;
  return {
    x: box.left + box.width / 2,
    y: box.top + box.height / 2,
    width: lying ? box.height : box.width,
    height: lying ? box.width : box.height,
    turn,
    shown: box.width > 0 && box.height > 0,
  };
}

/** A copy of a tile on the stage, over its original. It carries looks only: no id, no data, no focus. */
export function copyOf(tile, kind) {
  return ghost([...tile.classList].find((name) => /^t(b|\d[mpsz])$/.test(name)) ?? "tb", spot(tile), kind);
}

/** A tile on the stage that stands where no tile is; `face` is the class of its face or back. */
export function ghost(face, at, kind) {
  const copy = document.createElement("i");
  copy.className = `t ${face} copy ${kind}`;
  if (at.turn) copy.dataset.rot = String((Math.round(at.turn / 90) * 90) % 360); // the light stays where it is
  copy.classList.toggle("small-tiles", at.width < 32); // the heavier drawing, as in the rows it comes from
  copy.style.setProperty("--tw", `${at.width}px`);
  copy.style.left = `${at.x - at.width / 2}px`;
  copy.style.top = `${at.y - at.height / 2}px`;
  copy.box = at;
  stage().append(copy);
  return copy;
}

export function place(copy, dx, dy) {
  copy.offset = { dx, dy };
  copy.style.transform = `translate(${dx}px, ${dy}px) rotate(${Math.max(-6, Math.min(6, dx / 30))}deg) scale(1.06)`;
}

/** Where a dragged copy was let go. */
export const dropSpot = (copy) => ({ ...copy.box, x: copy.box.x + (copy.offset?.dx ?? 0), y: copy.box.y + (copy.offset?.dy ?? 0) });

/** Let a dragged copy go back to its tile. */
export function drop(copy, tile) {
  if (!tile || still()) return copy.remove();
  const home = spot(tile);
  tile.animate([{ visibility: "hidden" }, { visibility: "hidden" }], { duration: 160 });
  const back = `translate(${home.x - copy.box.x}px, ${home.y - copy.box.y}px)`;
  finish(copy.animate([{ transform: copy.style.transform }, { transform: back }], { duration: 160, easing: "cubic-bezier(.2,.7,.2,1)" }), copy);
}

export function finish(animation, element) {
  const away = () => element.remove();
  animation.finished.then(away, away);
  return animation;
}

/** Fly a copy of `tile` from a spot to where the tile already lies; the tile shows when the copy lands.
 *
 * The original is hidden by an animation of its own that ends by itself: an interrupted flight leaves nothing invisible.
 */
export function fly(tile, from, { ms = 200, delay = 0, lift = 0.35, weight = 1 } = {}) {
  const to = spot(tile);
  if (!from?.shown || !to.shown) return;
  const copy = copyOf(tile, "flying");
  const spin = ((from.turn - to.turn + 540) % 360) - 180;
  const ratio = from.width ? from.width / to.width : 1;
  const [dx, dy] = [from.x - to.x, from.y - to.y];
  const turned = (part) => `rotate(${to.turn + spin * part}deg)`;
  const arch = -lift * to.height;
  const frames = [
    { transform: `translate(${dx}px, ${dy}px) ${turned(1)} scale(${ratio})` },
    { transform: `translate(${dx * 0.35}px, ${dy * 0.35 + arch}px) ${turned(0.35)} scale(${0.65 + 0.35 * ratio + 0.12 * weight})`, offset: 0.6 },
    { transform: `translate(0, 0) ${turned(0)} scale(1)` },
  ];
  tile.animate([{ visibility: "hidden" }, { visibility: "hidden" }], { duration: ms + delay });
  finish(copy.animate(frames, { duration: ms, delay, fill: "backwards", easing: "cubic-bezier(.3,.5,.25,1)" }), copy);
}

/** A word stamped over the table: 碰, 杠, 胡. */
export function word(name, at, { ms = 620, seal = false } = {}) {
  const made = document.createElement("b");
  made.className = seal ? "word seal" : "word";
  made.dataset.word = name;
  const caption = document.createElement("span");
  caption.textContent = text(`word${name[0].toUpperCase()}${name.slice(1)}`);
  made.append(caption);
  made.style.left = `${at.x}px`;
  made.style.top = `${at.y}px`;
  stage().append(made);
  const centre = "translate(-50%, -50%)";
  if (still()) return void setTimeout(() => made.remove(), ms + 200); // seen all the same, it only does not move
  const tilt = seal ? "rotate(-7deg)" : "rotate(0deg)";
  const frames = [
    { transform: `${centre} scale(2.1) ${tilt}`, opacity: 0.2, easing: "cubic-bezier(.5,0,.9,.4)" },
    { transform: `${centre} scale(.94) ${tilt}`, opacity: 1, offset: seal ? 0.2 : 0.24 },
    { transform: `${centre} scale(1) ${tilt}`, opacity: 1, offset: 0.32 },
    { transform: `${centre} scale(1) ${tilt}`, opacity: 1, offset: 0.8 },
    { transform: `${centre} scale(1) ${tilt}`, opacity: 0 },
  ];
  finish(made.animate(frames, { duration: ms }), made);
}

/** Wind or rain passing over the felt after a gang. */
export function weather(kind, over) {
  if (still() || !over) return;
  const box = over.getBoundingClientRect();
  const made = document.createElement("div");
  made.className = "weather";
  made.dataset.kind = kind;
  Object.assign(made.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  const air = document.createElement("i");
  made.append(air);
  stage().append(made);
  const way = kind === "rain" ? ["0 0, 0 0, 0 0", "0 640px, 0 800px, 0 720px"] : ["-140% 0", "240% 0"];
  air.animate(way.map((backgroundPosition) => ({ backgroundPosition })), { duration: 700, easing: kind === "rain" ? "linear" : "ease-in-out" });
  const seen = [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }];
  finish(made.animate(seen, { duration: 700 }), made);
}

/** Coins from one plate to another. */
export function coins(from, to, many, delay = 0) {
  if (still() || !from?.shown || !to?.shown) return;
  for (let number = 0; number < many; number++) {
    const coin = document.createElement("i");
    coin.className = "coin";
    coin.style.left = `${from.x}px`;
    coin.style.top = `${from.y}px`;
    stage().append(coin);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const bend = (number - (many - 1) / 2) * 14;
    const frames = [
      { transform: "translate(-50%, -50%) scale(.6)" },
      { transform: `translate(calc(-50% + ${dx / 2 + bend}px), calc(-50% + ${dy / 2 - 34 + bend}px)) scale(1.1)`, offset: 0.5 },
      { transform: `translate(calc(-50% + ${dx}px), calc(-50% + ${dy}px)) scale(.7)` },
    ];
    finish(coin.animate(frames, { duration: 440, delay: delay + number * 36, fill: "backwards", easing: "cubic-bezier(.4,0,.4,1)" }), coin);
  }
}

/** Clear the stage at once: more than one move arrived, or the page is going away. Dragged copies stay in the hand. */
export function clearStage() {
  for (const thing of stage().querySelectorAll(":scope > :not(.dragged)")) thing.remove();
}
