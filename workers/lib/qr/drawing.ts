/** An area filled with one colour. */
export interface Area {
  /** SVG path data. */
  readonly path: string;
  readonly fill: string;
  /** Which parts of a path that crosses itself are inside; by default `nonzero`. */
  readonly rule?: 'evenodd';
  /** SVG transform of the path. */
  readonly transform?: string;
}

/** An image placed in a drawing, as a data URI; its own proportions are kept. */
export interface Picture extends Box {
  readonly href: string;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Part = Area | Picture;

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

/** Path data of a circle. */
export function circle(centreX: number, centreY: number, radius: number): string {
  const arc = (toX: number) => `a${coordinates(radius, radius, 0, 1, 1, toX, 0)}`;
  return `M${coordinates(centreX - radius, centreY)}${arc(2 * radius)}${arc(-2 * radius)}z`;
}

/** Path data of a polygon. */
export const polygon = (...corners: readonly (readonly [x: number, y: number])[]): string =>
  `M${corners.map(([x, y]) => coordinates(x, y)).join('L')}z`;
