/**
 * A press counts once, and only for what it began on: the same control, asking the same in the same window and hand.
 *
 * Regions are swapped at any moment, also under a finger that rests. The browser's click only tells where the finger was
 * lifted, so what lay under it as it came down is kept here, and every click is measured against it before anybody hears of it.
 */
import { handShown, region } from "./base.js";

const CONTROLS = "button, a[href], input, select, textarea, summary, label, [data-tile]";
/** What makes two controls the same one; what scripts write into them while they lie there is left out. */
const ATTRIBUTES = ["id", "name", "value", "form", "formaction", "href", "data-do", "data-window", "data-tile", "data-place", "data-suit"];
ATTRIBUTES.push("data-toggle", "data-arm", "data-hint", "data-sort", "data-open", "data-close", "data-link");

let now = null; // the press that began last: {id, control, means, asked, spent}

function controlOf(target) {
  const found = target?.closest?.(CONTROLS);
  if (found) return found.control ?? found; // a label is pressed for what it belongs to
  return target instanceof HTMLDialogElement ? target : null; // its backdrop
}

/** The hand in play or its account, and the window that is open for the viewer. */
const asked = () => [handShown(), region("sheet")?.dataset.hand, region("prompt")?.dataset.window].join(" ");

/** What pressing here does, as text: equal only where it does the same for the same window and hand. */
export function meaning(target) {
  const control = controlOf(target);
  if (!control) return "";
  const means = [control.tagName, ...ATTRIBUTES.map((name) => control.getAttribute(name))];
  if ("toggle" in control.dataset) means.push(control.getAttribute("aria-pressed")); // pressed again it says the opposite
  if (control.closest("#table") && !control.closest(".bar")) means.push(handShown(), region("sheet")?.dataset.hand);
  return JSON.stringify(means);
}

/** A drag or a swipe came of this press: whatever click the browser still sends for it counts no more. */
export function spend() {
  if (now) now.spent = true;
}

function down(event) {
  now = { id: event.pointerId, control: controlOf(event.target), means: meaning(event.target), asked: asked(), spent: false };
}

/** A swap took the pressed control away, and with some pointers the click as well: its equal under the finger is pressed instead. */
function up(event) {
  if (!now || event.pointerId !== now.id || event.button !== 0) return;
  if (now.spent || !now.means || now.control.isConnected) return;
  const under = controlOf(document.elementFromPoint(event.clientX, event.clientY));
  if (meaning(under) !== now.means) return;
  spend();
  under.click();
}

function refuse(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function clicked(event) {
  // Keys, scripts and screen readers click without a pointer: theirs begins and ends at once.
  if (!event.isTrusted || !event.detail || event.pointerId < 0 || !now) return;
  const other = event.pointerId !== undefined && event.pointerId !== now.id; // older browsers do not say
  if (other || now.spent || (controlOf(event.target) && meaning(event.target) !== now.means)) refuse(event);
}

/** The right button answers what is open without touching it. */
function menu(event) {
  if (now && event.button === 2 && now.asked !== asked()) refuse(event);
}

addEventListener("pointerdown", down, true);
addEventListener("pointerup", up);
addEventListener("pointercancel", (event) => now?.id === event.pointerId && spend());
addEventListener("click", clicked, true);
addEventListener("contextmenu", menu, true);
