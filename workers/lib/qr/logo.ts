import { computeContrast, findInk } from '../../../shared/colour.js';
import { LOGO_PERCENT } from '../../../shared/contract/bounds.js';
import { icon } from './caption.js';
import { captionFont } from './caption-font.js';
import { type Area, type Box, type Painted, type Part, plate, TRANSPARENT } from './drawing.js';
import type { Grid, Matrix } from './matrix.js';

/** Colours of a code that its logo may take. */
interface LogoColours {
  readonly foreground: string;
  readonly background: string;
}

/** A logo in the middle of a code. */
export interface Logo {
  /** Shape of the hole in the modules. */
  readonly shape: 'box' | 'disc';
  /** Aspect ratio, width by height. */
  readonly aspect: number;
  draw(box: Box, colours: LogoColours): Part[];
}

/**
 * The hole in the modules for a logo, centred on the code.
 *
 * A code of level H repairs 30 % of its codewords. With the square budget below no block of any version from 3 to 40 loses more than
 * three quarters of that; the rest is left for damage of a printed code.
 */
export interface Hole {
  readonly columns: number;
  readonly rows: number;
  contains(row: number, column: number): boolean;
}

/** Largest side of the square whose area a logo may cover, as a share of the side of the code. */
export const LARGEST_LOGO = LOGO_PERCENT.most / 100;

/** Smallest version with room for a logo. */
export const LEAST_VERSION_WITH_LOGO = 3;

/** Version from which one alignment pattern of seven by seven matters little, and no version has none in the middle. */
const MANY_ALIGNMENTS = 35;

/**
 * True if an alignment pattern that matters is in the middle of a code, where a logo would cover it: decoders that search it there take a
 * part of the logo for it, and read the modules around it from wrong places.
 */
export const hasMiddleAlignment = ({ version, size, alignments }: Matrix): boolean =>
  version < MANY_ALIGNMENTS && alignments.some(([row, column]) => row === column && row === (size - 1) / 2);

/** Returns the next version without an alignment pattern in the middle: their number per side grows every seven versions. */
export const nextWithoutMiddle = (version: number): number => (Math.floor(version / 7) + 1) * 7;

/** Maximum aspect ratio of a hole; logos beyond it are drawn smaller. */
const MOST_UNEQUAL = 2;

/**
 * Finds the hole for a logo in a code with a number of modules per side.
 *
 * @param share side of the square of the same area, as a share of the side of the code
 */
export function findHole(logo: Pick<Logo, 'shape' | 'aspect'>, size: number, share: number): Hole {
  const aspect = Math.min(MOST_UNEQUAL, Math.max(1 / MOST_UNEQUAL, logo.aspect));
  const side = oddBelow(share * size);
  const [columns, rows] = [oddBelow(side * Math.sqrt(aspect)), oddBelow(side / Math.sqrt(aspect))];
  const middle = (size - 1) / 2;
  const contains = (row: number, column: number) => {
    const [down, across] = [Math.abs(row - middle), Math.abs(column - middle)];
    return logo.shape === 'disc'
      ? Math.hypot(Math.max(0, down - 0.5), Math.max(0, across - 0.5)) < rows / 2
      : down < rows / 2 && across < columns / 2;
  };
  return { columns, rows, contains };
}

function oddBelow(value: number): number {
  const whole = Math.floor(value);
  return whole % 2 === 1 ? whole : whole - 1;
}

/** Space between a logo and the modules around it, in modules. */
const CLEARANCE = 0.4;

/** Draws a logo into its hole. */
export function drawLogo(logo: Logo, hole: Hole, matrix: Matrix, grid: Grid, colours: LogoColours): Part[] {
  const { columns, rows } = hole;
  const [left, right] = [(matrix.size - columns) / 2, (matrix.size + columns) / 2];
  const [top, bottom] = [(matrix.size - rows) / 2, (matrix.size + rows) / 2];
  const clearance = CLEARANCE * grid.unit;
  const box = {
    x: grid.x(left) + clearance,
    y: grid.y(top) + clearance,
    width: grid.x(right) - grid.x(left) - 2 * clearance,
    height: grid.y(bottom) - grid.y(top) - 2 * clearance,
  };
  return logo.draw(box, colours);
}

/** Creates the logo "SCAN ME" on a disc or a rounded square, in the colours of the code. */
export const scanMeLogo = (shape: Logo['shape']): Logo => ({
  shape,
  aspect: 1,
  draw: (box, { foreground, background }) => [
    under(shape, box, foreground),
    ...scanMeWords(box, shape === 'disc' ? 0.74 : 0.8, background === TRANSPARENT ? findInk(foreground) : background),
  ],
});

/**
 * Creates a logo of an icon on a disc or a rounded square.
 *
 * @param colour of the disc or square; that of the code by default
 */
export const iconLogo = (shape: Logo['shape'], name: string, colour: string | undefined): Logo => ({
  shape,
  aspect: 1,
  draw: (box, { foreground, background }) => {
    const ground = colour ?? foreground;
    const ink = colour === undefined && background !== TRANSPARENT ? background : iconInk(ground);
    const side = (shape === 'disc' ? 0.58 : 0.66) * box.width;
    const [x, y] = [box.x + (box.width - side) / 2, box.y + (box.height - side) / 2];
    return [under(shape, box, ground), ...(icon(name, x, y, side, ink) ?? [])];
  },
});

/** Returns white if it is visible on a colour, as brands use it, otherwise black. */
const iconInk = (ground: string): string =>
  computeContrast(ground, '#ffffff') >= LEAST_ICON_CONTRAST ? '#ffffff' : '#000000';

/** Minimum contrast of graphics (WCAG 2.2, 1.4.11). */
const LEAST_ICON_CONTRAST = 3;

const under = (shape: Logo['shape'], box: Box, fill: string): Part =>
  plate(box, fill, shape === 'disc' ? box.width / 2 : box.width * 0.16);

/** Draws two lines, the longer of which has the given share of the width of the box. */
function scanMeWords(box: Box, share: number, fill: string): Area[] {
  const font = captionFont('dejavu');
  const size = (share * box.width) / font.measure('SCAN');
  const [middle, leading] = [box.y + box.height / 2, 0.16 * size];
  const line = (words: string, baseline: number) =>
    font.draw(words, box.x + (box.width - font.measure(words) * size) / 2, baseline, size, fill);
  return [line('SCAN', middle - leading / 2), line('ME', middle + leading / 2 + font.capitals * size)];
}

/**
 * Creates a logo from an image.
 *
 * @param drawing SVG of the image, if it is one
 */
export const pictureLogo = (painted: Painted, aspect: number, drawing: Buffer | undefined): Logo => ({
  shape: 'box',
  aspect,
  draw: (box) => [{ kind: 'picture', ...box, painted, drawing }],
});
