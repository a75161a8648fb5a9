/** The sounds of the house, made from nothing: struck wood, bamboo, a bell, a seal. Pure functions of a sample rate.
 *
 * A struck body is a sum of damped sines (its modes) after a few milliseconds of noise (the contact). `mode` is
 * [frequency in Hz, loudness, decay in seconds to 1/e].
 */
const TILE = [[1180, 1, 0.019], [2420, 0.95, 0.014], [3870, 0.7, 0.009], [5600, 0.35, 0.005], [720, 0.4, 0.02]];
const TABLE = [[176, 0.34, 0.042], [288, 0.24, 0.034], [431, 0.2, 0.026]];
const BLOCK = [[1, 1, 0.055], [2.71, 0.32, 0.022], [4.9, 0.12, 0.01]];
const BELL = [[0.5, 0.35, 0.9], [1, 1, 0.75], [1.004, 0.55, 0.7], [1.19, 0.35, 0.5], [2, 0.4, 0.4], [2.74, 0.22, 0.25], [4.07, 0.1, 0.14], [5.42, 0.06, 0.08]];
const GONG = [[1, 1, 0.5], [1.47, 0.6, 0.42], [1.99, 0.5, 0.34], [2.56, 0.34, 0.26], [3.31, 0.22, 0.18]];

/** Same noise each time: a sound must not change from one page to the next. */
function noise(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2147483648 - 1;
  };
}

class Track {
  constructor(rate, seconds) {
    this.rate = rate;
    this.data = new Float32Array(Math.ceil(rate * seconds));
  }

  /** Add damped sines starting at `at` seconds; `pitch` multiplies their frequencies. */
  modes(at, list, loud = 1, pitch = 1, stretch = 1) {
    const from = Math.round(at * this.rate);
    for (const [hertz, level, decay] of list) {
      const turn = (2 * Math.PI * hertz * pitch) / this.rate;
      if (turn > 2.8) continue; // above hearing and near the folding frequency
      const fall = Math.exp(-1 / (decay * stretch * this.rate));
      const [c, d] = [2 * fall * Math.cos(turn), fall * fall];
      let [y, y1, y2] = [0, fall * Math.sin(turn), 0];
      const end = Math.min(this.data.length, from + Math.round(7 * decay * stretch * this.rate));
      for (let n = from; n < end; n++) {
        this.data[n] += loud * level * y1;
        y = c * y1 - d * y2;
        y2 = y1;
        y1 = y;
      }
    }
    return this;
  }

  /** Add noise through a resonant band; `shape(t)` in 0..1 is its loudness over its length. */
  wind(at, seconds, loud, shape, from, to, narrow = 3, seed = 7) {
    const next = noise(seed);
    const start = Math.round(at * this.rate);
    const count = Math.min(Math.round(seconds * this.rate), this.data.length - start);
    let [low, band] = [0, 0];
    for (let n = 0; n < count; n++) {
      const t = n / count;
      const f = 2 * Math.sin((Math.PI * Math.min(from + (to - from) * t, this.rate / 6)) / this.rate);
      low += f * band;
      band += f * (next() - low - band / narrow);
      this.data[start + n] += (loud * shape(t) * band) / narrow;
    }
    return this;
  }

  /** One tile set down: the contact, the tile, the wood under it. */
  clack(at, loud = 1, pitch = 1, body = 0.8, seed = 3) {
    return this.wind(at, 0.006, loud * 1.6, (t) => (1 - t) ** 2, 3600 * pitch, 2600 * pitch, 1.2, seed)
      .modes(at, TILE, loud * 0.55, pitch)
      .modes(at + 0.0006, TABLE, loud * body, 1);
  }

  block(at, hertz, loud = 1, stretch = 1) {
    return this.modes(at, BLOCK, loud * 0.7, hertz, stretch).wind(at, 0.004, loud * 0.5, (t) => 1 - t, 2400, 1800, 1.5);
  }

  bell(at, hertz, loud = 1, stretch = 1) {
    return this.modes(at, BELL, loud * 0.35, hertz, stretch).wind(at, 0.008, loud * 0.4, (t) => 1 - t, 5000, 3000, 2);
  }

  /** A heavy seal on paper: a thud, then the paper. */
  seal(at, loud = 1) {
    return this.modes(at, [[74, 0.55, 0.08], [118, 0.45, 0.06], [187, 0.4, 0.045], [402, 0.5, 0.032], [688, 0.5, 0.024], [1240, 0.3, 0.013]], loud, 1)
      .wind(at, 0.06, loud * 1.3, (t) => (1 - t) ** 3, 1500, 600, 1.2, 11);
  }

  /** A small room: three early reflections, each duller and quieter. */
  room(amount = 0.22) {
    const dry = this.data.slice();
    [[0.0113, 1], [0.0191, 0.7], [0.0313, 0.5]].forEach(([delay, part]) => {
      const shift = Math.round(delay * this.rate);
      let dull = 0;
      for (let n = shift; n < this.data.length; n++) {
        dull += 0.35 * (dry[n - shift] - dull);
        this.data[n] += amount * part * dull;
      }
    });
    return this;
  }

  /** Scale to a peak and let the last 20 ms fade, so that nothing clicks. */
  done(peak) {
    const top = this.data.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
    const fade = Math.round(0.02 * this.rate);
    for (let n = 0; n < this.data.length; n++) {
      this.data[n] *= (peak / top) * Math.min(1, (this.data.length - 1 - n) / fade);
    }
    return this.data;
  }
}

const swell = (t) => Math.sin(Math.PI * t) ** 2;

export const VOICES = {
  lift: (rate) => new Track(rate, 0.08).modes(0, TILE, 0.5, 1.35, 0.6).done(0.1),
  draw: (rate) => new Track(rate, 0.22).wind(0, 0.09, 0.5, swell, 2200, 3600, 2, 5).clack(0.075, 0.5, 1.12, 0.35).room().done(0.22),
  discard: (rate) => new Track(rate, 0.34).clack(0, 1).clack(0.024, 0.22, 1.06, 0.3, 9).room().done(0.62),
  chi: (rate) => new Track(rate, 0.45).clack(0, 0.6, 1.1, 0.4).clack(0.085, 0.9, 1, 0.9, 9).block(0.085, 780, 0.35).room().done(0.6),
  peng: (rate) =>
    new Track(rate, 0.6).clack(0, 0.55, 1.12, 0.4).clack(0.07, 0.7, 1.05, 0.5, 9).clack(0.15, 1.1, 0.95, 1.2, 13).block(0.15, 620, 0.8, 1.5).room().done(0.72),
  gang: (rate) =>
    new Track(rate, 1.3).clack(0, 0.5, 1.12, 0.4).clack(0.06, 0.6, 1.06, 0.5, 9).clack(0.115, 0.7, 1, 0.6, 13).clack(0.165, 1.2, 0.9, 1.5, 17)
      .modes(0.165, [[71, 1.1, 0.16], [109, 0.6, 0.12]], 1).modes(0.17, GONG, 0.2, 208).room().done(0.8),
  wind: (rate) => new Track(rate, 0.9).wind(0, 0.9, 0.6, swell, 380, 900, 4, 21).wind(0.1, 0.7, 0.25, swell, 1500, 2600, 5, 22).done(0.16),
  rain: (rate) => {
    const track = new Track(rate, 0.9).wind(0, 0.9, 0.25, swell, 3200, 2600, 1.2, 31);
    const next = noise(77);
    for (let drop = 0; drop < 26; drop++) track.modes(0.05 + 0.0135 * drop * 2 + 0.012 * next(), [[2300 + 900 * next(), 0.4 + 0.3 * next(), 0.006]], 0.5);
    return track.room().done(0.16);
  },
  bomb: (rate) => new Track(rate, 1.3).clack(0, 0.5, 0.9, 0.8).modes(0.01, [[58, 0.7, 0.2], [96, 1, 0.18], [151, 0.9, 0.14], [243, 0.6, 0.1]], 0.9).wind(0.01, 0.7, 0.9, (t) => (1 - t) ** 3, 900, 160, 1.5, 51).modes(0.02, GONG, 0.12, 131).room().done(0.85),
  hu: (rate) => new Track(rate, 2.3).seal(0, 0.8).clack(0.004, 0.6, 0.9, 0.5).bell(0.1, 587.3, 1.5).bell(0.26, 880, 1.5).modes(0.1, GONG, 0.16, 294).room(0.3).done(0.72),
  end: (rate) => new Track(rate, 2.4).bell(0, 440, 0.8, 1.1).bell(0.32, 293.7, 0.9, 1.3).room(0.3).done(0.4),
  turn: (rate) => new Track(rate, 0.4).block(0, 740, 0.7).block(0.11, 988, 0.8).room().done(0.34),
  ask: (rate) => new Track(rate, 0.5).block(0, 988, 0.8).block(0.09, 988, 0.6).block(0.18, 1318, 0.9).room().done(0.36),
  tick: (rate) => new Track(rate, 0.1).block(0, 1760, 0.8, 0.35).done(0.3),
  seal: (rate) => new Track(rate, 0.4).seal(0, 1).room().done(0.55),
  coins: (rate) => {
    const track = new Track(rate, 0.55);
    [0, 0.07, 0.13, 0.2].forEach((at, turn) => track.modes(at, [[3520, 1, 0.05], [5170, 0.6, 0.035], [7390, 0.35, 0.02]], 0.5 - 0.08 * turn, 1 + 0.05 * turn));
    return track.room().done(0.2);
  },
  refuse: (rate) => new Track(rate, 0.35).block(0, 440, 0.9).block(0.12, 349, 0.9).room().done(0.32),
};
