import { coordinate, type Drawing, type Part, type Picture, type Plate, rectangle } from './drawing.js';
import { modulesPath } from './modules-path.js';

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
    path(rectangle(box), drawing.background),
    ...drawing.parts.map(element),
    '</svg>',
  ].join('');
}

/** The height, in whole pixels, of a drawing shown at a width. */
export const shownHeight = (drawing: Drawing, width: number): number =>
  Math.round((drawing.height * width) / drawing.width);

/** A part as an SVG element. */
export function element(part: Part): string {
  switch (part.kind) {
    case 'plate':
      return path(platePath(part), part.fill, { rule: part.hole && 'evenodd' });
    case 'modules':
      return path(modulesPath(part), part.fill, { rule: 'evenodd' });
    case 'area':
      return path(part.path, part.fill, part);
    case 'picture':
      return image(part);
  }
}

interface PathTerms {
  readonly rule?: 'evenodd' | undefined;
  readonly transform?: string | undefined;
}

function path(data: string, fill: string, { rule, transform }: PathTerms = {}): string {
  const terms = `${rule ? ` fill-rule="${rule}"` : ''}${transform ? ` transform="${transform}"` : ''}`;
  return `<path fill="${fill}"${terms} d="${data}"/>`;
}

const platePath = (part: Plate): string =>
  rectangle(part, part.radius) + (part.hole ? rectangle(part.hole, part.hole.radius) : '');

function image({ drawing, painted, ...box }: Picture): string {
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(coordinate);
  const [mime, bytes] = drawing ? ['image/svg+xml', drawing] : ['image/png', painted];
  const href = `data:${mime};base64,${bytes.toString('base64')}`;
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" href="${href}"/>`;
}
