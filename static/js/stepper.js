/** The first page's table: a finished hand, drawn by the server, stepped here. Stops when nobody can or wants to look. */
import { all, find, region, swapIn, text } from "./base.js";
import "./motion.js";

const demo = region("demo");
const REST_MS = 4500; // the result stays a while before the hand begins anew
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let frames = []; // per step: {ms, regions: Map(id -> node)}
let step = 0;
let timer = 0;
let visible = true;
let wanted = true;

function collect() {
  const first = new Map(all("[id]", demo).map((node) => [node.id, node.cloneNode(true)]));
  const list = [{ ms: Number(demo.dataset.ms ?? 1200), regions: first }];
  for (const template of all("template[data-ms]", demo)) {
    const regions = new Map(list.at(-1).regions);
    for (const node of template.content.children) if (node.id) regions.set(node.id, node);
    list.push({ ms: Number(template.dataset.ms), regions });
  }
  return list;
}

/** Show one step; a jump shows no motion. */
function show(next, jump) {
  step = (next + frames.length) % frames.length;
  const held = document.createDocumentFragment();
  for (const node of frames[step].regions.values()) held.append(node.cloneNode(true));
  swapIn(held, { fresh: jump });
  demo.dataset.step = String(step);
}

const playing = () => wanted && visible && !document.hidden && document.documentElement.dataset.motion !== "off";

function run() {
  clearTimeout(timer);
  demo.dataset.playing = String(playing());
  for (const button of all('[data-demo="toggle"]')) {
    button.setAttribute("aria-pressed", String(wanted));
    button.setAttribute("aria-label", text(wanted ? "demoPause" : "demoPlay"));
  }
  if (!playing()) return;
  const last = step === frames.length - 1;
  timer = setTimeout(() => (show(step + 1, last), run()), last ? REST_MS : frames[step].ms);
}

document.addEventListener("click", (event) => {
  const action = event.target.closest?.("[data-demo]")?.dataset.demo;
  if (!action || !frames.length) return;
  if (action === "toggle") wanted = !wanted;
  else {
    wanted = false;
    show(step + (action === "next" ? 1 : -1), action !== "next");
  }
  run();
});

if (demo) {
  frames = collect();
  wanted = !calm.matches && frames.length > 1;
  calm.addEventListener("change", () => (wanted = !calm.matches, run()));
  document.addEventListener("visibilitychange", run);
  new IntersectionObserver(([entry]) => (visible = entry.isIntersecting, run()), { threshold: 0.25 }).observe(find(".stage", demo) ?? demo);
  run();
}
