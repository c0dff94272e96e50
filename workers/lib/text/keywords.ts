import { cleanLine, inTypedLetters } from './clean.js';
import { cutAtWord } from './cut.js';

const LONGEST = 60;

/**
 * Keywords as they may be used: letters, marks and digits of any script, spaces, and the symbols that belong to
 * words (C++, C#, R&B, rock 'n' roll, e-bike, node.js); at most so many different ones, in their order.
 * Several keywords in one text, separated by commas or line ends, count as several.
 */
export function sanitiseKeywords(given: readonly string[], most: number): string[] {
  const kept = new Map<string, string>();
  for (const raw of given.flatMap((one) => one.split(/[,;\n،、，；]+/))) {
    const keyword = sanitise(raw);
    const key = keyword.toLocaleLowerCase();
    if (keyword !== '' && !kept.has(key)) kept.set(key, keyword);
  }
  return [...kept.values()].slice(0, most);
}

function sanitise(raw: string): string {
  const text = inTypedLetters(cleanLine(raw))
    .replace(/[^\p{L}\p{M}\p{N}\s'’\-+#&.\u200C\u200D]/gu, ' ')
    .replace(/(?<![\p{L}\p{M}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}])/gu, '')
    .replace(/(?<![\p{L}\p{N}+#])[+#]+/gu, ' ')
    .replace(/(?<![\p{L}\p{M}\p{N}])[.'’\-&]+|[.'’\-&]+(?![\p{L}\p{M}\p{N}])/gu, ' ')
    .replace(/(^|\s)\p{M}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return cutAtWord(text, LONGEST);
}
