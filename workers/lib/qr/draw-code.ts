import type { Design, EyeColours } from './design.js';
import { boxAround, type Modules, type Part, type Plate } from './drawing.js';
import { drawLogo, type Hole, holeFor } from './logo.js';
import { EYE_SIZE, type Grid, type Matrix } from './matrix.js';

/** Draws a code: its body, its eyes, its logo. */
export function drawCode(matrix: Matrix, design: Design, grid: Grid): Part[] {
  const far = matrix.size - EYE_SIZE;
  const [topLeft, topRight, bottomLeft] = design.eyes;
  const hole = design.logo && holeFor(design.logo, matrix.size);
  return [
    ...drawBody(matrix, design, hole, grid),
    ...eye(0, 0, design.eye, topLeft, grid),
    ...eye(0, far, design.eye, topRight, grid),
    ...eye(far, 0, design.eye, bottomLeft, grid),
    ...(design.logo ? drawLogo(design.logo, matrix, grid, design) : []),
  ];
}

/** Modules from the centre of an alignment pattern to its edge. */
const ALIGNMENT_REACH = 2;

/** Squares; or dots, and whole rings for the alignment patterns: in one made of dots decoders see dots like any others. */
function drawBody(matrix: Matrix, design: Design, hole: Hole | undefined, grid: Grid): Part[] {
  const { body: shape, eye: style, foreground: fill } = design;
  const whole = shape === 'dot' ? wholeAlignments(matrix, hole) : [];
  const taken = new Set(
    whole.flatMap(([row, column]) =>
      nearby(ALIGNMENT_REACH).map(([down, across]) => (row + down) * matrix.size + column + across),
    ),
  );
  const modules: Modules = {
    ...{ kind: 'modules', shape, size: matrix.size, grid, fill },
    dark: (row, column) =>
      matrix.dark(row, column) &&
      !matrix.inEye(row, column) &&
      !hole?.contains(row, column) &&
      !taken.has(row * matrix.size + column),
  };
  const alignments = whole.flatMap(([row, column]) =>
    target(row + 0.5, column + 0.5, ALIGNMENT_REACH + 0.5, style, { outer: fill, inner: fill }, grid),
  );
  return [modules, ...alignments];
}

/** The alignment patterns of which a logo takes nothing away. */
const wholeAlignments = ({ alignments }: Matrix, hole: Hole | undefined): Matrix['alignments'] =>
  alignments.filter(([row, column]) =>
    nearby(ALIGNMENT_REACH).every(([down, across]) => !hole?.contains(row + down, column + across)),
  );

/** Steps from a module to all within reach, itself included. */
const nearby = (reach: number): [down: number, across: number][] =>
  Array.from({ length: (2 * reach + 1) ** 2 }, (_, at) => [
    Math.floor(at / (2 * reach + 1)) - reach,
    (at % (2 * reach + 1)) - reach,
  ]);

/** An eye whose upper left module is given: a ring of one module, a gap of one, a pupil of three. */
const eye = (row: number, column: number, style: Design['eye'], colours: EyeColours, grid: Grid): Plate[] =>
  target(row + EYE_SIZE / 2, column + EYE_SIZE / 2, EYE_SIZE / 2, style, colours, grid);

/**
 * A ring of one module around a gap of one and a pupil.
 *
 * @param reach modules from its middle to its edge
 */
function target(
  middleRow: number,
  middleColumn: number,
  reach: number,
  style: Design['eye'],
  { outer, inner }: EyeColours,
  grid: Grid,
): Plate[] {
  const disc = (modules: number) => ({
    ...boxAround(grid.x(middleColumn), grid.y(middleRow), modules * grid.unit),
    radius: style === 'circle' ? modules * grid.unit : 0,
  });
  return [
    { kind: 'plate', ...disc(reach), fill: outer, hole: disc(reach - 1) },
    { kind: 'plate', ...disc(reach - 2), fill: inner },
  ];
}
