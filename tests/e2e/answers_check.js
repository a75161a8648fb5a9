() => {
  const out = [];
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.getClientRects().length;
  const name = (e) => e.id || e.className?.baseVal || e.className || e.tagName;
  const box = (e) => e.getBoundingClientRect();
  const meet = (a, b, slack) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack;
  const all = (css) => [...document.querySelectorAll(css)].filter(shown);
  const answers = all(".prompt .claim");
  if (!answers.length) out.push("no answers");
  for (const e of answers) {
    const r = box(e);
    if (r.left < -0.5 || r.right > innerWidth + 0.5) out.push(`off screen: ${name(e)} ${[r.left, r.right].map(Math.round)}`);
    // the word, what it is about and its caption lie apart, inside the answer
    const parts = [...e.querySelectorAll(":scope > b, :scope > .t, :scope > .run, :scope > .cap")].filter(shown);
    for (const [place, one] of parts.entries()) {
      const b = box(one);
      if (b.left < r.left - 1 || b.right > r.right + 1 || b.top < r.top - 2 || b.bottom > r.bottom + 2) out.push(`${name(one)} sticks out of ${name(e)}`);
      for (const other of parts.slice(place + 1)) if (meet(b, box(other), 1.5)) out.push(`${name(other)} on ${name(one)} of ${name(e)}`);
    }
    for (const other of all(".waits, .plate, .river .t, #hand .t, #own-melds .t, .prompt .ask, #notice")) if (meet(r, box(other), 1)) out.push(`${name(e)} on ${name(other)}`);
    for (const other of answers) if (other !== e && meet(r, box(other), 0.5)) out.push(`${name(e)} on ${name(other)}`);
  }
  const middles = answers.map((e) => (box(e).top + box(e).bottom) / 2);
  if (Math.max(...middles) - Math.min(...middles) > 4) out.push("answers in two rows");
  const hu = answers.find((e) => e.matches(".hu"));
  if (hu && answers.some((e) => box(e).right > box(hu).right)) out.push("胡 is not the last");
  // the own plate says who, how much and which suit, all of it readable
  const plate = document.querySelector(`#plate-${document.querySelector("#table").dataset.viewerSeat}`);
  for (const css of [".name span", ".score", '[class*="void-"]']) {
    const part = plate.querySelector(css);
    if (!part && css.startsWith("[")) continue;
    if (!part || !shown(part) || box(part).width < 14) out.push(`own plate without ${css}`);
    else if (box(part).left < box(plate).left || box(part).right > box(plate).right + 1) out.push(`${css} out of the own plate`);
  }
  // and nothing stands elsewhere once the answers are gone
  const fixed = () => all(".plate, .waits, .river, #hand .t").map((e) => [name(e), box(e).left, box(e).top, box(e).width].join(" "));
  const before = fixed();
  const prompt = document.querySelector("#prompt");
  const held = [...prompt.childNodes];
  prompt.replaceChildren();
  const after = fixed();
  prompt.replaceChildren(...held);
  for (const [place, line] of before.entries()) if (line !== after[place]) out.push(`jumps: ${line} / ${after[place]}`);
  return [...new Set(out)].slice(0, 12);
}
