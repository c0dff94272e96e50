import type { Design, EyeColours } from './design.js';
import { type Area, circle, coordinate, type Part, rectangle } from './drawing.js';
import { drawLogo, type Hole, holeFor } from './logo.js';
import { EYE_SIZE, type Grid, type Matrix } from './matrix.js';

type IsDark = (row: number, column: number) => boolean;

/** Draws a code: its body, its eyes, its logo. */
export function drawCode(matrix: Matrix, design: Design, grid: Grid): Part[] {
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
  const inBody: IsDark = (row, column) =>
    matrix.dark(row, column) && !matrix.inEye(row, column) && !hole?.contains(row, column);
  return design.body === 'dot'
    ? dottedPath(matrix, design.eye, hole, inBody, grid)
    : outlinePath(matrix.size, inBody, grid);
}

/** Modules from the centre of an alignment pattern to its edge. */
const ALIGNMENT_REACH = 2;

/** Dots, and whole rings for the alignment patterns: in one made of dots decoders see dots like any others. */
function dottedPath(matrix: Matrix, ring: Design['eye'], hole: Hole | undefined, inBody: IsDark, grid: Grid): string {
  const around = nearby(ALIGNMENT_REACH);
  const whole = matrix.alignments.filter(([row, column]) =>
    around.every(([down, across]) => !hole?.contains(row + down, column + across)),
  );
  const taken = new Set(
    whole.flatMap(([row, column]) => around.map(([down, across]) => (row + down) * matrix.size + column + across)),
  );
  const parts = whole.map(([row, column]) =>
    alignmentPattern(row + 0.5, column + 0.5, ALIGNMENT_REACH + 0.5, ring, grid),
  );
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

/** An eye whose upper left module is given: a ring of one module, a gap of one, a pupil of three. */
function eye(row: number, column: number, style: Design['eye'], colours: EyeColours, grid: Grid): Area[] {
  const [middleRow, middleColumn, reach] = [row + EYE_SIZE / 2, column + EYE_SIZE / 2, EYE_SIZE / 2];
  return [
    { path: ring(middleRow, middleColumn, reach, style, grid), fill: colours.outer, rule: 'evenodd' },
    { path: disc(middleRow, middleColumn, reach - 2, style, grid), fill: colours.inner },
  ];
}

/**
 * Path data of an alignment pattern, to be filled even-odd: a ring and a pupil of one module.
 *
 * @param reach modules from its middle to its edge
 */
const alignmentPattern = (
  middleRow: number,
  middleColumn: number,
  reach: number,
  style: Design['eye'],
  grid: Grid,
): string => ring(middleRow, middleColumn, reach, style, grid) + disc(middleRow, middleColumn, reach - 2, style, grid);

const ring = (middleRow: number, middleColumn: number, reach: number, style: Design['eye'], grid: Grid): string =>
  disc(middleRow, middleColumn, reach, style, grid) + disc(middleRow, middleColumn, reach - 1, style, grid);

function disc(middleRow: number, middleColumn: number, reach: number, style: Design['eye'], grid: Grid): string {
  const [x, y, radius] = [grid.x(middleColumn), grid.y(middleRow), reach * grid.unit];
  return style === 'circle'
    ? circle(x, y, radius)
    : rectangle({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius });
}

/** Directions in clockwise order. A set of them is a bit mask. */
const [RIGHT, DOWN, LEFT, UP] = [0, 1, 2, 3] as const;

/**
 * Path data of all dark modules as outlines, holes included: drawn so, areas show no seams between modules at any size.
 *
 * @param size modules along one side; `dark` must be false outside
 */
function outlinePath(size: number, dark: IsDark, grid: Grid): string {
  const width = size + 1;
  const edges = boundaryEdges(size, dark);
  const path: string[] = [];
  for (let start = 0; start < edges.length; start++) {
    while (edges[start]) path.push(outlineFrom(start, edges, width, grid));
  }
  return path.join('');
}

/** The edges that leave each corner of the grid of modules, along dark areas, with the dark side on the right. */
function boundaryEdges(size: number, dark: IsDark): Uint8Array {
  const width = size + 1;
  const edges = new Uint8Array(width * width);
  const add = (row: number, column: number, direction: number) => {
    const corner = row * width + column;
    edges[corner] = (edges[corner] ?? 0) | (1 << direction);
  };
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!dark(row, column)) continue;
      if (!dark(row - 1, column)) add(row, column, RIGHT);
      if (!dark(row, column + 1)) add(row, column + 1, DOWN);
      if (!dark(row + 1, column)) add(row + 1, column + 1, LEFT);
      if (!dark(row, column - 1)) add(row + 1, column, UP);
    }
  }
  return edges;
}

/** Follows one closed outline and takes its edges away. */
function outlineFrom(start: number, edges: Uint8Array, width: number, grid: Grid): string {
  const steps = [1, width, -1, -width];
  let path = '';
  let at = start;
  let heading = -1;
  do {
    const leaving = edges[at] ?? 0;
    const next = nextHeading(leaving, heading);
    if (heading === -1) path = `M${coordinate(grid.x(at % width))} ${coordinate(grid.y(Math.floor(at / width)))}`;
    else if (next !== heading) path += lineTo(at, heading, width, grid);
    edges[at] = leaving & ~(1 << next);
    at += steps[next] ?? 0;
    heading = next;
  } while (at !== start);
  return `${path}z`;
}

/** At a corner where two dark modules touch, turning right stays with the same module. */
function nextHeading(leaving: number, heading: number): number {
  const candidates = heading === -1 ? [RIGHT, DOWN, LEFT, UP] : [(heading + 1) % 4, heading, (heading + 3) % 4];
  return candidates.find((direction) => leaving & (1 << direction)) ?? RIGHT;
}

const lineTo = (corner: number, heading: number, width: number, grid: Grid): string =>
  heading === RIGHT || heading === LEFT
    ? `H${coordinate(grid.x(corner % width))}`
    : `V${coordinate(grid.y(Math.floor(corner / width)))}`;
