/** The forms of dates of a language that is written in several countries. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB', pt: 'pt-BR' };

export const findLocale = (language: string): string => LOCALES[language] ?? language;

/** Languages that are written from right to left (ISO 639-1). */
const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'ur', 'yi']);

/** In which direction a language is written, as HTML calls it. */
export const textDirection = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.has(language.toLowerCase()) ? 'rtl' : 'ltr';
