/** The socket: what is sent, whether it lives, when it is tried again, and what its end means.
 *
 * htmx's extension owns the socket and swaps what arrives. Its reconnects are set beyond the life of a page, because
 * its timer cannot be cancelled and would race ours; one timer here decides.
 */
import { emit, on, region, table, text } from "./base.js";
import { startPolling } from "./poll.js";

const SILENT_MS = 8000; // the server beats every 5 s
const CONNECT_MS = 6000; // a dead network leaves a handshake hanging for minutes
const LONG_MS = 45000;
const NEVER = 0x7fffffff;
const TICK_MS = 1000;

let wrapper = null; // the extension's public interface of the current socket
let raw = null;
let state = "wait"; // wait (first connection), live, lost, poll, final
let reason = "connecting";
let opened = false; // was any socket of this page ever open
let tries = 0;
let timer = 0;
let heard = Date.now();
let begun = Date.now();
let downSince = Date.now();
let ticked = Date.now();

export const live = () => state === "live" && raw?.readyState === WebSocket.OPEN;
export const polling = () => state === "poll";

/** Send one frame, all values strings; false when it cannot go out now. Nothing is ever queued. */
export function send(fields) {
  if (!live()) return false;
  wrapper.send(JSON.stringify(fields));
  return true;
}

function enter(next, why = "") {
  if (next !== "live" && (state === "live" || !downSince)) downSince = Date.now();
  state = next;
  reason = why;
  if (next === "live") downSince = 0;
  table.dataset.link = next;
  showBanner();
  emit("link", { state, reason });
}

/** Drop the current socket without hearing from it again: a late close must not start a second reconnect. */
function discard() {
  clearTimeout(timer);
  if (!raw) return;
  raw.onopen = raw.onclose = raw.onerror = null;
  raw.close();
}

/** Connect anew. The server answers every connection with the whole table, so this is also how we resync. */
function resync(why = "lost") {
  if (state === "final" || state === "poll" || !wrapper) return; // without a wrapper the first attempt still runs
  discard();
  enter(opened ? "lost" : "wait", why);
  wrapper.reconnect();
}

function retryLater() {
  const delay = Math.min(5000, 500 * 2 ** tries) * Math.random();
  tries += 1;
  clearTimeout(timer);
  timer = setTimeout(() => wrapper?.reconnect(), delay);
}

function closed(event) {
  if (event.target !== raw || state === "poll") return;
  if (event.code >= 4000) return enter("final", String(event.code));
  if (!opened && tries >= 2) return fallBack(); // something on the way speaks no WebSocket: play over plain requests
  enter(opened ? "lost" : "wait", navigator.onLine === false ? "offline" : opened ? "lost" : "connecting");
  retryLater();
}

function tick() {
  const now = Date.now();
  if (now - ticked > 4 * TICK_MS) heard = Math.max(heard, now - SILENT_MS + 2000); // we slept: let waiting frames in first
  ticked = now;
  if (raw?.readyState === WebSocket.OPEN && now - heard > SILENT_MS) resync("silent");
  else if (raw?.readyState === WebSocket.CONNECTING && now - begun > CONNECT_MS) raw.close(); // its wsClose retries
  else if (state === "lost" && now - downSince > LONG_MS) showBanner();
}

/** Back in view (iOS kills sockets silently, the page cache wakes with a dead one): check, then resync. */
function check(event) {
  if (document.hidden || state === "final" || state === "poll") return;
  if (!raw) return;
  if (raw.readyState > WebSocket.OPEN || event.persisted || Date.now() - heard > SILENT_MS) resync("lost");
}

function button(label, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.dataset.link = action;
  return made;
}

function showBanner(why = reason) {
  reason = why;
  let banner = region("banner");
  if (!banner) {
    banner = document.createElement("div");
    banner.id = "banner";
    banner.setAttribute("role", "status");
    document.body.append(banner);
  }
  const long = state === "lost" && Date.now() - downSince > LONG_MS;
  const code = text(`code-${reason}`) || text("codeOther");
  const words = state === "final" ? code : long ? text("long") : text(reason);
  const shown = `${state} ${reason} ${long}`;
  if (banner.dataset.shown === shown) return;
  banner.dataset.shown = shown;
  banner.dataset.state = state;
  banner.hidden = state === "live";
  if (reason === "poll") setTimeout(() => (banner.hidden = banner.dataset.shown === shown), 6000);
  const line = document.createElement("span");
  line.textContent = words;
  const buttons = [];
  const nobody = state === "final" && reason === "4401"; // the session ended: a guest sits down anew, a member logs in
  if (nobody) buttons.push(button(text("home"), "home"), button(text("login"), "login"));
  else if (state === "final") buttons.push(button(text("reload"), "reload"));
  if (long) buttons.push(button(text("retry"), "retry"));
  if (long || (state === "final" && !nobody)) buttons.push(button(text("leave"), "leave"));
  banner.replaceChildren(line, ...buttons);
}

function pressed(event) {
  const action = event.target.closest?.("#banner [data-link]")?.dataset.link;
  if (action === "retry") {
    downSince = Date.now();
    tries = 0;
    resync("lost");
  } else if (action === "reload") location.reload();
  else if (action === "leave" || action === "home") location.assign(table.dataset.homeUrl || "/");
  else if (action === "login") location.assign(`${table.dataset.loginUrl || "/accounts/login/"}?next=${encodeURIComponent(location.pathname)}`);
}

function start() {
  htmx.config.wsReconnectDelay = () => NEVER;
  htmx.createWebSocket = (url) => {
    begun = heard = Date.now();
    raw = new WebSocket(url);
    return raw;
  };
  table.addEventListener("htmx:wsOpen", (event) => {
    wrapper = event.detail.socketWrapper;
    wrapper.queue.length = 0; // clicks of the time without a connection are never sent late
    heard = Date.now();
  });
  table.addEventListener("htmx:wsClose", (event) => {
    wrapper = event.detail.socketWrapper;
    closed(event.detail.event);
  });
  table.addEventListener("htmx:wsBeforeMessage", () => {
    heard = Date.now();
    emit("before", { fresh: state !== "live" });
  });
  table.addEventListener("htmx:wsAfterMessage", () => {
    const fresh = state !== "live";
    opened = true;
    tries = 0;
    if (fresh) enter("live");
    emit("after", { fresh });
  });
  addEventListener("offline", () => state === "live" && enter("lost", "offline"));
  addEventListener("online", () => state === "lost" && resync("lost"));
  addEventListener("pageshow", check);
  document.addEventListener("visibilitychange", check);
  document.addEventListener("click", pressed);
  setInterval(tick, TICK_MS);
  setTimeout(() => state === "wait" && enter("wait", reason), 1500); // a first connection that is quick needs no banner
  table.dataset.link = "start"; // greyed only once the first connection takes long
}

function fallBack() {
  enter("poll", "poll");
  startPolling((well) => showBanner(well ? "poll" : "lost"));
}

if (table?.hasAttribute("ws-connect")) window.htmx ? start() : fallBack();
on("resync", ({ why }) => resync(why));
