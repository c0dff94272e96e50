import { readFileSync } from 'node:fs';
import { BSON, type Db, type Document, type IndexDescription } from 'mongodb';
import Type, { type Static } from 'typebox';
import { conforms } from '../../shared/contract/input.js';
import { projectFile } from '../../shared/process/project-file.js';

const { EJSON } = BSON;
const DAY_MS = 86_400_000;
/** Age of the data, at least: the recorder runs the tasks of the next hour. */
const AGE_MS = 7_200_000;

const facts = Type.Object({
  version: Type.String(),
  at: Type.String(),
  account: Type.String(),
  /** Key of the account, in plain text. */
  key: Type.String(),
  /** Token of an operator. */
  operatorToken: Type.String(),
  /** Path of a hosted page. */
  page: Type.String(),
  /** Id of a request with a hold that its front has left behind. */
  openRequest: Type.String(),
});

/** Data of a release, for tests. */
type ReleaseFacts = Static<typeof facts>;

/** All that a release has written into its database. */
export interface ReleaseData {
  readonly facts: ReleaseFacts;
  readonly collections: Readonly<Record<string, { indexes: IndexDescription[]; documents: Document[] }>>;
}

/** Dumps a database as text, with a line for each document. */
export async function dumpDatabase(db: Db, about: ReleaseFacts): Promise<string> {
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort();
  const collections: string[] = [];
  for (const name of names) {
    const documents = await db.collection(name).find().sort({ _id: 1 }).toArray();
    const indexes = (await db.collection(name).indexes()).filter((index) => index.name !== '_id_');
    const specs = JSON.stringify(indexes.map(({ v: _, ...spec }) => spec));
    const lines = documents.map((document) => EJSON.stringify(document)).join(',\n');
    collections.push(`${JSON.stringify(name)}:{"indexes":${specs},"documents":[\n${lines}]}`);
  }
  return `{"facts":${JSON.stringify(about)},"collections":{\n${collections.join(',\n')}}}\n`;
}

/** Reads the data of a release, with all dates moved by whole days to the last one: otherwise credits and sessions would have expired. */
export function readReleaseData(version: string): ReleaseData {
  const text = readFileSync(projectFile(`test/references/releases/${version}.generated.json`), 'utf8');
  const { facts: about } = JSON.parse(text);
  if (!conforms(facts, about)) throw new Error(`The facts of ${version} are incomplete`);
  const movedMs = Math.floor((Date.now() - AGE_MS - Date.parse(about.at)) / DAY_MS) * DAY_MS;
  const move = (_: string, date: string) => `"$date":"${new Date(Date.parse(date) + movedMs).toISOString()}"`;
  const { collections } = Object(EJSON.parse(text.replace(/"\$date":"([^"]+)"/g, move)));
  return { facts: about, collections };
}

/** Writes the data of a release, with its indexes, into an empty database. */
export async function writeReleaseData(db: Db, { collections }: ReleaseData): Promise<void> {
  for (const [name, { indexes, documents }] of Object.entries(collections)) {
    const collection = db.collection(name);
    if (indexes.length > 0) await collection.createIndexes(indexes);
    if (documents.length > 0) await collection.insertMany(documents);
  }
}
