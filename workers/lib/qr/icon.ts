import { ICON_SIDE, iconPaths } from '../../../shared/icon-set.js';
import type { Area } from './drawing.js';

/** An icon as areas; nothing when the set has none of that name. */
export function icon(name: string, x: number, y: number, side: number, fill: string): Area[] | undefined {
  const paths = iconPaths(name);
  if (paths.length === 0) return undefined;
  const transform = `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${(side / ICON_SIDE).toFixed(4)})`;
  return paths.map((path) => ({ ...path, fill, transform }));
}
