/** Frames that answer no window (ready, taking the seat back, toggles): sent by the socket, else posted as the form they are. */
import { clientId, find, on, tell, text } from "./base.js";
import { live, polling, send } from "./link.js";

const HELD_MS = 3000;

function submitted(event) {
  const form = event.target;
  const frame = form.dataset.frame;
  if (!frame) return;
  // The player's own randomness goes into the deal, over the socket and in the plain form alike; nobody has to type it.
  if (form.elements.nonce) form.elements.nonce.value = clientId().replaceAll("-", "");
  if (polling()) return;
  event.preventDefault();
  const button = event.submitter ?? find("button", form);
  if (button?.getAttribute("aria-disabled") === "true") return;
  const fields = { type: frame };
  for (const [name, value] of new FormData(form, event.submitter)) if (name !== "csrfmiddlewaretoken") fields[name] = value;
  if (!send(fields)) return tell(text("notSent"));
  button?.setAttribute("aria-disabled", "true");
  setTimeout(() => button?.removeAttribute("aria-disabled"), HELD_MS);
}

document.addEventListener("submit", submitted);
on("link", ({ state }) => state === "lost" && find("form[data-frame] [aria-disabled]")?.removeAttribute("aria-disabled"));
