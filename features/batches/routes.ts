import { Readable } from 'node:stream';
import { BATCHES, LONGEST_ADDRESS } from '../../shared/contract/bounds.js';
import { findEndpoint } from '../../shared/contract/catalogue/index.js';
import { Download } from '../../shared/contract/download.js';
import { errors } from '../../shared/contract/errors.js';
import {
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  record,
  Type,
  text,
  withDefault,
} from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import { ANY_KEY } from '../../shared/contract/service-scopes.js';
import type { Clock } from '../../shared/process/clock.js';
import { readPage } from '../../shared/store/page.js';
import { ALL, includesService, type Key, modeOf } from '../keys/index.js';
import { accountRoute, type Caller, type ClientRequest } from '../web/index.js';
import { type Batch, type BatchCollections, batchStates } from './collections.js';
import { type CreationContext, createBatch as create, hasImages } from './create.js';
import { writeResults } from './csv/index.js';
import { deleteEnded, type EndContext, endBatch } from './end.js';
import { readResults, readRows, writeJsonLines } from './results.js';
import { batchChange } from './subjects.js';
import { batchView, toBatchView } from './view.js';
import { DEFAULT_PATTERN, writeZip } from './zip.js';

interface ReadContext extends Caller {
  readonly store: BatchCollections;
  readonly clock: Clock;
  readonly key: Key;
}

const batchId = text({
  maxLength: 40,
  pattern: '^bat_[0-9a-z]+$',
  shape: 'an id',
  description: 'Id of the batch (bat_…)',
});
const example = { batch: 'bat_4f9a1c7e2b8d6035afe1' };
const MOST_PER_PAGE = 100;

export const createBatch = accountRoute(
  route({
    name: 'createBatch',
    title: 'Create a batch',
    method: 'POST',
    path: '/v1/batches',
    scope: ANY_KEY,
    forTestKeys: true,
    status: 202,
    ratePerSecond: 5,
    bodyLimit: BATCHES.bytes,
    bodyValues: BATCHES.values,
    summary:
      'Runs up to 10,000 requests to one endpoint as one job. Its price is held, and what has succeeded is charged when it ends. ' +
      'The key needs the scope of the endpoint',
    request: object({
      endpoint: text({
        maxLength: 100,
        description:
          'Path of an endpoint that runs in batches, as its page in the docs says, e.g. /v1/vat or /v1/qr-code/generate',
      }),
      items: optional(
        list(record(Type.Unknown()), {
          ...{ minItems: 1, maxItems: BATCHES.items },
          description: 'Requests to the endpoint: the fields of each',
        }),
      ),
      csv: optional(
        text({
          maxLength: BATCHES.bytes,
          description: 'The requests as CSV, with the names of its columns in the first line',
        }),
      ),
      columns: optional({
        ...record(text({ maxLength: 200 })),
        description:
          'Names of the columns by field; without it every column is the field that it is named for. Dots in fields nest',
      }),
      defaults: optional({
        ...record(Type.Unknown()),
        description: 'Fields that all items share unless they have their own',
      }),
      name: withDefault(text({ minLength: 0, maxLength: 100, description: 'Your own name for the batch' }), ''),
      name_pattern: optional(
        text({
          maxLength: BATCHES.nameCharacters,
          description: `Pattern of the names of QR codes in a ZIP archive, by default ${DEFAULT_PATTERN}: {n} is the number of the item, {text} its text, {column} any column or field`,
        }),
      ),
      webhook: optional(
        text({
          maxLength: LONGEST_ADDRESS,
          description: 'URL that is sent batch.finished when it ends, signed as callbacks are',
        }),
      ),
    }),
    response: batchView,
    errors: [
      errors.insufficientCredits,
      errors.budgetUsedUp,
      errors.apiKeyNotAllowed,
      errors.accountIsClosed,
      errors.batchEndpointRefused,
      errors.batchItemsRequired,
      errors.batchNamesImagesOnly,
      errors.csvInvalid,
      errors.csvMappingInvalid,
      errors.tooManyBatches,
      errors.storageFull,
      errors.webhookUrlRefused,
      errors.callbackSecretMissing,
      errors.webhookIsOff,
    ],
    example: {
      request: {
        endpoint: '/v1/vat',
        items: [{ vat_number: 'DE113866163' }, { vat_number: 'IE6388047V' }],
        defaults: { action: 'check-number' },
      },
    },
  }),
  async (asked, context: CreationContext & Caller & ClientRequest) => {
    const idempotencyKey = context.client.headers['idempotency-key'];
    const batch = await create(context, asked, typeof idempotencyKey === 'string' ? idempotencyKey : undefined);
    return toBatchView(batch, context.config);
  },
  { ...batchChange, action: 'batch.create', id: (_, __, answer) => answer?.id },
);

export const listBatches = accountRoute(
  route({
    name: 'batches',
    title: 'List batches',
    method: 'GET',
    path: '/v1/batches',
    scope: ANY_KEY,
    forTestKeys: true,
    summary: `Lists the batches of the last ${BATCHES.days} days, newest first. Keys with \`account:read\` see those of all keys`,
    request: object({
      limit: withDefault(integer({ minimum: 1, maximum: MOST_PER_PAGE, description: 'Batches per page' }), 20),
      after: optional(text({ maxLength: 500, description: 'Value of `next` from the previous page' })),
    }),
    response: object({
      batches: list(batchView),
      next: nullable(text({ description: 'Cursor of the next page; null on the last' })),
    }),
    errors: [errors.cursorInvalid],
    example: { request: { limit: 2 } },
  }),
  async ({ limit, after }, context: ReadContext & Pick<EndContext, 'config'>) => {
    const { rows, next } = await readPage(
      context.store.batches,
      readable(context),
      { by: 'created', id: '_id', direction: -1 },
      { limit, ...(after !== undefined && { after }) },
    );
    return { batches: rows.map((batch) => toBatchView(batch, context.config)), next };
  },
);

export const readBatch = accountRoute(
  route({
    name: 'batch',
    title: 'Get a batch',
    method: 'GET',
    path: '/v1/batches/{batch}',
    scope: ANY_KEY,
    forTestKeys: true,
    summary: 'Returns the state and progress of a batch',
    request: object({ batch: batchId }),
    response: batchView,
    errors: [errors.batchUnknown],
    example: { request: example },
  }),
  async ({ batch }, context: ReadContext & Pick<EndContext, 'config'>) =>
    toBatchView(await findBatch(context, batch), context.config),
);

export const cancelBatch = accountRoute(
  route({
    name: 'cancelBatch',
    title: 'Cancel a batch',
    method: 'POST',
    path: '/v1/batches/{batch}/cancel',
    scope: ANY_KEY,
    forTestKeys: true,
    summary:
      'Cancels a batch: no further item gets a result, and those that have succeeded are charged. A key can cancel its own batches; a key ' +
      'with `*` also those of other keys',
    request: object({ batch: batchId }),
    response: batchView,
    errors: [errors.batchUnknown, errors.batchEnded, errors.apiKeyNotAllowed],
    example: { request: example },
  }),
  async ({ batch }, context: ReadContext & EndContext) => {
    const found = await findChangeable(context, batch);
    if (!found.open) throw errors.batchEnded();
    return toBatchView(await endBatch(context, found, 'request'), context.config);
  },
  { ...batchChange, action: 'batch.cancel' },
);

export const deleteBatch = accountRoute(
  route({
    name: 'deleteBatch',
    title: 'Delete a batch',
    method: 'DELETE',
    path: '/v1/batches/{batch}',
    scope: ANY_KEY,
    forTestKeys: true,
    summary: 'Deletes a batch that has ended, with its items and results',
    request: object({ batch: batchId }),
    response: object({ id: text(), state: oneOf(['deleted']) }),
    errors: [errors.batchUnknown, errors.batchUnfinished, errors.apiKeyNotAllowed],
    example: { request: example },
  }),
  async ({ batch }, context: ReadContext) => {
    const found = await findChangeable(context, batch);
    if (found.open || found.unsettled) throw errors.batchUnfinished();
    await deleteEnded(context.store, found);
    return { id: found._id, state: 'deleted' as const };
  },
  { ...batchChange, action: 'batch.delete' },
);

export const batchResults = accountRoute(
  route({
    name: 'batchResults',
    title: 'Get the results of a batch',
    method: 'GET',
    path: '/v1/batches/{batch}/results',
    scope: ANY_KEY,
    forTestKeys: true,
    file: 'application/x-ndjson',
    summary:
      'Returns the results in the order of the items, also while the batch is running: as JSON lines `{index, status, body}`, as CSV with ' +
      'the columns of the input, or QR codes as a ZIP archive. `X-Batch-State` is the state of the batch',
    request: object({
      batch: batchId,
      format: withDefault(oneOf(['jsonl', 'csv', 'zip'], { description: 'Format of the results' }), 'jsonl'),
    }),
    response: object({}),
    errors: [errors.batchUnknown, errors.batchHasNoImages],
    example: { request: example },
  }),
  async ({ batch, format }, context: ReadContext) =>
    streamResults(context.store, await findBatch(context, batch), format),
);

/** Formats of results. */
export type ResultFormat = 'jsonl' | 'csv' | 'zip';

const MEDIA_TYPES = { jsonl: 'application/x-ndjson', csv: 'text/csv; charset=utf-8', zip: 'application/zip' } as const;

/**
 * Streams the results of a batch as a file.
 *
 * @param options of the CSV
 * @throws ApiError 422 for a ZIP archive of a batch without images
 */
export function streamResults(
  store: BatchCollections,
  batch: Batch,
  format: ResultFormat,
  options: Parameters<typeof writeResults>[2] = {},
): Download {
  const filename = `${batch._id}.${format}`;
  const headers = { 'Content-Disposition': `attachment; filename="${filename}"`, 'X-Batch-State': batch.state };
  return new Download(filename, openResults(store, batch, format, options), MEDIA_TYPES[format], headers);
}

function openResults(
  store: BatchCollections,
  batch: Batch,
  format: ResultFormat,
  options: Parameters<typeof writeResults>[2],
) {
  if (format === 'jsonl') return Readable.from(writeJsonLines(readResults(store, batch)), { objectMode: false });
  if (format === 'csv')
    return Readable.from(
      writeResults(batch.header, () => readRows(store, batch), options),
      { objectMode: false },
    );
  const endpoint = findEndpoint(batch.endpoint);
  if (!endpoint || !hasImages(endpoint)) throw errors.batchHasNoImages();
  return writeZip(readRows(store, batch), batch.name_pattern ?? DEFAULT_PATTERN, batch.items, batch.created);
}

/** Filter of the batches that a key may read: its own, or those of its account with `account:read`. Test keys have their own. */
const readable = ({ key }: Pick<ReadContext, 'key'>) => ({
  account: key.account,
  ...(!includesService(key.scopes, 'account:read') && { key: key.id }),
  test: modeOf(key) === 'test' ? (true as const) : { $exists: false },
  state: { $in: [...batchStates] },
});

/** Finds a batch that the key may read. @throws ApiError 404 for any other */
export async function findBatch(context: Pick<ReadContext, 'store' | 'key'>, id: string): Promise<Batch> {
  const found = await context.store.batches.findOne({ _id: id, ...readable(context) });
  if (!found) throw errors.batchUnknown();
  return found;
}

/** Finds a batch that the key may cancel and delete: its own, or any with `*`. @throws ApiError 404, and 403 for that of another key */
async function findChangeable(context: Pick<ReadContext, 'store' | 'key'>, id: string): Promise<Batch> {
  const found = await findBatch(context, id);
  if (found.key !== context.key.id && !context.key.scopes.includes(ALL)) throw errors.apiKeyNotAllowed();
  return found;
}

/** Routes of the account API for batches. */
export const batchRoutes = [createBatch, listBatches, readBatch, batchResults, cancelBatch, deleteBatch] as const;
