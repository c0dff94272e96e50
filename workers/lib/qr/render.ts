import type { ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { errors } from '../../../shared/contract/errors.js';
import type { Design } from './design.js';
import { drawCode } from './draw-code.js';
import type { Drawing } from './drawing.js';
import { drawFrame, type Framed, frameRatio, type Snap } from './frames.js';
import { LEAST_VERSION_WITH_LOGO } from './logo.js';
import { encode, type Grid, type Matrix, pixelGrid, QUIET_ZONE, vectorGrid } from './matrix.js';
import { toJpg, toPng } from './raster.js';
import { shownHeight, toSvg } from './svg.js';

/** A finished image; width and height in pixels. */
export interface QrImage {
  readonly mime: string;
  readonly ext: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** Side of a module in formats that scale: any whole number would do. */
const VECTOR_UNIT = 10;

/** The fewest pixels a module may take for decoders to read every code: bare squares need least, round eyes most. */
const LEAST_PIXELS = { bare: 2, usual: 3, roundEyes: 3.5 };

/**
 * Renders a text as a QR code. The same arguments give the same bytes.
 *
 * @param width pixels
 * @throws ApiError when the text fits no QR code, or the modules would be too small to scan
 */
export async function render(
  text: string,
  design: Design,
  format: ImageRequest['image_format'],
  width: number,
): Promise<QrImage> {
  const matrix = design.logo ? encode(text, 'H', LEAST_VERSION_WITH_LOGO) : encode(text, 'M');
  refuseTinyModules(matrix, design, width);
  if (format === 'SVG') {
    const drawing = vectorDrawing(matrix, design);
    const bytes = Buffer.from(toSvg(drawing, width));
    return { mime: 'image/svg+xml', ext: 'svg', width, height: shownHeight(drawing, width), bytes };
  }
  const drawing = pixelDrawing(matrix, design, width);
  const size = { width: drawing.width, height: drawing.height };
  return format === 'PNG'
    ? { mime: 'image/png', ext: 'png', ...size, bytes: await toPng(drawing) }
    : { mime: 'image/jpeg', ext: 'jpg', ...size, bytes: await toJpg(drawing) };
}

const panelModules = (matrix: Matrix): number => matrix.size + 2 * QUIET_ZONE;

function leastPixels({ body, eye, logo, frame }: Design): number {
  if (eye === 'circle') return LEAST_PIXELS.roundEyes;
  return body === 'square' && !logo && !frame ? LEAST_PIXELS.bare : LEAST_PIXELS.usual;
}

const widthByPanel = ({ frame }: Design): number => (frame ? frameRatio(frame.name) : 1);

function refuseTinyModules(matrix: Matrix, design: Design, width: number): void {
  const least = Math.ceil(leastPixels(design) * panelModules(matrix) * widthByPanel(design));
  if (width < least) throw errors.qrTooSmallToScan({ least });
}

function vectorDrawing(matrix: Matrix, design: Design): Drawing {
  const width = panelModules(matrix) * VECTOR_UNIT * widthByPanel(design);
  const grid = ({ left, top }: Framed['panel']) => vectorGrid(VECTOR_UNIT, left, top);
  return draw(matrix, design, width, (value) => value, grid);
}

function pixelDrawing(matrix: Matrix, design: Design, width: number): Drawing {
  const grid = ({ left, top, side }: Framed['panel']) => pixelGrid(matrix.size, left, top, side);
  return draw(matrix, design, width, Math.round, grid);
}

function draw(
  matrix: Matrix,
  design: Design,
  width: number,
  snap: Snap,
  gridOn: (panel: Framed['panel']) => Grid,
): Drawing {
  const { height, panel, parts } = layFrame(design, width, snap);
  const code = drawCode(matrix, design, gridOn(panel));
  return { width, height, background: design.background, parts: [...parts, ...code] };
}

const layFrame = ({ frame }: Design, width: number, snap: Snap): Framed =>
  frame
    ? drawFrame(frame.name, width, snap, frame)
    : { height: width, panel: { left: 0, top: 0, side: width }, parts: [] };
