import { QUIET_ZONE } from './matrix.js';

/** Where the modules of a code lie in a drawing. */
export interface Grid {
  /** Side of one module. */
  readonly unit: number;
  /** Horizontal position of a column's left edge. */
  x(column: number): number;
  /** Vertical position of a row's upper edge. */
  y(row: number): number;
}

/** Share of the panel that whole-pixel modules must fill; below it modules take fractions of a pixel. */
const WORTH_ROUNDING = 0.85;

/** Modules smaller than this many pixels are whole pixels at any price: blurred, they would not scan. */
const TINY = 3;

/**
 * Lays a code in pixels, centred on a square panel with its quiet zone. Modules are whole pixels wide where that
 * leaves little of the panel empty. Otherwise they are fractions, and never rounded one by one: decoders measure a
 * module by the width of an eye, and a pixel more there misleads them about the size of the code.
 *
 * @param modules modules along one side, without the quiet zone
 */
export function pixelGrid(modules: number, left: number, top: number, panel: number): Grid {
  const exact = panel / (modules + 2 * QUIET_ZONE);
  const unit = exact < TINY || Math.floor(exact) / exact >= WORTH_ROUNDING ? Math.floor(exact) : exact;
  const margin = (panel - unit * modules) / 2;
  const [startX, startY] = [Math.round(left + margin), Math.round(top + margin)];
  return { unit, x: (column) => startX + column * unit, y: (row) => startY + row * unit };
}

/** Lays a code with modules of the given side, for formats that scale. */
export const vectorGrid = (unit: number, left: number, top: number): Grid => ({
  unit,
  x: (column) => left + (QUIET_ZONE + column) * unit,
  y: (row) => top + (QUIET_ZONE + row) * unit,
});
