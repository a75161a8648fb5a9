/** One language in one browser: a table whose neighbour was switched to another one says so and leads to it. */
import { table, tell, text } from "./base.js";

const KEY = "qpg.language";
const own = document.documentElement.lang;

try {
  if (localStorage.getItem(KEY) !== own) localStorage.setItem(KEY, own); // heard by the other pages, not by this one
} catch {
  /* without storage no page hears of another */
}

/** Load this page anew: the server writes it in the language that was chosen last. */
export const follow = () => location.reload();

addEventListener("storage", ({ key, newValue }) => {
  if (key === KEY && newValue && newValue !== own && table) tell(text("otherLanguage"), { words: text("reload"), act: follow });
});
