import { type Canvas, placeOf, recycle } from './canvas.js';
import { COVERAGE, type Ink } from './colours.js';
import { COVERED, newMask, paintThrough } from './coverage.js';
import type { Modules } from './drawing.js';
import { coverage, paintPlate } from './paint-plate.js';
import { NEIGHBOURHOODS, neighbourhood, placeTile, type TileStyle, tileOf } from './tile.js';

type Tiles = Modules & { readonly shape: TileStyle };

/**
 * Paints modules that are tiles. On whole pixels the tiles of like neighbours are all alike, and stamped; others lie each on its pixels in its
 * own way, and what of a pixel two of them cover adds up.
 */
export function paintTiles(tiles: Tiles, canvas: Canvas, ink: Ink, ground: Ink): void {
  if (Number.isInteger(tiles.grid.unit)) stampTiles(tiles, canvas, ink, ground);
  else if (canvas.colours === COVERAGE) coverTiles(tiles, canvas);
  else {
    const mask = newMask(canvas);
    coverTiles(tiles, mask);
    paintThrough(mask, canvas, () => ink);
    recycle(mask);
  }
}

function coverTiles({ grid, size, dark, shape, fill }: Tiles, mask: Canvas): void {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!dark(row, column)) continue;
      const tile = tileOf(shape, neighbourhood(dark, row, column));
      const box = placeTile(tile, grid.x(column), grid.y(row), grid.unit);
      paintPlate({ kind: 'plate', ...box, fill }, mask, COVERED);
    }
  }
}

function stampTiles({ grid, size, dark, shape }: Tiles, canvas: Canvas, ink: Ink, ground: Ink): void {
  const stamps = Array.from({ length: NEIGHBOURHOODS }, (_, bits) =>
    stampOf(placeTile(tileOf(shape, bits), 0, 0, grid.unit), grid.unit, canvas, ink, ground),
  );
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const stamp = dark(row, column) ? stamps[neighbourhood(dark, row, column)] : undefined;
      if (!stamp) continue;
      let at = placeOf(canvas, grid.x(column), grid.y(row));
      for (const line of stamp) {
        canvas.data.set(line, at);
        at += canvas.stride;
      }
    }
  }
}

/** The rows of pixels of a tile on its ground. */
function stampOf(tile: Parameters<typeof coverage>[0], unit: number, { colours }: Canvas, ink: Ink, ground: Ink) {
  return Array.from({ length: unit }, (_, row) => {
    const line = new Uint8Array(unit * colours.channels);
    for (let column = 0; column < unit; column++) {
      line.set(ground, column * colours.channels);
      colours.blend(line, column * colours.channels, ink, coverage(tile, column, row));
    }
    return line;
  });
}
