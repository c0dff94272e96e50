import type { ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { type Area, boxAround, type Corners, type Fill, type Plate, type Rounding } from './drawing.js';
import { EYE_SIZE, type Grid } from './matrix.js';
import {
  type BoxCorners,
  boxOutline,
  type Corner,
  flowerOutline,
  mirror,
  type Outline,
  outlinePath,
  place,
  reverse,
  starOutline,
  trace,
} from './outline.js';

export type RingStyle = ImageRequest['eye_style'];
export type BallStyle = NonNullable<ImageRequest['eye_ball_style']>;

/** Shapes of eyes and alignment patterns. */
export interface EyeDesign {
  readonly frame: RingStyle;
  readonly ball: BallStyle;
}

interface EyeFills {
  readonly outer: Fill;
  readonly inner: Fill;
}

/**
 * A filled shape: radii of the corners of a box as shares of half its side, or outlines in the square from 0 to 1. Both are those of the
 * upper left eye; the others are mirrored.
 */
type Shape = number | Corners | readonly Outline[];

const isRounding = (shape: Shape): shape is number | Corners =>
  typeof shape === 'number' || typeof shape[0] === 'number';

/**
 * Rounding of a ring that is a circle, around a pupil that is one and around others. Its sides are a little flat: decoders that fit lines to
 * them tilt these on a perfect circle, the more so the larger the image, and the longer the side of the pupil.
 */
const [CIRCLE, CIRCLE_AROUND_OTHERS] = [0.85, 0.8];

/** Rounding of the rings of round alignment patterns: ZBar misses rounder ones in images whose modules are no whole pixels. */
const ROUND_ALIGNMENT = { edge: 0.8, hole: 0.8 };

const WHOLE = { left: 0, top: 0, right: 1, bottom: 1 };

const box = (corners: BoxCorners, size: number): readonly Outline[] => [boxOutline(WHOLE, corners, size)];

const all = (corner: Corner): BoxCorners => [corner, corner, corner, corner];

/** Shapes of rings and pupils. Larger differences between corners move the centre that decoders detect. */
const common = {
  square: 0,
  circle: 1,
  rounded: 0.4,
  cushion: 0.7,
  squircle: box(all('squircle'), 0.5),
  leaf: [0.55, 0, 0.55, 0],
  teardrop: [0.6, 0.6, 0, 0.6],
  petal: [0, 0.5, 0.5, 0.5],
  arch: [0.45, 0.45, 0, 0],
  shield: [0, 0, 0.45, 0.45],
  cut: box(all('cut'), 0.16),
  pointed: box(['cut', 'square', 'cut', 'square'], 0.15),
  notched: box(all('notch'), 0.085),
  scooped: box(all('scoop'), 0.11),
} satisfies Partial<Record<RingStyle & BallStyle, Shape>>;

/** Rings: their edge and their hole. */
const rings: Readonly<Record<RingStyle, { readonly edge: Shape; readonly hole: Shape }>> = {
  ...equalRings(),
  circle: { edge: CIRCLE, hole: CIRCLE },
  'round-inside': { edge: 0.1, hole: 0.36 },
  'round-outside': { edge: 0.36, hole: 0.12 },
  'cut-inside': { edge: 0, hole: box(all('cut'), 0.1) },
  'cut-outside': { edge: box(all('cut'), 0.1), hole: 0 },
};

const circleAround = (ball: BallStyle) => (ball === 'circle' ? rings.circle : AROUND_OTHERS);

const AROUND_OTHERS = { edge: CIRCLE_AROUND_OTHERS, hole: CIRCLE_AROUND_OTHERS };

function equalRings() {
  const both = (shape: Shape) => ({ edge: shape, hole: shape });
  return Object.fromEntries(Object.entries(common).map(([style, shape]) => [style, both(shape)])) as Record<
    keyof typeof common,
    { edge: Shape; hole: Shape }
  >;
}

const pupils: Readonly<Record<BallStyle, Shape>> = {
  ...common,
  diamond: box(all('cut'), 0.29),
  plus: box(all('notch'), 0.12),
  star: [starOutline(0.5, 0.53, 5, 0.72, 0.46)],
  flower: [flowerOutline(0.5, 0.5, 8, 0.44, 0.53)],
  heart: [
    [
      [0.5, 1.1],
      [0.1, 0.82, -0.12, 0.56, -0.1, 0.3],
      [-0.08, -0.06, 0.36, -0.12, 0.5, 0.1],
      [0.64, -0.12, 1.08, -0.06, 1.1, 0.3],
      [1.12, 0.56, 0.9, 0.82, 0.5, 1.1],
    ],
  ],
};

/** Pupils of rings that are no shape of a pupil. */
const balls: Readonly<Record<Exclude<RingStyle, BallStyle>, BallStyle>> = {
  'round-inside': 'rounded',
  'round-outside': 'square',
  'cut-inside': 'square',
  'cut-outside': 'square',
};

const isBall = (style: RingStyle): style is RingStyle & BallStyle => style in pupils;

/** Returns the pupil of a ring by default. */
export const defaultBall = (style: RingStyle): BallStyle => (isBall(style) ? style : balls[style]);

/** Pupils that have an upper and a lower side in each eye. */
const UPRIGHT: readonly BallStyle[] = ['star', 'heart'];

/** Position of an eye. */
interface Side {
  readonly right?: boolean;
  readonly below?: boolean;
}

/** Draws an eye from its upper left module: a ring of one module, a gap of one, a pupil of three. */
export const drawEye = (row: number, column: number, side: Side, design: EyeDesign, fills: EyeFills, grid: Grid) =>
  target(row + EYE_SIZE / 2, column + EYE_SIZE / 2, EYE_SIZE / 2, side, design, fills, grid);

/** Modules from the centre of an alignment pattern to its edge. */
export const ALIGNMENT_REACH = 2;

/** Draws an alignment pattern around its middle module: a ring of one module, a gap of one, a pupil of one. */
export function drawAlignment(row: number, column: number, { frame }: EyeDesign, fill: Fill, grid: Grid) {
  const style = alignmentStyle(frame);
  const design = { frame: style, ball: style };
  return target(row + 0.5, column + 0.5, ALIGNMENT_REACH + 0.5, {}, design, { outer: fill, inner: fill }, grid);
}

const ROUND: readonly RingStyle[] = ['circle', 'cushion', 'squircle'];

/** True if alignment patterns are round as well. */
export const isRound = ({ frame }: EyeDesign): boolean => ROUND.includes(frame);

/** Alignment patterns are even, since decoders need a single point. */
const alignmentStyle = (frame: RingStyle): RingStyle & BallStyle =>
  frame === 'square' ? 'square' : ROUND.includes(frame) ? 'circle' : 'rounded';

/** Minimum rounding of a pupil in rings without sharp corners: decoders compare the widths of ring, gap and pupil along the diagonals. */
const ROUNDED_IN: Readonly<Partial<Record<RingStyle, number>>> = {
  ...{ circle: 0.5, cushion: 0.4, squircle: 0.4, cut: 0.4, pointed: 0.4, notched: 0.3, scooped: 0.3 },
};

/** Maximum rounding of a pupil in rings with sharp corners, for the same reason. */
const SHARP: readonly RingStyle[] = [
  'square',
  'round-inside',
  'round-outside',
  'cut-inside',
  'cut-outside',
  'leaf',
  'pointed',
];
const MOST_ROUNDED_IN_SHARP = 0.75;

const fitIn = (frame: RingStyle, pupil: Shape): Shape =>
  typeof pupil === 'number' && SHARP.includes(frame) ? Math.min(pupil, MOST_ROUNDED_IN_SHARP) : pupil;

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
): (Plate | Area)[] {
  const [x, y] = [grid.x(middleColumn), grid.y(middleRow)];
  const isEye = reach === EYE_SIZE / 2;
  const { edge, hole } = frame !== 'circle' ? rings[frame] : isEye ? circleAround(ball) : ROUND_ALIGNMENT;
  const pupil = fitIn(frame, pupils[ball]);
  const least = ROUNDED_IN[frame] ?? 0;
  const scale = isEye ? findScale(frame, ball, () => fitPupil(edge, hole, pupil, least)) : 1;
  const ring = [reach * grid.unit, (reach - 1) * grid.unit] as const;
  const half = (reach - 2) * scale * grid.unit;
  return [
    isRounding(edge) && isRounding(hole)
      ? { kind: 'plate', ...disc(x, y, ring[0], edge, side), fill: outer, hole: disc(x, y, ring[1], hole, side) }
      : area([...outlines(x, y, ring[0], edge, side), ...outlines(x, y, ring[1], hole, side).map(reverse)], outer),
    isRounding(pupil)
      ? { kind: 'plate', ...disc(x, y, half, pupil, side, least), fill: inner }
      : area(outlines(x, y, half, pupil, UPRIGHT.includes(ball) ? {} : side), inner),
  ];
}

const DIRECTIONS = [0, 1, 2, 3, 4, 5, 6, 7].map((turn) => (turn * Math.PI) / 4);

/** Scales of a pupil that are tried. */
const SCALES = Array.from({ length: 15 }, (_, at) => 0.94 + 0.02 * at);

/** Known scales of pupils, by ring and pupil. */
const scales = new Map<string, number>();

function findScale(frame: RingStyle, ball: BallStyle, compute: () => number): number {
  const key = `${frame} ${ball}`;
  const scale = scales.get(key) ?? compute();
  scales.set(key, scale);
  return scale;
}

/**
 * Returns the scale of a pupil with which the widths of ring, gap, pupil, gap and ring are nearest to 1, 1, 3, 1 and 1 along the sides and
 * the diagonals: decoders prefer places in the code where they are nearer.
 */
function fitPupil(edge: Shape, hole: Shape, pupil: Shape, least: number): number {
  const reaches = DIRECTIONS.map((angle) => ({
    outer: (EYE_SIZE / 2) * computeReach(edge, angle, 0),
    inner: (EYE_SIZE / 2 - 1) * computeReach(hole, angle, 0),
    ball: (EYE_SIZE / 2 - 2) * computeReach(pupil, angle, least),
  }));
  const misfit = (scale: number) =>
    reaches.reduce((sum, { outer, inner, ball }) => {
      const unit = outer / (EYE_SIZE / 2);
      const [ring, gap, middle] = [outer - inner - unit, inner - scale * ball - unit, 2 * scale * ball - 3 * unit];
      return sum + ((2 * ring ** 2 + 2 * gap ** 2 + middle ** 2) / unit ** 2) ** 2;
    }, 0);
  return SCALES.reduce((best, scale) => (misfit(scale) < misfit(best) ? scale : best), 1);
}

/** Returns how far a shape reaches from its middle in a direction, as a share of half its side. */
function computeReach(shape: Shape, angle: number, least: number): number {
  const [across, down] = [Math.cos(angle), Math.sin(angle)];
  if (isRounding(shape)) {
    const corners = typeof shape === 'number' ? [shape, shape, shape, shape] : shape;
    const corner = corners[down < 0 ? (across < 0 ? 0 : 1) : across < 0 ? 3 : 2] ?? 0;
    const isDiagonal = Math.abs(across * down) > 0.1;
    return isDiagonal ? 1 - (1 - Math.SQRT1_2) * Math.max(corner, least) : 1;
  }
  const points = shape.flatMap(trace).map(([x, y]) => [2 * x - 1, 2 * y - 1] as const);
  const along = points.flatMap(([x, y]) => {
    const [ahead, aside] = [x * across + y * down, Math.abs(y * across - x * down)];
    return ahead > 0 && aside < 0.08 ? [ahead] : [];
  });
  const reach = along.length > 0 ? along.reduce((sum, each) => sum + each, 0) / along.length : 1;
  return reach * Math.max(Math.abs(across), Math.abs(down));
}

/** Returns a box around a point with corners of the given shares of half its side. */
function disc(x: number, y: number, half: number, shape: number | Corners, side: Side, least = 0): Rounding {
  const rounded = (share: number): number => Math.max(share, least) * half;
  const corners = typeof shape === 'number' ? shape : mirrorCorners(shape, side);
  const radius = typeof corners === 'number' ? rounded(corners) : (corners.map(rounded) as [...Corners]);
  return { ...boxAround(x, y, half), radius };
}

function mirrorCorners([a, b, c, d]: Corners, { right = false, below = false }: Side): Corners {
  if (right) return [b, a, d, c];
  return below ? [d, c, b, a] : [a, b, c, d];
}

/** Returns the outlines of a shape around a point. */
function outlines(x: number, y: number, half: number, shape: Shape, { right = false, below = false }: Side): Outline[] {
  const at = { x: x - half, y: y - half, unit: 2 * half };
  const drawn = isRounding(shape) ? [roundOutline(shape)] : shape;
  return drawn.map((outline) => place(mirror(outline, right, below), at));
}

/** Returns a box with equal rounded corners as an outline. */
const roundOutline = (share: number | Corners): Outline =>
  boxOutline(WHOLE, all('round'), Math.max(typeof share === 'number' ? share : 0, 0.001) / 2);

function area(parts: readonly Outline[], fill: Fill): Area {
  const points = parts.flatMap((outline) => outline.map((step) => step.slice(-2)));
  const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  // Curves reach a little over their ends.
  const by = 0.1 * (Math.max(...xs) - left);
  const within = {
    x: left - by,
    y: top - by,
    width: Math.max(...xs) - left + 2 * by,
    height: Math.max(...ys) - top + 2 * by,
  };
  return { kind: 'area', path: parts.map(outlinePath).join(''), fill, within };
}
