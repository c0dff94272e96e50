import { ar } from './ar.js';
import { de } from './de.js';
import { en, type Words } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { he } from './he.js';
import { it } from './it.js';
import { pt } from './pt.js';

const languagePacks: ReadonlyMap<string, Words> = new Map(Object.entries({ en, es, fr, de, pt, it, ar, he }));

/** The languages of the packs; the first is the default. */
export const languages: readonly string[] = [...languagePacks.keys()];

/** A language, and the wording of pages in it. */
export interface Translation {
  readonly language: string;
  readonly words: Words;
}

/**
 * The wording of a page itself: in its own language if there is a pack for it, else in the visitor's, else in English.
 *
 * @param own the language of the page, if it names one
 * @param visitors the language that the visitor's browser asks for
 */
export function findTranslation(own: string | undefined, visitors: string | undefined): Translation {
  for (const language of [own?.toLowerCase(), visitors]) {
    const words = language && languagePacks.get(language);
    if (words) return { language, words };
  }
  return { language: 'en', words: en };
}
