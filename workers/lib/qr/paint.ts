import sharp from 'sharp';
import { type Canvas, fillRun, pixelOffset } from './canvas.js';
import type { Area, Box, Drawing, Modules, Part, Picture, Plate } from './drawing.js';
import { enlarge } from './enlarge.js';
import { collectGraded, isGraded, paintGraded } from './paint-gradient.js';
import { filledBox, paintModules } from './paint-modules.js';
import { paintOutline } from './paint-outline.js';
import { paintPlate } from './paint-plate.js';
import { element } from './svg.js';

/** Returns the box that the modules of a drawing fill completely, light ones included. */
export function findPaintedBox({ parts }: Drawing): Box | undefined {
  const modules = parts.find((part) => part.kind === 'modules');
  return modules && !isGraded(modules) ? filledBox(modules) : undefined;
}

/**
 * Paints a drawing on a canvas with its background. All shapes are painted here with anti-aliasing except icons, which go through a slow
 * vector renderer.
 */
export async function paint({ parts }: Drawing, canvas: Canvas): Promise<void> {
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at];
    if (part?.kind === 'picture') await paintPicture(part, canvas);
    else if (isGraded(part)) {
      const graded = collectGraded(parts, at);
      paintGraded(graded, canvas);
      at += graded.length - 1;
    } else if (part?.kind === 'area' && !isOutline(part)) {
      const areas = collectAreas(parts, at);
      await paintAreas(areas, canvas);
      at += areas.length - 1;
    } else if (part) paintFlat(part, canvas);
  }
}

function paintFlat(part: Plate | Modules | Area, canvas: Canvas): void {
  const { colours } = canvas;
  if (typeof part.fill !== 'string') return;
  const ink = colours.toInk(part.fill);
  if (part.kind === 'plate') paintPlate(part, canvas, ink);
  else if (part.kind === 'area') paintOutline(part, canvas, ink);
  else paintModules(part, canvas, ink, colours.toInk(part.ground));
}

/** True if an area is text or a polygon, and no icon, whose paths can be of any kind. */
const isOutline = ({ placed, rule }: Area): boolean => placed === undefined && rule === undefined;

/** Collects consecutive areas that are close to each other, to render them together. */
function collectAreas(parts: readonly Part[], start: number): Area[] {
  const areas: Area[] = [];
  let alone = 0;
  for (let at = start; at < parts.length; at++) {
    const part = parts[at];
    if (part?.kind !== 'area' || isOutline(part)) break;
    alone += countPixels(part.within);
    if (areas.length > 0 && countPixels(boundingBox([...areas, part])) > MOST_WIDENED * alone) break;
    areas.push(part);
  }
  return areas;
}

/** Maximum size of an image of several areas relative to one image of each. */
const MOST_WIDENED = 1.25;

const countPixels = ({ width, height }: Box): number => width * height;

function boundingBox(areas: readonly Area[]): Box {
  const boxes = areas.map(({ within }) => within);
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const [right, bottom] = [boxes.map((box) => box.x + box.width), boxes.map((box) => box.y + box.height)];
  return { x, y, width: Math.max(...right) - x, height: Math.max(...bottom) - y };
}

async function paintAreas(areas: readonly Area[], canvas: Canvas): Promise<void> {
  const box = boundingBox(areas);
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  const width = Math.min(canvas.width, Math.ceil(box.x + box.width)) - left;
  const height = Math.min(canvas.height, Math.ceil(box.y + box.height)) - top;
  if (width <= 0 || height <= 0) return;
  const size = `width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${areas.map(element).join('')}</svg>`;
  paintPixels(await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer(), { x: left, y: top, width, height }, canvas);
}

/**
 * Paints a picture as large as fits, in the centre of its box, on a canvas of true colours. It is mostly enlarged, for which finer kernels
 * take twice as long without a visible difference.
 */
async function paintPicture(picture: Picture, canvas: Canvas): Promise<void> {
  const { painted, ...box } = picture;
  if (painted.raw && canvas.colours.channels === 3 && Math.min(...scales(picture)) >= 1)
    return paintLarger(picture, canvas);
  const [width, height] = [Math.max(1, Math.round(box.width)), Math.max(1, Math.round(box.height))];
  const { channels } = canvas.colours;
  const resized = sharp(painted.bytes, painted)
    .resize(width, height, { fit: 'inside', kernel: 'linear' })
    .toColourspace('srgb')
    .removeAlpha();
  const pixels = channels === 4 ? resized.ensureAlpha() : resized;
  const { data, info } = await pixels.raw().toBuffer({ resolveWithObject: true });
  const x = Math.round(box.x + (box.width - info.width) / 2);
  const y = Math.round(box.y + (box.height - info.height) / 2);
  const bytes = channels * info.width;
  for (let row = 0; row < info.height; row++) {
    canvas.data.set(data.subarray(row * bytes, (row + 1) * bytes), pixelOffset(canvas, x, y + row));
  }
}

/** Returns how many times larger a box is than its picture, horizontally and vertically; 0 if unknown. */
const scales = ({ painted: { raw }, width, height }: Picture): [number, number] =>
  raw ? [Math.round(width) / raw.width, Math.round(height) / raw.height] : [0, 0];

/** Paints an enlarged picture on an RGB canvas. */
function paintLarger(picture: Picture, canvas: Canvas): void {
  const { painted, ...box } = picture;
  if (!painted.raw) return;
  const scale = Math.min(...scales(picture));
  const [width, height] = [Math.round(painted.raw.width * scale), Math.round(painted.raw.height * scale)];
  const [x, y] = [Math.round(box.x + (box.width - width) / 2), Math.round(box.y + (box.height - height) / 2)];
  enlarge({ data: painted.bytes, ...painted.raw }, width, height, (row, at) => {
    canvas.data.set(row, pixelOffset(canvas, x, y + at));
  });
}

/**
 * Paints runs of equal pixels at once: most of an area are opaque or empty.
 *
 * @param pixels RGBA pixels of a box on the canvas
 */
function paintPixels(pixels: Buffer, { x, y, width, height }: Box, canvas: Canvas): void {
  const { data, colours } = canvas;
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
  for (let row = 0; row < height; row++) {
    const start = row * width;
    for (let from = start, to = start; from < start + width; from = to) {
      while (to < start + width && words[to] === words[from]) to++;
      const opacity = pixels[4 * from + 3];
      if (opacity === 0) continue;
      const at = pixelOffset(canvas, x + from - start, y + row);
      const end = at + (to - from) * colours.channels;
      const painted = opacity === 255 ? at + colours.channels : end;
      for (let place = at; place < painted; place += colours.channels) colours.cover(data, place, pixels, 4 * from);
      if (painted < end) fillRun(data, painted, end, [...data.subarray(at, painted)]);
    }
  }
}
