import { parseChannels as channelsOf } from '../../../shared/colour.js';
import { type Colours, type Ink, over } from './colours.js';
import { TRANSPARENT } from './drawing.js';

type Rgba = Parameters<typeof over>[0];

/** Maximum number of colours of a PNG palette (ISO/IEC 15948, 11.2.3). */
const MOST_COLOURS = 256;

/** Maximum distance of two colours in a channel to share an index: invisible on edges, of which each takes some twenty colours. */
const CLOSE = 12;

/**
 * A palette. Fills of areas have their own index; colours between them, on the edges of areas, get one while there is room, and then
 * the nearest.
 */
export class Palette implements Colours {
  readonly channels = 1;
  readonly colours: Rgba[] = [];
  /** Indexes of known colours, by RGBA in one number. */
  readonly #places = new Map<number, number>();
  #last = { key: Number.NaN, place: 0 };

  /** @param fills of areas, hex or TRANSPARENT: fewer than MOST_COLOURS */
  constructor(fills: readonly string[]) {
    for (const fill of fills) {
      const colour = toRgba(fill);
      const key = colourKey(colour);
      if (!this.#places.has(key)) this.#places.set(key, this.colours.push(colour) - 1);
    }
  }

  toInk(fill: string): Ink {
    return [this.#pixelOffset(toRgba(fill))];
  }

  blend(data: Uint8Array, at: number, [ink = 0]: Ink, share: number): void {
    const [red, green, blue] = this.colours[ink] ?? BLACK;
    this.#mix(data, at, red, green, blue, share);
  }

  cover(data: Uint8Array, at: number, pixels: Uint8Array, from: number): void {
    this.#mix(data, at, pixels[from] ?? 0, pixels[from + 1] ?? 0, pixels[from + 2] ?? 0, (pixels[from + 3] ?? 0) / 255);
  }

  #mix(data: Uint8Array, at: number, red: number, green: number, blue: number, share: number): void {
    const under = this.colours[data[at] ?? 0] ?? BLACK;
    data[at] = this.#pixelOffset(over(under, [red, green, blue], share));
  }

  #pixelOffset(colour: Rgba): number {
    const key = colourKey(colour);
    // Adjacent pixels are mostly equal.
    if (key === this.#last.key) return this.#last.place;
    let place = this.#places.get(key);
    if (place === undefined) {
      place = this.#nearest(colour);
      this.#places.set(key, place);
    }
    this.#last = { key, place };
    return place;
  }

  /** Returns the index of the nearest colour, or of a new one if none is close and there is room. */
  #nearest(colour: Rgba): number {
    const [red, green, blue, opacity] = colour;
    const distances = this.colours.map(([r, g, b, a]) =>
      Math.max(Math.abs(r - red), Math.abs(g - green), Math.abs(b - blue), Math.abs(a - opacity)),
    );
    const least = Math.min(...distances);
    if (least > CLOSE && this.colours.length < MOST_COLOURS) return this.colours.push(colour) - 1;
    return distances.indexOf(least);
  }
}

const BLACK: Rgba = [0, 0, 0, 255];

function toRgba(fill: string): Rgba {
  if (fill === TRANSPARENT) return [0, 0, 0, 0];
  const [red = 0, green = 0, blue = 0] = channelsOf(fill);
  return [red, green, blue, 255];
}

const colourKey = ([red, green, blue, opacity]: Rgba): number => (opacity << 24) | (red << 16) | (green << 8) | blue;
