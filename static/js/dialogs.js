/** Dialogs: opened by `data-open`, closed by `data-close`; the price of an answer is confirmed; the sheet folds. */
import { find, on, region, still, table } from "./base.js";

const SHEET_MS = 1200; // the last win is seen before the paper covers it

export const open = (name) => {
  const dialog = region(`dialog-${name}`);
  if (dialog && !dialog.open) dialog.showModal();
  return dialog;
};

export const anyOpen = () => Boolean(find("dialog[open]"));

let question = null;

/** Ask whether the price is worth it; resolves to true only for an explicit yes. */
export function confirmCost(words) {
  const dialog = region("confirm");
  if (!dialog) return Promise.resolve(true);
  find("[data-text]", dialog).textContent = words;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((answer) => {
    question = () => answer(false);
    dialog.addEventListener(
      "close",
      () => {
        question = null;
        answer(dialog.returnValue === "yes");
      },
      { once: true },
    );
  });
}

/** A question about a window that has closed meanwhile has no answer any more. */
on("after", () => {
  const dialog = region("confirm");
  if (question && dialog?.open && !find("#prompt [data-cost]")) dialog.close("no");
});

let sheet = ""; // the hand whose account lies there
let folded = false;
let timer = 0;

const paper = () => find("#sheet details");

/* A script's focus on a page just loaded looks like the keyboard's to browsers; the sheet shows its ring once keys are used. */
document.addEventListener("keydown", () => (document.documentElement.dataset.keys = "on"), true);
document.addEventListener("pointerdown", () => delete document.documentElement.dataset.keys, true);

function showSheet() {
  table.dataset.sheet = folded ? "folded" : "open";
  const head = find("#sheet summary");
  if (head && !folded && !anyOpen() && !region("sheet").contains(document.activeElement)) head.focus({ preventScroll: true });
}

/** A result that arrives in live play waits a moment; one that was there already lies open at once. */
function watchSheet({ fresh } = {}) {
  const now = paper() ? (region("sheet").dataset.hand ?? "shown") : "";
  if (now === sheet) {
    if (now && paper().open === folded) paper().open = !folded; // a swap must not unfold what was folded away
    return;
  }
  sheet = now;
  folded = false;
  clearTimeout(timer);
  if (!now) delete table.dataset.sheet;
  else if (fresh) showSheet();
  else {
    table.dataset.sheet = "wait";
    timer = setTimeout(showSheet, still() ? 0 : SHEET_MS); // after whatever else this swap does to the focus
  }
}

/** Fold the result away to see the table, or lay it out again. */
export function foldSheet() {
  if (!paper()) return false;
  paper().open = !paper().open;
  return true;
}

document.addEventListener(
  "toggle",
  (event) => {
    if (event.target !== paper()) return;
    folded = !event.target.open;
    if (table.dataset.sheet !== "wait") table.dataset.sheet = folded ? "folded" : "open";
  },
  true, // toggle does not bubble
);

if (table?.id === "table") {
  on("after", watchSheet);
  watchSheet({ fresh: true });
}

document.addEventListener("click", (event) => {
  const target = event.target;
  if (!(target instanceof Element)) return;
  const opener = target.closest("[data-open]");
  if (opener && open(opener.dataset.open)) event.preventDefault(); // links lead to a page of their own without scripts
  if (target.closest("[data-close]")) target.closest("dialog")?.close();
  // A press on the backdrop hits the dialog element itself.
  if (target instanceof HTMLDialogElement && target.open && outside(target, event)) target.close();
});

function outside(dialog, { clientX, clientY, detail }) {
  if (!detail) return false; // a key press on a control inside has no place
  const box = dialog.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}
