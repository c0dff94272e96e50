import { channels as channelsOf } from '../../../shared/colour.js';

/** One colour as it is written on a canvas: a grey, red with green and blue, or the place in a palette. */
export type Ink = readonly number[];

/** How the pixels of a canvas hold their colours. */
export interface Colours {
  /** Bytes of a pixel. */
  readonly channels: 1 | 3;
  /** @param fill hex */
  inkOf(fill: string): Ink;
  /**
   * Mixes a colour into one pixel.
   *
   * @param share of the pixel that is covered, 0 to 1
   */
  blend(data: Uint8Array, at: number, ink: Ink, share: number): void;
  /**
   * Paints a pixel of a picture over one.
   *
   * @param pixels red, green, blue and opacity of each
   */
  cover(data: Uint8Array, at: number, pixels: Uint8Array, from: number): void;
}

/** A number between two, rounded. */
export const between = (from = 0, to = 0, share: number): number => Math.trunc(from + (to - from) * share + 0.5);

const inChannels = (channels: 1 | 3): Colours => ({
  channels,
  inkOf: (fill) => channelsOf(fill).slice(0, channels),
  blend(data, at, ink, share) {
    for (let channel = 0; channel < channels; channel++) {
      data[at + channel] = between(data[at + channel], ink[channel], share);
    }
  },
  cover(data, at, pixels, from) {
    const opacity = pixels[from + 3] ?? 0;
    for (let channel = 0; channel < channels; channel++) {
      const over = pixels[from + channel];
      data[at + channel] = opacity === 255 ? (over ?? 0) : between(data[at + channel], over, opacity / 255);
    }
  },
});

/** Greys only: what is painted must have no others. */
export const GREYS = inChannels(1);

/** All colours. */
export const TRUE_COLOURS = inChannels(3);
