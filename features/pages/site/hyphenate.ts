import { createRequire } from 'node:module';
import { escapeUTF8 } from 'entities';
import type hyphen from 'hyphen';

/** Length of a word that does not fit into a line of a large headline on a small phone. */
const LONG_WORD = 13;

const hasLongWord = new RegExp(`\\p{L}{${LONG_WORD},}`, 'u');

/** Files of the hyphenation patterns (Liang's, from the TeX users' group), by language. */
const PATTERNS: ReadonlyMap<string, string> = new Map(
  Object.entries({ de: 'de-1996', en: 'en-us', es: 'es', fr: 'fr', it: 'it', pt: 'pt' }),
);

const hyphenators = new Map<string, ReturnType<typeof hyphen>>();
const require = createRequire(import.meta.url);

/** Returns the hyphenator of a language. It is loaded at the first long word, as all of them take a second and 30 MB. */
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
 * Returns a headline as HTML with soft hyphens in long words. On some devices browsers have no hyphenation dictionary, and break a word
 * anywhere.
 */
export function hyphenate(text: string, language: string): string {
  const broken = hasLongWord.test(text) ? hyphenatorFor(language)?.(text) : undefined;
  return escapeUTF8(typeof broken === 'string' ? broken : text);
}
