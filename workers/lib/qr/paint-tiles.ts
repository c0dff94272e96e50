import { type Canvas, pixelOffset, recycleCanvas } from './canvas.js';
import { COVERAGE, type Ink } from './colours.js';
import { COVERED, createMask, paintThrough } from './coverage.js';
import type { Modules } from './drawing.js';
import { coverage, paintPlate } from './paint-plate.js';
import { findTile, NEIGHBOURHOODS, neighbourhood, placeTile, type TileStyle } from './tile.js';

type Tiles = Modules & { readonly shape: TileStyle };

/**
 * Paints modules that are tiles. On whole pixels, tiles with equal neighbours are equal and stamped; otherwise each is painted on its own,
 * and the shares of a pixel add up.
 */
export function paintTiles(tiles: Tiles, canvas: Canvas, ink: Ink, ground: Ink): void {
  if (Number.isInteger(tiles.grid.unit)) stampTiles(tiles, canvas, ink, ground);
  else if (canvas.colours === COVERAGE) coverTiles(tiles, canvas);
  else {
    const mask = createMask(canvas);
    coverTiles(tiles, mask);
    paintThrough(mask, canvas, () => ink);
    recycleCanvas(mask);
  }
}

function coverTiles({ grid, size, dark, shape, fill }: Tiles, mask: Canvas): void {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!dark(row, column)) continue;
      const tile = findTile(shape, neighbourhood(dark, row, column));
      const box = placeTile(tile, grid.x(column), grid.y(row), grid.unit);
      paintPlate({ kind: 'plate', ...box, fill }, mask, COVERED);
    }
  }
}

function stampTiles({ grid, size, dark, shape }: Tiles, canvas: Canvas, ink: Ink, ground: Ink): void {
  const stamps = Array.from({ length: NEIGHBOURHOODS }, (_, bits) =>
    createStamp(placeTile(findTile(shape, bits), 0, 0, grid.unit), grid.unit, canvas, ink, ground),
  );
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const stamp = dark(row, column) ? stamps[neighbourhood(dark, row, column)] : undefined;
      if (!stamp) continue;
      let at = pixelOffset(canvas, grid.x(column), grid.y(row));
      for (const line of stamp) {
        canvas.data.set(line, at);
        at += canvas.stride;
      }
    }
  }
}

/** Returns the rows of pixels of a tile on its background. */
function createStamp(tile: Parameters<typeof coverage>[0], unit: number, { colours }: Canvas, ink: Ink, ground: Ink) {
  return Array.from({ length: unit }, (_, row) => {
    const line = new Uint8Array(unit * colours.channels);
    for (let column = 0; column < unit; column++) {
      line.set(ground, column * colours.channels);
      colours.blend(line, column * colours.channels, ink, coverage(tile, column, row));
    }
    return line;
  });
}
