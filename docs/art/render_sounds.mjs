/* Writes the voices of static/js/voices.js as WAV files to listen to, and prints their figures:
 *
 *     node docs/art/render_sounds.mjs [folder]
 *
 * Authoring aid only: the page makes its sounds itself. Loudness is the RMS of the loudest 50 ms in dB below full scale,
 * centroid the balance point of the spectrum over the first 80 ms, decay the time until the level has fallen by 20 dB.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const RATE = 48000;
const code = readFileSync(new URL("../../static/js/voices.js", import.meta.url), "utf8");
const { VOICES } = await import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
const folder = process.argv[2];

function wav(data) {
  const out = Buffer.alloc(44 + data.length * 2);
  out.write("RIFF", 0);
  out.writeUInt32LE(36 + data.length * 2, 4);
  out.write("WAVEfmt ", 8);
  out.writeUInt32LE(16, 16);
  out.writeUInt16LE(1, 20);
  out.writeUInt16LE(1, 22);
  out.writeUInt32LE(RATE, 24);
  out.writeUInt32LE(RATE * 2, 28);
  out.writeUInt16LE(2, 32);
  out.writeUInt16LE(16, 34);
  out.write("data", 36);
  out.writeUInt32LE(data.length * 2, 40);
  data.forEach((value, n) => out.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32767), 44 + 2 * n));
  return out;
}

function levels(data, width) {
  const found = [];
  for (let from = 0; from + width <= data.length; from += width / 2) {
    let sum = 0;
    for (let n = from; n < from + width; n++) sum += data[n] ** 2;
    found.push(Math.sqrt(sum / width));
  }
  return found;
}

function centroid(data) {
  const count = Math.min(3840, data.length);
  let [weighted, total, low] = [0, 0, 0];
  for (let hertz = 50; hertz < 12000; hertz *= 1.02) {
    let [re, im] = [0, 0];
    const turn = (2 * Math.PI * hertz) / RATE;
    for (let n = 0; n < count; n++) {
      const window = Math.sin((Math.PI * (n + 0.5)) / count) ** 0.5;
      re += window * data[n] * Math.cos(turn * n);
      im += window * data[n] * Math.sin(turn * n);
    }
    const power = (re * re + im * im) * hertz; // equal weight per octave
    weighted += power * Math.log2(hertz);
    total += power;
    if (hertz < 400) low += power;
  }
  return { hertz: Math.round(2 ** (weighted / total)), low: Math.round((100 * low) / total) };
}

if (folder) mkdirSync(folder, { recursive: true });
for (const [name, make] of Object.entries(VOICES)) {
  const began = performance.now();
  const data = make(RATE);
  const took = performance.now() - began;
  if (folder) writeFileSync(`${folder}/${name}.wav`, wav(data));
  const peak = data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const rms = levels(data, 2400);
  const loud = Math.max(...rms);
  const fine = levels(data, 480);
  const top = fine.indexOf(Math.max(...fine));
  const after = fine.slice(top).findIndex((level) => level < fine[top] / 10);
  const { hertz, low } = centroid(data);
  console.log(
    name.padEnd(8), `peak ${peak.toFixed(2)}  loud ${(20 * Math.log10(loud)).toFixed(1)} dB  centroid ${hertz} Hz  below 400 Hz ${low} %`,
    ` decay ${after < 0 ? "-" : after * 5} ms  length ${(data.length / RATE).toFixed(2)} s  made in ${took.toFixed(1)} ms`,
  );
}
