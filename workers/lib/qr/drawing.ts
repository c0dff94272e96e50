import type { ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import type { Gradient } from './gradient.js';
import type { Grid } from './matrix.js';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Radii of a box's corners, clockwise from the upper left. */
export type Corners = readonly [upperLeft: number, upperRight: number, lowerRight: number, lowerLeft: number];

/** A box whose corners are rounded, all alike or each by its radius: with half its side it is a disc, with 0 a plain rectangle. */
export interface Rounding extends Box {
  readonly radius: number | Corners;
}

/** A colour as hex, or one that goes over to another. */
export type Fill = string | Gradient;

/** What is not painted at all. */
export const TRANSPARENT = 'transparent';

/** The colour that a code stands on. One without a background is made for white paper. */
export const groundUnder = (background: string): string => (background === TRANSPARENT ? '#ffffff' : background);

/** A rounded box of one colour, perhaps with another left out of it. */
export interface Plate extends Rounding {
  readonly kind: 'plate';
  readonly fill: Fill;
  readonly hole?: Rounding;
}

/** The dark modules of a code. */
export interface Modules {
  readonly kind: 'modules';
  readonly shape: ImageRequest['body_style'];
  /** Modules along one side. */
  readonly size: number;
  readonly grid: Grid;
  readonly fill: Fill;
  /** The colour of what lies under them. */
  readonly ground: string;
  /** Must be false outside. */
  dark(row: number, column: number): boolean;
}

/** An area of any other shape. */
export interface Area {
  readonly kind: 'area';
  /** SVG path data. */
  readonly path: string;
  readonly fill: string;
  /** Which parts of a path that crosses itself are inside; by default `nonzero`. */
  readonly rule?: 'evenodd';
  /** Where the origin of the path is, and how many times larger it is drawn. */
  readonly placed?: { readonly x: number; readonly y: number; readonly scale: number };
  /** What it does not reach out of. */
  readonly within: Box;
}

/** An image as PNG, or as pixels on the background of its drawing: red, green and blue of each. */
export interface Painted {
  readonly bytes: Buffer;
  readonly raw?: { readonly width: number; readonly height: number; readonly channels: 3 };
}

/** An image placed in a drawing, its own proportions kept. */
export interface Picture extends Box {
  readonly kind: 'picture';
  readonly painted: Painted;
  /** As SVG, where it is a drawing. */
  readonly drawing: Buffer | undefined;
}

export type Part = Plate | Modules | Area | Picture;

/**
 * What a code looks like, in units of its own: the one description from which every format is made.
 * Parts are painted in order, over a background that covers everything.
 */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Hex, or TRANSPARENT. */
  readonly background: string;
  readonly parts: readonly Part[];
}

/** A plain rectangle, or one with rounded corners. */
export const plate = (box: Box, fill: string, radius = 0): Plate => ({ kind: 'plate', ...box, radius, fill });

/** A box around a point. */
export const boxAround = (x: number, y: number, reach: number): Box => ({
  x: x - reach,
  y: y - reach,
  width: 2 * reach,
  height: 2 * reach,
});

/** A number as path data has it: at most three decimals, none for whole numbers. */
export const coordinate = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Numbers as path data has them, separated by blanks. */
const coordinates = (...values: number[]): string => values.map(coordinate).join(' ');

/** Path data of a rectangle, its corners rounded when radii are given. */
export function rectangle({ x, y, width, height }: Box, radius: Rounding['radius'] = 0): string {
  if (radius === 0) return `M${coordinates(x, y)}h${coordinate(width)}v${coordinate(height)}h${coordinate(-width)}z`;
  const [a, b, c, d] = cornersOf(radius).map((corner) => Math.min(corner, width / 2, height / 2)) as [...Corners];
  const corner = (r: number, toX: number, toY: number) =>
    r === 0 ? '' : `a${coordinates(r, r, 0, 0, 1, toX * r, toY * r)}`;
  return [
    `M${coordinates(x + a, y)}h${coordinate(width - a - b)}${corner(b, 1, 1)}`,
    `v${coordinate(height - b - c)}${corner(c, -1, 1)}h${coordinate(c + d - width)}${corner(d, -1, -1)}`,
    `v${coordinate(d + a - height)}${corner(a, 1, -1)}z`,
  ].join('');
}

/** The radius of each corner. */
export const cornersOf = (radius: Rounding['radius']): Corners =>
  typeof radius === 'number' ? [radius, radius, radius, radius] : radius;

/** Path data of a circle, from its leftmost point and back to it. */
export function roundFrom(radius: number): string {
  const arc = (toX: number) => `a${coordinates(radius, radius, 0, 1, 1, toX, 0)}`;
  return `${arc(2 * radius)}${arc(-2 * radius)}z`;
}

/** A polygon. */
export function polygon(fill: string, ...corners: readonly (readonly [x: number, y: number])[]): Area {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const within = { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
  return { kind: 'area', path: `M${corners.map(([x, y]) => coordinates(x, y)).join('L')}z`, fill, within };
}
