import { createRequire } from 'node:module';
import { escapeUTF8 } from 'entities';
import type hyphen from 'hyphen';

/** Letters of a word that does not fit into a line of a large headline on a small phone. */
const LONG_WORD = 13;

const hasLongWord = new RegExp(`\\p{L}{${LONG_WORD},}`, 'u');

/** Where words of a language may be broken: Liang's patterns, of the TeX users' group, by the names of their files. */
const PATTERNS: ReadonlyMap<string, string> = new Map(
  Object.entries({ de: 'de-1996', en: 'en-us', es: 'es', fr: 'fr', it: 'it', pt: 'pt' }),
);

const hyphenators = new Map<string, ReturnType<typeof hyphen>>();
const require = createRequire(import.meta.url);

/** The hyphenator of a language, loaded when its first long word is met: all of them take a second and 30 MB. */
function hyphenatorFor(language: string): ReturnType<typeof hyphen> | undefined {
  const file = PATTERNS.get(language);
  if (!file) return undefined;
  const create: typeof hyphen = require('hyphen');
  const known =
    hyphenators.get(language) ?? create(require(`hyphen/patterns/${file}.js`), { minWordLength: LONG_WORD });
  hyphenators.set(language, known);
  return known;
}

/**
 * A headline as HTML, in whose long words there are soft hyphens: browsers have no dictionary on some devices, and cut or break a
 * compound anywhere.
 */
export function hyphenate(text: string, language: string): string {
  const broken = hasLongWord.test(text) ? hyphenatorFor(language)?.(text) : undefined;
  return escapeUTF8(typeof broken === 'string' ? broken : text);
}
