/**
 * Counts the elements that a drawing paints, those it repeats by reference included: a few nested references can
 * stand for billions of elements.
 */
export class SvgWeight {
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
