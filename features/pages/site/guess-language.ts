/** Scripts that one language is written in, or mostly is. */
const SCRIPTS: readonly (readonly [language: string, script: RegExp])[] = [
  ['ar', /\p{Script=Arabic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['th', /\p{Script=Thai}/gu],
];

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HAN = /\p{Script=Han}/gu;
const CYRILLIC = /\p{Script=Cyrillic}/gu;

/** Share of kana that Japanese has at least; signs in Chinese have a single の now and then. */
const JAPANESE = 0.1;

/** Letters that Russian does not have, by the language that they are taken for. */
const NOT_RUSSIAN: readonly (readonly [language: string, letters: RegExp])[] = [
  ['be', /ў/i],
  ['uk', /[іїєґ]/i],
  ['sr', /[ђћџљњј]/i],
];

/** Frequent words of the languages that the packs share a script with. */
const FREQUENT: readonly (readonly [language: string, words: ReadonlySet<string>])[] = Object.entries({
  de: 'der die das und ist für mit von zu den dem ein eine auf wir sie nicht im bei ihr',
  en: 'the and of to is for with your you our at we this that are from how what it be',
  es: 'el los las y del que en una para con por tu su es nos como más al lo',
  fr: 'le les et des une pour avec vous nous est dans que du au votre sur à en plus',
  nl: 'de het een van voor en op te bij wij ons onze uw zijn aan ook naar uit met tot',
  it: 'il gli e di che per con sono nel della del è da i le un una più al',
  pl: 'w na się nie dla jest oraz od przez jak nas lub po przy są naszej z do i',
  tr: 've bir bu için ile da de çok en olarak sizi bizim her gibi kadar sizin daha',
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
  const script = findScript(read);
  if (script) return script;
  const words = read.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [best, second] = FREQUENT.map(([language, frequent]) => ({
    language,
    found: words.filter((word) => frequent.has(word)).length,
  })).toSorted((a, b) => b.found - a.found);
  return best && second && best.found >= ENOUGH && best.found > second.found ? best.language : undefined;
}

/** Returns the language of the script that most letters are of, if one language stands for it. */
function findScript(text: string): string | undefined {
  const letters = count(text, /\p{L}/gu);
  const isMost = (found: number) => found * 2 > letters;
  const [kana, han] = [count(text, KANA), count(text, HAN)];
  if (isMost(kana + han)) return kana > (kana + han) * JAPANESE ? 'ja' : 'zh';
  if (isMost(count(text, CYRILLIC))) return NOT_RUSSIAN.find(([, own]) => own.test(text))?.[0] ?? 'ru';
  return SCRIPTS.find(([, pattern]) => isMost(count(text, pattern)))?.[0];
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
