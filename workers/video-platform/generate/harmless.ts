import { readFileSync } from 'node:fs';
import { projectFile } from '../../../shared/process/project-file.js';
import { splitWords, stopWords } from '../../lib/text/words.js';
import { normaliseWords } from '../../lib/topics/phrases.js';

const FOLDER = 'workers/video-platform/generate/harmless';

/** Words of negation and loss, by language, without accents. */
const TURNING_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: 'last final no not never without after don doesn didn isn wasn won cannot couldn'.split(' '),
  de: 'letzte letzter letztes letzten letztem kein keine keiner keines keinen keinem nicht nie niemals ohne nach'.split(
    ' ',
  ),
  fr: 'dernier derniere derniers dernieres ne n pas non jamais sans apres'.split(' '),
  es: 'ultimo ultima ultimos ultimas no nunca jamas sin tras despues'.split(' '),
  it: 'ultimo ultima ultimi ultime no non mai senza dopo'.split(' '),
  pt: 'ultimo ultima ultimos ultimas nao nunca jamais sem apos depois'.split(' '),
};

const vocabularies = new Map<string, ReadonlySet<string>>();

/** Reads the everyday words of harmless fields (cooking, gardening, crafts, music, games, pets …), without accents. */
function readVocabulary(language: string): ReadonlySet<string> {
  let words = vocabularies.get(language);
  if (!words) {
    words = new Set(
      normaliseWords(readFileSync(projectFile(`${FOLDER}/${language}.txt`), 'utf8'))
        .trim()
        .split(' '),
    );
    vocabularies.set(language, words);
  }
  return words;
}

/**
 * True if light moods, emoji and jokes are safe in a text about this: every content word is known to be harmless. An unknown
 * word may be the name of a person, a place or a disaster, and "last" or "without" may make a grave topic of harmless words.
 *
 * @param language a language that has a vocabulary
 */
export function isHarmless(texts: readonly string[], language: string): boolean {
  const vocabulary = readVocabulary(language);
  const stops = stopWords(language);
  const words = texts.flatMap((text) => splitWords(text.toLowerCase()));
  const plain = texts.flatMap((text) => normaliseWords(text).trim().split(' '));
  const turns = TURNING_WORDS[language] ?? [];
  if (plain.some((word) => turns.includes(word))) return false;
  const telling = words.filter((word) => !stops.has(word) && !/^\p{N}+$/u.test(word));
  return telling.length > 0 && telling.every((word) => normaliseWords(word).trim().split(' ').every(isKnown));

  function isKnown(word: string): boolean {
    return word.length === 1 || vocabulary.has(word);
  }
}
