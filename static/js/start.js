/**
 * 马上开始, in the order of a fair deal: the house binds itself and shows the fingerprint, then this browser makes its
 * random text, and the cards are dealt from both. Whatever goes wrong, the form goes out as it does without scripts.
 */
import { clientId, find } from "./base.js";

const WAIT_MS = 4000;
const AGAIN_MS = 1000; // longer than a double click
const form = find('form[action="/play"]');
let going = false;

async function begin(event) {
  event.preventDefault();
  if (going) return;
  going = true;
  await send();
  setTimeout(() => (going = false), AGAIN_MS); // whoever stops the page on its way may press again
}

async function send() {
  if (form.elements.nonce.value) return form.submit(); // the table waits for it already
  const fields = new URLSearchParams(new FormData(form));
  fields.set("hold", "1");
  try {
    const answer = await fetch(form.action, { method: "POST", body: fields, redirect: "manual", signal: AbortSignal.timeout(WAIT_MS) });
    if (answer.ok) return take(await answer.json());
  } catch {
    /* no network, no answer in time or nothing readable */
  }
  form.submit();
}

function take({ table, ready, commitment, token }) {
  if (!ready) return location.assign(table);
  const line = find("[data-promise]");
  line.textContent = `${line.dataset.promise} ${commitment.slice(0, 16)}…`;
  form.action = ready;
  form.elements.csrfmiddlewaretoken.value = token; // a new guest has a new one
  form.elements.nonce.value = clientId().replaceAll("-", "");
  form.submit();
}

if (form) {
  form.addEventListener("submit", begin);
  addEventListener("pageshow", (event) => event.persisted && location.reload()); // kept by the page cache as it was sent
}
