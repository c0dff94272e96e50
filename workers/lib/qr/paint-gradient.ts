import { type Canvas, recycle } from './canvas.js';
import { BARE, COVERED, newMask, paintThrough } from './coverage.js';
import type { Modules, Part, Plate } from './drawing.js';
import { type Gradient, shareAlong, stepsOf } from './gradient.js';
import { paintModules } from './paint-modules.js';
import { paintPlate } from './paint-plate.js';

/** Steps in which one colour goes over to another: no screen shows more between two of a channel. */
const STEPS = 256;

type Graded = (Plate | Modules) & { readonly fill: Gradient };

/** Whether a part goes over from one colour to another. */
export const isGraded = (part: Part | undefined): part is Graded =>
  part !== undefined && part.kind !== 'picture' && typeof part.fill !== 'string';

/** Parts that follow each other from a place on and share their gradient: they are painted together. */
export function gradedFrom(parts: readonly Part[], start: number): Graded[] {
  const graded: Graded[] = [];
  for (let at = start; at < parts.length; at++) {
    const part = parts[at];
    if (!isGraded(part) || part.fill !== (graded[0] ?? part).fill) break;
    graded.push(part);
  }
  return graded;
}

/** Paints parts of one gradient: first what they cover, then that in its colours. */
export function paintGraded(parts: readonly Graded[], canvas: Canvas): void {
  const gradient = parts[0]?.fill;
  if (!gradient) return;
  const mask = newMask(canvas);
  for (const part of parts) {
    if (part.kind === 'plate') paintPlate(part, mask, COVERED);
    else paintModules(part, mask, COVERED, BARE);
  }
  const inks = stepsOf(gradient, STEPS).map((colour) => canvas.colours.inkOf(colour));
  const share = shareAlong(gradient);
  paintThrough(mask, canvas, (x, y) => inks[Math.round(share(x + 0.5, y + 0.5) * (STEPS - 1))] ?? BARE);
  recycle(mask);
}
