import { isOutlined, outlinedPath } from './body-outlines.js';
import { circlePath, coordinate, type Modules } from './drawing.js';
import type { Grid } from './matrix.js';
import { isTiled, tilesPath } from './tile.js';

/** Returns path data of the dark modules, to be filled by `fillRule`. */
export function modulesPath(modules: Modules): string {
  const { shape } = modules;
  if (shape === 'dot') return dots(modules);
  if (isTiled(modules)) return tilesPath(modules);
  return isOutlined(modules) ? outlinedPath(modules) : outlinePath(modules);
}

/** Returns the fill rule of the path of modules: tiles overlap, outlines have holes. */
export const fillRule = ({ shape }: Modules): 'evenodd' | undefined =>
  shape === 'dot' || shape === 'square' ? 'evenodd' : undefined;

/** Returns path data of dots, which differ only in their starting points. */
function dots({ size, dark, grid }: Modules): string {
  const lefts = Array.from({ length: size }, (_, column) => `M${coordinate(grid.x(column))} `);
  const round = circlePath(grid.unit / 2);
  let path = '';
  for (let row = 0; row < size; row++) {
    const rest = coordinate(grid.y(row + 0.5)) + round;
    for (let column = 0; column < size; column++) if (dark(row, column)) path += lefts[column] + rest;
  }
  return path;
}

/** Directions in clockwise order. A set of them is a bit mask. */
const [RIGHT, DOWN, LEFT, UP] = [0, 1, 2, 3] as const;

/** Returns path data of all dark modules as outlines with holes, so that there are no seams at any size. */
function outlinePath({ size, dark, grid }: Modules): string {
  const width = size + 1;
  const edges = boundaryEdges(size, dark);
  const path: string[] = [];
  for (let start = 0; start < edges.length; start++) {
    while (edges[start]) path.push(outlineFrom(start, edges, width, grid));
  }
  return path.join('');
}

/** Returns the edges of dark areas at each corner of the grid, with the dark side on the right. */
function boundaryEdges(size: number, dark: Modules['dark']): Uint8Array {
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

/** Follows one closed outline, and removes its edges. */
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
