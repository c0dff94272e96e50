import {
  type Area,
  coordinate,
  type Drawing,
  type Fill,
  type Part,
  type Picture,
  type Plate,
  rectangle,
  TRANSPARENT,
} from './drawing.js';
import type { Gradient } from './gradient.js';
import { fillRule, modulesPath } from './modules-path.js';

/**
 * Renders a drawing as an SVG document.
 *
 * @param width default width in pixels
 */
export function toSvg(drawing: Drawing, width: number): string {
  const box = { x: 0, y: 0, width: drawing.width, height: drawing.height };
  const size = `width="${width}" height="${shownHeight(drawing, width)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${coordinate(box.width)} ${coordinate(box.height)}">`,
    ...collectGradients(drawing).map(definition),
    ...(drawing.background === TRANSPARENT ? [] : [path(rectangle(box), drawing.background)]),
    ...drawing.parts.map(element),
    '</svg>',
  ].join('');
}

/** Returns the height of a drawing in whole pixels at a width. */
export const shownHeight = (drawing: Drawing, width: number): number =>
  Math.round((drawing.height * width) / drawing.width);

/** Renders a part as an SVG element. */
export function element(part: Part): string {
  switch (part.kind) {
    case 'plate':
      return path(platePath(part), part.fill, { rule: part.hole && 'evenodd' });
    case 'modules':
      return path(modulesPath(part), part.fill, { rule: fillRule(part) });
    case 'area':
      return path(part.path, part.fill, { rule: part.rule, transform: part.placed && formatTransform(part.placed) });
    case 'picture':
      return image(part);
  }
}

interface PathTerms {
  readonly rule?: 'evenodd' | undefined;
  readonly transform?: string | undefined;
}

const formatTransform = ({ x, y, scale }: NonNullable<Area['placed']>): string =>
  `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})`;

function path(data: string, fill: Fill, { rule, transform }: PathTerms = {}): string {
  const paint = typeof fill === 'string' ? fill : `url(#${nameGradient(fill)})`;
  const terms = `${rule ? ` fill-rule="${rule}"` : ''}${transform ? ` transform="${transform}"` : ''}`;
  return `<path fill="${paint}"${terms} d="${data}"/>`;
}

/** Returns the gradients of a drawing without duplicates. */
function collectGradients({ parts }: Drawing): Gradient[] {
  const fills = parts.flatMap((part) => ('fill' in part && typeof part.fill !== 'string' ? [part.fill] : []));
  return [...new Set(fills)];
}

/** Returns an id that only an equal gradient has: documents on one page share their ids. */
const nameGradient = ({ kind, colours, start, end }: Gradient): string =>
  [kind, ...colours.map((colour) => colour.slice(1)), ...[start.x, start.y, end.x, end.y].map(coordinate)].join('_');

function definition(gradient: Gradient): string {
  const { kind, start, end } = gradient;
  const [x, y] = [coordinate(start.x), coordinate(start.y)];
  const place =
    kind === 'linear'
      ? `x1="${x}" y1="${y}" x2="${coordinate(end.x)}" y2="${coordinate(end.y)}"`
      : `cx="${x}" cy="${y}" r="${coordinate(Math.hypot(end.x - start.x, end.y - start.y))}"`;
  const stops = gradient.colours.map((colour, at) => `<stop offset="${at}" stop-color="${colour}"/>`).join('');
  const tag = `${kind}Gradient`;
  return `<${tag} id="${nameGradient(gradient)}" gradientUnits="userSpaceOnUse" ${place}>${stops}</${tag}>`;
}

export const platePath = (part: Plate): string =>
  rectangle(part, part.radius) + (part.hole ? rectangle(part.hole, part.hole.radius) : '');

function image({ drawing, painted, ...box }: Picture): string {
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(coordinate);
  const [mime, bytes] = drawing ? ['image/svg+xml', drawing] : ['image/png', painted.bytes];
  const href = `data:${mime};base64,${bytes.toString('base64')}`;
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" href="${href}"/>`;
}
