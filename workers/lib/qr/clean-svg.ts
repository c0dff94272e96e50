import sanitizeHtml from 'sanitize-html';
import { errors } from '../../../shared/contract/errors.js';

const SHAPES = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'use'];
const STRUCTURE = ['svg', 'g', 'defs', 'symbol', 'clipPath', 'mask', 'title', 'desc', 'style'];
const PAINTS = ['linearGradient', 'radialGradient', 'stop'];

const ATTRIBUTES = [
  ...['id', 'class', 'style', 'transform', 'viewBox', 'preserveAspectRatio', 'width', 'height', 'version', 'href'],
  ...['x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'd', 'points', 'offset', 'opacity'],
  ...['fill', 'fill-rule', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin'],
  ...['stroke-miterlimit', 'stroke-dasharray', 'stroke-dashoffset', 'stroke-opacity', 'clip-path', 'clip-rule', 'mask'],
  ...['stop-color', 'stop-opacity', 'gradientUnits', 'gradientTransform', 'spreadMethod', 'clipPathUnits', 'maskUnits'],
  ...['display', 'visibility', 'color', 'mask-type', 'vector-effect'],
];

/** The most elements of a drawing, repeated ones included: more would take noticeable time to paint. */
const MOST_ELEMENTS = 5000;

/** A style that could fetch something: any address but one within the drawing, at-rules, and escapes that hide them. */
const REACHES_OUT = /url\((?!\s*["']?#)|@|\\|expression|javascript:/i;

/** Rules of a style sheet that repeat parts of the drawing, out of sight of the count of elements. */
const REPEATS = /(mask|clip-path|marker|filter)[^;}]*url/i;

const DOCUMENT_TYPE = /<!DOCTYPE[^>[]*(\[[^\]]*\])?[^>]*>/i;

/**
 * Rebuilds an SVG drawing from shapes, paints and styles alone: no scripts, no handlers, no embedded or referenced
 * files, no entities, no filters.
 *
 * @throws ApiError when it holds text, which would look different on every machine, or is too large to paint
 */
export function cleanSvg(svg: string): string {
  const weight = new SvgWeight();
  const cleaned = sanitizeHtml(svg.replace(DOCUMENT_TYPE, ''), {
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false, decodeEntities: true },
    allowedTags: [...STRUCTURE, ...SHAPES, ...PAINTS],
    allowedAttributes: { '*': ATTRIBUTES, svg: [...ATTRIBUTES, 'xmlns'] },
    allowVulnerableTags: true,
    nonTextTags: ['script', 'textarea', 'option', 'noscript', 'foreignObject', 'metadata'],
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    exclusiveFilter: ({ tag, text }) => tag === 'style' && (REACHES_OUT.test(text) || REPEATS.test(text)),
    onOpenTag: (_, attributes) => weight.opened(attributes),
    onCloseTag: () => weight.closed(),
    transformTags: {
      '*': (tagName, attribs) => {
        if (tagName === 'text') throw errors.qrLogoHasText();
        const harmless = cleanAttributes(attribs);
        return {
          tagName,
          attribs: tagName === 'svg' ? { ...harmless, xmlns: 'http://www.w3.org/2000/svg' } : harmless,
        };
      },
    },
  }).trim();
  if (!cleaned.startsWith('<svg') || weight.total > MOST_ELEMENTS) throw errors.qrLogoUnreadable();
  return cleaned;
}

function cleanAttributes(attributes: Record<string, string>): Record<string, string> {
  const { 'xlink:href': linked, ...rest } = attributes;
  const all = linked && !rest.href ? { ...rest, href: linked } : rest;
  const kept = Object.entries(all).filter(([name, value]) =>
    name === 'href' ? value.startsWith('#') : !REACHES_OUT.test(value),
  );
  return Object.fromEntries(kept);
}

/**
 * Counts the elements that a drawing paints, those it repeats by reference included: a few nested references can
 * stand for billions of elements.
 */
class SvgWeight {
  readonly #open: (string | undefined)[] = [];
  readonly #parts = new Map<string, { elements: number; references: string[] }>();
  static readonly #WHOLE = '';

  opened(attributes: Readonly<Record<string, string>>): void {
    this.#open.push(attributes.id);
    const targets = referencesIn(attributes);
    for (const part of new Set([SvgWeight.#WHOLE, ...this.#open])) {
      if (part === undefined) continue;
      const counted = this.#parts.get(part) ?? { elements: 0, references: [] };
      counted.elements++;
      counted.references.push(...targets);
      this.#parts.set(part, counted);
    }
  }

  closed(): void {
    this.#open.pop();
  }

  /** Elements of the whole drawing, Infinity when it refers to itself. */
  get total(): number {
    return this.#weigh(SvgWeight.#WHOLE, new Set(), new Map());
  }

  #weigh(part: string, within: ReadonlySet<string>, known: Map<string, number>): number {
    if (within.has(part)) return Number.POSITIVE_INFINITY;
    const weighed = known.get(part);
    if (weighed !== undefined) return weighed;
    const { elements, references } = this.#parts.get(part) ?? { elements: 0, references: [] };
    const inside = new Set([...within, part]);
    const weight = references.reduce((sum, target) => sum + this.#weigh(target, inside, known), elements);
    known.set(part, weight);
    return weight;
  }
}

/** Names of the parts that an element's attributes refer to: `href="#a"`, `mask="url(#b)"`, `style="fill:url(#c)"`. */
const referencesIn = (attributes: Readonly<Record<string, string>>): string[] =>
  Object.entries(attributes).flatMap(([name, value]) =>
    /^(xlink:)?href$/.test(name)
      ? [value.replace(/^#/, '')]
      : [...value.matchAll(/url\(\s*["']?#([^"')\s]+)/g)].map(([, target = '']) => target),
  );
