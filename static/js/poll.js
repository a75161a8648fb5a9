/** Play without a socket: the page is fetched every two seconds, answers are posted as the form would post them. */
import { find, swapIn, table } from "./base.js";
import { follow } from "./language.js";

const EVERY_MS = 2000;
let report = () => {};

async function take(response) {
  report(response.ok);
  if (!response.ok) return false;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (page.documentElement.lang !== document.documentElement.lang) follow();
  else swapIn(page);
  return true;
}

async function look() {
  if (!document.hidden) {
    try {
      await take(await fetch(location.href, { credentials: "same-origin" }));
    } catch {
      report(false);
    }
  }
  setTimeout(look, EVERY_MS);
}

/** Begin fetching; `onReport(well)` hears after each request whether the server answered. */
export function startPolling(onReport) {
  report = onReport;
  look();
}

function token() {
  const field = find("input[name=csrfmiddlewaretoken]");
  return field?.value ?? /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
}

/** Post an answer and show the table that follows; false when it did not get through. */
export async function post(fields, url = table.dataset.actUrl) {
  const body = new URLSearchParams(fields);
  body.delete("type");
  body.set("csrfmiddlewaretoken", token());
  try {
    return await take(await fetch(url, { method: "POST", body, credentials: "same-origin" }));
  } catch {
    report(false);
    return false;
  }
}
