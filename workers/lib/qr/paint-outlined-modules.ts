import { type OutlinedModules, outlineIndex, outlineTable, placedOutlines } from './body-outlines.js';
import { type Canvas, createCanvas, pixelOffset } from './canvas.js';
import { COVERAGE, type Ink } from './colours.js';
import { COVERED } from './coverage.js';
import { TRANSPARENT } from './drawing.js';
import { type Outline, place } from './outline.js';
import { paintOutlines } from './paint-outline.js';

/** Paints modules that are outlines: stamps on whole pixels, otherwise all outlines at once. */
export function paintOutlinedModules(modules: OutlinedModules, canvas: Canvas, ink: Ink, ground: Ink): void {
  const { size, grid } = modules;
  if (Number.isInteger(grid.unit)) stampOutlines(modules, canvas, ink, ground);
  else {
    const side = grid.x(size) - grid.x(0);
    paintOutlines(placedOutlines(modules), { x: grid.x(0), y: grid.y(0), width: side, height: side }, canvas, ink);
  }
}

function stampOutlines(modules: OutlinedModules, canvas: Canvas, ink: Ink, ground: Ink): void {
  const { size, grid, shape } = modules;
  const indexAt = outlineIndex(modules);
  const stamps = outlineTable(shape, 0).map((outlines) => createStamp(outlines, grid.unit, canvas, ink, ground));
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const stamp = stamps[indexAt(row, column)];
      if (!stamp) continue;
      let at = pixelOffset(canvas, grid.x(column), grid.y(row));
      for (const line of stamp) {
        canvas.data.set(line, at);
        at += canvas.stride;
      }
    }
  }
}

/** Returns the rows of pixels of a module on its background. */
function createStamp(outlines: readonly Outline[], unit: number, { colours }: Canvas, ink: Ink, ground: Ink) {
  const mask = createCanvas(unit, unit, COVERAGE, TRANSPARENT);
  const placed = outlines.map((outline) => place(outline, { x: 0, y: 0, unit }));
  paintOutlines(placed, { x: 0, y: 0, width: unit, height: unit }, mask, COVERED);
  return Array.from({ length: unit }, (_, row) => {
    const line = new Uint8Array(unit * colours.channels);
    for (let column = 0; column < unit; column++) {
      const at = column * colours.channels;
      line.set(ground, at);
      const covered = mask.data[row * unit + column] ?? 0;
      if (covered > 0) colours.blend(line, at, ink, covered / 255);
    }
    return line;
  });
}
