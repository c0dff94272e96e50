import { type Db, type Document, type IndexDescription, MongoServerError } from 'mongodb';
import { StartError } from '../process/run-process.js';
import { isDuplicate } from './insert-new.js';

/** Declared indexes, by collection. */
export type DeclaredIndexes = Readonly<Record<string, readonly IndexDescription[]>>;

/** An index that does not exist, or not as it is declared. */
export interface MissingIndex {
  /** Its collection, a dot, its name. */
  readonly name: string;
  readonly isUnique: boolean;
}

/** An index that exists and is not declared. */
export interface UnusedIndex {
  readonly collection: string;
  readonly name: string;
}

/** A value that several documents have in the fields of a unique index. */
export interface Duplicate {
  /** Name of the index, after its collection and a dot. */
  readonly index: string;
  readonly value: string;
  readonly documents: number;
  /** Ids of some of the documents. */
  readonly ids: readonly unknown[];
}

/** From MongoDB's table of errors (src/mongo/base/error_codes.yml). */
const NAMESPACE_NOT_FOUND = 26;
const CONFLICTS = new Set([
  85, // IndexOptionsConflict
  86, // IndexKeySpecsConflict
]);
/** Duplicates that a message names, and ids that are listed of each. */
const [NAMED_DUPLICATES, LISTED_IDS] = [5, 10];

/** An index that cannot be created because of what the database holds. */
export interface IndexProblem {
  readonly index: string;
  /** Why, and what to do. */
  readonly reason: string;
  /** Some of the values that several documents have. */
  readonly duplicates: readonly string[];
}

export class IndexError extends StartError {
  constructor(readonly problems: readonly IndexProblem[]) {
    const lines = problems.map(
      ({ index, reason, duplicates }) =>
        `${index}${duplicates.length > 0 ? ` (${duplicates.join(', ')})` : ''}: ${reason}`,
    );
    super(`These indexes cannot be created:\n${lines.join('\n')}`);
  }
}

const listFields = ({ key }: IndexDescription): [string, unknown][] =>
  key instanceof Map ? [...key] : Object.entries(key);

/** Returns the name that MongoDB derives from the fields of an index. */
const deriveName = (index: IndexDescription): string => index.name ?? listFields(index).flat().join('_');

/** Returns what an index does, as text to compare: two that differ in their names only, or in whether they are hidden, are the same. */
const formatIndex = (index: IndexDescription): string =>
  JSON.stringify([
    listFields(index),
    index.unique === true,
    index.sparse === true,
    index.expireAfterSeconds === undefined ? null : Number(index.expireAfterSeconds),
    index.partialFilterExpression ?? null,
    index.collation === undefined || index.collation.locale === 'simple' ? null : index.collation,
  ]);

/** Reads the indexes of a collection; none of one that does not exist. */
async function readIndexes(db: Db, collection: string): Promise<(IndexDescription & { name: string })[]> {
  const found: Document[] = await db
    .collection(collection)
    .listIndexes()
    .toArray()
    .catch((error: unknown) => {
      if (error instanceof MongoServerError && error.code === NAMESPACE_NOT_FOUND) return [];
      throw error;
    });
  return found.map((index) => ({ ...index, key: Object(index.key), name: String(index.name) }));
}

/** Finds the declared indexes that are missing. One that is still being created is not. */
export async function findMissingIndexes(db: Db, declared: DeclaredIndexes): Promise<MissingIndex[]> {
  const missing = await Promise.all(
    Object.entries(declared).map(async ([collection, indexes]) => {
      const existing = new Set((await readIndexes(db, collection)).map(formatIndex));
      return indexes
        .filter((index) => !existing.has(formatIndex(index)))
        .map((index) => ({ name: `${collection}.${deriveName(index)}`, isUnique: index.unique === true }));
    }),
  );
  return missing.flat();
}

/** Finds the indexes of the declared collections that are not declared. */
export async function findUnusedIndexes(db: Db, declared: DeclaredIndexes): Promise<UnusedIndex[]> {
  const unused = await Promise.all(
    Object.entries(declared).map(async ([collection, indexes]) => {
      const used = new Set(indexes.map(formatIndex));
      const existing = await readIndexes(db, collection);
      return existing
        .filter((index) => index.name !== '_id_' && !used.has(formatIndex(index)))
        .map(({ name }) => ({ collection, name }));
    }),
  );
  return unused.flat();
}

/**
 * Creates the indexes that are missing, and waits for those that another process is creating. Safe to repeat, and to run in several processes.
 *
 * @throws IndexError naming the indexes that cannot be created; all others are
 */
export async function createDeclaredIndexes(db: Db, declared: DeclaredIndexes): Promise<void> {
  const problems: IndexProblem[] = [];
  for (const [collection, indexes] of Object.entries(declared)) {
    if (indexes.length === 0) continue;
    try {
      await db.collection(collection).createIndexes([...indexes]);
    } catch (error) {
      if (!isRefused(error)) throw error;
      for (const index of indexes) problems.push(...(await createIndex(db, collection, index)));
    }
  }
  if (problems.length > 0) throw new IndexError(problems);
}

/** True if the index cannot be created because of documents, or of another index. */
const isRefused = (error: unknown): boolean =>
  isDuplicate(error) || (error instanceof MongoServerError && CONFLICTS.has(Number(error.code)));

/** Creates an index, and returns the problem if it cannot be created. */
async function createIndex(db: Db, collection: string, index: IndexDescription): Promise<IndexProblem[]> {
  try {
    await db.collection(collection).createIndexes([index]);
    return [];
  } catch (error) {
    if (!isRefused(error)) throw error;
    const name = `${collection}.${deriveName(index)}`;
    if (!isDuplicate(error)) {
      const existing = await readIndexes(db, collection);
      if (existing.some((other) => formatIndex(other) === formatIndex(index))) return [];
      const command = `admin drop-unused-indexes --index ${name} --yes`;
      return [{ index: name, reason: `it exists with other options. Drop it with \`${command}\``, duplicates: [] }];
    }
    const fields = listFields(index).map(([field]) => field);
    const reason =
      `several documents have the same ${fields.join(' and ')}. List them with \`admin list-duplicates\`, and ` +
      'change or delete all but one';
    const values = await findValues(db, collection, index, NAMED_DUPLICATES);
    return [{ index: name, reason, duplicates: values.map(({ value }) => formatValue(value)) }];
  }
}

/** Formats the values of the fields of a unique index. */
const formatValue = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(' ');

/** Finds values that several documents have in the fields of a unique index. */
function findValues(db: Db, collection: string, index: IndexDescription, limit?: number) {
  const fields = listFields(index).map(([field]) => field);
  const indexed: Document[] = [
    ...(index.partialFilterExpression ? [index.partialFilterExpression] : []),
    ...(index.sparse ? [{ $or: fields.map((field) => ({ [field]: { $exists: true } })) }] : []),
  ];
  return db
    .collection(collection)
    .aggregate<{ value: unknown[]; documents: number }>(
      [
        ...(indexed.length > 0 ? [{ $match: { $and: indexed } }] : []),
        { $group: { _id: fields.map((field) => `$${field}`), documents: { $sum: 1 } } },
        { $match: { documents: { $gt: 1 } } },
        ...(limit === undefined ? [] : [{ $limit: limit }]),
        { $project: { _id: 0, value: '$_id', documents: 1 } },
      ],
      { allowDiskUse: true },
    )
    .toArray();
}

/** Finds all documents that keep the unique indexes that are missing from being created. */
export async function findDuplicates(db: Db, declared: DeclaredIndexes): Promise<Duplicate[]> {
  const missing = new Set((await findMissingIndexes(db, declared)).map(({ name }) => name));
  const duplicates: Duplicate[] = [];
  for (const [collection, indexes] of Object.entries(declared)) {
    for (const index of indexes) {
      const name = `${collection}.${deriveName(index)}`;
      if (!index.unique || !missing.has(name)) continue;
      for (const { value, documents } of await findValues(db, collection, index)) {
        const same = Object.fromEntries(listFields(index).map(([field], position) => [field, value[position]]));
        const filter = { $and: [same, index.partialFilterExpression ?? {}] };
        const found = await db
          .collection(collection)
          .find(filter, { projection: { _id: 1 }, limit: LISTED_IDS })
          .toArray();
        duplicates.push({ index: name, value: formatValue(value), documents, ids: found.map(({ _id }) => _id) });
      }
    }
  }
  return duplicates;
}
