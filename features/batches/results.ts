import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Binary } from 'mongodb';
import type { Reply } from '../../shared/queue/job.js';
import { type Batch, type BatchCollections, type BatchResult, resultId } from './collections.js';
import type { ResultRow } from './csv/index.js';
import { computeExpiry } from './end.js';
import { flatten, readItemsInOrder } from './items.js';

const [compress, decompress] = [promisify(gzip), promisify(gunzip)];

/** Length of a body from which it is stored compressed, in characters. */
const COMPRESSED_FROM = 1_024;

/**
 * Creates the result of an item. Errors are not charged.
 *
 * @param price what the item costs, and was held for it
 */
export async function toResult(
  { _id: batch, account, created }: Pick<Batch, '_id' | 'account' | 'created'>,
  index: number,
  price: number,
  { status, body, charged = price }: Pick<Reply, 'status' | 'body' | 'charged'>,
): Promise<BatchResult> {
  return {
    ...{ _id: resultId(batch, index), account, batch, index, status },
    charged: status < 400 ? Math.min(charged, price) : 0,
    body: body.length < COMPRESSED_FROM ? body : new Binary(await compress(body)),
    expires: computeExpiry(created),
  };
}

/** Returns the size of a stored body, in bytes. */
export const storedSize = ({ body }: Pick<BatchResult, 'body'>): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : body.length();

/** Returns the JSON of a body. */
export const readBody = async ({ body }: Pick<BatchResult, 'body'>): Promise<string> =>
  typeof body === 'string' ? body : (await decompress(body.value())).toString('utf8');

/** A result, as it is shown. */
interface ShownResult {
  readonly index: number;
  readonly status: number;
  /** JSON of the response body. */
  readonly json: string;
}

/** Reads the results of a batch in the order of its items, without those of items that have none yet, or never will. */
export async function* readResults(
  { batchResults }: Pick<BatchCollections, 'batchResults'>,
  { _id: batch, account }: Pick<Batch, '_id' | 'account'>,
): AsyncGenerator<ShownResult> {
  const found = batchResults.find({ account, batch }, { sort: { index: 1 }, batchSize: 50 });
  for await (const result of found) {
    const { index, status } = result;
    if (status > 0) yield { index, status, json: await readBody(result) };
  }
}

/** Writes results as JSON lines. */
export async function* writeJsonLines(results: AsyncIterable<ShownResult>): AsyncGenerator<string> {
  for await (const { index, status, json } of results) yield `{"index":${index},"status":${status},"body":${json}}\n`;
}

/** Reads results with the columns of their items. */
export async function* readRows(store: BatchCollections, batch: Batch): AsyncGenerator<ResultRow> {
  const items = readItemsInOrder(store, batch);
  try {
    for await (const { index, status, json } of readResults(store, batch)) {
      let next = await items.next();
      while (!next.done && next.value.index !== index) next = await items.next();
      if (next.done) return;
      const { item, values = flatten(item) } = next.value;
      yield { values, status, body: JSON.parse(json) };
    }
  } finally {
    await items.return(undefined);
  }
}
