import type { Part, Usage, UsageHour } from '../../shared/ledger/documents.js';
import { advanceCursor, DELETED, MERGED, readUsageCursor } from '../../shared/ledger/merged-usage.js';
import { findLatencyClass } from '../../shared/process/metrics/latency.js';
import { PLATFORM_SUMS_KEPT_MS, type PlatformSums, platformSums } from './collections.js';
import { addCounts, addHour, type Counts, createEmptyCounts, increment } from './counts.js';
import { addPlatform, createEmptyPlatform, readPlatform } from './platform.js';
import { DAY_MS, HOUR_MS, type UsageStore } from './read.js';

/** Time after the end of an hour in which holds of the hour may still be on their way to the store, in ms. */
const SETTLED_AFTER_MS = 5 * 60_000;
const ENTRIES_PER_BATCH = 1_000;
const SUMS_PER_WRITE = 500;

/**
 * Merges the entries of complete hours into their sums, oldest hour first. Each hour is computed from its entries as a whole and its
 * documents replaced; then the cursor makes them count. So a run that is interrupted or repeated counts nothing twice.
 *
 * @param isTime false when the run is to end; the next one continues
 */
export async function mergeHours(
  store: UsageStore,
  now: Date,
  isTime: () => boolean,
): Promise<{ hours: number; entries: number }> {
  const end = await completeUntil(store, now);
  let [hours, entries] = [0, 0];
  for (let hour = await findFirstHour(store, end); hour < end && isTime(); hour = new Date(hour.getTime() + HOUR_MS)) {
    entries += await mergeHour(store, hour, now);
    await advanceCursor(store, MERGED, new Date(hour.getTime() + HOUR_MS));
    hours += 1;
  }
  return { hours, entries };
}

const startOfHour = (at: Date): Date => new Date(at.getTime() - (at.getTime() % HOUR_MS));

/**
 * Returns the end of the last hour that no entry can be added to: an entry is written before its hold leaves the wallet, and is not
 * older than the hold.
 */
async function completeUntil({ wallets }: UsageStore, now: Date): Promise<Date> {
  const [wallet] = await wallets
    .find({ 'open.at': { $gt: new Date(0) } }, { projection: { 'open.at': 1 }, sort: { 'open.at': 1 }, limit: 1 })
    .toArray();
  const holds = (wallet?.open ?? []).map(({ at }) => at.getTime());
  return startOfHour(new Date(Math.min(now.getTime() - SETTLED_AFTER_MS, ...holds)));
}

/** Returns the hour to continue with: that of the first entry when none has been merged. */
async function findFirstHour(store: UsageStore, end: Date): Promise<Date> {
  const merged = await readUsageCursor(store, MERGED);
  if (merged.getTime() > 0) return merged;
  const deleted = await readUsageCursor(store, DELETED);
  const firsts = await Promise.all(
    (['spent', 'void'] as const).map((state) =>
      store.usage
        .find({ state, at: { $gte: deleted } }, { projection: { at: 1 }, sort: { at: 1 }, limit: 1 })
        .toArray(),
    ),
  );
  const times = firsts.flat().map(({ at }) => at.getTime());
  return startOfHour(new Date(Math.min(end.getTime(), ...times)));
}

async function mergeHour(store: UsageStore, hour: Date, now: Date): Promise<number> {
  const end = new Date(hour.getTime() + HOUR_MS);
  const sums = new Map<string, UsageHour>();
  let entries = 0;
  for (const state of ['spent', 'void'] as const) {
    const found = store.usage.find(
      { state, at: { $gte: hour, $lt: end } },
      { projection: { nonce: 0 }, batchSize: ENTRIES_PER_BATCH },
    );
    for await (const entry of found) {
      addEntry(sumFor(sums, entry, hour), entry);
      entries += 1;
    }
  }
  const documents = [...sums.values()];
  for (let begin = 0; begin < documents.length; begin += SUMS_PER_WRITE) {
    await store.usageHourly.bulkWrite(
      documents.slice(begin, begin + SUMS_PER_WRITE).map((replacement) => ({
        replaceOne: { filter: { _id: replacement._id, account: replacement.account, hour }, replacement, upsert: true },
      })),
      { ordered: false },
    );
  }
  if (now.getTime() - hour.getTime() < PLATFORM_SUMS_KEPT_MS) {
    await writePlatformHour(store, hour, documents);
    if (end.getTime() % DAY_MS === 0) await writePlatformDay(store, new Date(end.getTime() - DAY_MS));
  }
  return entries;
}

function sumFor(
  sums: Map<string, UsageHour>,
  { account, key, endpoint, status, call, at }: Usage,
  hour: Date,
): UsageHour {
  const type = call?.type;
  const _id = [account, hour.toISOString().slice(0, 13), key, endpoint, status, type ?? ''].join(' ');
  const sum = sums.get(_id) ?? {
    ...{ _id, account, hour, key, endpoint, status, ...(type !== undefined && { type }) },
    ...{ requests: 0, released: 0, spent: 0, givenBack: 0, parts: [], latency: {}, waits: {}, last: at },
  };
  sums.set(_id, sum);
  return sum;
}

function addEntry(sum: UsageHour, { state, cost, parts, call, at }: Usage): void {
  sum.requests += 1;
  if (state === 'spent') {
    sum.spent += cost;
    for (const part of parts) addPart(sum.parts, part);
  } else {
    sum.released += 1;
    sum.givenBack += cost;
  }
  if (call) increment(sum.latency, String(findLatencyClass(call.ms)), 1);
  if (call?.queuedMs !== undefined) increment(sum.waits, String(findLatencyClass(call.queuedMs)), 1);
  if (at > sum.last) sum.last = at;
}

function addPart(parts: Part[], { lot, amount }: Part): void {
  const known = parts.find((part) => part.lot === lot);
  if (known) known.amount += amount;
  else parts.push({ lot, amount });
}

const createEmptySums = (_id: Date): PlatformSums => ({
  _id,
  total: createEmptyCounts(),
  endpoints: {},
  platform: createEmptyPlatform(),
});

function getCounts({ endpoints }: PlatformSums, endpoint: string): Counts {
  const counts = endpoints[endpoint] ?? createEmptyCounts();
  endpoints[endpoint] = counts;
  return counts;
}

/** Writes the sums of all accounts in an hour. */
async function writePlatformHour(store: UsageStore, hour: Date, sums: readonly UsageHour[]): Promise<void> {
  const all = createEmptySums(hour);
  for (const sum of sums) {
    addHour(all.total, sum);
    addHour(getCounts(all, sum.endpoint), sum);
  }
  const facts = await readPlatform(store, hour, new Date(hour.getTime() + HOUR_MS), HOUR_MS);
  for (const platform of facts.values()) addPlatform(all.platform, platform);
  await platformSums(store).hours.replaceOne({ _id: hour }, all, { upsert: true });
}

/** Writes the sums of all accounts in a day, whose hours are written. */
async function writePlatformDay(store: UsageStore, day: Date): Promise<void> {
  const { hours, days } = platformSums(store);
  const all = createEmptySums(day);
  for await (const hour of hours.find({ _id: { $gte: day, $lt: new Date(day.getTime() + DAY_MS) } })) {
    addCounts(all.total, hour.total);
    addPlatform(all.platform, hour.platform);
    for (const [endpoint, counts] of Object.entries(hour.endpoints)) addCounts(getCounts(all, endpoint), counts);
  }
  await days.replaceOne({ _id: day }, all, { upsert: true });
}
