import type { SandboxAnswer, SandboxUpstream } from './http.js';
import { titlePatterns, topics } from './video-platform/topics.js';

const subjects = topics.flatMap((topic) => topic.subjects.map((subject) => subject.toLowerCase()));

/** What people type after and before a subject, by language. */
const turns: Readonly<Record<string, readonly string[]>> = {
  en: ['{s}', '{s} for beginners', 'how to {s}', '{s} near me', 'best {s}', '{s} tutorial', '{s} vs', '{s} explained'],
  de: ['{s}', '{s} für anfänger', '{s} kaufen', 'beste {s}', '{s} erklärt'],
  es: ['{s}', '{s} para principiantes', 'qué es {s}', 'mejores {s}', '{s} en español'],
  fr: ['{s}', '{s} pour débutants', 'meilleurs {s}', '{s} expliqué', "c'est quoi {s}"],
};

const goods =
  'electric cars, running shoes, headphones, laptops, coffee machines, espresso cups, bicycles, office chairs'.split(
    ', ',
  );

function vocabulary(lang: string, words: readonly string[]): string[] {
  const patterns = turns[lang] ?? turns.en ?? [];
  return words.flatMap((word) => patterns.map((pattern) => pattern.replace('{s}', word)));
}

const videoWords = (lang: string): string[] => [
  ...vocabulary(lang, subjects),
  ...(lang === 'en'
    ? subjects.flatMap((subject) =>
        titlePatterns.slice(0, 4).map((title) => title.replace(/\{s\}/i, subject).toLowerCase()),
      )
    : []),
];

const webWords = (lang: string): string[] =>
  vocabulary(lang, [...goods.flatMap((good) => [good, `best ${good}`]), ...subjects]);

/**
 * Speaks as the suggestion service that browsers ask does (`complete/search?client=firefox`): a JSON array in
 * ISO-8859-1, unless `oe` asks for UTF-8.
 */
function suggestions(
  name: string,
  setting: string,
  wordsOf: (lang: string) => string[],
  most: number,
): SandboxUpstream {
  return {
    name,
    settings: { [setting]: '{url}' },
    answer({ path, query }) {
      if (path !== 'complete/search' || query.get('client') !== 'firefox') {
        return { status: 404, contentType: 'text/html; charset=utf-8', body: '<title>404</title>' };
      }
      const q = query.get('q') ?? '';
      const typed = q.toLowerCase();
      const all = wordsOf(query.get('hl') ?? 'en').filter((words) => words.startsWith(typed) && words !== '');
      const found = typed === '' ? [] : [...new Set(all)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
      return inCharset([q, found.slice(0, most), [], {}], /utf-?8/i.test(query.get('oe') ?? ''));
    },
  };
}

function inCharset(answer: unknown, isUtf8: boolean): SandboxAnswer {
  const text = JSON.stringify(answer);
  return isUtf8
    ? { status: 200, contentType: 'text/javascript; charset=UTF-8', body: Buffer.from(text) }
    : { status: 200, contentType: 'text/javascript; charset=ISO-8859-1', body: Buffer.from(text, 'latin1') };
}

export const videoSuggestions = suggestions('video-suggest', 'VIDEO_SUGGEST_URL', videoWords, 14);
export const webSuggestions = suggestions('web-suggest', 'WEB_SUGGEST_URL', webWords, 10);
