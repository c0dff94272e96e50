import { everyWord, stopWords } from './words.js';

/** Scripts of languages that are not written in Latin letters. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/gu,
  fa: /\p{Script=Arabic}/gu,
  ur: /\p{Script=Arabic}/gu,
  he: /\p{Script=Hebrew}/gu,
  ru: /\p{Script=Cyrillic}/gu,
  uk: /\p{Script=Cyrillic}/gu,
  bg: /\p{Script=Cyrillic}/gu,
  be: /\p{Script=Cyrillic}/gu,
  mk: /\p{Script=Cyrillic}/gu,
  kk: /\p{Script=Cyrillic}/gu,
  el: /\p{Script=Greek}/gu,
  hi: /\p{Script=Devanagari}/gu,
  mr: /\p{Script=Devanagari}/gu,
  ne: /\p{Script=Devanagari}/gu,
  bn: /\p{Script=Bengali}/gu,
  pa: /\p{Script=Gurmukhi}/gu,
  gu: /\p{Script=Gujarati}/gu,
  ta: /\p{Script=Tamil}/gu,
  te: /\p{Script=Telugu}/gu,
  kn: /\p{Script=Kannada}/gu,
  ml: /\p{Script=Malayalam}/gu,
  si: /\p{Script=Sinhala}/gu,
  th: /\p{Script=Thai}/gu,
  lo: /\p{Script=Lao}/gu,
  km: /\p{Script=Khmer}/gu,
  my: /\p{Script=Myanmar}/gu,
  ka: /\p{Script=Georgian}/gu,
  hy: /\p{Script=Armenian}/gu,
  am: /\p{Script=Ethiopic}/gu,
  ko: /\p{Script=Hangul}/gu,
  zh: /\p{Script=Han}/gu,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
};

/** Latin-script languages whose small words we know. */
const KNOWN = ['en', 'es', 'fr', 'de', 'pt', 'it'];

/** A text must have so many words before its small words tell a language. */
const ENOUGH_WORDS = 5;

/**
 * Whether a text is certainly not in the language: in another script, or full of the small words of another of the
 * languages we know while it has hardly any of its own. What is in doubt passes.
 */
export function isForeign(text: string, language: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return false;
  const script = SCRIPTS[language];
  if (script) return (text.match(script)?.length ?? 0) < letters * 0.4;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin < letters * 0.4) return true;
  const words = everyWord(text.toLowerCase().replaceAll('’', "'"));
  if (words.length < ENOUGH_WORDS) return false;
  const shareOf = (known: string) => words.filter((word) => stopWords(known).has(word)).length / words.length;
  const own = KNOWN.includes(language) ? shareOf(language) : 0.12;
  return KNOWN.some((known) => known !== language && shareOf(known) > Math.max(0.25, own * 2.2));
}
