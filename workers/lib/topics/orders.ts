import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { projectFile } from '../../../shared/process/project-file.js';
import { compilePhrases, normaliseWords, type Phrases } from './phrases.js';

let read: Phrases | undefined;

/** True if a text gives orders to a model that reads it (prompt injection). */
export function givesOrders(text: string): boolean {
  read ??= compilePhrases(
    Parse(Type.Array(Type.String()), JSON.parse(readFileSync(projectFile('workers/lib/topics/orders.json'), 'utf8'))),
  );
  return read.matches(normaliseWords(text)) || /<script|onerror\s*=/i.test(text);
}

/** Removes the sentences that give orders, unless all do. */
export function withoutOrders(text: string): string {
  const sentences = text.split(/(?<=[.!?…])\s+|\n+/);
  const others = sentences.filter((sentence) => !givesOrders(sentence));
  return givesOrders(text) && others.some((sentence) => /\p{L}{2}/u.test(sentence)) ? others.join(' ') : text;
}

const QUOTED = /["“”„«'‘]([^"“”„«»'’]{3,80})["”“»'’]/gu;

/** Returns the normalised quotations of a text, which an order in it may want repeated. */
export const findQuotations = (text: string): string[] =>
  [...text.matchAll(QUOTED)].map(([, quoted = '']) => normaliseWords(quoted));
