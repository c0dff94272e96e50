import { type Corners, type Modules, type Rounding, rectangle } from './drawing.js';

/** Shapes of modules that are rounded boxes, depending on their neighbours. */
export type TileStyle = Extract<
  Modules['shape'],
  'rounded' | 'leaf' | 'soft-square' | 'small-square' | 'vertical-bars' | 'horizontal-bars'
>;

/** Neighbours of a module that are dark. */
export interface Neighbours {
  readonly above: boolean;
  readonly right: boolean;
  readonly below: boolean;
  readonly left: boolean;
}

/** Number of sets of neighbours. */
export const NEIGHBOURHOODS = 16;

/** Encodes neighbours as a number below NEIGHBOURHOODS. */
export const neighbourhood = (dark: Modules['dark'], row: number, column: number): number =>
  (dark(row - 1, column) ? 1 : 0) |
  (dark(row, column + 1) ? 2 : 0) |
  (dark(row + 1, column) ? 4 : 0) |
  (dark(row, column - 1) ? 8 : 0);

export const parseNeighbours = (bits: number): Neighbours => ({
  above: (bits & 1) !== 0,
  right: (bits & 2) !== 0,
  below: (bits & 4) !== 0,
  left: (bits & 8) !== 0,
});

/** Margin of a bar and of a small square, in modules: with more of it, decoders miss modules. */
const [BAR_MARGIN, SMALL_MARGIN] = [0.06, 0.1];

const ROUND = 0.5;

const shapes: Readonly<Record<TileStyle, (beside: Neighbours) => Rounding>> = {
  rounded: (beside) => ({ ...WHOLE, radius: freeCorners(beside, [ROUND, ROUND, ROUND, ROUND]) }),
  leaf: (beside) => ({ ...WHOLE, radius: freeCorners(beside, [ROUND, 0, ROUND, 0]) }),
  'soft-square': () => ({ x: 0.03, y: 0.03, width: 0.94, height: 0.94, radius: 0.25 }),
  'small-square': () => ({ ...inset(SMALL_MARGIN, SMALL_MARGIN), radius: 0 }),
  'vertical-bars': ({ above, below }) => ({
    ...inset(BAR_MARGIN, 0),
    radius: ends([!above, !above, !below, !below]),
  }),
  'horizontal-bars': ({ left, right }) => ({
    ...inset(0, BAR_MARGIN),
    radius: ends([!left, !right, !right, !left]),
  }),
};

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

const inset = (across: number, down: number) => ({
  x: across,
  y: down,
  width: 1 - 2 * across,
  height: 1 - 2 * down,
});

/** Keeps the radii of the corners without a neighbour. */
const freeCorners = ({ above, right, below, left }: Neighbours, [a, b, c, d]: Corners): Corners => [
  above || left ? 0 : a,
  above || right ? 0 : b,
  below || right ? 0 : c,
  below || left ? 0 : d,
];

const ends = (round: readonly [boolean, boolean, boolean, boolean]): Corners => {
  const [a, b, c, d] = round.map((isRound) => (isRound ? ROUND - BAR_MARGIN : 0));
  return [a ?? 0, b ?? 0, c ?? 0, d ?? 0];
};

/** Returns the tile of a module with given neighbours, in units of a module. */
export const findTile = (style: TileStyle, neighbours: number): Rounding => shapes[style](parseNeighbours(neighbours));

/** Places a tile at its module. */
export const placeTile = ({ x, y, width, height, radius }: Rounding, left: number, top: number, unit: number) => ({
  x: left + x * unit,
  y: top + y * unit,
  width: width * unit,
  height: height * unit,
  radius: typeof radius === 'number' ? radius * unit : (radius.map((corner) => corner * unit) as [...Corners]),
});

/** Overlap of touching tiles in vector formats, whose renderers would show a seam. */
const LAP = 0.04;

/** True if modules are tiles. */
export const isTiled = (modules: Modules): modules is Modules & { readonly shape: TileStyle } =>
  modules.shape in shapes;

/** Returns path data of tiles, with the fill rule nonzero. */
export function tilesPath({ size, dark, grid, shape }: Modules & { readonly shape: TileStyle }): string {
  const path: string[] = [];
  const tiles = Array.from({ length: NEIGHBOURHOODS }, (_, bits) =>
    overlapTile(findTile(shape, bits), parseNeighbours(bits)),
  );
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const tile = dark(row, column) ? tiles[neighbourhood(dark, row, column)] : undefined;
      if (!tile) continue;
      const { radius, ...box } = placeTile(tile, grid.x(column), grid.y(row), grid.unit);
      path.push(rectangle(box, radius));
    }
  }
  return path.join('');
}

/** Extends a tile to the right and below where it touches the next one. */
const overlapTile = (tile: Rounding, { right, below }: Neighbours): Rounding => ({
  ...tile,
  width: tile.width + (right && tile.x + tile.width === 1 ? LAP : 0),
  height: tile.height + (below && tile.y + tile.height === 1 ? LAP : 0),
});
