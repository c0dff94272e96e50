import sharp from 'sharp';

/** An area filled with one colour. */
export interface Area {
  /** SVG path data. */
  readonly path: string;
  readonly fill: string;
  /** Which parts of a path that crosses itself are inside; by default `nonzero`. */
  readonly rule?: 'evenodd';
  /** SVG transform of the path. */
  readonly transform?: string;
}

/** An image placed in a drawing, as a data URI; its own proportions are kept. */
interface Picture extends Box {
  readonly href: string;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Part = Area | Picture;

/**
 * What a code looks like, in units of its own: the one description from which every format is made.
 * Parts are painted in order, over a background that covers everything.
 */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  readonly parts: readonly Part[];
}

/** A number as path data has it: at most three decimals, none for whole numbers. */
export const coordinate = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Numbers as path data has them, separated by blanks. */
const coordinates = (...values: number[]): string => values.map(coordinate).join(' ');

/** Path data of a rectangle, its corners rounded when a radius is given. */
export function rectangle({ x, y, width, height }: Box, radius = 0): string {
  if (radius === 0) return `M${coordinates(x, y)}h${coordinate(width)}v${coordinate(height)}h${coordinate(-width)}z`;
  const r = Math.min(radius, width / 2, height / 2);
  const [across, down] = [width - 2 * r, height - 2 * r];
  const corner = (toX: number, toY: number) => `a${coordinates(r, r, 0, 0, 1, toX, toY)}`;
  return [
    `M${coordinates(x + r, y)}h${coordinate(across)}${corner(r, r)}`,
    `v${coordinate(down)}${corner(-r, r)}h${coordinate(-across)}${corner(-r, -r)}v${coordinate(-down)}${corner(r, -r)}z`,
  ].join('');
}

/** Path data of a circle. */
export function circle(centreX: number, centreY: number, radius: number): string {
  const arc = (toX: number) => `a${coordinates(radius, radius, 0, 1, 1, toX, 0)}`;
  return `M${coordinates(centreX - radius, centreY)}${arc(2 * radius)}${arc(-2 * radius)}z`;
}

/** Path data of a polygon. */
export const polygon = (...corners: readonly (readonly [x: number, y: number])[]): string =>
  `M${corners.map(([x, y]) => coordinates(x, y)).join('L')}z`;

/**
 * A drawing as an SVG document.
 *
 * @param width pixels at which it is shown unless its user says otherwise; the height follows
 */
export function toSvg(drawing: Drawing, width: number): string {
  const box = { x: 0, y: 0, width: drawing.width, height: drawing.height };
  const size = `width="${width}" height="${shownHeight(drawing, width)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${coordinate(box.width)} ${coordinate(box.height)}">`,
    ...[{ path: rectangle(box), fill: drawing.background }, ...drawing.parts].map(element),
    '</svg>',
  ].join('');
}

/** The height, in whole pixels, of a drawing shown at a width. */
export const shownHeight = (drawing: Drawing, width: number): number =>
  Math.round((drawing.height * width) / drawing.width);

function element(part: Part): string {
  if ('href' in part) {
    const [x, y, width, height] = [part.x, part.y, part.width, part.height].map(coordinate);
    return `<image x="${x}" y="${y}" width="${width}" height="${height}" href="${part.href}"/>`;
  }
  const rule = part.rule ? ` fill-rule="${part.rule}"` : '';
  const transform = part.transform ? ` transform="${part.transform}"` : '';
  return `<path fill="${part.fill}"${rule}${transform} d="${part.path}"/>`;
}

// Calls run side by side in a worker: one thread each, and no cache of files that are never asked for again.
sharp.concurrency(1);
sharp.cache(false);

/** A drawing covers all of itself: without its transparency it is the same, and packed sooner. */
const paint = (drawing: Drawing) => sharp(Buffer.from(toSvg(drawing, drawing.width))).removeAlpha();

/** A drawing whose unit is the pixel as PNG. */
export const toPng = (drawing: Drawing): Promise<Buffer> =>
  paint(drawing).png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer();

/** A drawing whose unit is the pixel as JPG, without the colour subsampling that would blur the edges of modules. */
export const toJpg = (drawing: Drawing): Promise<Buffer> =>
  paint(drawing).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
