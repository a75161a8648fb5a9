/** SHA-256 of a text as UTF-8, in hex. `crypto.subtle` is missing where a page is not secure, as on a LAN. */

const primes = (count) => {
  const found = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime)) found.push(n);
  return found;
};
const fraction = (root) => Math.floor((root % 1) * 2 ** 32) >>> 0;
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = primes(64).map((prime) => fraction(Math.cbrt(prime)));

const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** The message, a 1 bit, zeros, and the length in bits: whole blocks of 64 bytes. */
function padded(text) {
  const bytes = new TextEncoder().encode(text);
  const blocks = new DataView(new ArrayBuffer(((bytes.length + 8) >> 6) * 64 + 64));
  bytes.forEach((byte, place) => blocks.setUint8(place, byte));
  blocks.setUint8(bytes.length, 0x80);
  blocks.setUint32(blocks.byteLength - 8, Math.floor(bytes.length / 2 ** 29));
  blocks.setUint32(blocks.byteLength - 4, bytes.length << 3);
  return blocks;
}

function mix(state, blocks, at) {
  const w = [];
  for (let i = 0; i < 16; i += 1) w.push(blocks.getUint32(at + 4 * i));
  for (let i = 16; i < 64; i += 1) {
    const near = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const far = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w.push((w[i - 16] + near + w[i - 7] + far) | 0);
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i];
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (state[i] + word) | 0);
}

export function sha256(text) {
  const blocks = padded(text);
  let state = START;
  for (let at = 0; at < blocks.byteLength; at += 64) state = mix(state, blocks, at);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
