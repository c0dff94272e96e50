import type { Design } from './design.js';
import { circle, type Part } from './drawing.js';
import { eye, target } from './eye.js';
import type { Grid } from './grid.js';
import { drawLogo, type Hole, holeFor } from './logo.js';
import { EYE_SIZE, type Matrix } from './matrix.js';
import { outlinePath } from './outline.js';

/** Draws a code: its body, its eyes, its logo. */
export function composeCode(matrix: Matrix, design: Design, grid: Grid): Part[] {
  const far = matrix.size - EYE_SIZE;
  const [topLeft, topRight, bottomLeft] = design.eyes;
  const hole = design.logo && holeFor(design.logo, matrix.size);
  return [
    { path: bodyPath(matrix, design, hole, grid), fill: design.foreground, rule: 'evenodd' },
    ...eye(0, 0, design.eye, topLeft, grid),
    ...eye(0, far, design.eye, topRight, grid),
    ...eye(far, 0, design.eye, bottomLeft, grid),
    ...(design.logo ? drawLogo(design.logo, matrix, grid, design) : []),
  ];
}

function bodyPath(matrix: Matrix, design: Design, hole: Hole | undefined, grid: Grid): string {
  const inBody = (row: number, column: number) =>
    matrix.dark(row, column) && !matrix.inEye(row, column) && !hole?.contains(row, column);
  return design.body === 'dot'
    ? dottedPath(matrix, design.eye, hole, inBody, grid)
    : outlinePath(matrix.size, inBody, grid);
}

/** Modules from the centre of an alignment pattern to its edge. */
const ALIGNMENT_REACH = 2;

/** Dots, and whole rings for the alignment patterns: in one made of dots decoders see dots like any others. */
function dottedPath(
  matrix: Matrix,
  ring: Design['eye'],
  hole: Hole | undefined,
  inBody: (row: number, column: number) => boolean,
  grid: Grid,
): string {
  const around = nearby(ALIGNMENT_REACH);
  const whole = matrix.alignments.filter(([row, column]) =>
    around.every(([down, across]) => !hole?.contains(row + down, column + across)),
  );
  const taken = new Set(
    whole.flatMap(([row, column]) => around.map(([down, across]) => (row + down) * matrix.size + column + across)),
  );
  const parts = whole.map(([row, column]) => target(row + 0.5, column + 0.5, ALIGNMENT_REACH + 0.5, ring, grid));
  for (let row = 0; row < matrix.size; row++) {
    for (let column = 0; column < matrix.size; column++) {
      if (inBody(row, column) && !taken.has(row * matrix.size + column)) parts.push(dot(row, column, grid));
    }
  }
  return parts.join('');
}

const dot = (row: number, column: number, grid: Grid): string =>
  circle(grid.x(column + 0.5), grid.y(row + 0.5), grid.unit / 2);

/** Steps from a module to all within reach, itself included. */
const nearby = (reach: number): [down: number, across: number][] =>
  Array.from({ length: (2 * reach + 1) ** 2 }, (_, at) => [
    Math.floor(at / (2 * reach + 1)) - reach,
    (at % (2 * reach + 1)) - reach,
  ]);
