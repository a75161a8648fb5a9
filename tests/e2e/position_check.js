() => {
  const out = [];
  const W = innerWidth, H = innerHeight;
  if (document.documentElement.scrollWidth > W + 1) out.push("page wider than the screen " + document.documentElement.scrollWidth);
  const table = document.querySelector("main.table");
  if (!table) return out;
  if (document.documentElement.scrollHeight > H + 1) out.push("page scrolls");
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.getClientRects().length;
  const sheet = document.querySelector("#sheet details[open]");
  const name = (e) => e.id || e.className || e.tagName;
  for (const e of document.querySelectorAll("#hand .t, #own-melds .t, .prompt button, .prompt a, .plate, .river .t, .melds .t, .backs .t, .center p, .bar a, .bar button, .waits, #notice, #sheet")) {
    if (!shown(e)) continue;
    const r = e.getBoundingClientRect();
    if (!r.width) continue;
    if (r.left < -1 || r.right > W + 1 || r.top < -1 || r.bottom > H + 1) out.push(`off screen: ${name(e)} in ${name(e.parentElement)} ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`);
  }
  if (!sheet) for (const e of document.querySelectorAll("#hand .t")) {
    const r = e.getBoundingClientRect();
    for (const [fx, fy] of [[0.5, 0.5], [0.12, 0.12], [0.88, 0.12], [0.12, 0.9], [0.88, 0.9]]) {
      const top = document.elementFromPoint(r.left + r.width * fx, r.top + r.height * fy);
      if (top !== e && !e.contains(top) && !top?.closest("#hand .lift, #hand .sent")) { out.push(`hand covered: ${e.className} by ${top && name(top)}`); break; }
    }
  }
  for (const e of document.querySelectorAll("button, a[href], input")) {
    if (!shown(e) || e.closest("dialog:not([open])")) continue;
    const r = e.getBoundingClientRect();
    if (!r.width || e.closest("p, li, dd, th, td, .sr, .paper") || e.classList.contains("skip")) continue;
    if (r.width < 24 || r.height < 24) out.push(`small target: ${name(e)} ${Math.round(r.width)}x${Math.round(r.height)}`);
    if (e.closest(".prompt") && (r.width < 44 || r.height < 44)) out.push(`small action: ${name(e)} ${Math.round(r.width)}x${Math.round(r.height)}`);
  }
  // prompt buttons must be free
  if (!sheet) for (const e of document.querySelectorAll(".prompt button, .prompt a")) {
    if (!shown(e)) continue;
    const r = e.getBoundingClientRect();
    const top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
    if (top !== e && !e.contains(top)) out.push(`action covered: ${name(e)} by ${top && name(top)}`);
  }
  // nothing lies on a river or another plate
  const boxes = [...document.querySelectorAll(".plate, #notice, .waits")].filter(shown);
  for (let i = 0; i < boxes.length; i++) for (const other of [...boxes.slice(i + 1), ...document.querySelectorAll(".river .t, .plane .melds .t, #own-melds .t")]) {
    if (!shown(other) || boxes[i].contains(other)) continue;
    const a = boxes[i].getBoundingClientRect(), b = other.getBoundingClientRect();
    const w = Math.min(a.right, b.right) - Math.max(a.left, b.left), h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (w > 3 && h > 3 && !sheet) out.push(`overlap: ${name(boxes[i])} on ${name(other)} of ${name(other.closest("[id]"))} by ${Math.round(w)}x${Math.round(h)}`);
  }
  // the hand stands clear of every river
  const hand = [...document.querySelectorAll("#hand .t:not(.lift)")].filter(shown).map((e) => e.getBoundingClientRect());
  if (!sheet) for (const e of document.querySelectorAll(".river .t:not(.last)")) {
    const b = e.getBoundingClientRect();
    if (shown(e) && hand.some((a) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3)) out.push(`hand on ${e.className} of ${name(e.parentElement)}`);
  }
  return [...new Set(out)].slice(0, 12);
}
