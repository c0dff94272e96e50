import { coordinate } from './drawing.js';

/**
 * A closed outline in units of its own: a point to start at, then two numbers for a straight line to a point, six for a Bézier curve
 * through two control points.
 */
export type Outline = readonly (readonly number[])[];

/** Position and scale of an outline in a drawing. */
export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly unit: number;
}

/** Distance of the control points of a quarter circle from its ends, as a share of its radius. */
const QUARTER = 0.5523;

/** The same of a quarter of a superellipse. */
const SUPER = 0.84;

/** Shape of a corner: drawn from where it leaves one side of a box to where it meets the next. */
export type Corner = 'square' | 'round' | 'squircle' | 'cut' | 'notch' | 'scoop';

/** Corners of a box, clockwise from the upper left. */
export type BoxCorners = readonly [Corner, Corner, Corner, Corner];

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the outline of a box with shaped corners of a given size, clockwise. */
export function boxOutline({ left, top, right, bottom }: Box, corners: BoxCorners, size: number): Outline {
  // Each corner with the directions to it and away from it.
  const places = [
    { x: left, y: top, from: [0, -1], to: [1, 0] },
    { x: right, y: top, from: [1, 0], to: [0, 1] },
    { x: right, y: bottom, from: [0, 1], to: [-1, 0] },
    { x: left, y: bottom, from: [-1, 0], to: [0, -1] },
  ] as const;
  return places.flatMap(({ x, y, from, to }, at) => drawCorner(corners[at] ?? 'square', x, y, from, to, size));
}

type Direction = readonly [number, number];

function drawCorner(corner: Corner, x: number, y: number, from: Direction, to: Direction, size: number): number[][] {
  /** Point at a distance before the corner, and after it. */
  const at = (before: number, after: number) => [
    x - from[0] * before * size + to[0] * after * size,
    y - from[1] * before * size + to[1] * after * size,
  ];
  const [start, end] = [at(1, 0), at(0, 1)];
  switch (corner) {
    case 'square':
      return [[x, y]];
    case 'cut':
      return [start, end];
    case 'notch':
      return [start, at(1, 1), end];
    case 'round':
      return [start, [...at(1 - QUARTER, 0), ...at(0, 1 - QUARTER), ...end]];
    case 'squircle':
      return [start, [...at(1 - SUPER, 0), ...at(0, 1 - SUPER), ...end]];
    case 'scoop':
      return [start, [...at(1, QUARTER), ...at(QUARTER, 1), ...end]];
  }
}

/** Returns the outline of a star around a point, its first tip up. */
export function starOutline(x: number, y: number, tips: number, outer: number, inner: number): Outline {
  return Array.from({ length: 2 * tips }, (_, at) => {
    const [angle, reach] = [(at * Math.PI) / tips - Math.PI / 2, at % 2 === 0 ? outer : inner];
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  });
}

/** Returns the outline of petals around a point: arcs between points on a circle, bulging outwards. */
export function flowerOutline(x: number, y: number, petals: number, inner: number, bulge: number): Outline {
  const point = (turn: number, reach: number) => {
    const angle = (turn * 2 * Math.PI) / petals - Math.PI / 2 - Math.PI / petals;
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  };
  return [
    point(0, inner),
    ...Array.from({ length: petals }, (_, at) => [
      ...point(at + 0.1, bulge),
      ...point(at + 0.9, bulge),
      ...point(at + 1, inner),
    ]),
  ];
}

/** Returns an outline in the opposite direction: within another one it is a hole. */
export function reverse(outline: Outline): Outline {
  const ends = outline.map((step) => step.slice(-2));
  const back = outline.slice(1).map((step, at): readonly number[] => {
    const [a = 0, b = 0, c = 0, d = 0] = step;
    return step.length === 6 ? [c, d, a, b, ...(ends[at] ?? [])] : (ends[at] ?? []);
  });
  return [ends.at(-1) ?? [], ...back.reverse()];
}

/** Points on each line and curve of an outline. */
const STEPS = 24;

/** Returns points along an outline. */
export function trace(outline: Outline): [number, number][] {
  return outline.flatMap((step, at) => {
    const [x0 = 0, y0 = 0] = (outline.at(at - 1) ?? []).slice(-2);
    const [a = 0, b = 0, c, d = 0, x = 0, y = 0] = step;
    return Array.from({ length: STEPS }, (_, part): [number, number] => {
      const [t, rest] = [(part + 1) / STEPS, 1 - (part + 1) / STEPS];
      if (c === undefined) return [x0 + (a - x0) * t, y0 + (b - y0) * t];
      const weights = [rest ** 3, 3 * t * rest ** 2, 3 * t ** 2 * rest, t ** 3] as const;
      const mix = (p: number, q: number, r: number, s: number) =>
        weights[0] * p + weights[1] * q + weights[2] * r + weights[3] * s;
      return [mix(x0, a, c, x), mix(y0, b, d, y)];
    });
  });
}

/** Moves and scales an outline. */
export const place = (outline: Outline, { x, y, unit }: Placed): Outline =>
  outline.map((step) => step.map((value, at) => (at % 2 === 0 ? x : y) + value * unit));

/** Mirrors an outline in the box from 0 to 1, in the same direction: with the opposite one it would be a hole in what it overlaps. */
export function mirror(outline: Outline, across: boolean, down: boolean): Outline {
  const mirrored = outline.map((step) => step.map((value, at) => ((at % 2 === 0 ? across : down) ? 1 - value : value)));
  return across === down ? mirrored : reverse(mirrored);
}

/** Returns path data of an outline. */
export const outlinePath = (outline: Outline): string =>
  `${outline
    .map((step, at) => `${at === 0 ? 'M' : step.length === 6 ? 'C' : 'L'}${step.map(coordinate).join(' ')}`)
    .join('')}z`;

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** Joins numbers without what path data can do without: leading zeros, and spaces before a minus sign. */
const compact = (values: readonly number[]): string =>
  values
    .map((value) => String(value).replace(/^(-?)0\./, '$1.'))
    .join(' ')
    .replaceAll(' -', '-');

/** Returns the starting point of an outline, and path data of the rest relative to it: to a tenth of a unit, so that large codes are no large files. */
export function relativePath(outline: Outline): { x: number; y: number; rest: string } {
  const rounded = outline.map((step) => step.map(tenths));
  const [x = 0, y = 0] = rounded[0] ?? [];
  const steps = rounded.slice(1).map((step, at) => {
    const from = (rounded[at] ?? []).slice(-2);
    const away = step.map((value, place) => tenths(value - (from[place % 2] ?? 0)));
    return `${step.length === 6 ? 'c' : 'l'}${compact(away)}`;
  });
  return { x, y, rest: `${steps.join('')}z` };
}
