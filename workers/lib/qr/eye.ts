import type { Design, EyeColours } from './design.js';
import { type Area, circle, rectangle } from './drawing.js';
import type { Grid } from './grid.js';
import { EYE_SIZE } from './matrix.js';

type Style = Design['eye'];

/** An eye whose upper left module is given: a ring of one module, a gap of one, a pupil of three. */
export function eye(row: number, column: number, style: Style, colours: EyeColours, grid: Grid): Area[] {
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
export const target = (middleRow: number, middleColumn: number, reach: number, style: Style, grid: Grid): string =>
  ring(middleRow, middleColumn, reach, style, grid) + disc(middleRow, middleColumn, reach - 2, style, grid);

const ring = (middleRow: number, middleColumn: number, reach: number, style: Style, grid: Grid): string =>
  disc(middleRow, middleColumn, reach, style, grid) + disc(middleRow, middleColumn, reach - 1, style, grid);

function disc(middleRow: number, middleColumn: number, reach: number, style: Style, grid: Grid): string {
  const [x, y, radius] = [grid.x(middleColumn), grid.y(middleRow), reach * grid.unit];
  return style === 'circle'
    ? circle(x, y, radius)
    : rectangle({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius });
}
