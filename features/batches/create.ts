import { createHash } from 'node:crypto';
import type { Queue } from 'bullmq';
import { customAlphabet } from 'nanoid';
import { BATCHES } from '../../shared/contract/bounds.js';
import { imagePayload } from '../../shared/contract/catalogue/qr-image.js';
import { computePrice, type Endpoint } from '../../shared/contract/endpoint.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import { type Budget, toBudget } from '../../shared/ledger/budget.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import type { Quota } from '../../shared/storage/quota.js';
import { type ReservationCollections, writeWithinLimit } from '../../shared/store/reservations.js';
import { includesService, type Key, modeOf, opensEndpoint } from '../keys/index.js';
import { type MemberCollections, requireOpenAccount } from '../members/index.js';
import { checkCallbackUrl, type SigningSecrets, type Targets } from '../webhooks/index.js';
import { type Batch, batchStates } from './collections.js';
import { LONGEST_COLUMN, listFormats, nestDefaults, readItems, type Separator } from './csv/index.js';
import { computeExpiry, type EndStore, settleBatch } from './end.js';
import { mapInSteps } from './in-steps.js';
import { flatten, type Item, toParts, withDefaults } from './items.js';
import { type BatchJob, enqueueBatch } from './queue.js';

/** A batch to create. Either items or csv is given. */
export interface NewBatch {
  /** Path of the endpoint, or its id. */
  readonly endpoint: string;
  readonly items?: readonly Readonly<Record<string, unknown>>[];
  readonly csv?: string;
  /** Columns of the CSV by the fields they are for. */
  readonly columns?: Readonly<Record<string, string>>;
  readonly defaults?: Readonly<Record<string, unknown>>;
  readonly name?: string;
  readonly name_pattern?: string;
  readonly webhook?: string;
}

/** Holds the price of a batch. */
interface BatchLedger {
  /** @throws ApiError 402 if the balance or the key's budget does not cover it */
  hold(request: {
    account: string;
    key: string;
    endpoint: string;
    group: string;
    requestId: string;
    cost: number;
    budget?: Budget;
    batch: { until: Date };
  }): Promise<unknown>;
}

export interface CreationContext {
  readonly store: EndStore &
    Parameters<typeof checkCallbackUrl>[0]['store'] &
    Pick<MemberCollections, 'accounts'> &
    ReservationCollections;
  readonly clock: Clock;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly ledger: BatchLedger;
  readonly quota: Pick<Quota, 'reserveExpiring'>;
  readonly signing: Pick<SigningSecrets, 'areOff'>;
  readonly targets: Pick<Targets, 'findProblem'>;
  readonly batchQueue: Pick<Queue<BatchJob>, 'add'>;
  /** Endpoints that this platform offers. */
  readonly offered: readonly Endpoint[];
  /** The key that is charged. */
  readonly key: Key;
}

const newId = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 20);

/** Bytes of a stored batch and of each result beside its content. */
const OVERHEAD = 2_048;

/** Time for which an `Idempotency-Key` is remembered, in ms. */
const IDEMPOTENT_MS = 24 * 3_600_000;

/** Lists the endpoints whose requests may be items of a batch. */
export const listBatchEndpoints = (offered: readonly Endpoint[]): readonly Endpoint[] =>
  offered.filter(({ batch }) => batch !== undefined);

/** True if the responses of an endpoint are images, which a batch can be downloaded with as a ZIP archive. */
export const hasImages = ({ response }: Pick<Endpoint, 'response'>): boolean => response === imagePayload;

/**
 * Creates a batch: holds its price, stores its items, and starts it. It cannot start before all of them are stored. If the process dies
 * meanwhile, the scheduler abandons the batch and releases the hold.
 *
 * @param idempotencyKey of the request: a repeated one returns the first batch
 * @throws ApiError 402 if it is not covered, 403 for another endpoint than those of the key, 422 for a batch that is not allowed
 */
export async function createBatch(
  context: CreationContext,
  requested: NewBatch,
  idempotencyKey?: string,
): Promise<Batch> {
  const { store, clock, key, quota } = context;
  const { account } = key;
  const endpoint = findAllowed(context, requested.endpoint);
  const isTest = modeOf(key) === 'test';
  const { items, header, separator } = await readSource(requested, endpoint);
  if (requested.name_pattern !== undefined && !hasImages(endpoint)) throw errors.batchNamesImagesOnly();
  await requireOpenAccount(store, account);
  if (requested.webhook !== undefined) {
    if (!includesService(key.scopes, 'webhooks')) throw errors.apiKeyNotAllowed();
    await checkCallbackUrl(context, account, requested.webhook, 'webhook');
  }
  const idempotency = idempotencyKey === undefined ? undefined : sha256(idempotencyKey);
  const defaults = nestDefaults(requested.defaults ?? {});
  const created = clock.now();
  const earlier = idempotency && (await findEarlier(context, account, idempotency, created));
  if (earlier) return earlier;
  const batch: Batch = {
    ...{ _id: `bat_${newId()}`, account, key: key.id, ...(isTest && { test: true }), endpoint: endpoint.id },
    ...{
      name: requested.name ?? '',
      state: 'creating',
      open: true,
      items: items.length,
      held: isTest ? 0 : await sumPrices(endpoint, items, defaults),
    },
    ...{ succeeded: 0, failed: 0, charged: 0, bytes: 0, header },
    ...(separator && { separator, ...(requested.columns && { mapped: Object.entries(requested.columns) }) }),
    ...(requested.name_pattern !== undefined && { name_pattern: requested.name_pattern }),
    ...(requested.webhook !== undefined && { webhook: requested.webhook }),
    ...(idempotency !== undefined && { idempotency }),
    ...{ created, due: new Date(created.getTime() + BATCHES.hours * 3_600_000) },
  };
  const expires = computeExpiry(created);
  const parts = await toParts(batch, items, defaults, expires);
  const bytes = parts.reduce((sum, { json }) => sum + Buffer.byteLength(json), OVERHEAD);
  await insertWithinLimits(context, batch);
  try {
    if (!isTest) await hold(context, endpoint, batch);
    const retentionMs = expires.getTime() - created.getTime();
    if (!(await quota.reserveExpiring(account, bytes, retentionMs))) throw errors.storageFull();
    await store.batchItems.insertMany(parts, { ordered: false });
    const started = await store.batches.findOneAndUpdate(
      { _id: batch._id, state: 'creating' },
      { $set: { state: 'queued', bytes } },
      { returnDocument: 'after' },
    );
    if (!started) throw errors.serviceUnavailable({}, 'the batch took too long to be stored');
    // Without Redis the scheduler enqueues it later.
    await enqueueBatch(context.batchQueue, batch._id).catch(() => {});
    return started;
  } catch (error) {
    // The scheduler repeats it if it fails.
    await abandonBatch(context, batch).catch(() => {});
    return throwUnavailable(error);
  }
}

function findAllowed({ offered, key }: CreationContext, name: string): Endpoint {
  const allowed = listBatchEndpoints(offered);
  const endpoint = allowed.find(({ id, path, aliases }) => [id, path, ...aliases].includes(name));
  if (!endpoint) throw errors.batchEndpointRefused({ endpoints: allowed.map(({ path }) => path).join(', ') });
  if (!opensEndpoint(key.scopes, endpoint)) throw errors.apiKeyNotAllowed();
  return endpoint;
}

async function readSource(
  { items, csv, columns }: NewBatch,
  { request }: Endpoint,
): Promise<{ items: readonly Item[]; header: string[]; separator?: Separator }> {
  if ((items === undefined) === (csv === undefined)) throw errors.batchItemsRequired();
  if (csv !== undefined) {
    const options = { columns, maximum: BATCHES.items, formats: listFormats(request) };
    const { header, separator, rows } = await readItems(csv, options);
    if (rows.length === 0) throw errors.batchItemsRequired();
    return { header, separator, items: rows.map(({ item, values }) => ({ item, values })) };
  }
  const given = items ?? [];
  if (given.length === 0) throw errors.batchItemsRequired();
  const names = new Set<string>();
  await mapInSteps(given, (item) => {
    for (const name of Object.keys(flatten(item)))
      if (names.size < BATCHES.columns && name.length <= LONGEST_COLUMN) names.add(name);
  });
  return { header: [...names], items: given.map((item) => ({ item })) };
}

/** Sums the prices of items. */
async function sumPrices(
  endpoint: Endpoint,
  items: readonly Item[],
  defaults: Readonly<Record<string, unknown>>,
): Promise<number> {
  if (!endpoint.per) return endpoint.cost * items.length;
  const prices = await mapInSteps(items, ({ item }) => computePrice(endpoint, withDefaults(defaults, item)));
  return prices.reduce((sum, price) => sum + price, 0);
}

async function findEarlier({ store }: CreationContext, account: string, idempotency: string, now: Date) {
  const since = new Date(now.getTime() - IDEMPOTENT_MS);
  return store.batches.findOne({ account, created: { $gt: since }, idempotency, state: { $in: [...batchStates] } });
}

/** Inserts the document of a batch if the account may have one more. */
async function insertWithinLimits({ store, clock }: CreationContext, batch: Batch): Promise<void> {
  const { _id: id, account } = batch;
  const limit = (state: 'unfinished' | 'stored', filter: object) => ({
    ...{ limited: `${account}/${state}-batches`, most: BATCHES[state], id, clock },
    refusal: errors.tooManyBatches({ limit: BATCHES[state], state }),
    countOthers: (except: string[]) =>
      store.batches.countDocuments({ account, ...filter, _id: { $nin: except } }, { limit: BATCHES[state] }),
  });
  await writeWithinLimit(store.reservations, limit('stored', {}), () =>
    writeWithinLimit(store.reservations, limit('unfinished', { open: true }), () => store.batches.insertOne(batch)),
  );
}

async function hold({ ledger, key }: CreationContext, { id, group }: Endpoint, batch: Batch): Promise<void> {
  const budget = toBudget(key);
  await ledger.hold({
    ...{ account: batch.account, key: batch.key, endpoint: id, group: group.id, requestId: batch._id },
    cost: batch.held,
    ...(budget && { budget }),
    batch: { until: batch.due },
  });
}

/**
 * Abandons a batch whose creation has failed: from then on it cannot start, so its hold can be released. Safe to repeat.
 */
export async function abandonBatch(
  context: { readonly store: EndStore; readonly clock: Clock },
  { _id, account }: Pick<Batch, '_id' | 'account'>,
): Promise<void> {
  const { store } = context;
  const { matchedCount } = await store.batches.updateOne(
    { _id, state: { $in: ['creating', 'abandoned'] } },
    { $set: { state: 'abandoned' } },
  );
  if (matchedCount === 0) return;
  await settleBatch(context, { _id, account }, { state: 'void', status: 503 });
  await store.batchItems.deleteMany({ account, batch: _id });
  await store.batches.deleteOne({ _id });
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
