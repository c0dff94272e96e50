import sharp from 'sharp';
import { type Canvas, fillRun, placeOf } from './canvas.js';
import type { Area, Box, Drawing, Part, Picture } from './drawing.js';
import { paintModules } from './paint-modules.js';
import { paintPlate } from './paint-plate.js';
import { element } from './svg.js';

/**
 * Paints a drawing on a canvas that has its background already. Boxes, discs and modules are painted here, each pixel by the share of it
 * that they cover; only the few areas of other shapes go through a renderer of vectors, which takes its time for every pixel of its
 * picture.
 */
export async function paint({ parts, background }: Drawing, canvas: Canvas): Promise<void> {
  const { colours } = canvas;
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at];
    if (part?.kind === 'area') {
      const areas = areasFrom(parts, at);
      await paintAreas(areas, canvas);
      at += areas.length - 1;
    } else if (part?.kind === 'picture') await paintPicture(part, canvas);
    else if (part?.kind === 'plate') paintPlate(part, canvas, colours.inkOf(part.fill));
    else if (part) paintModules(part, canvas, colours.inkOf(part.fill), colours.inkOf(background));
  }
}

/** Areas that follow each other from a place on and are near each other: they are rendered together. */
function areasFrom(parts: readonly Part[], start: number): Area[] {
  const areas: Area[] = [];
  let alone = 0;
  for (let at = start; at < parts.length; at++) {
    const part = parts[at];
    if (part?.kind !== 'area') break;
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
 * A picture as large as its box allows, in the middle of it, on a canvas of true colours. It is mostly made larger, and the finer ways
 * to do so cost twice as much for nothing that is seen.
 */
async function paintPicture({ painted, ...box }: Picture, canvas: Canvas): Promise<void> {
  const [width, height] = [Math.max(1, Math.round(box.width)), Math.max(1, Math.round(box.height))];
  const { data, info } = await sharp(painted)
    .resize(width, height, { fit: 'inside', kernel: 'linear' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const x = Math.round(box.x + (box.width - info.width) / 2);
  const y = Math.round(box.y + (box.height - info.height) / 2);
  const bytes = 3 * info.width;
  for (let row = 0; row < info.height; row++) {
    canvas.data.set(data.subarray(row * bytes, (row + 1) * bytes), placeOf(canvas, x, y + row));
  }
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
