import { parseChannels as channelsOf } from '../../../shared/colour.js';
import { TRANSPARENT } from './drawing.js';

/** A colour on a canvas: a grey, RGB, or an index of a palette. */
export type Ink = readonly number[];

/** Colour format of a canvas. */
export interface Colours {
  /** Bytes of a pixel. */
  readonly channels: 1 | 3 | 4;
  /** @param fill hex, or TRANSPARENT in formats with opacity */
  toInk(fill: string): Ink;
  /**
   * Blends a colour into a pixel.
   *
   * @param share covered share of the pixel, 0 to 1
   */
  blend(data: Uint8Array, at: number, ink: Ink, share: number): void;
  /**
   * Paints a pixel of a picture over another.
   *
   * @param pixels RGBA
   */
  cover(data: Uint8Array, at: number, pixels: Uint8Array, from: number): void;
}

/** Interpolates between two numbers, rounded. */
export const between = (from = 0, to = 0, share: number): number => Math.trunc(from + (to - from) * share + 0.5);

const inChannels = (channels: 1 | 3): Colours => ({
  channels,
  toInk: (fill) => channelsOf(fill).slice(0, channels),
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

type Rgba = readonly [red: number, green: number, blue: number, opacity: number];

/** Paints a colour over another that may be transparent (Porter and Duff, "over"). Opacity is from 0 to 255, a share from 0 to 1. */
export function over(under: Rgba, [red, green, blue]: readonly [number, number, number], share: number): Rgba {
  if (under[3] === 255) {
    return [between(under[0], red, share), between(under[1], green, share), between(under[2], blue, share), 255];
  }
  const opacity = share + (under[3] / 255) * (1 - share);
  const weight = opacity === 0 ? 0 : share / opacity;
  return [
    between(under[0], red, weight),
    between(under[1], green, weight),
    between(under[2], blue, weight),
    Math.round(255 * opacity),
  ];
}

/** All colours with opacity. */
export const WITH_OPACITY: Colours = {
  channels: 4,
  toInk: (fill) => (fill === TRANSPARENT ? [0, 0, 0, 0] : [...channelsOf(fill), 255]),
  blend(data, at, ink, share) {
    const under = data[at + 3] ?? 0;
    // Nearly all pixels are opaque or empty, and need no allocation.
    if (under === 255) TRUE_COLOURS.blend(data, at, ink, share);
    else {
      const [red = 0, green = 0, blue = 0] = ink;
      if (under > 0)
        data.set(over([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, under], [red, green, blue], share), at);
      else {
        data[at] = red;
        data[at + 1] = green;
        data[at + 2] = blue;
        data[at + 3] = Math.round(255 * share);
      }
    }
  },
  cover(data, at, pixels, from) {
    const opacity = pixels[from + 3] ?? 0;
    this.blend(data, at, [pixels[from] ?? 0, pixels[from + 1] ?? 0, pixels[from + 2] ?? 0], opacity / 255);
  },
};

/** Coverage of each pixel: shares of adjacent shapes add up, so that there is no seam between them. */
export const COVERAGE: Colours = {
  channels: 1,
  toInk: (fill) => [fill === TRANSPARENT ? 0 : 255],
  blend(data, at, _, share) {
    data[at] = Math.min(255, Math.round((data[at] ?? 0) + 255 * share));
  },
  cover(data, at, pixels, from) {
    this.blend(data, at, [], (pixels[from + 3] ?? 0) / 255);
  },
};

/** Greys only. */
export const GREYS = inChannels(1);

/** All colours. */
export const TRUE_COLOURS = inChannels(3);
