/**
 * This browser's share of the chance: a random text for each hand, whose hash is left one step before it is revealed.
 *
 * The texts lie in the session storage, by table and number of the hand, so that a reload finds them. Only the tab that
 * left a hash has its text; another one reveals nothing, and the share is empty.
 */
import { clientId } from "./base.js";
import { sha256 } from "./sha256.js";

const MARK = "qipaiguan/nonce/1"; // docs/fairness.md
const START = "start"; // the table of 马上开始 has no number yet

const fresh = () => clientId().replaceAll("-", "");
const place = (room, hand) => `qpg.nonce.${room}.${hand}`;

function keep(key, nonce) {
  try {
    sessionStorage.setItem(key, nonce);
    return true;
  } catch {
    return false; // what cannot be kept could not be revealed either
  }
}

function find(key) {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function drop(key) {
  try {
    sessionStorage.removeItem(key);
  } catch {
    /* nothing lies there */
  }
}

const hashed = (key, nonce) => (keep(key, nonce) ? sha256(MARK + nonce) : "");

let begun = "";

/** Leave the hash of a new text with sitting down; a second press of this page leaves the same. */
export function begin(room, hand) {
  const key = place(room, hand);
  const again = begun === key && find(key);
  begun = key;
  return hashed(key, again || fresh());
}

/** Leave the hash for the hand after this one; a press that has to be made again leaves the same. */
export function leaveNext(room, hand) {
  drop(place(room, hand - 1));
  const key = place(room, hand + 1);
  return hashed(key, find(key) || fresh());
}

/** The text whose hash was left for this hand, or "". */
export const held = (room, hand) => find(place(room, hand));

/** Leave the hash for the first hand of a table that is about to be made; until there is one it stays the same. */
export const promise = () => hashed(place(START, 1), find(place(START, 1)) || fresh());

/** The promised text belongs to this table from now on. */
export function fulfil(room, hand) {
  const nonce = find(place(START, 1));
  keep(place(room, hand), nonce);
  drop(place(START, 1));
  return nonce;
}
