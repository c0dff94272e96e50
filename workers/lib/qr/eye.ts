import type { ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { boxAround, type Corners, type Fill, type Plate, type Rounding } from './drawing.js';
import { EYE_SIZE, type Grid } from './matrix.js';

type EyeStyle = ImageRequest['eye_style'];

/** Shapes of eyes and alignment patterns. */
export interface EyeDesign {
  readonly frame: EyeStyle;
  readonly ball: EyeStyle;
}

interface EyeFills {
  readonly outer: Fill;
  readonly inner: Fill;
}

/**
 * Rounding of a circle: its sides are a little flat, since decoders that fit lines to the sides of an eye tilt them on a perfect circle,
 * the more so the larger the image.
 */
const CIRCLE = 0.85;

/**
 * Radii of the corners of the upper left eye, as shares of half its side; the others are mirrored. Larger differences between corners
 * move the centre that decoders detect.
 */
const shapes: Readonly<Record<EyeStyle, number | Corners>> = {
  square: 0,
  circle: CIRCLE,
  rounded: 0.4,
  cushion: 0.7,
  leaf: [0.55, 0, 0.55, 0],
  teardrop: [0.6, 0.6, 0, 0.6],
};

/** Position of an eye. */
interface Side {
  readonly right?: boolean;
  readonly below?: boolean;
}

function cornersAt(style: EyeStyle, { right = false, below = false }: Side): number | Corners {
  const shape = shapes[style];
  if (typeof shape === 'number') return shape;
  const [a, b, c, d] = shape;
  if (right) return [b, a, d, c];
  return below ? [d, c, b, a] : shape;
}

/** Draws an eye from its upper left module: a ring of one module, a gap of one, a pupil of three. */
export const drawEye = (row: number, column: number, side: Side, design: EyeDesign, fills: EyeFills, grid: Grid) =>
  target(row + EYE_SIZE / 2, column + EYE_SIZE / 2, EYE_SIZE / 2, side, design, fills, grid);

/** Modules from the centre of an alignment pattern to its edge. */
export const ALIGNMENT_REACH = 2;

/**
 * Draws an alignment pattern around its middle module: a ring of one module, a gap of one, a pupil of one. Its corners are equal and
 * not too round, since decoders need a single point and miss a blurred disc of one module.
 */
export function drawAlignment(row: number, column: number, { frame, ball }: EyeDesign, fill: Fill, grid: Grid) {
  const design = { frame: evenly(frame), ball: evenly(ball) };
  return target(row + 0.5, column + 0.5, ALIGNMENT_REACH + 0.5, {}, design, { outer: fill, inner: fill }, grid);
}

const evenly = (style: EyeStyle): EyeStyle => (style === 'square' ? style : 'rounded');

/** Minimum rounding of a pupil in a circle, so that the gap stays visible in a small image. */
const ROUNDED_IN_CIRCLE = 0.5;

/**
 * Draws a ring of one module around a gap of one and a pupil.
 *
 * @param reach modules from the centre to the edge
 */
function target(
  middleRow: number,
  middleColumn: number,
  reach: number,
  side: Side,
  { frame, ball }: EyeDesign,
  { outer, inner }: EyeFills,
  grid: Grid,
): Plate[] {
  const disc = (modules: number, style: EyeStyle, least = 0): Rounding => {
    const [half, corners] = [modules * grid.unit, cornersAt(style, side)];
    const rounded = (share: number): number => Math.max(share, least) * half;
    const radius = typeof corners === 'number' ? rounded(corners) : (corners.map(rounded) as [...Corners]);
    return { ...boxAround(grid.x(middleColumn), grid.y(middleRow), half), radius };
  };
  return [
    { kind: 'plate', ...disc(reach, frame), fill: outer, hole: disc(reach - 1, frame) },
    { kind: 'plate', ...disc(reach - 2, ball, frame === 'circle' ? ROUNDED_IN_CIRCLE : 0), fill: inner },
  ];
}
