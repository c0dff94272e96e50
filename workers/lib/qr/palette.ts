import { channels as channelsOf } from '../../../shared/colour.js';
import { between, type Colours, type Ink } from './colours.js';

type Rgb = readonly [red: number, green: number, blue: number];

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
  readonly colours: Rgb[] = [];
  /** Places of colours that have been asked for, by red, green and blue in one number. */
  readonly #places = new Map<number, number>();
  #last = { key: -1, place: 0 };

  /** @param fills of areas, hex: fewer than MOST_COLOURS */
  constructor(fills: readonly string[]) {
    for (const fill of fills) {
      const [red = 0, green = 0, blue = 0] = channelsOf(fill);
      const key = keyOf(red, green, blue);
      if (!this.#places.has(key)) this.#places.set(key, this.colours.push([red, green, blue]) - 1);
    }
  }

  inkOf(fill: string): Ink {
    const [red = 0, green = 0, blue = 0] = channelsOf(fill);
    return [this.#placeOf(red, green, blue)];
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
    data[at] = this.#placeOf(
      between(under[0], red, share),
      between(under[1], green, share),
      between(under[2], blue, share),
    );
  }

  #placeOf(red: number, green: number, blue: number): number {
    const key = keyOf(red, green, blue);
    // Pixels side by side are mostly alike.
    if (key === this.#last.key) return this.#last.place;
    let place = this.#places.get(key);
    if (place === undefined) {
      place = this.#nearest(red, green, blue);
      this.#places.set(key, place);
    }
    this.#last = { key, place };
    return place;
  }

  /** The place of the nearest colour, or a new one where none is close and there is room. */
  #nearest(red: number, green: number, blue: number): number {
    const distances = this.colours.map(([r, g, b]) =>
      Math.max(Math.abs(r - red), Math.abs(g - green), Math.abs(b - blue)),
    );
    const least = Math.min(...distances);
    if (least > CLOSE && this.colours.length < MOST_COLOURS) return this.colours.push([red, green, blue]) - 1;
    return distances.indexOf(least);
  }
}

const BLACK: Rgb = [0, 0, 0];

const keyOf = (red: number, green: number, blue: number): number => (red << 16) | (green << 8) | blue;
