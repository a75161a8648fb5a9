() => {
  const out = [];
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.getClientRects().length;
  const name = (e) => (e ? e.id || e.className || e.tagName : "nothing");
  const viewer = document.querySelector("#table").dataset.viewerSeat;
  const wanted = `#hand :is(button, input), .prompt button, #clock-${viewer}:not(:empty)`;
  const table = document.querySelector("#table");
  if (table.scrollHeight > table.clientHeight && getComputedStyle(table).overflowY !== "auto") out.push("nobody can scroll");
  for (const e of document.querySelectorAll(wanted)) {
    if (!shown(e)) {
      out.push(`hidden: ${name(e)}`);
      continue;
    }
    e.scrollIntoView({ block: "nearest" });
    table.scrollLeft = 0; // a script can scroll sideways, nobody else
    const r = e.getBoundingClientRect();
    if (r.left < -1 || r.right > innerWidth + 1 || r.top < -1 || r.bottom > innerHeight + 1) out.push(`cut: ${name(e)} ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`);
    if (!e.matches(".clock") && (r.width < 24 || r.height < 24)) out.push(`small: ${name(e)} ${Math.round(r.width)}x${Math.round(r.height)}`);
    // of a card the strip that the next one leaves free
    const x = r.left + (e.matches(".c") ? 12 : r.width / 2);
    e.style.pointerEvents = "auto"; // the clock lets presses through
    const top = document.elementFromPoint(x, r.top + r.height / 2);
    e.style.pointerEvents = "";
    if (top !== e && !e.contains(top)) out.push(`covered: ${name(e)} by ${name(top)}`);
  }
  return [...new Set(out)].slice(0, 12);
}
