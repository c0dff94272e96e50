import { mix } from '../../../shared/colour.js';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A gradient between two colours, in units of a drawing. */
export interface Gradient {
  /** Linear from start to end, or radial around start. */
  readonly kind: 'linear' | 'radial';
  /** Colours at the start and the end, in hex. */
  readonly colours: readonly [start: string, end: string];
  readonly start: Point;
  readonly end: Point;
}

/** A gradient independent of the size of the drawing. */
export interface GradientDesign {
  readonly kind: Gradient['kind'];
  readonly colours: Gradient['colours'];
  /** Degrees, clockwise; 0 goes from left to right. */
  readonly angle: number;
}

/** Places a gradient over a square, with its ends in corners or on edges. */
export function gradientOver(
  { kind, colours, angle }: GradientDesign,
  square: { readonly x: number; readonly y: number; readonly side: number },
): Gradient {
  const half = square.side / 2;
  const middle = { x: square.x + half, y: square.y + half };
  const away = (across: number, down: number): Point => ({ x: middle.x + half * across, y: middle.y + half * down });
  if (kind === 'radial') return { kind, colours, start: middle, end: away(1, 1) };
  const turn = (angle * Math.PI) / 180;
  const [across, down] = [Math.cos(turn), Math.sin(turn)];
  // Reach of the corners of the square in this direction.
  const reach = Math.abs(across) + Math.abs(down);
  return { kind, colours, start: away(-reach * across, -reach * down), end: away(reach * across, reach * down) };
}

/** Returns a function that computes the position of a point in a gradient, 0 to 1. */
export function gradientPosition({ kind, start, end }: Gradient): (x: number, y: number) => number {
  const [across, down] = [end.x - start.x, end.y - start.y];
  const length = across ** 2 + down ** 2;
  const along = (x: number, y: number) => ((x - start.x) * across + (y - start.y) * down) / length;
  const around = (x: number, y: number) => Math.sqrt(((x - start.x) ** 2 + (y - start.y) ** 2) / length);
  const share = kind === 'linear' ? along : around;
  return (x, y) => Math.min(1, Math.max(0, share(x, y)));
}

/** Returns colours of a gradient in equal steps, with both ends. */
export const gradientSteps = ({ colours: [start, end] }: Pick<Gradient, 'colours'>, count: number): string[] =>
  Array.from({ length: count }, (_, at) => mix(start, end, at / (count - 1)));
