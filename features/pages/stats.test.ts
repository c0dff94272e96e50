import { deepEqual, equal, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { utcDay } from '../../shared/process/clock.js';
import { insertAll } from '../../test/helpers/insert-all.js';
import { type CreatedPage, createPage, readStats } from '../../test/helpers/page-visits.js';
import { call, stack } from '../../test/helpers/stack.js';
import type { AnyVisit } from './collections.js';
import { addHashes, createEmptyCounter, estimateCount, mergeCounters } from './distinct-counter.js';

const visitor = (number: number): string => number.toString(16).padStart(4, '0').repeat(8);

/** Stores a visit at an instant; an event if it has a name. */
async function storeVisits({ id }: CreatedPage, visits: readonly (readonly [at: string, more?: Partial<AnyVisit>])[]) {
  const { store } = await stack();
  const all = visits.map(([time, more]): AnyVisit => {
    const at = new Date(time);
    const visit = { experience: id, at, day: utcDay(at), ip_hash: visitor(1), user_agent: null, referrer: null };
    const rest = { device: 'mobile' as const, country: null, language: null, bot: false, pending: true as const };
    return { ...visit, ...rest, ...more };
  });
  await insertAll(
    store.visits.scans,
    all.filter(({ event }) => event === undefined),
  );
  await insertAll(
    store.visits.events,
    all.filter(({ event }) => event !== undefined),
  );
}

const fetchStats = async ({ id, key }: CreatedPage, query: string) =>
  call(`/v1/qr-experience/${id}/stats${query}`, {}, { method: 'GET', key });

describe('statistics of a period', () => {
  it('add up its days, count a visitor of several days once, and compare with the period before', async () => {
    const made = await createPage('text');
    await storeVisits(made, [
      ['2026-02-27T10:00:00Z', { ip_hash: visitor(9) }],
      ['2026-03-01T10:00:00Z', { device: 'desktop', target: 'rule 1' }],
      ['2026-03-01T11:00:00Z', { ip_hash: visitor(3) }],
      ['2026-03-02T10:00:00Z', { country: 'IT', target: 'rule 1' }],
      ['2026-03-02T11:00:00Z', { ip_hash: visitor(2), target: 'default' }],
      ['2026-03-02T12:00:00Z', { bot: true }],
      ['2026-03-03T10:00:00Z'],
    ]);
    equal((await readStats(made)).scans.total, 6);
    const { body } = await fetchStats(made, '?from=2026-03-01&to=2026-03-02');
    deepEqual(body.period, { from: '2026-03-01', to: '2026-03-02' });
    deepEqual(body.scans, {
      ...{ total: 4, unique: 3, bots: 1 },
      per_day: [
        { date: '2026-03-01', count: 2, unique: 2 },
        { date: '2026-03-02', count: 2, unique: 2 },
      ],
    });
    deepEqual([body.devices, body.countries, body.bots.devices], [{ desktop: 1, mobile: 3 }, { IT: 1 }, { mobile: 1 }]);
    deepEqual(body.targets, { default: 1, 'rule 1': 2 });
    deepEqual(body.previous, { from: '2026-02-27', to: '2026-02-28', total: 1, unique: 1 });
  });

  it('show at which hours of the week people scan, in any time zone', async () => {
    const made = await createPage('text');
    // A Saturday evening, and the Sunday on which summer time begins at 01:00 UTC.
    await storeVisits(made, [['2026-03-28T22:30:00Z'], ['2026-03-29T00:30:00Z'], ['2026-03-29T22:30:00Z']]);
    await readStats(made);
    const scansAt = async (timezone: string) => {
      const { body } = await fetchStats(made, `?from=2026-03-01&to=2026-03-31&timezone=${timezone}`);
      return body.hours.flatMap((hours: number[], day: number) =>
        hours.flatMap((count, hour) => (count > 0 ? [[day, hour, count]] : [])),
      );
    };
    deepEqual(await scansAt('UTC'), [
      [5, 22, 1],
      [6, 0, 1],
      [6, 22, 1],
    ]);
    deepEqual(await scansAt('Europe/Vienna'), [
      [0, 0, 1],
      [5, 23, 1],
      [6, 1, 1],
    ]);
  });

  it('count ratings by stars, messages and leads', async () => {
    const made = await createPage('page');
    const at = '2026-03-02T10:00:00Z';
    await storeVisits(made, [
      ...[5, 5, 4, '3', 2.5, 99].map((value) => [at, { event: 'rating_submitted', value }] as const),
      [at, { event: 'rating_submitted', value: 1, bot: true }],
      [at, { event: 'feedback_submitted', value: 'Good' }],
      [at, { event: 'lead_submitted' }],
      [at, { event: 'lead_submitted' }],
    ]);
    for (const stats of [await readStats(made), (await fetchStats(made, '?from=2026-03-02&to=2026-03-02')).body]) {
      deepEqual(stats.ratings, { count: 4, average: 4.25, by_stars: { 3: 1, 4: 1, 5: 2 } });
      deepEqual([stats.messages, stats.leads], [1, 2]);
    }
  });

  it('start at zero for what earlier versions did not count', async () => {
    const made = await createPage('page');
    await storeVisits(made, [['2026-03-02T10:00:00Z']]);
    await readStats(made);
    const { store } = await stack();
    const old = { $unset: { hours: true, ratings: true } } as const;
    await store.visitCounts.updateMany({ experience: made.id }, old);
    await storeVisits(made, [
      ['2026-03-02T11:00:00Z'],
      ['2026-03-02T11:00:00Z', { event: 'rating_submitted', value: 3 }],
    ]);
    const ever = await readStats(made);
    const { body } = await fetchStats(made, '?from=2026-03-02&to=2026-03-02');
    deepEqual(
      [ever.scans.total, ever.ratings.count, body.scans.total, body.hours[0][11], body.ratings.average],
      [2, 1, 2, 1, 3],
    );
  });

  it('are exported by day, and refused for days in the wrong order, for more than 366, or an unknown time zone', async () => {
    const made = await createPage('text');
    await storeVisits(made, [
      ['2026-03-01T10:00:00Z'],
      ['2026-03-02T10:00:00Z', { event: 'feedback_submitted', value: 'Good' }],
    ]);
    await readStats(made);
    const { platform } = await stack();
    const file = await fetch(
      `${platform.baseUrl}/v1/qr-experience/${made.id}/stats.csv?from=2026-03-01&to=2026-03-31`,
      { headers: { 'X-API-Key': made.key } },
    );
    deepEqual(parse(await file.text()), [
      ['date', 'scans', 'unique', 'bots', 'ratings', 'messages', 'leads', 'events'],
      ['2026-03-01', '1', '1', '0', '0', '0', '0', '0'],
      ['2026-03-02', '0', '0', '0', '0', '1', '0', '1'],
    ]);
    for (const [query, param] of [
      ['from=2026-03-02&to=2026-03-01', 'from'],
      ['from=2025-01-01&to=2026-01-02', 'from'],
      ['from=2026-03-01&to=2026-03-02&timezone=Mars/Olympus', 'timezone'],
    ]) {
      const { status, body } = await fetchStats(made, `?${query}`);
      deepEqual([status, body.errors?.[0]?.param ?? body.param], [422, param], JSON.stringify(body));
    }
  });
});

describe('counters of distinct visitors', () => {
  it('are merged, few and many', () => {
    const hashes = Array.from({ length: 3_000 }, (_, number) => createHash('sha256').update(`${number}`).digest('hex'));
    const count = (from: number, to: number) => addHashes(createEmptyCounter(), hashes.slice(from, to));
    equal(estimateCount(mergeCounters(count(0, 100), count(50, 200))), 200);
    for (const [one, other] of [
      [count(0, 2_000), count(1_000, 3_000)],
      [count(0, 2_900), count(2_850, 3_000)],
      [count(2_850, 3_000), count(0, 2_900)],
    ] as const) {
      // The estimate has a standard deviation of 1.6 %.
      const estimate = estimateCount(mergeCounters(one, other));
      ok(Math.abs(estimate / 3_000 - 1) < 0.08, String(estimate));
    }
  });
});

describe('the list of hosted pages', () => {
  it('finds pages by a text in their names, with the scans of the last 30 days', async () => {
    const first = await createPage('text', { label: 'Menu (summer)' });
    await createPage('text', { label: 'Door' }, first.key);
    const now = new Date().toISOString();
    await storeVisits(first, [[now], [now], ['2020-01-01T10:00:00Z']]);
    await readStats(first);
    const find = async (query: string) =>
      (await call(`/v1/qr-experience?${query}`, {}, { method: 'GET', key: first.key })).body.experiences;
    const [found, ...others] = await find('search=U+(sum&include_scans=1');
    deepEqual([found.id, found.recent_scans.total, others], [first.id, 2, []]);
    deepEqual([found.recent_scans.per_day.length, found.recent_scans.per_day.at(-1)], [30, 2]);
    equal((await find('search=door')).length, 1);
    equal((await find('search=.'))[0], undefined);
  });

  it('filters by whether pages are open, open later, or have ended', async () => {
    const open = await createPage('text');
    const { store } = await stack();
    const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 3_600_000)];
    const others = await Promise.all([1, 2, 3].map(() => createPage('text', {}, open.key)));
    const [over, used, later] = others.map(({ id }) => id);
    await store.experiences.updateOne({ _id: over ?? 0 }, { $set: { valid_until: past } });
    await store.experiences.updateOne(
      { _id: used ?? 0 },
      { $set: { valid_from: future, max_scans: 2, scans_counted: 2 } },
    );
    await store.experiences.updateOne(
      { _id: later ?? 0 },
      { $set: { valid_from: future, max_scans: 2, scans_counted: 1 } },
    );
    for (const [availability, ids] of [
      ['open', [open.id]],
      ['ended', [over, used]],
      ['scheduled', [later]],
    ] as const) {
      const path = `/v1/qr-experience?availability=${availability}`;
      const { experiences } = (await call(path, {}, { method: 'GET', key: open.key })).body;
      const found: { id: number; availability: string }[] = experiences;
      deepEqual(found.map(({ id }) => id).sort(), [...ids].sort());
      ok(found.every((one) => one.availability === availability));
    }
  });
});
