import { escapeUTF8 } from 'entities';
import Prism from 'prismjs';
import loadLanguages from 'prismjs/components/index.js';
import type { RecordedResponse } from './openapi/recorded-responses.js';
import { languages, type SnippetRequest } from './snippets.js';

loadLanguages(['json', 'bash', 'javascript', 'typescript', 'python', 'php']);

/** Returns source code as HTML with its tokens marked for syntax highlighting. */
export function highlight(source: string, language: string): string {
  const grammar = Prism.languages[language];
  return grammar ? Prism.highlight(source, grammar, language) : escapeUTF8(source);
}

/** Returns a recorded response as highlighted JSON, abbreviated, or as the text of a file, and as the image that it holds. */
export function responseExample(recorded: RecordedResponse | undefined) {
  if (!recorded) return undefined;
  const { answer } = recorded;
  const shown = abbreviate(answer);
  const html = typeof shown === 'string' ? escapeUTF8(shown) : highlight(JSON.stringify(shown, null, 2), 'json');
  return { html, image: imageIn(answer) };
}

function imageIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('mime' in answer) || !('data_base64' in answer)) return;
  const { mime, data_base64 } = answer;
  return typeof data_base64 === 'string' ? `data:${mime};base64,${data_base64}` : undefined;
}

const LONGEST_TEXT = 240;
const TEXT_SHOWN = 96;
const OBJECTS_SHOWN = 3;
const VALUES_SHOWN = 12;

/** Shortens long texts and lists, which then say how much is left out. */
function abbreviate(value: unknown): unknown {
  if (typeof value === 'string') {
    // Prose is left whole.
    if (value.length <= LONGEST_TEXT || value.includes(' ')) return value;
    return `${value.slice(0, TEXT_SHOWN)}… ${(value.length - TEXT_SHOWN).toLocaleString('en')} more characters`;
  }
  if (Array.isArray(value)) {
    const shown = value.some((item) => typeof item === 'object') ? OBJECTS_SHOWN : VALUES_SHOWN;
    const items = value.slice(0, shown).map(abbreviate);
    return value.length > shown + 1 ? [...items, `… ${value.length - shown} more`] : value.map(abbreviate);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, abbreviate(field)]));
}

/** Returns a request as highlighted code in every language. */
export const snippets = (request: SnippetRequest) =>
  languages.map(({ id, name, isPlain, grammar, write }) => ({
    ...{ id, name, isPlain },
    html: highlight(write(request), grammar),
  }));
