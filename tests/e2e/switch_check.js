() => {
  const out = [];
  const W = innerWidth, H = innerHeight;
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.getClientRects().length;
  const sheet = document.querySelector("#sheet details[open]");
  const name = (e) => e.id || e.className || e.tagName;
  // the switches can be hit, and open they leave the hand and the answers free
  const auto = document.querySelector("details.auto");
  if (!sheet && auto && shown(auto)) {
    auto.open = true;
    for (const e of auto.querySelectorAll("summary, button")) {
      const r = e.getBoundingClientRect();
      const top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
      if (r.width < 44 || r.height < 44) out.push(`small switch: ${e.textContent} ${Math.round(r.width)}x${Math.round(r.height)}`);
      if (r.left < 0 || r.right > W || r.top < 0 || r.bottom > H) out.push(`switch off screen: ${e.textContent} ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`);
      if (top !== e) out.push(`switch covered: ${e.textContent} by ${top && name(top)}`);
      for (const other of document.querySelectorAll("#hand .c, #hand .t, .prompt button, .prompt a, .plate[data-seat='0'], #notice, #own-melds .t, .waits")) {
        if (!shown(other) || (e.matches("button") && !other.closest("#hand, .prompt, #own-melds"))) continue;
        const b = other.getBoundingClientRect();
        const w = Math.min(r.right, b.right) - Math.max(r.left, b.left), h = Math.min(r.bottom, b.bottom) - Math.max(r.top, b.top);
        if (w > 3 && h > 3) out.push(`switch ${e.textContent} on ${name(other)} by ${Math.round(w)}x${Math.round(h)}`);
      }
    }
    auto.open = false;
  }
  return [...new Set(out)];
}
