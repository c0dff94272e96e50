import { contrastRatio, mix } from '../../../shared/colour.js';

/** Colours of a logo that a page can be made of. */
export interface LogoColours {
  readonly primary: string;
  readonly accent: string;
  /** Nearly white, with a touch of the first. */
  readonly ground: string;
}

/** How strongly a colour is one, from 0 (grey) to 1. */
const strength = (red: number, green: number, blue: number): number =>
  (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;

/** Colours are counted in steps of 32, so that shades of one colour are one. */
const STEP = 32;

/** How far another colour is from the first one to be its accent, in all three channels together. */
const ACCENT_DISTANCE = 160;

/** What of a pixel must show for it to count, of 255. */
const MIN_OPACITY = 128;

interface Counted {
  weight: number;
  count: number;
  sum: [number, number, number];
}

/**
 * The two strongest colours of a picture: by how much of it they take and how strongly they are colours. A logo of grey alone has the
 * darkest grey of its own.
 *
 * @param pixels red, green, blue and opacity of each, 0–255
 */
export function findLogoColours(pixels: Uint8Array): LogoColours {
  const found = new Map<number, Counted>();
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, shown = 0] = pixels.subarray(at, at + 4);
    if (shown < MIN_OPACITY) continue;
    const place = [red, green, blue].reduce((sum, value) => sum * 8 + Math.floor(value / STEP), 0);
    const counted = found.get(place) ?? { weight: 0, count: 0, sum: [0, 0, 0] };
    // Black and white are in every logo, and its colour in none of them.
    counted.weight += 0.01 + strength(red, green, blue) ** 2;
    counted.count += 1;
    counted.sum = [counted.sum[0] + red, counted.sum[1] + green, counted.sum[2] + blue];
    found.set(place, counted);
  }
  const ranked = [...found.values()].sort((a, b) => b.weight - a.weight).map(meanColour);
  const usable = ranked.filter((colour) => contrastRatio(toHex(colour), '#ffffff') > 1.15);
  const first = usable[0] ?? [51, 51, 51];
  const second =
    usable.find((colour) => distance(colour, first) > ACCENT_DISTANCE && strength(...colour) > 0.2) ?? first;
  return { primary: toHex(first), accent: toHex(second), ground: mix('#ffffff', toHex(first), 0.08) };
}

type Rgb = [number, number, number];

const meanColour = ({ sum, count }: Counted): Rgb => [sum[0] / count, sum[1] / count, sum[2] / count];

const distance = (a: Rgb, b: Rgb): number => a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0);

const toHex = (colour: Rgb): string =>
  `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
