import { escapeUTF8 } from 'entities';
import hyphen from 'hyphen';
import de from 'hyphen/patterns/de-1996.js';
import en from 'hyphen/patterns/en-us.js';
import es from 'hyphen/patterns/es.js';
import fr from 'hyphen/patterns/fr.js';
import it from 'hyphen/patterns/it.js';
import pt from 'hyphen/patterns/pt.js';

/** Letters of a word that does not fit into a line of a large headline on a small phone. */
const LONG_WORD = 13;

/** Where words of a language may be broken (Liang's patterns, of the TeX users' group). */
const hyphenators = new Map(
  Object.entries({ de, en, es, fr, it, pt }).map(([language, patterns]) => [
    language,
    hyphen(patterns, { minWordLength: LONG_WORD }),
  ]),
);

/**
 * A headline as HTML, in whose long words there are soft hyphens: browsers have no dictionary on some devices, and cut or break a
 * compound anywhere.
 */
export function hyphenated(text: string, language: string): string {
  const broken = hyphenators.get(language)?.(text);
  return escapeUTF8(typeof broken === 'string' ? broken : text);
}
