import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { projectFile } from '../../../../shared/process/project-file.js';
import { type Phrases, phrasesOf } from '../../../lib/topics/phrases.js';

/** Kinds of phrases that are looked for in drafts. */
const faults = ['itself', 'footage', 'advertising', 'stock', 'light'] as const;
type Fault = (typeof faults)[number];

const file = Type.Record(Type.Enum([...faults]), Type.Array(Type.String()));

let read: Readonly<Record<Fault, Phrases>> | undefined;

/** Returns the phrases of a fault. */
export function phrasesFor(fault: Fault): Phrases {
  read ??= readPhrases();
  return read[fault];
}

function readPhrases(): Readonly<Record<Fault, Phrases>> {
  const path = projectFile('workers/video-platform/generate/checks/phrases.json');
  const { itself, footage, advertising, stock, light } = Parse(file, JSON.parse(readFileSync(path, 'utf8')));
  return {
    itself: phrasesOf(itself),
    footage: phrasesOf(footage),
    advertising: phrasesOf(advertising),
    stock: phrasesOf(stock),
    light: phrasesOf(light),
  };
}
