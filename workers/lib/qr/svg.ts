import { coordinate, type Drawing, type Part, rectangle } from './drawing.js';

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
