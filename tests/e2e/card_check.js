() => {
  const out = [];
  const W = innerWidth, H = innerHeight;
  if (document.documentElement.scrollWidth > W + 1) out.push("page wider than the screen " + document.documentElement.scrollWidth);
  if (document.documentElement.scrollHeight > H + 1) out.push("page scrolls");
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.getClientRects().length;
  const sheet = document.querySelector("#sheet details[open]");
  const name = (e) => (e ? e.id || e.className || e.tagName : "nothing");
  const box = (e) => e.getBoundingClientRect();
  for (const e of document.querySelectorAll("#hand .c, .prompt button, .prompt a, .prompt .ask, .plate, .river .c, .shape, .backs .c, .count, .center p, .bar a, .bar button, #notice, #sheet")) {
    if (!shown(e)) continue;
    const r = box(e);
    if (r.width && (r.left < -1 || r.right > W + 1 || r.top < -1 || r.bottom > H + 1)) out.push(`off screen: ${name(e)} in ${name(e.parentElement)} ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`);
  }
  // each card of the hand shows its index and can be hit there over a strip of 24 px
  if (!sheet) for (const e of document.querySelectorAll("#hand input.c")) {
    const r = box(e);
    for (const [x, y] of [[4, 6], [12, 0.3 * r.height], [23, 12], [12, 0.55 * r.height]]) {
      const top = document.elementFromPoint(r.left + x, r.top + y);
      if (top !== e) { out.push(`card covered: ${e.value} at ${x},${Math.round(y)} by ${name(top)}`); break; }
    }
  }
  for (const e of document.querySelectorAll("button, a[href]")) {
    if (!shown(e) || e.closest("dialog:not([open]), p, .sr, .paper")) continue;
    const r = box(e);
    if (!r.width) continue;
    const least = e.closest(".prompt") ? 44 : 24;
    if (r.width < least || r.height < least) out.push(`small target: ${name(e)} ${Math.round(r.width)}x${Math.round(r.height)}`);
    const top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
    if (!sheet && top !== e && !e.contains(top)) out.push(`covered: ${name(e)} by ${name(top)}`);
  }
  // what is looked at lies apart from everything else
  const apart = [".plate", "#notice", ".prompt .choices", ".prompt .ask", ".river .cards", ".river .shape", ".backs", ".center .who", "#hand:not(:empty)"].flatMap((each) => [...document.querySelectorAll(each)]).filter((e) => shown(e) && box(e).width);
  if (!sheet) for (let i = 0; i < apart.length; i++) for (const other of apart.slice(i + 1)) {
    if (apart[i].contains(other) || other.contains(apart[i])) continue;
    const a = box(apart[i]), b = box(other);
    const w = Math.min(a.right, b.right) - Math.max(a.left, b.left), h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (w > 3 && h > 3) out.push(`overlap: ${name(apart[i])} on ${name(other)} of ${name(other.closest("[id]"))} by ${Math.round(w)}x${Math.round(h)}`);
  }
  return [...new Set(out)].slice(0, 12);
}
