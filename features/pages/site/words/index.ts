import { ar } from './ar.js';
import { de } from './de.js';
import { en, type Words } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { he } from './he.js';
import { it } from './it.js';
import { ja } from './ja.js';
import { nl } from './nl.js';
import { pl } from './pl.js';
import { pt } from './pt.js';
import { ru } from './ru.js';
import { tr } from './tr.js';
import { zh } from './zh.js';

const languagePacks: ReadonlyMap<string, Words> = new Map(
  Object.entries({ en, es, fr, de, pt, it, ar, he, ja, zh, pl, nl, tr, ru }),
);

/** Languages of the packs; the first is the default. */
export const languages: readonly string[] = [...languagePacks.keys()];

/** A language and the wording of pages in it. */
export interface Translation {
  readonly language: string;
  readonly words: Words;
}

/**
 * Returns the wording of a page: in its own language if there is a pack for it, else in the visitor's, else in English.
 *
 * @param own language of the page
 * @param visitors language that the visitor's browser prefers
 */
export function findTranslation(own: string | undefined, visitors: string | undefined): Translation {
  for (const language of [own?.toLowerCase(), visitors]) {
    const words = language && languagePacks.get(language);
    if (words) return { language, words };
  }
  return { language: 'en', words: en };
}

/** Locales of languages whose date formats differ between countries. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB', pt: 'pt-BR', zh: 'zh-CN' };

export const findLocale = (language: string): string => LOCALES[language] ?? language;

/** Languages that are written from right to left (ISO 639-1). */
const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'ur', 'yi']);

/** Returns the value of the HTML attribute `dir` for a language. */
export const textDirection = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.has(language.toLowerCase()) ? 'rtl' : 'ltr';
