import {
  type AccountDay,
  type CountedAccount,
  type EndpointCounts,
  MOST_ENDPOINTS,
  spans,
} from '../../shared/figures/collections.js';
import type { Collections } from '../../shared/store/collections.js';
import { type CountedUsage, usageBetween } from './usage-between.js';

const DAY_MS = spans.day.lengthMs;
/** Few enough that their parts, with all endpoints, take little memory. */
const TOGETHER = 100;
/** The one part of a day that is over. */
const WHOLE = 'whole';

interface Counted {
  counts: Required<CountedAccount>;
  last: Date;
}

/**
 * Counts what each account did in a part of a day, and writes it into the figures of that day.
 *
 * @param from and to: of one day; both of its ends for a day that is over, which takes the place of all its parts
 * @returns the accounts
 */
export async function countAccounts(store: Collections, from: Date, to: Date): Promise<string[]> {
  const counted = new Map<string, Counted>();
  for await (const call of usageBetween(store, from, to)) {
    const one = counted.get(call.account) ?? { counts: none(), last: call.at };
    count(one, call);
    counted.set(call.account, one);
  }
  const day = new Date(from.getTime() - (from.getTime() % DAY_MS));
  const part = to.getTime() - from.getTime() === DAY_MS ? WHOLE : from.toISOString().slice(11, 16);
  const accounts = [...counted];
  for (let begin = 0; begin < accounts.length; begin += TOGETHER) {
    await writePart(store, day, part, accounts.slice(begin, begin + TOGETHER));
  }
  return [...counted.keys()];
}

async function writePart(
  { accountDays }: Collections,
  at: Date,
  part: string,
  counted: readonly (readonly [account: string, counted: Counted])[],
): Promise<void> {
  const idOf = (account: string) => `${account} ${at.toISOString().slice(0, 10)}`;
  const ids = counted.map(([account]) => idOf(account));
  // Of a day that is over nothing stays of what was counted of its parts.
  const before = part === WHOLE ? [] : await accountDays.find({ _id: { $in: ids } }).toArray();
  const known = new Map(before.map((day) => [day._id, day]));
  const days = counted.map(([account, { counts, last }]): AccountDay => {
    const _id = idOf(account);
    const earlier = known.get(_id);
    const parts = { ...earlier?.parts, [part]: { ...counts, endpoints: mostCalled(counts.endpoints) } };
    return {
      _id,
      account,
      at,
      ...together(Object.values(parts)),
      last: earlier && earlier.last > last ? earlier.last : last,
      ...(part !== WHOLE && { parts }),
      expires: new Date(at.getTime() + spans.day.keptMs),
    };
  });
  await accountDays.bulkWrite(
    days.map((replacement) => ({
      replaceOne: { filter: { _id: replacement._id, account: replacement.account, at }, replacement, upsert: true },
    })),
    { ordered: false },
  );
}

const none = (): Required<CountedAccount> => ({
  ...{ calls: 0, errors: 0, failed: 0, spent: 0, givenBack: 0 },
  endpoints: {},
});

const endpointIn = ({ endpoints }: Required<CountedAccount>, endpoint: string): EndpointCounts => {
  const counts = endpoints[endpoint] ?? { calls: 0, errors: 0, spent: 0 };
  endpoints[endpoint] = counts;
  return counts;
};

function count(counted: Counted, { endpoint, status, state, cost, at }: CountedUsage): void {
  for (const counts of [counted.counts, endpointIn(counted.counts, endpoint)]) {
    counts.calls += 1;
    if (status >= 400) counts.errors += 1;
    if (state === 'spent') counts.spent += cost;
  }
  if (state !== 'spent') {
    counted.counts.failed += 1;
    counted.counts.givenBack += cost;
  }
  if (at > counted.last) counted.last = at;
}

function together(parts: readonly CountedAccount[]): CountedAccount {
  const sums = none();
  for (const part of parts) {
    for (const field of ['calls', 'errors', 'failed', 'spent', 'givenBack'] as const) sums[field] += part[field];
    for (const [endpoint, counts] of Object.entries(part.endpoints ?? {})) {
      const sum = endpointIn(sums, endpoint);
      for (const field of ['calls', 'errors', 'spent'] as const) sum[field] += counts[field];
    }
  }
  return { ...sums, endpoints: mostCalled(sums.endpoints) };
}

/** What was done with the others is the difference to the sums of the account. */
const mostCalled = (endpoints: Record<string, EndpointCounts>): Record<string, EndpointCounts> =>
  Object.fromEntries(
    Object.entries(endpoints)
      .sort(([, a], [, b]) => b.calls - a.calls)
      .slice(0, MOST_ENDPOINTS),
  );
