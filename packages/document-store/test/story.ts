import { BSON, type Db, type Document, MongoServerError } from 'mongodb';
import type { Draw } from './draw.js';
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

/** Runs a sequence of commands on a database, and returns the outcome of each. */
export async function tell(db: Db, story: Story): Promise<string[]> {
  await begin(db, story);
  const outcomes: string[] = [];
  for (const command of story.commands) outcomes.push(await runCommand(db, command));
  return outcomes;
}

/** Outcome of a command, without parts that may differ between correct engines: messages, times, and unspecified order. */
export async function runCommand(db: Db, command: Document): Promise<string> {
  try {
    return toText(essence(await db.command(command, { promoteValues: false }), command));
  } catch (error) {
    if (error instanceof MongoServerError) return JSON.stringify({ code: error.code });
    throw error;
  }
}

function essence(reply: Document, command: Document): Document {
  const { cursor, n, nModified, upserted, writeErrors, values, value, lastErrorObject } = reply;
  return {
    ...(n === undefined ? {} : { n: Number(n) }),
    ...(nModified === undefined ? {} : { nModified: Number(nModified) }),
    ...(upserted ? { upserted } : {}),
    ...(writeErrors
      ? {
          writeErrors: writeErrors.map((error: Document) => ({ index: Number(error.index), code: Number(error.code) })),
        }
      : {}),
    ...(cursor ? { documents: isOrdered(command) ? cursor.firstBatch : unordered(cursor.firstBatch) } : {}),
    ...(values ? { values: unordered(values) } : {}),
    ...(value === undefined ? {} : { value }),
    ...(lastErrorObject ? { found: Number(lastErrorObject.n), upserted: lastErrorObject.upserted ?? null } : {}),
  };
}

/** True if the command specifies the order of the reply's documents. */
function isOrdered(command: Document): boolean {
  if (command.sort) return true;
  const names: string[] = (command.pipeline ?? []).map((stage: Document) => Object.keys(stage)[0]);
  return names.lastIndexOf('$sort') > names.lastIndexOf('$group');
}

function unordered(items: unknown[]): unknown[] {
  return [...items].sort((a, b) => (toText(a) < toText(b) ? -1 : 1));
}

/** Extended JSON; of a decimal the first 15 digits, for engines add doubles to decimals in different ways. */
function toText(value: unknown): string {
  return BSON.EJSON.stringify(value, { relaxed: false }).replace(
    /"\$numberDecimal":"([^"]+)"/g,
    (_, digits: string) => `"$numberDecimal":"${Number(Number(digits).toPrecision(15))}"`,
  );
}
