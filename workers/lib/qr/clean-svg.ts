import sanitizeHtml from 'sanitize-html';
import { DRAWING } from '../../../shared/contract/bounds.js';
import { errors } from '../../../shared/contract/errors.js';

const SHAPES = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'use'];
const STRUCTURE = ['svg', 'g', 'defs', 'symbol', 'clipPath', 'mask', 'title', 'desc', 'style'];
const PAINTS = ['linearGradient', 'radialGradient', 'stop'];

const ATTRIBUTES = [
  ...['id', 'class', 'style', 'transform', 'viewBox', 'preserveAspectRatio', 'width', 'height', 'version', 'href'],
  ...['x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'd', 'points', 'offset', 'opacity'],
  ...['fill', 'fill-rule', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin'],
  ...['stroke-miterlimit', 'stroke-opacity', 'clip-path', 'clip-rule', 'mask'],
  ...['stop-color', 'stop-opacity', 'gradientUnits', 'gradientTransform', 'spreadMethod', 'clipPathUnits', 'maskUnits'],
  ...['display', 'visibility', 'color', 'mask-type', 'vector-effect'],
];

/** Styles that could load something: URLs outside of the drawing, at-rules, and escapes that hide them. */
const REACHES_OUT = /url\((?!\s*["']?#)|@|\\|expression|javascript:/i;

/** Declarations that are removed: dashes, of which a short path can have millions, filters, and what needs a layer without being counted. */
const UNWANTED = /^\s*(stroke-dash|filter|marker|mix-blend|isolation|backdrop|enable-background)/i;

/** Declarations that are also removed in style sheets: they repeat parts of the drawing without being counted. */
const REPEATS = /^\s*(mask|clip-path)/i;

/**
 * Rebuilds an SVG drawing from shapes, paints and styles alone: no scripts, no handlers, no embedded or referenced
 * files, no entities, no filters, no dashes.
 *
 * @throws ApiError when it holds text, which would look different on every machine, or is too large to paint
 */
export function cleanSvg(svg: string): string {
  if (svg.length > DRAWING.bytes) throw tooComplex('characters');
  const weight = new SvgWeight();
  const cleaned = sanitizeHtml(removeDocumentType(svg), {
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false, decodeEntities: true },
    allowedTags: [...STRUCTURE, ...SHAPES, ...PAINTS],
    allowedAttributes: { '*': ATTRIBUTES, svg: [...ATTRIBUTES, 'xmlns'] },
    allowVulnerableTags: true,
    nonTextTags: ['script', 'textarea', 'option', 'noscript', 'foreignObject', 'metadata'],
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    // CDATA or entities that would become elements in the output.
    exclusiveFilter: ({ tag, text }) => tag === 'style' && text.includes('<'),
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
  if (!cleaned.startsWith('<svg')) throw errors.qrLogoUnreadable();
  const sheets: string[] = [];
  const drawing = cleaned.replace(/<style[^>]*>([^<]*)<\/style>/g, (_, sheet: string) => {
    sheets.push(cleanSheet(sheet));
    return `<style>${sheets.at(-1)}</style>`;
  });
  weight.check(sheets.join(''));
  return drawing;
}

const tooComplex = (what: string) => errors.qrLogoTooComplex({ what });

/** Removes the document type by hand: patterns for it backtrack on malformed input. */
function removeDocumentType(svg: string): string {
  const start = svg.search(/<!DOCTYPE/i);
  if (start < 0) return svg;
  const [subset, plainEnd] = [svg.indexOf('[', start), svg.indexOf('>', start)];
  const end = subset >= 0 && subset < plainEnd ? svg.indexOf('>', svg.indexOf(']', subset)) : plainEnd;
  return end < 0 ? svg.slice(0, start) : svg.slice(0, start) + svg.slice(end + 1);
}

/** Removes the forbidden declarations of a style sheet. */
function cleanSheet(text: string): string {
  if (text.length > DRAWING.styleCharacters) throw tooComplex('styles');
  const sheet = removeComments(text);
  if (REACHES_OUT.test(sheet)) return '';
  return parseRules(sheet)
    .map(([selector, declarations]) => `${selector}{${cleanStyle(declarations, [UNWANTED, REPEATS])}}`)
    .join('');
}

const parseRules = (sheet: string): [selector: string, declarations: string][] =>
  sheet
    .split('}')
    .filter((rule) => rule.includes('{'))
    .map((rule) => [rule.slice(0, rule.indexOf('{')).trim(), rule.slice(rule.indexOf('{') + 1)]);

const cleanStyle = (declarations: string, unwanted: readonly RegExp[]): string =>
  declarations
    .split(';')
    .filter((declaration) => !unwanted.some((pattern) => pattern.test(declaration)))
    .join(';');

const removeComments = (text: string): string =>
  text
    .split('/*')
    .map((part, at) => (at === 0 ? part : part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : ''))
    .join('');

function cleanAttributes(attributes: Record<string, string>): Record<string, string> {
  const { 'xlink:href': linked, ...rest } = attributes;
  const all = linked && !rest.href ? { ...rest, href: linked } : rest;
  const kept = Object.entries(all).filter(([name, value]) =>
    name === 'href' ? value.startsWith('#') : !REACHES_OUT.test(value),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === 'style' ? cleanStyle(removeComments(value), [UNWANTED]) : value]),
  );
}

/** Number in path data or in a list of points. */
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;

/** Property for which an element needs a layer of its own. */
const LAYERED = /(?:^|;)\s*(?:opacity|mask|clip-path)\s*:/i;

/** Counts of an element with all its descendants. */
interface Part {
  elements: number;
  layers: number;
  references: string[];
}

/** Counts what a drawing paints, with repetitions by reference: a few nested references can stand for billions of elements. */
class SvgWeight {
  readonly #open: (string | undefined)[] = [];
  readonly #parts = new Map<string, Part>();
  /** Number of elements by class. */
  readonly #classes = new Map<string, number>();
  #coordinates = 0;
  static readonly #WHOLE = '';

  /** @throws ApiError if a limit is exceeded */
  opened(attributes: Readonly<Record<string, string>>): void {
    this.#open.push(attributes.id);
    if (this.#open.length > DRAWING.depth) throw tooComplex('groups');
    this.#countCoordinates(attributes);
    for (const name of attributes.class?.split(/\s+/) ?? [])
      this.#classes.set(name, (this.#classes.get(name) ?? 0) + 1);
    const targets = findReferences(attributes);
    const isLayered = 'opacity' in attributes || 'mask' in attributes || 'clip-path' in attributes;
    const layers = isLayered || LAYERED.test(attributes.style ?? '') ? 1 : 0;
    for (const part of new Set([SvgWeight.#WHOLE, ...this.#open])) {
      if (part === undefined) continue;
      const counted = this.#parts.get(part) ?? { elements: 0, layers: 0, references: [] };
      counted.elements++;
      counted.layers += layers;
      counted.references.push(...targets);
      this.#parts.set(part, counted);
      if (counted.elements > DRAWING.elements) throw tooComplex('elements');
    }
  }

  closed(): void {
    this.#open.pop();
  }

  /**
   * @param sheet all style sheets
   * @throws ApiError if the drawing with its repetitions exceeds a limit
   */
  check(sheet: string): void {
    const { elements, layers } = this.#weigh(SvgWeight.#WHOLE, new Set(), new Map());
    if (elements > DRAWING.elements) throw tooComplex('elements');
    if (layers + this.#layersBy(sheet) > DRAWING.layers) throw tooComplex('masks, clips and groups with an opacity');
  }

  #countCoordinates({ d = '', points = '' }: Readonly<Record<string, string>>): void {
    for (const [number] of `${d} ${points}`.matchAll(NUMBER)) {
      if (++this.#coordinates > DRAWING.coordinates) throw tooComplex('coordinates');
      if (Math.abs(Number(number)) > DRAWING.coordinate) throw tooComplex('large coordinates');
    }
  }

  /** Counts the layers of a style sheet: elements of the classes that it names, or possibly all. */
  #layersBy(sheet: string): number {
    return parseRules(sheet)
      .filter(([, declarations]) => LAYERED.test(declarations))
      .flatMap(([selectors]) => selectors.split(','))
      .map((selector) => /^\.([\w-]+)$/.exec(selector.trim())?.[1])
      .reduce((sum, name) => sum + (name === undefined ? DRAWING.elements : (this.#classes.get(name) ?? 0)), 0);
  }

  #weigh(
    part: string,
    within: ReadonlySet<string>,
    known: Map<string, Omit<Part, 'references'>>,
  ): Omit<Part, 'references'> {
    if (within.has(part) || within.size > DRAWING.depth) throw tooComplex('references');
    const weighed = known.get(part);
    if (weighed !== undefined) return weighed;
    const { elements, layers, references } = this.#parts.get(part) ?? { elements: 0, layers: 0, references: [] };
    const inside = new Set([...within, part]);
    const repeated = references.map((target) => this.#weigh(target, inside, known));
    const weight = {
      elements: repeated.reduce((sum, of) => sum + of.elements, elements),
      layers: repeated.reduce((sum, of) => sum + of.layers, layers),
    };
    known.set(part, weight);
    return weight;
  }
}

/** Finds the ids that attributes refer to: `href="#a"`, `mask="url(#b)"`, `style="fill:url(#c)"`. */
const findReferences = (attributes: Readonly<Record<string, string>>): string[] =>
  Object.entries(attributes).flatMap(([name, value]) =>
    /^(xlink:)?href$/.test(name)
      ? [value.replace(/^#/, '')]
      : [...value.matchAll(/url\(\s*["']?#([^"')\s]+)/g)].map(([, target = '']) => target),
  );
