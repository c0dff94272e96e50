import {
  bodyStyles,
  eyeStyles,
  frameNames,
  gradientTypes,
  logoTypes,
  pupilStyles,
} from '../../../shared/contract/catalogue/qr-image.js';
import { type Box, boxAround, coordinate, type Modules, type Part, plate, TRANSPARENT } from './drawing.js';
import { type BallStyle, defaultBall, drawEye, type RingStyle } from './eye.js';
import { drawFrame } from './frames.js';
import { iconLogo, type Logo, scanMeLogo } from './logo.js';
import { EYE_SIZE, vectorGrid } from './matrix.js';
import { element } from './svg.js';

/** Side of a module in a swatch. */
const UNIT = 10;

const GRID = vectorGrid(UNIT, 0, 0, 0);

/** Colours of swatches: the first becomes that of the text around them, the second that of the page. */
const [INK, PAPER] = ['#000000', '#ffffff'];

/** A picture of one value of a field: what is drawn, and the part of it that is shown. */
interface Swatch {
  readonly view: Box;
  readonly content: string;
}

/**
 * Draws pictures of all values of the fields of a design as one SVG sprite. The build writes it to `dist/data/qr-swatches.svg`; each
 * picture is a symbol named by its field and value, in the colour of the text around it (`--qr-paper` is the colour of light areas in it):
 *
 * @example
 * <svg class="swatch"><use href="#body_style-dot"/></svg>          with the sprite in the page
 * <svg class="swatch"><use href="/…/qr-swatches.svg#frame_name-badge"/></svg>
 *
 * Symbols: `body_style-…`, `eye_style-…`, `eye_ball_style-…`, `frame_name-…`, `qr_code_logo-…` and `gradient_type-…` with each value of
 * the contract, except `no-logo`, `no-frame` and `upload`.
 */
export function drawSwatches(): string {
  const fields: Readonly<Record<string, readonly [string, Swatch][]>> = {
    body_style: bodyStyles.map((style) => [style, drawBody(style)]),
    eye_style: eyeStyles.map((style) => [style, drawWholeEye(style)]),
    eye_ball_style: pupilStyles.map((style) => [style, drawPupil(style)]),
    frame_name: frameNames.flatMap((name) => (name === 'no-frame' ? [] : [[name, drawFramed(name)]])),
    qr_code_logo: logoTypes.flatMap((type) =>
      type === 'no-logo' || type === 'upload' ? [] : [[type, drawLogo(type)]],
    ),
    gradient_type: gradientTypes.map((type) => [type, drawGradient(type)]),
  };
  const symbols = Object.entries(fields).flatMap(([field, swatches]) =>
    swatches.map(([value, swatch]) => symbol(`${field}-${value}`, swatch)),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}

const symbol = (id: string, { view: { x, y, width, height }, content }: Swatch): string =>
  `<symbol id="${id}" viewBox="${[x, y, width, height].map(coordinate).join(' ')}">${content}</symbol>`;

const drawn = (view: Box, parts: readonly Part[]): Swatch => ({
  view,
  content: parts.map(element).join('').replaceAll(INK, 'currentColor').replaceAll(PAPER, 'var(--qr-paper,#fff)'),
});

const square = (side: number): Box => ({ x: 0, y: 0, width: side, height: side });

/** Dark modules of a swatch: runs in both directions, inner corners and single modules. */
const PATTERN = ['#.##.', '###.#', '.#..#', '#..##', '.##.#'];

function drawBody(shape: Modules['shape']): Swatch {
  const size = PATTERN.length;
  const dark = (row: number, column: number) => PATTERN[row]?.[column] === '#';
  return drawn(square(size * UNIT), [
    { kind: 'modules', shape, size, grid: GRID, fill: INK, ground: TRANSPARENT, dark },
  ]);
}

const drawParts = (frame: RingStyle, ball: BallStyle): Part[] =>
  drawEye(0, 0, {}, { frame, ball }, { outer: INK, inner: INK }, GRID);

const drawWholeEye = (style: RingStyle): Swatch => drawn(square(EYE_SIZE * UNIT), drawParts(style, defaultBall(style)));

const drawPupil = (style: BallStyle): Swatch =>
  drawn(boxAround((EYE_SIZE / 2) * UNIT, (EYE_SIZE / 2) * UNIT, 2 * UNIT), drawParts('square', style).slice(1));

/** Draws a frame around three eyes. */
function drawFramed(name: Exclude<(typeof frameNames)[number], 'no-frame'>): Swatch {
  const caption = { text: 'SCAN ME', icon: undefined, colour: PAPER, font: 'dejavu' } as const;
  const { height, panel, parts } = drawFrame(name, 100, (value) => value, { colour: INK, caption });
  const unit = panel.side / (3 * EYE_SIZE);
  const eye = (row: number, column: number) =>
    drawEye(
      row,
      column,
      {},
      { frame: 'square', ball: 'square' },
      { outer: INK, inner: INK },
      {
        unit,
        x: (at) => panel.left + (at + 2) * unit,
        y: (at) => panel.top + (at + 2) * unit,
      },
    );
  const far = EYE_SIZE + 3;
  return drawn({ x: 0, y: 0, width: 100, height }, [...parts, ...eye(0, 0), ...eye(0, far), ...eye(far, 0)]);
}

function drawLogo(type: Exclude<(typeof logoTypes)[number], 'no-logo' | 'upload'>): Swatch {
  const logos: Readonly<Record<typeof type, Logo>> = {
    'scan-me': scanMeLogo('disc'),
    'scan-me-square': scanMeLogo('box'),
    icon: iconLogo('disc', 'instagram', undefined),
    'icon-square': iconLogo('box', 'instagram', undefined),
  };
  return drawn(square(100), logos[type].draw(square(100), { foreground: INK, background: PAPER }));
}

function drawGradient(type: (typeof gradientTypes)[number]): Swatch {
  const id = `qr-swatch-${type}`;
  const stops = '<stop stop-color="currentColor"/><stop offset="1" stop-color="currentColor" stop-opacity=".3"/>';
  const gradient = `<${type}Gradient id="${id}">${stops}</${type}Gradient>`;
  const [box] = [plate(square(100), `url(#${id})`, 12)];
  return { view: square(100), content: gradient + element(box) };
}
