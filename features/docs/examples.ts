import { escapeUTF8 } from 'entities';
import Prism from 'prismjs';
import loadLanguages from 'prismjs/components/index.js';
import type { RecordedAnswer } from './openapi/recorded-answers.js';
import { languages, type SnippetRequest } from './snippets.js';

loadLanguages(['json', 'bash', 'javascript', 'typescript', 'python', 'php']);

/** Source text as HTML whose words are marked by what they are; the stylesheet gives them colours. */
export function coloured(source: string, language: string): string {
  const grammar = Prism.languages[language];
  return grammar ? Prism.highlight(source, grammar, language) : escapeUTF8(source);
}

/** A recorded answer: as JSON short enough to read, and as the image that it holds. */
export function recordedAnswer(recorded: RecordedAnswer | undefined) {
  if (!recorded) return undefined;
  const { answer } = recorded;
  return { html: coloured(JSON.stringify(abbreviate(answer), null, 2), 'json'), image: imageIn(answer) };
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

/** A recorded answer short enough to read: long texts and lists say how much of them is left out. */
function abbreviate(value: unknown): unknown {
  if (typeof value === 'string') return isOneWord(value) ? shorten(value) : value;
  if (Array.isArray(value)) {
    const shown = value.some((item) => typeof item === 'object') ? OBJECTS_SHOWN : VALUES_SHOWN;
    const items = value.slice(0, shown).map(abbreviate);
    return value.length > shown + 1 ? [...items, `… ${value.length - shown} more`] : value.map(abbreviate);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, abbreviate(field)]));
}

/** Images and the like as text; prose is left whole. */
const isOneWord = (text: string): boolean => text.length > LONGEST_TEXT && !text.includes(' ');

const shorten = (text: string): string =>
  `${text.slice(0, TEXT_SHOWN)}… ${(text.length - TEXT_SHOWN).toLocaleString('en')} more characters`;

/** A request in every language, coloured. */
export const snippets = (request: SnippetRequest) =>
  languages.map(({ id, name, grammar, write }) => ({ id, name, html: coloured(write(request), grammar) }));
