import { deepEqual, equal, ok } from 'node:assert/strict';
import { type SandboxModel, startSandboxModel } from 'sandbox/llm';
import { signs } from '../../../shared/contract/catalogue/horoscope-names.js';
import { readConfig } from '../../../shared/process/config.js';
import { redisKey } from '../../../shared/process/redis-keys.js';
import { ask, findGeneratedEndpoint, longTimeout, modelFor } from '../../../test/helpers/generated-endpoints.js';
import { openStage, type Stage } from '../../../test/helpers/handler-stage.js';
import { makeCall } from '../../../test/helpers/run-handler.js';
import { waitForRestOfDay } from '../../../test/helpers/timing.js';
import writeReadings from '../../horoscope/write-readings.js';

const daily = findGeneratedEndpoint('horoscope/daily-horoscope');
const HOUR_MS = 3_600_000;

describe('shared readings', () => {
  let server: SandboxModel;
  let stage: Stage;
  before(async () => {
    [server, stage] = await Promise.all([startSandboxModel(300), openStage()]);
  });
  after(async () => {
    await stage.close();
    await server.close();
  });
  beforeEach(() => {
    server.behave('good');
    return stage.reset();
  });

  function process(settings: Record<string, string> = {}) {
    const { redis, clock, log } = stage.given();
    ok(redis && clock && log);
    const config = readConfig({
      ...longTimeout,
      LLM_BASE_URL: server.url,
      LLM_MODEL: 'sandbox',
      LLM_DIALECT: 'other',
      ...settings,
    });
    return { redis, clock, log, config, model: modelFor(config) };
  }
  async function during<T>(run: () => Promise<T>) {
    const before = server.received.length;
    const result = await run();
    return { result, asked: server.received.length - before };
  }
  const tomorrow = () => new Date(Date.now() + 24 * HOUR_MS).toISOString().slice(0, 10);

  it('are written once for concurrent requests of several processes, and stay the same', async () => {
    server.behave('slow');
    const processes = [process(), process(), process()];
    const { result, asked } = await during(() =>
      Promise.all(Array.from({ length: 45 }, (_, at) => ask(daily, processes[at % 3] ?? process()))),
    );
    equal(asked, 1);
    equal(new Set(result.map(({ text }) => text)).size, 1);
    ok(result.every(({ writer }) => writer === 'model sandbox'));
    const { result: later, asked: again } = await during(() => ask(daily, process()));
    equal(again, 0);
    equal(later.text, result[0]?.text);
    ok(later.remarks.has('text kept since'));
  });

  it('of the twelve signs on one day take twelve requests to the model, whatever the traffic', async () => {
    const given = process();
    const { asked } = await during(async () => {
      for (let round = 0; round < 5; round++) {
        await Promise.all(signs.map((sign) => ask(daily, given, { sign, date: '2026-01-05' })));
      }
    });
    equal(asked, 12);
  });

  it('differ by day, sign, language, birth and model, and are not shared if sharing is disabled', async () => {
    const given = process();
    server.learn({
      French: 'Aujourd’hui, une conversation attendue depuis longtemps trouve enfin le bon moment et les bons mots.',
    });
    for (const other of [{ date: '2026-01-06' }, { sign: 'virgo' }, { language: 'fr' }, { birth_date: '1990-08-05' }]) {
      const { asked } = await during(async () => {
        for (let turn = 0; turn < 2; turn++) equal((await ask(daily, given, other)).writer, 'model sandbox');
      });
      equal(asked, 1, JSON.stringify(other));
    }
    const { asked: elsewhere } = await during(async () => {
      await ask(daily, given);
      await ask(daily, process({ LLM_MODEL: 'another' }));
      await ask(daily, given);
    });
    equal(elsewhere, 2);
    const { asked } = await during(async () => {
      const alone = process({ LLM_SHARE_READINGS: 'false' });
      for (let turn = 0; turn < 2; turn++) await ask(daily, alone);
      for (let turn = 0; turn < 2; turn++) await ask(findGeneratedEndpoint('horoscope/tarot-reading'), given);
      for (let turn = 0; turn < 2; turn++)
        await ask(findGeneratedEndpoint('video-platform/generate/title-generator'), given);
    });
    // The question of a tarot reading is classified first.
    equal(asked, 8, 'nor are tarot and generated texts');
  });

  it('are composed for all waiting requests when the model fails once', async () => {
    server.behave('not-json');
    const processes = [process(), process()];
    const { result, asked } = await during(() =>
      Promise.all(Array.from({ length: 20 }, (_, at) => ask(daily, processes[at % 2] ?? process()))),
    );
    ok(result.every(({ writer }) => writer === 'composer'));
    equal(new Set(result.map(({ text }) => text)).size, 1);
    ok(asked <= 4, `asked ${asked} times`);
    server.behave('good');
    equal((await ask(daily, process())).writer, 'model sandbox', 'what failed is not kept');
  });

  it('are cached to the end of their day, week or month, up to a maximum number', async () => {
    const given = process();
    const leftMs = async (id: string, more: object) => {
      await stage.redis.flushall();
      await ask(findGeneratedEndpoint(id), given, more);
      const [key] = await stage.redis.keys(redisKey('llm', 'text', '*'));
      return stage.redis.pttl(key ?? '');
    };
    await waitForRestOfDay();
    const day = tomorrow();
    const end = Date.parse(`${day}T00:00:00Z`) + 24 * HOUR_MS;
    const left = await leftMs('horoscope/daily-horoscope', { date: day });
    ok(Math.abs(left - (end - Date.now())) < 60_000, `${left} ms`);
    const past = await leftMs('horoscope/daily-horoscope', { date: '2026-01-05' });
    ok(past > HOUR_MS - 60_000 && past <= HOUR_MS, `${past} ms`);
    const timeless = await leftMs('numerology/lifepath-number', {});
    ok(timeless > 31 * 24 * HOUR_MS && timeless <= 32 * 24 * HOUR_MS, `${timeless} ms`);

    await stage.redis.flushall();
    const many = Array.from({ length: 20_000 }, (_, at) => [at, redisKey('llm', 'text', `old-${at}`)]).flat();
    await stage.redis.set(redisKey('llm', 'text', 'old-0'), 'the one asked for longest ago');
    await stage.redis.zadd(redisKey('llm', 'texts'), ...many);
    await ask(daily, given);
    equal(await stage.redis.zcard(redisKey('llm', 'texts')), 20_000);
    deepEqual(await stage.redis.exists(redisKey('llm', 'text', 'old-0')), 0);
  });

  it('of tomorrow can be written ahead, twelve per language', async () => {
    await waitForRestOfDay();
    const given = process({ LLM_WRITE_AHEAD: 'en, es' });
    server.learn({
      Spanish: 'Hoy una conversación que llevabas tiempo esperando encuentra por fin su momento y sus palabras justas.',
    });
    const context = { ...makeCall(given), signal: AbortSignal.timeout(60_000) };
    const { result, asked } = await during(async () => writeReadings.run({}, context));
    deepEqual([result, asked], [{ written: 24, missing: 0 }, 24]);
    const { result: found, asked: more } = await during(() =>
      ask(daily, process(), { sign: 'pisces', date: tomorrow() }),
    );
    equal(more, 0);
    equal(found.writer, 'model sandbox');
    deepEqual(
      (await during(async () => writeReadings.run({}, context))).asked,
      0,
      'what is written is not written again',
    );
    const { model: _, ...without } = context;
    deepEqual(await writeReadings.run({}, { ...without, model: undefined }), { written: 0, missing: 0 });
  });
});
