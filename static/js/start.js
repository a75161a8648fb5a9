/**
 * 马上开始, in the order of a fair deal: this browser leaves the hash of its random text, the house binds itself and shows
 * the fingerprint, then the text is revealed, and the cards are dealt from both. Whatever goes wrong, the form goes out
 * as it does without scripts.
 */
import { clientId, find } from "./base.js";
import { fulfil, leaveNext, promise } from "./nonces.js";

const WAIT_MS = 4000;
const AGAIN_MS = 1000; // longer than a double click
const form = find('form[action="/play"]');
let going = false;
let waiting = null; // the form that the table waits for

async function begin(event) {
  event.preventDefault();
  if (going) return;
  going = true;
  await send();
  setTimeout(() => (going = false), AGAIN_MS); // whoever stops the page on its way may press again
}

async function send() {
  if (waiting) return waiting.submit();
  const fields = new URLSearchParams(new FormData(form));
  fields.set("hold", "1");
  fields.set("hash", promise());
  try {
    const answer = await fetch(form.action, { method: "POST", body: fields, redirect: "manual", signal: AbortSignal.timeout(WAIT_MS) });
    if (answer.ok) return take(await answer.json());
  } catch {
    /* no network, no answer in time or nothing readable */
  }
  form.submit();
}

function take({ table, ready, number, commitment, token }) {
  if (!ready) return location.assign(table);
  const line = find("[data-promise]");
  line.textContent = `${line.dataset.promise} ${commitment.slice(0, 16)}…`;
  const room = ready.split("/")[2];
  waiting = posting(ready, {
    csrfmiddlewaretoken: token, // a new guest has a new one
    id: clientId(),
    number,
    nonce: fulfil(room, number),
    hash: leaveNext(room, Number(number)),
  });
  waiting.submit();
}

function posting(action, fields) {
  const made = Object.assign(document.createElement("form"), { method: "post", action, hidden: true });
  for (const [name, value] of Object.entries(fields)) made.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(made);
  return made;
}

if (form) {
  form.addEventListener("submit", begin);
  addEventListener("pageshow", (event) => event.persisted && location.reload()); // kept by the page cache as it was sent
}
