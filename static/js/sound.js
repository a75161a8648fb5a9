/** Plays the voices: unlocked by the first gesture, placed left or right by seat, volume and mute remembered. */
import { emit, on, recall, remember, say, table, text, viewer } from "./base.js";
import { VOICES } from "./voices.js";

let context = null;
let master = null;
const buffers = new Map();
const lastAt = new Map();
let settings = { volume: 70, mute: false, ...recall("sound", {}) };

function level() {
  return settings.mute ? 0 : (Math.min(100, Math.max(0, settings.volume)) / 100) ** 1.6; // the ear hears loudness in powers
}

/** Browsers give sound only after a gesture; iOS takes it away again after a call or a lock. */
function unlock() {
  const Context = window.AudioContext ?? window.webkitAudioContext;
  if (!Context) return;
  if (!context) {
    context = new Context({ latencyHint: "interactive" });
    master = context.createGain();
    master.gain.value = level();
    const limiter = context.createDynamicsCompressor(); // several tiles at once stay below clipping
    limiter.threshold.value = -6;
    limiter.ratio.value = 8;
    limiter.attack.value = 0.001;
    limiter.release.value = 0.08;
    master.connect(limiter).connect(context.destination);
    prepare(Object.keys(VOICES));
  }
  if (context.state !== "running") context.resume().catch(() => {});
}

/** Make the voices one by one when the page is idle; the one that is needed first is made at once. */
function prepare(names) {
  const idle = window.requestIdleCallback ?? ((run) => setTimeout(run, 30));
  const [name, ...rest] = names;
  if (name) idle(() => (buffer(name), prepare(rest)));
}

function buffer(name) {
  if (!buffers.has(name)) {
    const samples = VOICES[name](context.sampleRate);
    const made = context.createBuffer(1, samples.length, context.sampleRate);
    made.copyToChannel(samples, 0);
    buffers.set(name, made);
  }
  return buffers.get(name);
}

/** Where a seat sits, -1 left to 1 right: the one after us is on our right. */
function side(seat) {
  const players = Number(table?.dataset.players ?? 4);
  const own = Math.max(0, viewer());
  const turn = (((seat - own) % players) + players) % players;
  if (players < 3 || seat === undefined) return 0;
  return turn === 1 ? 0.55 : turn === players - 1 ? -0.55 : 0;
}

/** Play a voice. `seat` places it, `delay` in seconds, `loud` 0..1. Silent until a gesture has unlocked sound. */
export function play(name, { seat, delay = 0, loud = 1 } = {}) {
  emit("played", { name, seat }); // everything audible is also visible; tests listen here as well
  if (table?.id === "demo") return; // the first page shows, it does not sound
  if (!context || context.state !== "running" || level() === 0 || !VOICES[name]) return;
  const at = context.currentTime + delay;
  if (at - (lastAt.get(name) ?? -1) < 0.03) return;
  lastAt.set(name, at);
  const source = context.createBufferSource();
  source.buffer = buffer(name);
  source.playbackRate.value = 1 + (Math.random() - 0.5) * 0.04; // no two tiles sound alike
  const gain = context.createGain();
  gain.gain.value = loud;
  source.connect(gain);
  const place = side(seat);
  if (place && context.createStereoPanner) {
    const pan = context.createStereoPanner();
    pan.pan.value = place;
    gain.connect(pan).connect(master);
  } else gain.connect(master);
  source.start(at);
}

function apply(next) {
  settings = { ...settings, ...next };
  remember("sound", settings);
  if (master) master.gain.setTargetAtTime(level(), context.currentTime, 0.02);
  document.documentElement.dataset.mute = settings.mute ? "on" : "off";
}

export const soundSettings = () => ({ ...settings });

export function setSound(next) {
  apply(next);
  emit("sound", soundSettings());
}

/** Turn sound off or on again and say which. */
export function mute(off = !settings.mute) {
  setSound({ mute: off });
  say(text(off ? "muted" : "unmuted"));
}

document.documentElement.dataset.mute = settings.mute ? "on" : "off";
for (const gesture of ["pointerdown", "keydown", "touchend"]) document.addEventListener(gesture, unlock, { capture: true, passive: true });
document.addEventListener("click", (event) => event.target.closest?.("button[data-mute]") && mute());

on("lift", ({ tile, sound }) => tile && sound && play("lift"));
on("sent", ({ verb }) => verb === "discard" && play("discard", { seat: viewer() }));
on("refused", () => play("refuse"));
