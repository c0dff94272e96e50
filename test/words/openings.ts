import { readFileSync } from 'node:fs';
import { projectFile } from '../../shared/process/project-file.js';
import type { Genre } from '../../workers/video-platform/generate/writing/genre.js';
import { handlers } from '../helpers/promises.js';
import { runHandler } from '../helpers/run-handler.js';
import { sentencesOf } from './judge.js';

/** A topic of each genre that no field is known of, by language. */
export const UNKNOWN: Readonly<Record<string, Readonly<Record<Genre, string>>>> = JSON.parse(
  readFileSync(projectFile('test/words/genres.json'), 'utf8'),
);

/** How many calls on one topic are compared. */
export const CALLS = 20;

/** What an endpoint writes on a topic, as one text. */
export async function write(name: string, topic: string, language: string, seed: string): Promise<string> {
  const handler = handlers[name];
  if (!handler) throw new RangeError(name);
  const answer: unknown = await runHandler(handler, { topic, language }, { requestId: seed });
  return Object.values(answer as Record<string, unknown>)
    .flat()
    .map(String)
    .join('\n');
}

/** The first sentences of so many calls on one topic. A question or a headline is said wherever it is the topic, so what follows it counts. */
export async function openingsOf(name: string, topic: string, language: string): Promise<string[]> {
  const bare = (text: string): string => text.replace(/[\s.?!]+$/u, '').toLowerCase();
  const openings: string[] = [];
  for (let call = 0; call < CALLS; call++) {
    const text = await write(name, topic, language, `opening ${call}`);
    openings.push(sentencesOf(text).find((one) => bare(one) !== bare(topic)) ?? '');
  }
  return openings;
}

/** How many different openings so many calls have on one topic. */
export const distinctOpenings = async (name: string, topic: string, language: string): Promise<number> =>
  new Set(await openingsOf(name, topic, language)).size;
