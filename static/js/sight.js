/** Windows too low for the whole table scroll: the hand and the answers come into sight when the page opens and whenever one is asked. */
import { on, region, table } from "./base.js";

let seen = "";

const toHand = () => (table.scrollTop = table.scrollHeight); // nothing moves where all of it fits

on("after", () => {
  const open = region("prompt")?.dataset.window ?? "";
  if (open && open !== seen) toHand();
  seen = open;
});

addEventListener("resize", toHand);
toHand();
