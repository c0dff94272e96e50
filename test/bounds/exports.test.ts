import { ok } from 'node:assert/strict';
import { utcDay } from '../../shared/process/clock.js';
import { insertAll } from '../helpers/insert-all.js';
import { type CreatedPage, createPage } from '../helpers/page-visits.js';
import { forgetPeak, readPeakMegabytes } from '../helpers/process-tree.js';
import { itNightly, nightlyOrDaily } from '../helpers/scale.js';
import { scrape, sumSamples } from '../helpers/scrape.js';
import { stack } from '../helpers/stack.js';

const MiB = 1024 * 1024;

/**
 * Events that are exported, and how far the front's memory may grow over all but the first of them: over those its heap comes to the size
 * at which it is cleared.
 */
const COUNT = nightlyOrDaily(1_000_000, 2_000);
const FIRST = COUNT / 5;
const GROWTH = 128 * MiB;

/** Events that are made at a time: a million are not held in memory. */
const PART = 2_000;

/** Keeping a million takes longer than reading them. */
const TIME = nightlyOrDaily(900_000, 180_000);

describe('a file of all events', () => {
  const open = async ({ id, key }: CreatedPage) => {
    const { platform } = await stack();
    const { body } = await fetch(`${platform.baseUrl}/v1/qr-experience/${id}/events.csv`, {
      headers: { 'X-API-Key': key },
    });
    if (!body) throw new Error('nothing was sent');
    return body.getReader();
  };

  async function keep({ id }: CreatedPage, count: number, value: string): Promise<void> {
    const { store } = await stack();
    const first = Date.now() - count;
    for (let made = 0; made < count; made += PART) {
      const events = Array.from({ length: Math.min(PART, count - made) }, (_, index) => {
        const at = new Date(first + made + index);
        const visit = { experience: id, at, day: utcDay(at), ip_hash: null, user_agent: null, referrer: null };
        const rest = { device: 'mobile' as const, country: null, language: null, bot: false, counted: true as const };
        return { ...visit, ...rest, event: 'feedback_submitted', value, meta: null };
      });
      await insertAll(store.events, events);
    }
  }

  const linesIn = (chunk: Uint8Array | undefined): number =>
    chunk?.reduce((lines, byte) => (byte === 10 ? lines + 1 : lines), 0) ?? 0;

  const memory = async () => sumSamples(await scrape('api'), 'process_resident_memory_bytes');

  it(`has all of ${COUNT.toLocaleString('en')}, and takes no more memory for them`, async () => {
    const made = await createPage('feedback');
    await keep(made, COUNT, 'Wonderful.');
    const store = (await stack()).platform.children.get('store')?.pid;
    if (store) forgetPeak(store);
    const ofStore = store ? readPeakMegabytes(store) : 0;
    const began = performance.now();
    const reader = await open(made);
    let [lines, chunks, before, most] = [0, 0, await memory(), 0];
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      lines += linesIn(part.value);
      chunks += 1;
      if (chunks % 50 !== 0) continue;
      if (lines <= FIRST) before = Math.max(before, await memory());
      else most = Math.max(most, await memory());
    }
    most = Math.max(most, await memory());
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    const grown = Math.round((most - before) / MiB);
    const storeGrown = store ? readPeakMegabytes(store) - ofStore : 0;
    const figures = `the front grew by ${grown} MiB${store ? `, the store by ${storeGrown}` : ''}`;
    console.log(`        ${COUNT.toLocaleString('en')} events in ${seconds} s, ${figures}`);
    ok(lines === COUNT + 1, `${lines} lines`);
    ok(most - before < GROWTH, figures);
    ok(storeGrown * MiB < GROWTH, figures);
  }).timeout(TIME);

  itNightly('is streamed: what is deleted while a reader pauses is not in it', async () => {
    const { store } = await stack();
    const made = await createPage('feedback');
    const count = 24_000;
    await keep(made, count, 'x'.repeat(1_000));
    const reader = await open(made);
    let lines = linesIn((await reader.read()).value);
    const [from] = await store.events
      .find({ experience: made.id }, { sort: { at: 1 }, skip: count / 2, limit: 1 })
      .toArray();
    await store.events.deleteMany({ experience: made.id, at: { $gte: from?.at ?? new Date() } });
    for (let part = await reader.read(); !part.done; part = await reader.read()) lines += linesIn(part.value);
    // Some MiB are on their way in buffers of the connection.
    ok(lines < count * 0.9, `${lines} of ${count} lines had been read before they were asked for`);
    ok(lines >= count / 2, `${lines} lines`);
  });
});
