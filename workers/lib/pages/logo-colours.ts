import { computeContrast, mix } from '../../../shared/colour.js';

/** Colours extracted from a logo, for the theme of a page. */
interface LogoColours {
  readonly primary: string;
  readonly accent: string;
  /** Background: white with a touch of the primary colour. */
  readonly ground: string;
}

/** Returns the saturation of a colour, from 0 (grey) to 1. */
const saturation = (red: number, green: number, blue: number): number =>
  (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;

/** Colours are counted in steps of 32, so that shades of a colour are counted together. */
const STEP = 32;

/** Minimum distance of the accent from the primary colour, over all three channels. */
const ACCENT_DISTANCE = 160;

/** Minimum opacity of a pixel to count, of 255. */
const MIN_OPACITY = 128;

interface Bucket {
  weight: number;
  count: number;
  sum: [number, number, number];
}

/**
 * Finds the two dominant colours of a picture, by their area and saturation.
 *
 * @param pixels red, green, blue and opacity of each, 0–255
 */
export function findLogoColours(pixels: Uint8Array): LogoColours {
  const buckets = new Map<number, Bucket>();
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = pixels.subarray(at, at + 4);
    if (opacity < MIN_OPACITY) continue;
    const bucket = [red, green, blue].reduce((sum, value) => sum * 8 + Math.floor(value / STEP), 0);
    const counted = buckets.get(bucket) ?? { weight: 0, count: 0, sum: [0, 0, 0] };
    // Black and white are in every logo, and say little about its colour.
    counted.weight += 0.01 + saturation(red, green, blue) ** 2;
    counted.count += 1;
    counted.sum = [counted.sum[0] + red, counted.sum[1] + green, counted.sum[2] + blue];
    buckets.set(bucket, counted);
  }
  const ranked = [...buckets.values()].sort((a, b) => b.weight - a.weight).map(computeMeanColour);
  const usable = ranked.filter((colour) => computeContrast(toHex(colour), '#ffffff') > 1.15);
  const first = usable[0] ?? [51, 51, 51];
  const second =
    usable.find((colour) => distance(colour, first) > ACCENT_DISTANCE && saturation(...colour) > 0.2) ?? first;
  return { primary: toHex(first), accent: toHex(second), ground: mix('#ffffff', toHex(first), 0.08) };
}

type Rgb = [number, number, number];

const computeMeanColour = ({ sum, count }: Bucket): Rgb => [sum[0] / count, sum[1] / count, sum[2] / count];

const distance = (a: Rgb, b: Rgb): number => a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0);

const toHex = (colour: Rgb): string =>
  `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
