import type { JSX } from 'preact';
import contract from 'studio-contract';

/** Pictures of all shapes of codes, as symbols named by field and value. */
const FILE = '/assets/studio/shapes.svg';

/** Values without a picture. */
const PLAIN = new Set(['', 'no-logo', 'no-frame', 'upload']);

/** Fields with pictures. */
const DRAWN = new Set(['body_style', 'eye_style', 'eye_ball_style', 'frame_name', 'qr_code_logo', 'gradient_type']);

/** Draws the picture of a value of a design; nothing for a value without one, whose name stands alone. */
export function drawValue(field: string, value: string): JSX.Element | null {
  if (PLAIN.has(value) || !DRAWN.has(field) || !contract.image[field]?.enum?.includes(value)) return null;
  return (
    <svg class="drawing" aria-hidden="true">
      <use href={`${FILE}#${field}-${value}`} />
    </svg>
  );
}
