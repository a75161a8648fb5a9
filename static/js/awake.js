/** Calls the player: a sound and, in a hidden tab, the title and a notification; keeps the screen on in a hand. */
import { all, find, on, text } from "./base.js";
import { play } from "./sound.js";

let window_ = "";
let title = document.title;
let blinking = 0;
let lock = null;
let wanting = false;

/** The window that waits for this page's answer: [number, is it a turn]. */
function asked() {
  if (find("#wishes[data-auto]")) return ["", false]; // answered for it in a moment
  const button = find("#prompt button[data-window], #hand button[data-window]");
  return [button?.dataset.window ?? "", button?.dataset.do === "discard" || Boolean(find('#hand [data-do="discard"]'))];
}

function watch({ fresh } = {}) {
  const [now, turn] = asked();
  if (now === window_) return;
  window_ = now;
  if (!now) return calm();
  if (!fresh) play(turn ? "turn" : "ask", { delay: turn ? 0.22 : 0.05, loud: turn ? 0.7 : 1 });
  if (document.hidden) call();
}

function call() {
  calm();
  title = document.title;
  let on_ = false;
  const blink = () => {
    on_ = !on_;
    document.title = on_ ? `● ${text("yourTurn")}` : title;
  };
  blink();
  blinking = setInterval(blink, 1000);
  // Only where permission was given before: nobody is asked in the middle of a hand.
  if (window.Notification?.permission !== "granted") return;
  try {
    const note = new Notification(text("yourTurn"), { tag: "turn" });
    note.onclick = () => (window.focus(), note.close());
  } catch {
    /* some phones only allow notifications from a service worker */
  }
}

function calm() {
  if (!blinking) return;
  clearInterval(blinking);
  blinking = 0;
  document.title = title;
}

async function keepAwake() {
  wanting = all("#hand [data-tile]").length > 0;
  if (!wanting) {
    lock?.release().catch(() => {});
    lock = null;
    return;
  }
  if (lock || document.hidden || !navigator.wakeLock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
  } catch {
    lock = null; // low battery, or an insecure page
  }
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return window_ && call();
  calm();
  keepAwake();
});
on("after", (detail) => {
  watch(detail);
  keepAwake();
});
watch({ fresh: true });
keepAwake();
