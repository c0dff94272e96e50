import { createRequire } from 'node:module';
import { escapeUTF8 } from 'entities';
import createHyphenator from 'hyphen';
import { projectFile } from '../../../shared/process/project-file.js';

/** Length of a word that does not fit into a line of a large headline on a small phone. */
const LONG_WORD = 13;

const hasLongWord = new RegExp(`\\p{L}{${LONG_WORD},}`, 'u');

/** Languages whose hyphenation patterns the build copies. */
const LANGUAGES: ReadonlySet<string> = new Set(['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'ru', 'tr']);

type Hyphenator = ReturnType<typeof createHyphenator>;

const hyphenators = new Map<string, Hyphenator>();
const require = createRequire(import.meta.url);

/** Returns the hyphenator of a language. It is loaded at the first long word, as all of them take a second and 30 MB. */
function findHyphenator(language: string): Hyphenator | undefined {
  if (!LANGUAGES.has(language)) return undefined;
  let hyphenator = hyphenators.get(language);
  if (!hyphenator) {
    const patterns = require(projectFile(`dist/data/hyphenation/${language}.cjs`));
    hyphenator = createHyphenator(patterns, { minWordLength: LONG_WORD });
    hyphenators.set(language, hyphenator);
  }
  return hyphenator;
}

/**
 * Returns a headline as HTML with soft hyphens in long words. On some devices browsers have no hyphenation dictionary, and break a word
 * anywhere.
 */
export function hyphenate(text: string, language: string): string {
  const broken = hasLongWord.test(text) ? findHyphenator(language)?.(text) : undefined;
  return escapeUTF8(typeof broken === 'string' ? broken : text);
}
