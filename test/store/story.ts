import { BSON, type Db, type Document } from 'mongodb';
import type { Draw } from './draw.js';
import { outcomeOf } from './outcome.js';
import { RandomCommands } from './random/commands.js';

/** Documents to begin with, then commands one after the other, on one collection. */
export interface Story {
  about: string;
  collection: string;
  documents: Document[];
  commands: Document[];
}

/** A story by chance. Every 20 commands it looks at all there is. */
export function randomStory(draw: Draw, length: number, size = 30): Story {
  const collection = 'things';
  const commands = new RandomCommands(draw, collection);
  const documents = Array.from({ length: size }, (_, id) => commands.document(id));
  const everything = { find: collection, sort: { _id: 1 } };
  return {
    about: 'chance',
    collection,
    documents,
    commands: Array.from({ length }, (_, i) => (i % 20 === 19 ? everything : commands.next())),
  };
}

/** Clears the stage for a story. */
export async function begin(db: Db, story: Story): Promise<void> {
  await db.command({ drop: story.collection }).catch(() => {});
  await db.command({ create: story.collection });
  if (story.documents.length > 0) await db.command({ insert: story.collection, documents: story.documents });
}

/** Tells a story to a database and gives what each command came to. */
export async function tell(db: Db, story: Story): Promise<string[]> {
  await begin(db, story);
  const outcomes: string[] = [];
  for (const command of story.commands) outcomes.push(await outcomeOf(db, command));
  return outcomes;
}

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
