import type { JSX } from 'preact';

/** Draws the picture of a value of the design; nothing where there is none, so that the name stands alone. */
export function drawValue(_field: string, _value: string): JSX.Element | null {
  return null;
}
