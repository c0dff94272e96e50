import { type Canvas, recycleCanvas } from './canvas.js';
import { BARE, COVERED, createMask, paintThrough } from './coverage.js';
import type { Area, Modules, Part, Plate } from './drawing.js';
import { type Gradient, gradientPosition, gradientSteps } from './gradient.js';
import { paintModules } from './paint-modules.js';
import { paintOutline } from './paint-outline.js';
import { paintPlate } from './paint-plate.js';

/** Steps of a gradient: as many as a channel has values. */
const STEPS = 256;

type Graded = (Plate | Modules | Area) & { readonly fill: Gradient };

/** True if a part has a gradient. */
export const isGraded = (part: Part | undefined): part is Graded =>
  part !== undefined && part.kind !== 'picture' && typeof part.fill !== 'string';

/** Collects consecutive parts with the same gradient, to paint them together. */
export function collectGraded(parts: readonly Part[], start: number): Graded[] {
  const graded: Graded[] = [];
  for (let at = start; at < parts.length; at++) {
    const part = parts[at];
    if (!isGraded(part) || part.fill !== (graded[0] ?? part).fill) break;
    graded.push(part);
  }
  return graded;
}

/** Paints parts of one gradient through a mask of their coverage. */
export function paintGraded(parts: readonly Graded[], canvas: Canvas): void {
  const gradient = parts[0]?.fill;
  if (!gradient) return;
  const mask = createMask(canvas);
  for (const part of parts) {
    if (part.kind === 'plate') paintPlate(part, mask, COVERED);
    else if (part.kind === 'area') paintOutline(part, mask, COVERED);
    else paintModules(part, mask, COVERED, BARE);
  }
  const inks = gradientSteps(gradient, STEPS).map((colour) => canvas.colours.toInk(colour));
  const share = gradientPosition(gradient);
  paintThrough(mask, canvas, (x, y) => inks[Math.round(share(x + 0.5, y + 0.5) * (STEPS - 1))] ?? BARE);
  recycleCanvas(mask);
}
