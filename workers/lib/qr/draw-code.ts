import type { Design, EyeColours } from './design.js';
import type { Fill, Modules, Part } from './drawing.js';
import { ALIGNMENT_REACH, drawAlignment, drawEye, isRound } from './eye.js';
import { gradientOver } from './gradient.js';
import { drawLogo, findHole, type Hole } from './logo.js';
import { EYE_SIZE, type Grid, type Matrix } from './matrix.js';

/** Draws a code: its body, its eyes, its logo. */
export function drawCode(matrix: Matrix, design: Design, grid: Grid): Part[] {
  const far = matrix.size - EYE_SIZE;
  const [topLeft, topRight, bottomLeft] = design.eyes;
  const hole = design.logo && findHole(design.logo, matrix.size, design.logoShare);
  const body = bodyFill(matrix, design, grid);
  const fills = ({ outer, inner }: EyeColours) => ({ outer: outer ?? body, inner: inner ?? body });
  return [
    ...drawBody(matrix, design, body, hole, grid),
    ...drawEye(0, 0, {}, design.eye, fills(topLeft), grid),
    ...drawEye(0, far, { right: true }, design.eye, fills(topRight), grid),
    ...drawEye(far, 0, { below: true }, design.eye, fills(bottomLeft), grid),
    ...(design.logo && hole ? drawLogo(design.logo, hole, matrix, grid, design) : []),
  ];
}

/** Returns the fill of a code, except for eyes with their own colours. */
function bodyFill({ size }: Matrix, { foreground, gradient }: Design, grid: Grid): Fill {
  return gradient ? gradientOver(gradient, { x: grid.x(0), y: grid.y(0), side: size * grid.unit }) : foreground;
}

/** Draws the modules. Unless they are square, or eyes are round, alignment patterns are drawn as rings: decoders do not recognize them in dots. */
function drawBody(matrix: Matrix, design: Design, fill: Fill, hole: Hole | undefined, grid: Grid): Part[] {
  const { body: shape, eye } = design;
  const whole = shape === 'square' && !isRound(eye) ? [] : wholeAlignments(matrix, hole);
  const taken = new Set(
    whole.flatMap(([row, column]) =>
      nearby(ALIGNMENT_REACH).map(([down, across]) => (row + down) * matrix.size + column + across),
    ),
  );
  const modules: Modules = {
    ...{ kind: 'modules', shape, size: matrix.size, grid, fill, ground: design.background },
    dark: (row, column) =>
      matrix.dark(row, column) &&
      !matrix.inEye(row, column) &&
      !hole?.contains(row, column) &&
      !taken.has(row * matrix.size + column),
  };
  return [modules, ...whole.flatMap(([row, column]) => drawAlignment(row, column, eye, fill, grid))];
}

/** Finds the alignment patterns that a logo does not cover. */
const wholeAlignments = ({ alignments }: Matrix, hole: Hole | undefined): Matrix['alignments'] =>
  alignments.filter(([row, column]) =>
    nearby(ALIGNMENT_REACH).every(([down, across]) => !hole?.contains(row + down, column + across)),
  );

/** Returns the offsets of all modules within reach, with its own. */
const nearby = (reach: number): [down: number, across: number][] =>
  Array.from({ length: (2 * reach + 1) ** 2 }, (_, at) => [
    Math.floor(at / (2 * reach + 1)) - reach,
    (at % (2 * reach + 1)) - reach,
  ]);
