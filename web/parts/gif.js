/**
 * Animated GIF files (GIF89a): one palette, frames that say only what has changed.
 * @module parts/gif
 */

/** Colours of a palette; the bits of a pixel. */
const COLOURS = 256;
const BITS = 8;
/** The longest code of a table, after which it begins anew. */
const MOST_CODES = 4096;

/** @typedef {{ data: Uint8ClampedArray, width: number, height: number }} Pixels */

/** Grows as bytes come. */
class Bytes {
  /** @type {number[]} */
  list = [];

  /** @param {number[]} values */
  add(...values) {
    this.list.push(...values);
  }

  /** @param {number} value */
  word(value) {
    this.add(value & 0xff, value >> 8);
  }

  /** @param {string} text */
  text(text) {
    for (const letter of text) this.add(letter.charCodeAt(0));
  }
}

/**
 * The colours that occur most often in some pictures, near ones taken together.
 * @param {Pixels[]} samples
 */
export function paletteOf(samples) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { data } of samples) {
    for (let at = 0; at < data.length; at += 4) {
      const key = near(data, at);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const often = [...counts].sort((one, other) => other[1] - one[1]).slice(0, COLOURS);
  return often.map(([key]) => [key >> 16, (key >> 8) & 0xff, key & 0xff].map((part) => part + 4));
}

/**
 * @param {Uint8ClampedArray} data
 * @param {number} at
 */
const near = (data, at) => (((data[at] ?? 0) & 0xf8) << 16) | (((data[at + 1] ?? 0) & 0xf8) << 8) | ((data[at + 2] ?? 0) & 0xf8);

/** Writes frames one after the other. */
export class GifWriter {
  /**
   * @param {number} width
   * @param {number} height
   * @param {number[][]} palette
   */
  constructor(width, height, palette) {
    this.width = width;
    this.palette = palette;
    /** Which colour of the palette a colour becomes. @type {Map<number, number>} */
    this.known = new Map();
    /** @type {Uint8Array | null} */
    this.before = null;
    this.bytes = new Bytes();
    this.#head(height);
  }

  /** @param {number} height */
  #head(height) {
    const { bytes } = this;
    bytes.text('GIF89a');
    bytes.word(this.width);
    bytes.word(height);
    bytes.add(0x80 | ((BITS - 1) << 4) | (BITS - 1), 0, 0);
    for (let place = 0; place < COLOURS; place++) bytes.add(...(this.palette[place] ?? [0, 0, 0]));
    // It begins again when it has ended.
    bytes.add(0x21, 0xff, 11);
    bytes.text('NETSCAPE2.0');
    bytes.add(3, 1, 0, 0, 0);
  }

  /**
   * @param {Pixels} pixels
   * @param {number} ms how long it is shown
   */
  frame({ data, width, height }, ms) {
    const indexed = this.#indexed(data);
    const box = changed(this.before, indexed, width, height);
    this.before = indexed;
    const { bytes } = this;
    bytes.add(0x21, 0xf9, 4, 0x04);
    bytes.word(Math.round(ms / 10));
    bytes.add(0, 0);
    bytes.add(0x2c);
    for (const value of [box.x, box.y, box.width, box.height]) bytes.word(value);
    bytes.add(0);
    const part = new Uint8Array(box.width * box.height);
    for (let row = 0; row < box.height; row++) {
      const from = (box.y + row) * width + box.x;
      part.set(indexed.subarray(from, from + box.width), row * box.width);
    }
    compress(part, bytes);
  }

  /** The whole file. */
  end() {
    this.bytes.add(0x3b);
    return new Blob([new Uint8Array(this.bytes.list)], { type: 'image/gif' });
  }

  /** @param {Uint8ClampedArray} data */
  #indexed(data) {
    const indexed = new Uint8Array(data.length / 4);
    for (let place = 0; place < indexed.length; place++) {
      const key = near(data, place * 4);
      let colour = this.known.get(key);
      if (colour === undefined) {
        colour = this.#nearest(key);
        this.known.set(key, colour);
      }
      indexed[place] = colour;
    }
    return indexed;
  }

  /** @param {number} key */
  #nearest(key) {
    const wanted = [(key >> 16) + 4, ((key >> 8) & 0xff) + 4, (key & 0xff) + 4];
    let [best, least] = [0, Infinity];
    for (const [place, colour] of this.palette.entries()) {
      const distance = colour.reduce((sum, part, at) => sum + (part - (wanted[at] ?? 0)) ** 2, 0);
      if (distance < least) [best, least] = [place, distance];
    }
    return best;
  }
}

/**
 * The smallest box around what differs; a single pixel if nothing does.
 * @param {Uint8Array | null} before
 * @param {Uint8Array} now
 * @param {number} width
 * @param {number} height
 */
function changed(before, now, width, height) {
  if (before === null) return { x: 0, y: 0, width, height };
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let place = 0; place < now.length; place++) {
    if (before[place] === now[place]) continue;
    const [x, y] = [place % width, Math.floor(place / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (right < 0) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * LZW with codes that grow, in blocks of at most 255 bytes.
 * @param {Uint8Array} pixels
 * @param {Bytes} bytes
 */
function compress(pixels, bytes) {
  const [clear, end] = [COLOURS, COLOURS + 1];
  bytes.add(BITS);
  /** @type {number[]} */
  let block = [];
  let [held, count] = [0, 0];
  let size = BITS + 1;
  const put = (/** @type {number} */ code) => {
    held |= code << count;
    count += size;
    for (; count >= 8; count -= 8, held >>= 8) block.push(held & 0xff);
    if (block.length >= 255) {
      bytes.add(255, ...block.slice(0, 255));
      block = block.slice(255);
    }
  };
  /** Longer strings by their beginning and last colour. @type {Map<number, number>} */
  let table = new Map();
  let next = end + 1;
  put(clear);
  let known = pixels[0] ?? 0;
  for (const colour of pixels.subarray(1)) {
    const key = (known << BITS) | colour;
    const longer = table.get(key);
    if (longer !== undefined) {
      known = longer;
      continue;
    }
    put(known);
    known = colour;
    if (next === MOST_CODES) {
      put(clear);
      table = new Map();
      [next, size] = [end + 1, BITS + 1];
    } else {
      if (next >= 1 << size) size += 1;
      table.set(key, next++);
    }
  }
  put(known);
  put(end);
  if (count > 0) block.push(held & 0xff);
  if (block.length) bytes.add(block.length, ...block);
  bytes.add(0);
}
