/** Scripts of languages that are written in one, or mostly are. */
const SCRIPTS: readonly (readonly [language: string, script: RegExp])[] = [
  ['ar', /\p{Script=Arabic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['zh', /\p{Script=Han}/gu],
];

/** Frequent words of the languages that the packs share a script with. */
const FREQUENT: readonly (readonly [language: string, words: ReadonlySet<string>])[] = Object.entries({
  de: 'der die das und ist für mit von zu den dem ein eine auf wir sie nicht im bei ihr',
  en: 'the and of to is for with your you our at we this that are from how what it be',
  es: 'el los las y del que en una para con por tu su es nos como más al lo',
  fr: 'le les et des une pour avec vous nous est dans que du au votre sur à en plus',
  it: 'il gli e di che per con sono nel della del è da i le un una più al',
  pt: 'o os as e de que uma para com por você do da em não no na ao seu',
}).map(([language, words]) => [language, new Set(words.split(' '))]);

/** Number of characters that are read. */
const READ = 2_000;
/** Number of frequent words that make a language certain enough. */
const ENOUGH = 3;

/**
 * Guesses the language of a text by its script and frequent words; undefined if there is too little of it, or several are as likely.
 * Detection by trigrams (franc-all), which the generators use, takes a sixth of a second, too long for a page view.
 */
export function guessLanguage(text: string): string | undefined {
  const read = text.slice(0, READ);
  const letters = count(read, /\p{L}/gu);
  const script = SCRIPTS.find(([, pattern]) => count(read, pattern) * 2 > letters);
  if (script) return script[0];
  const words = read.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [best, second] = FREQUENT.map(([language, frequent]) => ({
    language,
    found: words.filter((word) => frequent.has(word)).length,
  })).toSorted((a, b) => b.found - a.found);
  return best && second && best.found >= ENOUGH && best.found > second.found ? best.language : undefined;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
