import type { Grid } from './matrix.js';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A box whose corners are rounded by a radius: with half its side it is a disc, with 0 a plain rectangle. */
export interface Rounding extends Box {
  readonly radius: number;
}

/** A rounded box of one colour, perhaps with another left out of it. */
export interface Plate extends Rounding {
  readonly kind: 'plate';
  readonly fill: string;
  readonly hole?: Rounding;
}

/** The dark modules of a code. What lies under them is of the background's colour. */
export interface Modules {
  readonly kind: 'modules';
  readonly shape: 'square' | 'dot';
  /** Modules along one side. */
  readonly size: number;
  readonly grid: Grid;
  readonly fill: string;
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
  /** SVG transform of the path. */
  readonly transform?: string;
  /** What it does not reach out of. */
  readonly within: Box;
}

/** An image placed in a drawing, its own proportions kept. */
export interface Picture extends Box {
  readonly kind: 'picture';
  /** As PNG, on the background of the drawing. */
  readonly painted: Buffer;
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

/** Path data of a rectangle, its corners rounded when a radius is given. */
export function rectangle({ x, y, width, height }: Box, radius = 0): string {
  if (radius === 0) return `M${coordinates(x, y)}h${coordinate(width)}v${coordinate(height)}h${coordinate(-width)}z`;
  const r = Math.min(radius, width / 2, height / 2);
  const [across, down] = [width - 2 * r, height - 2 * r];
  const corner = (toX: number, toY: number) => `a${coordinates(r, r, 0, 0, 1, toX, toY)}`;
  return [
    `M${coordinates(x + r, y)}h${coordinate(across)}${corner(r, r)}`,
    `v${coordinate(down)}${corner(-r, r)}h${coordinate(-across)}${corner(-r, -r)}v${coordinate(-down)}${corner(r, -r)}z`,
  ].join('');
}

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
