/** Where on the screen a seat's things are: its hand, its plate, the place of its word. */
import { all, region, table, viewer } from "./base.js";
import { spot } from "./stage.js";

/** A plate is a place, not a tile: what starts there has its own size. */
export const plate = (seat) => region(`plate-${seat}`) && { ...spot(region(`plate-${seat}`)), width: 0 };

/** Where a seat's hand is: its last back, on phones the chip that stands for them, else its plate; the viewer's is `own`. */
export function handSpot(seat, own) {
  if (seat === viewer()) return own ?? plate(seat);
  const backs = region(`backs-${seat}`);
  const places = backs ? [backs, ...all(".t", backs)].map(spot).filter((at) => at.shown) : [];
  return places.at(-1) ?? plate(seat);
}

/** The middle of another seat's hand. */
export function middleOf(seat) {
  const tiles = all(`#backs-${seat} .t`).map(spot).filter((at) => at.shown);
  return tiles[Math.floor(tiles.length / 2)] ?? handSpot(seat);
}

/** Where a seat's word stands: between its plate and the middle of the table; on a phone, in its strip. */
export function wordSpot(seat) {
  const middle = spot(region("center") ?? table);
  const strip = region(`river-${seat}`);
  const inMiddle = Math.abs(middle.x / innerWidth - 0.5) < 0.2 && Math.abs(middle.y / innerHeight - 0.5) < 0.25;
  if (strip && !inMiddle) return spot(strip);
  const home = plate(seat) ?? middle;
  return { x: home.x + (middle.x - home.x) * 0.5, y: home.y + (middle.y - home.y) * 0.5 };
}
