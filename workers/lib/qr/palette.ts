import { channels as channelsOf } from '../../../shared/colour.js';
import { type Colours, type Ink, over } from './colours.js';
import { TRANSPARENT } from './drawing.js';

type Rgba = Parameters<typeof over>[0];

/** The most colours that a palette of PNG has (ISO/IEC 15948, 11.2.3). */
const MOST_COLOURS = 256;

/**
 * How far two colours may be apart in their most different channel to share a place: on the edges of areas nobody sees it, and an edge
 * takes some twenty places, so that there is room for a dozen edges of different colours.
 */
const CLOSE = 12;

/**
 * Colours by their places in a list. Those that areas are filled with have places of their own; the ones in between, on the edges of
 * areas, get them while there is room, and are as near as there is after that.
 */
export class Palette implements Colours {
  readonly channels = 1;
  readonly colours: Rgba[] = [];
  /** Places of colours that have been asked for, by red, green, blue and opacity in one number. */
  readonly #places = new Map<number, number>();
  #last = { key: Number.NaN, place: 0 };

  /** @param fills of areas, hex or TRANSPARENT: fewer than MOST_COLOURS */
  constructor(fills: readonly string[]) {
    for (const fill of fills) {
      const colour = rgbaOf(fill);
      const key = keyOf(colour);
      if (!this.#places.has(key)) this.#places.set(key, this.colours.push(colour) - 1);
    }
  }

  inkOf(fill: string): Ink {
    return [this.#placeOf(rgbaOf(fill))];
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
    data[at] = this.#placeOf(over(under, [red, green, blue], share));
  }

  #placeOf(colour: Rgba): number {
    const key = keyOf(colour);
    // Pixels side by side are mostly alike.
    if (key === this.#last.key) return this.#last.place;
    let place = this.#places.get(key);
    if (place === undefined) {
      place = this.#nearest(colour);
      this.#places.set(key, place);
    }
    this.#last = { key, place };
    return place;
  }

  /** The place of the nearest colour, or a new one where none is close and there is room. */
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

function rgbaOf(fill: string): Rgba {
  if (fill === TRANSPARENT) return [0, 0, 0, 0];
  const [red = 0, green = 0, blue = 0] = channelsOf(fill);
  return [red, green, blue, 255];
}

const keyOf = ([red, green, blue, opacity]: Rgba): number => (opacity << 24) | (red << 16) | (green << 8) | blue;
