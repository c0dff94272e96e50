import type { ApiError } from '../../../shared/contract/api-error.js';
import { MOST_OUTLINED, PAINTED } from '../../../shared/contract/bounds.js';
import type { ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { errors } from '../../../shared/contract/errors.js';
import type { Design } from './design.js';
import { drawCode } from './draw-code.js';
import { type Drawing, type Part, TRANSPARENT } from './drawing.js';
import { drawFrame, type Framed, frameRatio, type Snap } from './frames.js';
import { hasMiddleAlignment, LEAST_VERSION_WITH_LOGO, nextWithoutMiddle } from './logo.js';
import { encode, type Grid, type Matrix, pixelGrid, vectorGrid } from './matrix.js';
import { toPdf } from './pdf.js';
import { toJpg, toPng, toWebp } from './raster.js';
import { shownHeight, toSvg } from './svg.js';

/** A finished image; width and height in pixels. */
export interface QrImage {
  readonly mime: string;
  readonly ext: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** Side of a module in vector formats. */
const VECTOR_UNIT = 10;

/** Minimum size of a module for decoders, in pixels: least for squares, most for eyes whose pupils are of another shape than their rings. */
const LEAST_PIXELS = { bare: 2, usual: 3, roundEyes: 3.5, unlikePupils: 4 };

/**
 * Renders a text as a QR code. Equal arguments give equal bytes.
 *
 * @param width pixels
 * @throws ApiError if the text is too long for a QR code, or the modules would be too small to scan
 */
export async function render(
  text: string,
  design: Design,
  format: ImageRequest['image_format'],
  width: number,
): Promise<QrImage> {
  const matrix = encodeFor(text, design);
  const [error] = findRenderErrors(matrix, design, format, width);
  if (error) throw error;
  if (format === 'SVG' || format === 'PDF') {
    const drawing = vectorDrawing(matrix, design);
    const size = { width, height: shownHeight(drawing, width) };
    return format === 'SVG'
      ? { mime: 'image/svg+xml', ext: 'svg', ...size, bytes: Buffer.from(toSvg(drawing, width)) }
      : { mime: 'application/pdf', ext: 'pdf', ...size, bytes: await toPdf(drawing, width) };
  }
  const { mime, ext, encode: toBytes } = rasters[format];
  const drawing = pixelDrawing(matrix, design, width);
  return { mime, ext, width: drawing.width, height: drawing.height, bytes: await toBytes(drawing) };
}

/**
 * Encodes a text for a design.
 *
 * @throws ApiError if the text is too long for a QR code
 */
export function encodeFor(text: string, { logo }: Pick<Design, 'logo'>): Matrix {
  if (!logo) return encode(text, 'M');
  const matrix = encode(text, 'H', LEAST_VERSION_WITH_LOGO);
  return hasMiddleAlignment(matrix) ? encode(text, 'H', nextWithoutMiddle(matrix.version)) : matrix;
}

/** Returns the reasons for which a code cannot be rendered in a format and width. */
export const findRenderErrors = (
  matrix: Matrix,
  design: Design,
  format: ImageRequest['image_format'],
  width: number,
): ApiError[] => [
  ...findTinyModules(matrix, design, width),
  ...(format === 'PDF' ? findManyOutlines(matrix, design) : []),
  ...(format === 'SVG' || format === 'PDF' ? [] : findCostlyPixels(design, format, width)),
];

const findManyOutlines = ({ size }: Matrix, { body }: Design): ApiError[] =>
  body !== 'square' && size > MOST_OUTLINED ? [errors.qrTooManyOutlines({ body })] : [];

type RasterFormat = Exclude<ImageRequest['image_format'], 'SVG' | 'PDF'>;

/** Raster formats. */
const rasters: Readonly<
  Record<RasterFormat, { mime: string; ext: string; encode(drawing: Drawing): Promise<Buffer> }>
> = {
  PNG: { mime: 'image/png', ext: 'png', encode: toPng },
  JPG: { mime: 'image/jpeg', ext: 'jpg', encode: toJpg },
  WEBP: { mime: 'image/webp', ext: 'webp', encode: toWebp },
};

function findCostlyPixels({ gradient, frame, logo }: Design, format: RasterFormat, width: number): ApiError[] {
  const bounds = [
    ...(format === 'WEBP' ? [{ most: PAINTED.webp, what: 'WEBP' }] : []),
    ...(gradient ? [{ most: PAINTED.gradient, what: 'gradient' }] : []),
    ...(format === 'JPG' && (frame || logo) ? [{ most: PAINTED.fullJpg, what: 'JPG with a frame or a logo' }] : []),
    ...(gradient && format === 'WEBP' ? [{ most: PAINTED.gradientAsWebp, what: 'WEBP with a gradient' }] : []),
  ];
  const broken = bounds.filter(({ most }) => width > most).sort((a, b) => a.most - b.most);
  return broken.slice(0, 1).map((bound) => errors.qrTooLargeToPaint(bound));
}

const panelModules = ({ size }: Matrix, { margin }: Design): number => size + 2 * margin;

/** Pupils that are no shape of a ring. */
const UNLIKE: readonly string[] = ['diamond', 'plus', 'star', 'flower', 'heart'] satisfies Design['eye']['ball'][];

function leastPixels({ body, eye, logo, frame }: Design): number {
  const shapes = [eye.frame, eye.ball];
  if (UNLIKE.includes(eye.ball) || (eye.frame === 'petal' && eye.ball !== 'petal')) return LEAST_PIXELS.unlikePupils;
  if (shapes.includes('circle') || shapes.includes('cushion')) return LEAST_PIXELS.roundEyes;
  const isBare = [body, ...shapes].every((shape) => shape === 'square') && !logo && !frame;
  return isBare ? LEAST_PIXELS.bare : LEAST_PIXELS.usual;
}

const widthByPanel = ({ frame }: Design): number => (frame ? frameRatio(frame.name) : 1);

function findTinyModules(matrix: Matrix, design: Design, width: number): ApiError[] {
  const least = Math.ceil(leastPixels(design) * panelModules(matrix, design) * widthByPanel(design));
  return width < least ? [errors.qrTooSmallToScan({ least })] : [];
}

function vectorDrawing(matrix: Matrix, design: Design): Drawing {
  const width = panelModules(matrix, design) * VECTOR_UNIT * widthByPanel(design);
  const grid = ({ left, top }: Framed['panel']) => vectorGrid(VECTOR_UNIT, left, top, design.margin);
  return draw(matrix, design, width, (value) => value, grid);
}

function pixelDrawing(matrix: Matrix, design: Design, width: number): Drawing {
  const grid = ({ left, top, side }: Framed['panel']) => pixelGrid(matrix.size, left, top, side, design.margin);
  return draw(matrix, design, width, Math.round, grid);
}

/**
 * Checks the caption of a frame by drawing it.
 *
 * @throws ApiError if it does not fit or cannot be drawn
 */
export const checkCaption = (design: Design): void => void layFrame(design, VECTOR_UNIT, (value) => value);

function draw(
  matrix: Matrix,
  design: Design,
  width: number,
  snap: Snap,
  gridOn: (panel: Framed['panel']) => Grid,
): Drawing {
  const { height, panel, background, parts } = layFrame(design, width, snap);
  const code = drawCode(matrix, design, gridOn(panel));
  return { width, height, background, parts: [...parts, ...code] };
}

/** Draws what is under a code: a frame on the background, or, with transparent corners, the background in its window only. */
function layFrame(
  { frame, background }: Design,
  width: number,
  snap: Snap,
): Pick<Framed, 'height' | 'panel'> & Pick<Drawing, 'background' | 'parts'> {
  if (!frame) return { height: width, panel: { left: 0, top: 0, side: width }, background, parts: [] };
  const { height, panel, window, parts } = drawFrame(frame.name, width, snap, frame);
  if (!frame.isCutOut || background === TRANSPARENT) return { height, panel, background, parts };
  return { height, panel, background: TRANSPARENT, parts: [pane(window, background), ...parts] };
}

/** Reach of a pane under its frame, as a share of its width, to avoid a seam. */
const UNDER_FRAME = 0.01;

function pane({ x, y, width, height, radius }: Framed['window'], fill: string): Part {
  const by = UNDER_FRAME * width;
  const box = { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
  return { kind: 'plate', ...box, radius, fill };
}
