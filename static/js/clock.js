/** Clocks: the server says what is left, `performance.now()` counts it down; nothing here decides anything.
 *
 * Ring: `--left` (1 → 0) and `data-ticking` on the plate. Digits and bank only on the viewer's own clock.
 */
import { all, emit, on, region, say, still, text, viewer } from "./base.js";
import { play } from "./sound.js";

const STEP_MS = 200;
const WARN_S = 3;
const running = new Map(); // seat -> {node, start, left, bank, total, shown, warned}

function read() {
  const now = performance.now();
  const seen = new Set();
  for (const node of all('[id^="clock-"][data-left]')) {
    const seat = Number(node.id.slice(6));
    seen.add(seat);
    if (running.get(seat)?.node === node) continue; // not swapped: it goes on
    const { left, bank, total } = node.dataset;
    running.set(seat, { node, start: now, left: +left, bank: +(bank || 0), total: +(total || left), warned: false });
  }
  for (const seat of running.keys()) if (!seen.has(seat)) stop(seat);
  step();
}

function stop(seat) {
  running.delete(seat);
  const plate = region(`plate-${seat}`);
  plate?.style.removeProperty("--left");
  plate?.removeAttribute("data-ticking");
}

/** What is left of the base time and of the bank after `gone` milliseconds. */
function remaining({ left, bank }, gone) {
  const base = Math.max(0, left - gone);
  return { base, reserve: Math.max(0, bank - Math.max(0, gone - left)) };
}

function step() {
  const now = performance.now();
  for (const [seat, clock] of running) {
    const { base, reserve } = remaining(clock, now - clock.start);
    ring(seat, clock, base, reserve);
    if (seat === viewer()) digits(clock, base, reserve);
  }
}

function ring(seat, clock, base, reserve) {
  const plate = region(`plate-${seat}`);
  if (!plate) return;
  const onBank = base <= 0 && reserve > 0;
  const part = onBank ? reserve / Math.max(clock.bank, 1) : base / Math.max(clock.total, 1);
  const steps = still() ? 10 : 100; // without motion the ring goes in tenths
  const value = String(Math.ceil(Math.min(1, part) * steps) / steps);
  if (plate.style.getPropertyValue("--left") !== value) plate.style.setProperty("--left", value);
  const kind = onBank ? "bank" : "base";
  if (plate.dataset.ticking !== kind) plate.dataset.ticking = kind;
}

function digits(clock, base, reserve) {
  const all_ = base + reserve;
  const whole = Math.ceil((base || reserve) / 1000);
  const bank = Math.ceil(reserve / 1000);
  const shown = `${whole}|${bank}|${base > 0}`;
  if (clock.shown === shown) return;
  const first = clock.shown === undefined;
  clock.shown = shown;
  const main = document.createElement("b");
  main.textContent = String(whole);
  const rest = document.createElement("small");
  rest.textContent = base > 0 && bank > 0 ? `+${bank}` : "";
  clock.node.replaceChildren(main, rest);
  clock.node.dataset.hurry = String(all_ <= WARN_S * 1000);
  if (all_ > WARN_S * 1000 || all_ <= 0 || first) return;
  play("tick");
  if (clock.warned) return;
  clock.warned = true;
  say(text("seconds", { n: Math.ceil(all_ / 1000) }));
  emit("hurry", {});
}

on("after", read);
on("sent", () => {
  const own = running.get(viewer());
  if (own) own.shown = "sent"; // the answer is on its way: no more ticking
  if (own) own.node.dataset.hurry = "false";
});
setInterval(step, STEP_MS);
read();
