/** What has happened, in words, kept for this page: the lines of `#announce`, read in `<dialog id="dialog-log">`. */
import { find, on, region } from "./base.js";

const MOST = 300;
let last = null;

function keep() {
  const list = find("#dialog-log [data-log]");
  const told = region("announce");
  if (!list || !told || told === last) return;
  last = told;
  const words = told.textContent.trim();
  if (!words) return;
  const line = document.createElement("li");
  line.textContent = words;
  list.append(line);
  while (list.childElementCount > MOST) list.firstElementChild.remove();
}

on("after", keep);
keep();
