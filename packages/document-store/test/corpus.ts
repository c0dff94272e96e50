import { fileURLToPath } from 'node:url';
import { BSON, type Document } from 'mongodb';
import type { Story } from './story.js';

/** The committed corpus; it lies in the source tree, as builds do not copy it. */
export const CORPUS = fileURLToPath(new URL('../../test/corpus.txt', import.meta.url));

/** A story with the outcomes on which this store and a real MongoDB agreed. */
export interface AgreedStory extends Story {
  outcomes: string[];
}

/** The text of the committed file: a line for each story's beginning and for each command with its outcome. */
export function writeCorpus(stories: readonly AgreedStory[]): string {
  const lines = stories.flatMap(({ about, collection, documents, commands, outcomes }) => [
    ejson({ about, collection, documents }),
    ...commands.map((command, i) => `${ejson(command)}\t${outcomes[i]}`),
  ]);
  return `${lines.join('\n')}\n`;
}

export function readCorpus(text: string): AgreedStory[] {
  const stories: AgreedStory[] = [];
  for (const line of text.split('\n').filter((line) => line !== '')) {
    const [written = '', outcome] = line.split('\t');
    const story = stories.at(-1);
    if (outcome === undefined)
      stories.push({ about: '', collection: '', documents: [], ...parse(written), commands: [], outcomes: [] });
    else {
      story?.commands.push(parse(written));
      story?.outcomes.push(outcome);
    }
  }
  return stories;
}

/** Extended JSON of what the driver would send: it has its own idea of which numbers are integers. */
function ejson(value: Document): string {
  const sent = BSON.deserialize(BSON.serialize(value), { promoteValues: false });
  return BSON.EJSON.stringify(sent, { relaxed: false });
}

/** Reads extended JSON, except that the operator `$regex` stays one: the parser would take it for a regular expression. */
function parse(text: string): Document {
  return withRegex(BSON.EJSON.parse(text.replaceAll('"$regex":', '"~regex":'), { relaxed: false }));
}

function withRegex<T>(value: T): T;
function withRegex(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withRegex);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [name === '~regex' ? '$regex' : name, withRegex(held)]),
  );
}
