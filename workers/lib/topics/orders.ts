import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { projectFile } from '../../../shared/process/project-file.js';
import { type Phrases, phrasesOf, wordedPlainly } from './phrases.js';

let read: Phrases | undefined;

/** Whether a text tells whoever reads it what to write, as no topic or description does by chance. */
export function givesOrders(text: string): boolean {
  read ??= phrasesOf(
    Parse(Type.Array(Type.String()), JSON.parse(readFileSync(projectFile('workers/lib/topics/orders.json'), 'utf8'))),
  );
  return read.in(wordedPlainly(text)) || /<script|onerror\s*=/i.test(text);
}

/** The text without the sentences that give orders; whole, where all of them do. */
export function withoutOrders(text: string): string {
  const sentences = text.split(/(?<=[.!?…])\s+|\n+/);
  const others = sentences.filter((sentence) => !givesOrders(sentence));
  return givesOrders(text) && others.some((sentence) => /\p{L}{2}/u.test(sentence)) ? others.join(' ') : text;
}

const QUOTED = /["“”„«'‘]([^"“”„«»'’]{3,80})["”“»'’]/gu;

/** What stands in quotes in a text, worded plainly: what an order in it wants to be said. */
export const quotedIn = (text: string): string[] =>
  [...text.matchAll(QUOTED)].map(([, quoted = '']) => wordedPlainly(quoted));
