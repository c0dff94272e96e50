import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { type Area, type Drawing, type Fill, type Part, type Picture, TRANSPARENT } from './drawing.js';
import type { Gradient } from './gradient.js';
import { fillRule, modulesPath } from './modules-path.js';
import { platePath, shownHeight } from './svg.js';

type Document = PDFKit.PDFDocument;

/** Points per pixel: PDF has 72 per inch, CSS 96 (CSS Values and Units 3, 5.2). */
const POINTS = 72 / 96;

/**
 * Renders a drawing as a PDF of one page, all of it vectors except uploaded pictures.
 *
 * @param width pixels, 96 per inch
 */
export async function toPdf(drawing: Drawing, width: number): Promise<Buffer> {
  // The library takes long to load, and most workers never need it.
  const { default: PDFDocument } = await import('pdfkit');
  const document: Document = new PDFDocument({
    size: [POINTS * width, POINTS * shownHeight(drawing, width)],
    margin: 0,
    font: '',
    // Equal drawings have equal bytes.
    info: { CreationDate: new Date(0) },
  });
  const bytes = buffer(document);
  document.scale((POINTS * width) / drawing.width);
  if (drawing.background !== TRANSPARENT) {
    document.rect(0, 0, drawing.width, drawing.height).fill(drawing.background);
  }
  for (const part of drawing.parts) await draw(part, document);
  document.end();
  return await bytes;
}

async function draw(part: Part, document: Document): Promise<void> {
  switch (part.kind) {
    case 'plate':
      document.path(platePath(part)).fill(createPaint(part.fill, document), part.hole ? 'even-odd' : 'non-zero');
      return;
    case 'modules':
      document.path(modulesPath(part)).fill(createPaint(part.fill, document), ruleName(fillRule(part)));
      return;
    case 'area':
      drawArea(part, document);
      return;
    case 'picture':
      await drawPicture(part, document);
  }
}

const ruleName = (rule: 'evenodd' | undefined): 'even-odd' | 'non-zero' => (rule ? 'even-odd' : 'non-zero');

function drawArea({ path, fill, rule, placed }: Area, document: Document): void {
  document.save();
  if (placed) document.translate(placed.x, placed.y).scale(placed.scale);
  document.path(path).fill(createPaint(fill, document), ruleName(rule)).restore();
}

/** Bytes per pixel of a PNG from which a picture is a photograph: a JPG of it is a quarter of the size, and PDFKit reads PNG slowly. */
const PHOTOGRAPH = 1;

async function drawPicture({ painted, ...box }: Picture, document: Document): Promise<void> {
  const size: [number, number] = [box.width, box.height];
  const opaque = sharp(painted.bytes, painted).removeAlpha();
  const { data: png, info } = await opaque.clone().png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true });
  const isPhotograph = png.length >= PHOTOGRAPH * info.width * info.height;
  const file = isPhotograph
    ? await opaque.jpeg({ quality: 92, chromaSubsampling: '4:4:4', optimiseCoding: false }).toBuffer()
    : png;
  document.image(file, box.x, box.y, { fit: size, align: 'center', valign: 'center' });
}

function createPaint(fill: Fill, document: Document): string | PDFKit.PDFGradient {
  if (typeof fill === 'string') return fill;
  const [start, end] = fill.colours;
  return shading(fill, document).stop(0, start).stop(1, end);
}

function shading({ kind, start, end }: Gradient, document: Document): PDFKit.PDFGradient {
  if (kind === 'linear') return document.linearGradient(start.x, start.y, end.x, end.y);
  const radius = Math.hypot(end.x - start.x, end.y - start.y);
  return document.radialGradient(start.x, start.y, 0, start.x, start.y, radius);
}
