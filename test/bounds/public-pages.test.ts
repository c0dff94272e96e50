import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { createKey } from '../../features/keys/keys.js';
import type { AnyVisit } from '../../features/pages/collections.js';
import { countPending } from '../../features/pages/count-visits.js';
import { ALL_TIME, addVisits, createEmptyVisitCounts } from '../../features/pages/visit-counts.js';
import { deleteOldData } from '../../scheduler/delete-old-data.js';
import { MOST_VALUES_COUNTED, MOST_VISITS_STORED } from '../../shared/contract/bounds.js';
import { utcDay } from '../../shared/process/clock.js';
import { insertAll } from '../helpers/insert-all.js';
import { type CreatedPage, contents, createPage, readStats } from '../helpers/page-visits.js';
import { runTaskAt } from '../helpers/run-task.js';
import { itNightly, nightlyOrDaily } from '../helpers/scale.js';
import { call, eventually, newAccount, ownDatabase, stack } from '../helpers/stack.js';
import { repeatUntilWithinSecond } from '../helpers/timing.js';

const DAY_MS = 86_400_000;

/** Scans that are counted one by one. */
const COUNT = nightlyOrDaily(20_000, 1_000);

/** Scans of each of a thousand days. */
const A_DAY = 1_000;
const OF_ALL_DAYS = 1_000 * A_DAY;

const photo = async (): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 600, channels: 3, background: '#c08040' } })
    .jpeg()
    .toBuffer();

const fetchStats = ({ id, key }: Pick<CreatedPage, 'id' | 'key'>) =>
  call(`/v1/qr-experience/${id}/stats`, {}, { key, method: 'GET' });

/** Scans of an experience, one a minute, of people who each come twice and of a crawler among ten. */
const createScans = (experience: number, count: number, last: Date): AnyVisit[] =>
  Array.from({ length: count }, (_, number) => {
    const at = new Date(last.getTime() - number * 60_000);
    return {
      experience,
      at,
      day: utcDay(at),
      ip_hash: createHash('sha256')
        .update(String(Math.floor(at.getTime() / 120_000)))
        .digest('hex')
        .slice(0, 32),
      user_agent: null,
      referrer: null,
      device: number % 3 === 0 ? 'desktop' : 'mobile',
      country: number % 2 === 0 ? 'IT' : null,
      language: null,
      bot: number % 10 === 9,
      pending: true,
    };
  });

describe('public pages', () => {
  it('keep photos out of their documents: no page is read for one, and 304 is answered to who has it', async () => {
    const { store, platform } = await stack();
    const content = { ...contents.vcard_plus, photo_base64: (await photo()).toString('base64') };
    const made = await createPage('vcard_plus', { content });
    const kept = await store.experiences.findOne({ _id: made.id });
    ok(JSON.stringify(kept).length < 2_000, JSON.stringify(kept));
    match(await (await fetch(platform.baseUrl + made.path)).text(), /photo\.jpg\?n=1/);
    const card = await (await fetch(`${platform.baseUrl}${made.path}/contact.vcf`)).text();
    match(card, /\r\nPHOTO;/);
    // Without its page there is still the photo.
    await store.experiences.updateOne({ _id: made.id }, { $set: { page: null } });
    const address = `${platform.baseUrl}${made.path}/photo.jpg?n=1`;
    const first = await fetch(address);
    equal(first.headers.get('content-type'), 'image/jpeg');
    const { width, format } = await sharp(Buffer.from(await first.arrayBuffer())).metadata();
    deepEqual([width, format], [360, 'jpeg']);
    const asked = { 'If-None-Match': first.headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' };
    const again = await fetch(address, { headers: asked });
    deepEqual([again.status, (await again.arrayBuffer()).byteLength], [304, 0]);
    for (const nothing of ['?n=2', '?n=0', '?n=1.5', '?n=../photo-1', '?n=1e99'])
      equal((await fetch(`${platform.baseUrl}${made.path}/photo.jpg${nothing}`)).status, 404, nothing);
    equal((await fetch(`${platform.baseUrl}/files/private/pages/${made.code}/photo-1.jpg`)).status, 404);
  });

  it(`count ${COUNT.toLocaleString('en')} scans once each, though several schedulers do it at once`, async () => {
    const { store } = await stack();
    const made = await createPage('text');
    await insertAll(store.visits.scans, createScans(made.id, COUNT, new Date()));
    // The scheduler of the platform counts at the same time.
    await Promise.all([countPending(store), countPending(store)]);
    const { body } = await eventually(
      () => fetchStats(made),
      (answer) => answer.body.scans.total + answer.body.scans.bots === COUNT,
    );
    const { total, bots, unique, per_day } = body.scans;
    deepEqual([total, bots, body.countries], [COUNT * 0.9, COUNT * 0.1, { IT: COUNT / 2 }]);
    deepEqual(body.devices.mobile + body.devices.desktop, total);
    // Distinct visitors are estimated to 1.6 %; the tolerance is five times as much.
    ok(Math.abs(unique / (COUNT / 2) - 1) < 0.08, `${unique} of ${COUNT / 2}`);
    equal(
      per_day.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
      total,
    );
    equal(await store.scans.countDocuments({ experience: made.id, pending: true }), 0);
  });

  itNightly(
    `answer for the statistics of ${OF_ALL_DAYS.toLocaleString('en')} scans on 1,000 days in 20 ms`,
    async () => {
      const { store } = await stack();
      const made = await createPage('text');
      const visits = createScans(made.id, A_DAY, new Date()).map((visit) => ({ ...visit, bot: false }));
      const days = Array.from({ length: 1_000 }, (_, ago) => utcDay(new Date(Date.now() - ago * DAY_MS)));
      const counted = days.map((day) => addVisits(createEmptyVisitCounts(made.id, day), 'x', visits));
      const ever = days.reduce(
        (counts, day) =>
          addVisits(
            counts,
            day,
            visits.map((visit) => ({ ...visit, day })),
          ),
        createEmptyVisitCounts(made.id, ALL_TIME),
      );
      await store.visitCounts.insertMany([...counted, ever]);
      const times: number[] = [];
      for (let asked = 0; asked < 31; asked++) {
        const began = performance.now();
        const { body } = await fetchStats(made);
        times.push(performance.now() - began);
        deepEqual([body.scans.total, body.scans.per_day.length], [OF_ALL_DAYS, 366]);
      }
      times.sort((one, other) => one - other);
      const [quickest = 0, ms = 0] = [times[0], times[15]];
      console.log(
        `        the statistics of ${OF_ALL_DAYS.toLocaleString('en')} scans take ${quickest.toFixed(1)} to ${ms.toFixed(1)} ms (median)`,
      );
      // Far above what it takes on a machine with nothing else to do, far below the 2,700 ms that 60,000 scans took.
      ok(ms < 500, `${ms} ms`);
    },
  );

  it(`keep ${MOST_VISITS_STORED} scans of a day one by one, and count all`, async () => {
    const { store } = await stack();
    const made = await createPage('text');
    const noon = new Date(`${utcDay(new Date(Date.now() - DAY_MS))}T12:00:00Z`);
    const sameDay = createScans(made.id, 2_500, noon).map((scan) => ({ ...scan, at: noon, day: utcDay(noon) }));
    await store.visits.scans.insertMany(sameDay);
    equal((await readStats(made)).scans.total, 2_250);
    const kept = () => store.scans.countDocuments({ experience: made.id });
    equal(await eventually(kept, (count) => count === MOST_VISITS_STORED), MOST_VISITS_STORED);
    await store.visits.scans.insertMany(createScans(made.id, 10, noon));
    equal((await readStats(made)).scans.total, 2_259);
    equal(await eventually(kept, (count) => count === MOST_VISITS_STORED), MOST_VISITS_STORED);
  });

  it(`count ${MOST_VALUES_COUNTED} names of events apart and all others together`, async () => {
    const { store } = await stack();
    const made = await createPage('text');
    const [scan] = createScans(made.id, 1, new Date());
    const events = Array.from({ length: 150 }, (_, number) => ({ ...scan, event: `$event.${number}` }) as AnyVisit);
    await store.visits.events.insertMany(events);
    const { events: counted } = await readStats(made);
    equal(Object.keys(counted).length, MOST_VALUES_COUNTED + 1);
    deepEqual([counted['$event.0'], counted.other], [1, 50]);
  });

  it('delete single visits after 90 days, once they are counted, and keep the counts', async () => {
    const { store, close } = await ownDatabase();
    const now = new Date();
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
    await store.visits.scans.insertMany([...createScans(1, 3, daysAgo(91)), ...createScans(1, 2, daysAgo(89))]);
    await runTaskAt(deleteOldData, store, now);
    equal(await store.scans.countDocuments({}), 5);
    await countPending(store);
    await runTaskAt(deleteOldData, store, now);
    equal(await store.scans.countDocuments({}), 2);
    equal((await store.visitCounts.findOne({ _id: '1|' }))?.people.scans, 5);
    await close();
  });

  it('count the visits of a batch once that a scheduler left unfinished', async () => {
    const { store, close } = await ownDatabase();
    const scans = createScans(1, 4, new Date());
    await store.visits.scans.insertMany(scans);
    equal(await countPending(store), 4);
    // Counted, but the scheduler died before it could say so.
    const batch = (await store.visitCounts.findOne({ _id: '1|' }))?.batches.at(-1) ?? '';
    const ids = (await store.scans.find({}).toArray()).map(({ _id }) => _id);
    await store.visits.scans.updateMany({}, { $set: { pending: true }, $unset: { counted: '' } });
    await store.visitBatches.insertOne({ _id: 'scans', batch, visits: ids });
    await countPending(store);
    equal((await store.visitCounts.findOne({ _id: '1|' }))?.people.scans, 4);
    equal(await store.scans.countDocuments({ counted: true }), 4);
    await close();
  });

  it('show their statistics to keys of their scope, 5 times a second', async () => {
    const owner = await newAccount({ scopes: ['qr-experience', 'pages'], limits: {} });
    const made = await createPage('text', {}, owner.key);
    const { store } = await stack();
    const { plain: other } = await createKey(store, { account: owner.account, name: 'other', scopes: ['vat'] });
    equal((await fetchStats({ ...made, key: other })).status, 403);
    const statuses = await repeatUntilWithinSecond(async () => {
      const answers = await Promise.all(Array.from({ length: 15 }, () => fetchStats(made)));
      return answers.map(({ status }) => status);
    });
    ok(statuses.filter((status) => status === 200).length <= 10, statuses.join(' '));
    ok(statuses.includes(429) && statuses.every((status) => status === 200 || status === 429), statuses.join(' '));
    const again = await eventually(
      () => fetchStats(made),
      ({ status }) => status === 200,
    );
    equal(again.status, 200);
  });
});
