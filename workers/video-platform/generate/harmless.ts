import { readFileSync } from 'node:fs';
import { projectFile } from '../../../shared/process/project-file.js';
import { everyWord, stopWords } from '../../lib/text/words.js';
import { wordedPlainly } from '../../lib/topics/phrases.js';

const FOLDER = 'workers/video-platform/generate/harmless';

const vocabularies = new Map<string, ReadonlySet<string>>();

/** Reads the everyday words of harmless fields (cooking, gardening, crafts, music, games, pets …), without accents. */
function readVocabulary(language: string): ReadonlySet<string> {
  let words = vocabularies.get(language);
  if (!words) {
    words = new Set(
      wordedPlainly(readFileSync(projectFile(`${FOLDER}/${language}.txt`), 'utf8'))
        .trim()
        .split(' '),
    );
    vocabularies.set(language, words);
  }
  return words;
}

/**
 * True if light moods, emoji and jokes are safe in a text about this: every content word is known to be harmless. An unknown
 * word may be the name of a person, a place or a disaster.
 *
 * @param language a language that has a vocabulary
 */
export function isHarmless(texts: readonly string[], language: string): boolean {
  const vocabulary = readVocabulary(language);
  const stops = stopWords(language);
  const words = texts.flatMap((text) => everyWord(text.toLowerCase()));
  const telling = words.filter((word) => !stops.has(word) && !/^\p{N}+$/u.test(word));
  return telling.length > 0 && telling.every((word) => wordedPlainly(word).trim().split(' ').every(isKnown));

  function isKnown(word: string): boolean {
    return word.length === 1 || vocabulary.has(word);
  }
}
