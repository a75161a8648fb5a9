/** 换三张: three tiles, of one suit unless the panel says mixed, are picked in the hand and sent by its one button. */
import { all, emit, find, on, region, tell, text } from "./base.js";

let picked = []; // places, oldest first
let suggestion = "";
let window_ = "";

const button = () => find('#prompt [data-do="swap_three"]');
const tiles = () => all("#hand [data-tile]");
const at = (place) => tiles().find((tile) => tile.dataset.place === place);
const suit = (tile) => tile?.dataset.tile.at(-1);
const mixed = () => "mixed" in (button()?.dataset ?? {});

/** Tiles in one word, as the server reads them: 1m5m7z is "15m7z". */
const notation = (codes) => codes.map((code, place) => (codes[place + 1]?.at(-1) === code.at(-1) ? code[0] : code)).join("");
const inOrder = (codes) => codes.sort((one, other) => (one[1] + one[0] < other[1] + other[0] ? -1 : 1));

/** True while hand tiles are picked instead of lifted. */
export const picking = () => {
  const open = button();
  return Boolean(open) && (open.getAttribute("aria-disabled") !== "true" || "short" in open.dataset);
};

/** Pick or put back one tile; a tile of another suit starts anew where suits may not mix, a fourth replaces the first. */
export function togglePick(tile) {
  const place = tile.dataset.place;
  if (tile.dataset.why) return tell(tile.dataset.why);
  if (picked.includes(place)) picked = picked.filter((other) => other !== place);
  else {
    if (!mixed()) picked = picked.filter((other) => suit(at(other)) === suit(tile));
    picked = [...picked, place].slice(-3);
  }
  mark();
  emit("lift", { tile, sound: true });
}

function mark() {
  const open = button();
  if (!open) {
    for (const tile of all("#hand [aria-pressed]")) tile.removeAttribute("aria-pressed");
    picked = [];
    window_ = "";
    return;
  }
  if (open.dataset.window !== window_) {
    window_ = open.dataset.window;
    picked = [];
  }
  suggestion = open.dataset.suggestion ?? open.dataset.tiles ?? "";
  open.dataset.suggestion = suggestion;
  for (const tile of tiles()) {
    const up = picked.includes(tile.dataset.place);
    tile.setAttribute("aria-pressed", String(up));
    tile.classList.toggle("lift", up);
  }
  region("prompt").dataset.picked = String(picked.length);
  const chosen = inOrder(picked.map((place) => at(place).dataset.tile));
  open.dataset.tiles = chosen.length === 3 ? notation(chosen) : suggestion;
  const short = picked.length === 1 || picked.length === 2; // half a choice is no answer
  if (short) {
    open.dataset.short = "";
    open.setAttribute("aria-disabled", "true");
  } else if ("short" in open.dataset) {
    delete open.dataset.short;
    open.removeAttribute("aria-disabled");
  }
}

on("after", () => {
  picked = picked.filter((place) => at(place));
  mark();
});

document.addEventListener("click", (event) => {
  if (event.target.closest?.("#prompt [data-short]")) tell(text(mixed() ? "pickAny" : "pickThree"));
});
mark();
