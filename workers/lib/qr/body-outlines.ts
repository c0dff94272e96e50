import { coordinate, type Modules } from './drawing.js';
import {
  type BoxCorners,
  boxOutline,
  type Corner,
  flowerOutline,
  mirror,
  type Outline,
  place,
  relativePath,
  starOutline,
} from './outline.js';
import { NEIGHBOURHOODS, type Neighbours, parseNeighbours, type TileStyle } from './tile.js';

/** Shapes of modules that are outlines, some of which depend on their neighbours. */
export type OutlineStyle = Exclude<Modules['shape'], 'square' | 'dot' | TileStyle>;

export type OutlinedModules = Modules & { readonly shape: OutlineStyle };

interface OutlineShape {
  /**
   * Returns the outlines of a dark module, in the square from 0 to 1.
   *
   * @param lap how far it reaches over the edges to its dark neighbours on the right and below
   */
  dark(beside: Neighbours, lap: number): readonly Outline[];
  /** Filling of the corners of a light module between dark neighbours. */
  readonly fillet?: 'round' | 'cut';
}

/** Draws modules that touch their neighbours, with shaped corners where they have none. */
const connected = (corners: BoxCorners, size: number, fillet?: OutlineShape['fillet']): OutlineShape => ({
  ...(fillet && { fillet }),
  dark({ above, right, below, left }, lap) {
    const [a, b, c, d] = corners;
    const free = (corner: Corner, isTouched: boolean): Corner => (isTouched ? 'square' : corner);
    const box = { left: 0, top: 0, right: right ? 1 + lap : 1, bottom: below ? 1 + lap : 1 };
    const shaped: BoxCorners = [
      free(a, above || left),
      free(b, above || right),
      free(c, below || right),
      free(d, below || left),
    ];
    return [boxOutline(box, shaped, size)];
  },
});

const all = (corner: Corner): BoxCorners => [corner, corner, corner, corner];

const opposite = (corner: Corner): BoxCorners => [corner, 'square', corner, 'square'];

/** Draws each module on its own. */
const alone = (outline: Outline): OutlineShape => ({ dark: () => [outline] });

const WHOLE = { left: 0, top: 0, right: 1, bottom: 1 };

/** Size of cut corners, and of those that take more of a module away. */
const [CUT, DEEP] = [0.38, 0.3];

const shapes: Readonly<Record<OutlineStyle, OutlineShape>> = {
  fluid: connected(all('round'), 0.5, 'round'),
  'cut-corners': connected(all('cut'), CUT),
  'cut-corners-smooth': connected(all('cut'), CUT, 'cut'),
  pointed: connected(opposite('cut'), 0.5),
  'pointed-smooth': connected(opposite('cut'), 0.5, 'cut'),
  'leaf-smooth': connected(opposite('round'), 0.5, 'round'),
  notched: connected(all('notch'), DEEP),
  scooped: connected(all('scoop'), 0.42),
  'scooped-leaf': connected(opposite('scoop'), 0.42),
  diamond: alone([
    [0.5, 0],
    [1, 0.5],
    [0.5, 1],
    [0, 0.5],
  ]),
  octagon: alone(boxOutline(WHOLE, all('cut'), 0.29)),
  plus: alone(boxOutline(WHOLE, all('notch'), 0.24)),
  star: alone(starOutline(0.5, 0.54, 5, 0.54, 0.33)),
  sparkle: alone(boxOutline(WHOLE, all('scoop'), 0.46)),
  flower: alone(flowerOutline(0.5, 0.5, 4, 0.36, 0.55)),
  heart: alone([
    [0.5, 1],
    [0.1, 0.72, -0.04, 0.5, -0.02, 0.3],
    [0, 0.02, 0.36, -0.06, 0.5, 0.16],
    [0.64, -0.06, 1, 0.02, 1.02, 0.3],
    [1.04, 0.5, 0.9, 0.72, 0.5, 1],
  ]),
};

/** True if modules are outlines. */
export const isOutlined = (modules: Modules): modules is OutlinedModules => modules.shape in shapes;

/** Radius of the filling of a corner. */
const FILLET = 0.3;

/** Returns the outline that fills the upper left corner of a light module, reaching over its edges. */
function filletOutline(kind: 'round' | 'cut', lap: number): Outline {
  const near = FILLET * 0.4477;
  return [
    [-lap, -lap],
    [FILLET, -lap],
    [FILLET, 0],
    kind === 'round' ? [near, 0, 0, near, 0, FILLET] : [0, FILLET],
    [-lap, FILLET],
  ];
}

/** Outlines of dark modules by their neighbours, then those of light modules by their filled corners. */
export function outlineTable(shape: OutlineStyle, lap: number): readonly (readonly Outline[])[] {
  const { dark, fillet } = shapes[shape];
  const modules = Array.from({ length: NEIGHBOURHOODS }, (_, bits) => dark(parseNeighbours(bits), lap));
  const fillings = Array.from({ length: NEIGHBOURHOODS }, (_, bits) =>
    fillet
      ? CORNERS.flatMap((corner, at) =>
          bits & (1 << at) ? [mirror(filletOutline(fillet, lap), corner.across === 1, corner.down === 1)] : [],
        )
      : [],
  );
  return [...modules, ...fillings];
}

/** Corners of a module: upper left, upper right, lower right, lower left. */
const CORNERS = [
  { across: -1, down: -1 },
  { across: 1, down: -1 },
  { across: 1, down: 1 },
  { across: -1, down: 1 },
] as const;

/** Returns a function that computes the index of a module in the table of outlines; negative if nothing is drawn there. */
export function outlineIndex({ shape, size, dark }: OutlinedModules): (row: number, column: number) => number {
  const hasFillets = shapes[shape].fillet !== undefined;
  // With a light margin, so that neighbours need no check.
  const width = size + 2;
  const modules = new Uint8Array(width * width);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) if (dark(row, column)) modules[(row + 1) * width + column + 1] = 1;
  }
  return (row, column) => {
    const at = (row + 1) * width + column + 1;
    const [above = 0, right = 0, below = 0, left = 0] = [
      modules[at - width],
      modules[at + 1],
      modules[at + width],
      modules[at - 1],
    ];
    if (modules[at]) return above | (right << 1) | (below << 2) | (left << 3);
    if (!hasFillets) return NOTHING;
    const filled =
      (above & left & (modules[at - width - 1] ?? 0)) |
      ((above & right & (modules[at - width + 1] ?? 0)) << 1) |
      ((below & right & (modules[at + width + 1] ?? 0)) << 2) |
      ((below & left & (modules[at + width - 1] ?? 0)) << 3);
    return filled === 0 ? NOTHING : NEIGHBOURHOODS + filled;
  };
}

const NOTHING = -1;

/** Returns the placed outlines of all modules. */
export function* placedOutlines(modules: OutlinedModules): Generator<Outline> {
  const { size, grid, shape } = modules;
  const [table, indexAt] = [outlineTable(shape, 0), outlineIndex(modules)];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const at = { x: grid.x(column), y: grid.y(row), unit: grid.unit };
      for (const outline of table[indexAt(row, column)] ?? []) yield place(outline, at);
    }
  }
}

/** Overlap of touching modules in vector formats, whose renderers would show a seam. */
const LAP = 0.04;

/** Returns path data of modules that are outlines, with the fill rule nonzero: those of equal modules differ in their starting points. */
export function outlinedPath(modules: OutlinedModules): string {
  const { size, grid, shape } = modules;
  const table = outlineTable(shape, LAP).map((outlines) =>
    outlines.map((outline) => relativePath(place(outline, { x: 0, y: 0, unit: grid.unit }))),
  );
  const indexAt = outlineIndex(modules);
  let path = '';
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      for (const { x, y, rest } of table[indexAt(row, column)] ?? []) {
        path += `M${coordinate(grid.x(column) + x)} ${coordinate(grid.y(row) + y)}${rest}`;
      }
    }
  }
  return path;
}
