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

/** A box with rounded corners: half its side makes a disc, 0 a rectangle. */
export interface Rounding extends Box {
  readonly radius: number | Corners;
}

/** A colour in hex, or a gradient. */
export type Fill = string | Gradient;

export const TRANSPARENT = 'transparent';

/** Returns the colour under a code: white paper if it has no background. */
export const effectiveBackground = (background: string): string =>
  background === TRANSPARENT ? '#ffffff' : background;

/** A filled rounded box, possibly with a hole. */
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
  /** Colour of the background. */
  readonly ground: string;
  /** Must return false outside of the code. */
  dark(row: number, column: number): boolean;
}

/** An area of any other shape. */
export interface Area {
  readonly kind: 'area';
  /** SVG path data. */
  readonly path: string;
  readonly fill: Fill;
  /** Fill rule; `nonzero` by default. */
  readonly rule?: 'evenodd';
  /** Position and scale of the path. */
  readonly placed?: { readonly x: number; readonly y: number; readonly scale: number };
  /** Bounding box. */
  readonly within: Box;
}

/** An image as PNG, or as RGB pixels on the background of its drawing. */
export interface Painted {
  readonly bytes: Buffer;
  readonly raw?: { readonly width: number; readonly height: number; readonly channels: 3 };
}

/** An image in a drawing, with its own aspect ratio. */
export interface Picture extends Box {
  readonly kind: 'picture';
  readonly painted: Painted;
  /** SVG of the image, if it is a drawing. */
  readonly drawing: Buffer | undefined;
}

export type Part = Plate | Modules | Area | Picture;

/** An image of a code, from which every format is rendered. Parts are painted in order, over a background that covers everything. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Hex, or TRANSPARENT. */
  readonly background: string;
  readonly parts: readonly Part[];
}

/** Creates a rectangle, with rounded corners if a radius is given. */
export const plate = (box: Box, fill: string, radius = 0): Plate => ({ kind: 'plate', ...box, radius, fill });

/** Creates a box around a point. */
export const boxAround = (x: number, y: number, reach: number): Box => ({
  x: x - reach,
  y: y - reach,
  width: 2 * reach,
  height: 2 * reach,
});

/** Formats a number for path data: at most three decimals. */
export const coordinate = (value: number): string => String(Math.round(value * 1000) / 1000);

const coordinates = (...values: number[]): string => values.map(coordinate).join(' ');

/** Returns path data of a rectangle, with rounded corners if radii are given. */
export function rectangle({ x, y, width, height }: Box, radius: Rounding['radius'] = 0): string {
  if (radius === 0) return `M${coordinates(x, y)}h${coordinate(width)}v${coordinate(height)}h${coordinate(-width)}z`;
  const [a, b, c, d] = toCorners(radius).map((corner) => Math.min(corner, width / 2, height / 2)) as [...Corners];
  const corner = (r: number, toX: number, toY: number) =>
    r === 0 ? '' : `a${coordinates(r, r, 0, 0, 1, toX * r, toY * r)}`;
  return [
    `M${coordinates(x + a, y)}h${coordinate(width - a - b)}${corner(b, 1, 1)}`,
    `v${coordinate(height - b - c)}${corner(c, -1, 1)}h${coordinate(c + d - width)}${corner(d, -1, -1)}`,
    `v${coordinate(d + a - height)}${corner(a, 1, -1)}z`,
  ].join('');
}

const toCorners = (radius: Rounding['radius']): Corners =>
  typeof radius === 'number' ? [radius, radius, radius, radius] : radius;

/** Returns path data of a circle, from its leftmost point. */
export function circlePath(radius: number): string {
  const arc = (toX: number) => `a${coordinates(radius, radius, 0, 1, 1, toX, 0)}`;
  return `${arc(2 * radius)}${arc(-2 * radius)}z`;
}

/** Creates a polygon. */
export function polygon(fill: string, ...corners: readonly (readonly [x: number, y: number])[]): Area {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const within = { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
  return { kind: 'area', path: `M${corners.map(([x, y]) => coordinates(x, y)).join('L')}z`, fill, within };
}
