import sharp from 'sharp';
import { type Canvas, fillRun, placeOf } from './canvas.js';
import type { Area, Box, Drawing, Modules, Part, Picture, Plate } from './drawing.js';
import { enlarge } from './enlarge.js';
import { gradedFrom, isGraded, paintGraded } from './paint-gradient.js';
import { filledBy, paintModules } from './paint-modules.js';
import { paintOutline } from './paint-outline.js';
import { paintPlate } from './paint-plate.js';
import { element } from './svg.js';

/** What of a canvas the modules of a drawing paint wholly, light ones as well, whatever was there before. */
export function paintedOver({ parts }: Drawing): Box | undefined {
  const modules = parts.find((part) => part.kind === 'modules');
  return modules && !isGraded(modules) ? filledBy(modules) : undefined;
}

/**
 * Paints a drawing on a canvas that has its background already. Boxes, discs, modules, letters and polygons are painted here, each pixel
 * by the share of it that they cover; only icons go through a renderer of vectors, which takes its time for every pixel of its picture.
 */
export async function paint({ parts }: Drawing, canvas: Canvas): Promise<void> {
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at];
    if (part?.kind === 'area' && isOutline(part)) paintOutline(part, canvas, canvas.colours.inkOf(part.fill));
    else if (part?.kind === 'area') {
      const areas = areasFrom(parts, at);
      await paintAreas(areas, canvas);
      at += areas.length - 1;
    } else if (part?.kind === 'picture') await paintPicture(part, canvas);
    else if (isGraded(part)) {
      const graded = gradedFrom(parts, at);
      paintGraded(graded, canvas);
      at += graded.length - 1;
    } else if (part) paintFlat(part, canvas);
  }
}

function paintFlat(part: Plate | Modules, canvas: Canvas): void {
  const { colours } = canvas;
  if (typeof part.fill !== 'string') return;
  const ink = colours.inkOf(part.fill);
  if (part.kind === 'plate') paintPlate(part, canvas, ink);
  else paintModules(part, canvas, ink, colours.inkOf(part.ground));
}

/** Whether an area is one of ours, letters or a polygon, and none of the icons, whose paths may have anything in them. */
const isOutline = ({ placed, rule }: Area): boolean => placed === undefined && rule === undefined;

/** Areas that follow each other from a place on and are near each other: they are rendered together. */
function areasFrom(parts: readonly Part[], start: number): Area[] {
  const areas: Area[] = [];
  let alone = 0;
  for (let at = start; at < parts.length; at++) {
    const part = parts[at];
    if (part?.kind !== 'area' || isOutline(part)) break;
    alone += sizeOf(part.within);
    if (areas.length > 0 && sizeOf(boxOf([...areas, part])) > MOST_WIDENED * alone) break;
    areas.push(part);
  }
  return areas;
}

/** How much larger a picture of several areas may be than one picture of each. */
const MOST_WIDENED = 1.25;

const sizeOf = ({ width, height }: Box): number => width * height;

/** The box around areas. */
function boxOf(areas: readonly Area[]): Box {
  const boxes = areas.map(({ within }) => within);
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const [right, bottom] = [boxes.map((box) => box.x + box.width), boxes.map((box) => box.y + box.height)];
  return { x, y, width: Math.max(...right) - x, height: Math.max(...bottom) - y };
}

async function paintAreas(areas: readonly Area[], canvas: Canvas): Promise<void> {
  const box = boxOf(areas);
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  const width = Math.min(canvas.width, Math.ceil(box.x + box.width)) - left;
  const height = Math.min(canvas.height, Math.ceil(box.y + box.height)) - top;
  if (width <= 0 || height <= 0) return;
  const size = `width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${areas.map(element).join('')}</svg>`;
  paintPixels(await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer(), { x: left, y: top, width, height }, canvas);
}

/**
 * A picture as large as its box allows, in the middle of it, on a canvas of true colours, with opacity or without. It is mostly made
 * larger, and the finer ways to do so cost twice as much for nothing that is seen.
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
    canvas.data.set(data.subarray(row * bytes, (row + 1) * bytes), placeOf(canvas, x, y + row));
  }
}

/** How many times larger a box is than the pixels of its picture, across and down; nothing where these are not told. */
const scales = ({ painted: { raw }, width, height }: Picture): [number, number] =>
  raw ? [Math.round(width) / raw.width, Math.round(height) / raw.height] : [0, 0];

/** Paints pixels that are fewer than their box has, on a canvas of red, green and blue. */
function paintLarger(picture: Picture, canvas: Canvas): void {
  const { painted, ...box } = picture;
  if (!painted.raw) return;
  const scale = Math.min(...scales(picture));
  const [width, height] = [Math.round(painted.raw.width * scale), Math.round(painted.raw.height * scale)];
  const [x, y] = [Math.round(box.x + (box.width - width) / 2), Math.round(box.y + (box.height - height) / 2)];
  enlarge({ data: painted.bytes, ...painted.raw }, width, height, (row, at) => {
    canvas.data.set(row, placeOf(canvas, x, y + at));
  });
}

/**
 * Paints runs of like pixels at once: most of an area's are opaque, or nothing.
 *
 * @param pixels red, green, blue and opacity of each pixel of a box that lies on the canvas
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
      const at = placeOf(canvas, x + from - start, y + row);
      const end = at + (to - from) * colours.channels;
      const painted = opacity === 255 ? at + colours.channels : end;
      for (let place = at; place < painted; place += colours.channels) colours.cover(data, place, pixels, 4 * from);
      if (painted < end) fillRun(data, painted, end, [...data.subarray(at, painted)]);
    }
  }
}
