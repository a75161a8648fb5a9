/** Settings live in this browser and act as attributes of `<html>`; early.js sets the same ones before the first paint. */
import { all, emit, on, recall, remember } from "./base.js";
import { setSound, soundSettings } from "./sound.js";

const html = document.documentElement;
const DEFAULTS = { corner: html.dataset.tileIndex === "on", contrast: false, large: false, motion: true, tap: false, same: true, inks: false };

/** What holds now: stored choices over what the page (and the system) says. */
function current() {
  const system = { motion: !matchMedia("(prefers-reduced-motion: reduce)").matches };
  return { ...DEFAULTS, ...system, ...recall("settings", {}) };
}

const WRITE = {
  corner: (on_) => (html.dataset.tileIndex = on_ ? "on" : "off"),
  contrast: (on_) => (on_ ? (html.dataset.theme = "contrast") : delete html.dataset.theme),
  large: (on_) => (on_ ? (html.dataset.large = "on") : delete html.dataset.large),
  motion: (on_) => (html.dataset.motion = on_ ? "on" : "off"),
  tap: (on_) => (html.dataset.tap = on_ ? "one" : "two"),
  same: (on_) => (html.dataset.same = on_ ? "on" : "off"),
  inks: (on_) => (html.dataset.inks = on_ ? "four" : "two"),
};

function fill() {
  const values = { ...current(), ...soundSettings() };
  for (const input of all("[data-settings] input[name]")) {
    if (!(input.name in values)) continue;
    if (input.type === "checkbox") input.checked = Boolean(values[input.name]);
    else if (input.type !== "radio") input.value = String(values[input.name]);
  }
}

function changed({ target }) {
  if (!(target instanceof HTMLInputElement) || !target.closest("[data-settings]")) return;
  const value = target.type === "checkbox" ? target.checked : Number(target.value);
  if (target.name === "volume" || target.name === "mute") return setSound({ [target.name]: value });
  const write = WRITE[target.name];
  if (!write) return;
  // Only what somebody chose is stored: the rest keeps following the page and the system.
  remember("settings", { ...recall("settings", {}), [target.name]: value });
  write(value);
  emit("settings", { [target.name]: value });
}

document.addEventListener("input", changed);
document.addEventListener("submit", (event) => event.target.matches("form[data-settings]:not([method=dialog])") && event.preventDefault());
document.addEventListener("click", (event) => event.target.closest?.('[data-open="settings"]') && fill());
on("sound", fill);
fill();
