import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { poolNames } from '../../shared/contract/pools.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { openQueues } from '../../shared/queue/queues.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { call, eventually, newAccount, stack } from '../helpers/stack.js';

const CALLS = nightlyOrDaily(500, 150);

const addDays = (n: number) => new Date(Date.UTC(2030, 0, 1 + n)).toISOString().slice(0, 10);

/** Requests of the test. Each differs from every other, and its response repeats the input. */
const asked: readonly ((n: number) => [path: string, id: string, request: object, said: string])[] = [
  (n) => ['/v1/vat', 'vat', { action: 'calculate', net: n + 0.5, vat_rate: 20 }, `"net":${n + 0.5},`],
  (n) => ['/v1/device-analyze', 'device-analyze', { ua: `Agent/1.${n} test` }, `"Agent/1.${n} test"`],
  (n) => {
    const date = addDays(n);
    return ['/v1/horoscope/biorhythm', 'horoscope/biorhythm', { birth_date: '1990-08-05', date }, `"date":"${date}"`];
  },
  (n) => {
    const date = addDays(n);
    return ['/v1/horoscope/moon-phase-report', 'horoscope/moon-phase-report', { date }, `"date":"${date}"`];
  },
  (n) => {
    const request = { birth_date: '1987-11-29', date: addDays(n) };
    const id = 'numerology/personal-day-prediction';
    return [`/v1/${id}`, id, request, `"date":"${request.date}"`];
  },
  (n) => ['/v1/currency/convert', 'currency/convert', { from: 'EUR', to: 'USD', amount: n + 1 }, `"amount":${n + 1},`],
];

describe('concurrent calls', () => {
  it(`${CALLS} calls of ${asked.length} endpoints at once are ${CALLS} jobs, each with its own data and result`, async () => {
    const { platform } = await stack();
    const { key, account } = await newAccount({ credits: 100 });
    const answers = await Promise.all(
      Array.from({ length: CALLS }, async (_, n) => {
        const [path, endpoint, request, said] = asked[n % asked.length]?.(n) ?? ['', '', {}, ''];
        const { status, headers, body } = await call(path, request, { key });
        return { id: headers.get('x-request-id') ?? '', endpoint, request, said, status, text: JSON.stringify(body) };
      }),
    );
    for (const { status, text, said } of answers)
      ok(status === 200 && text.includes(said), `${said} is not in ${text}`);
    equal(new Set(answers.map(({ id }) => id)).size, CALLS);

    const connection = connectRedis(platform.redisUrl, 'worker', () => {});
    await whenReady(connection, 30_000);
    const queues = openQueues(connection, () => {});
    try {
      for (const { id, endpoint, request } of answers) {
        // A reply may arrive before the queue has noted that its job is done.
        const found = await eventually(
          async () => (await Promise.all(poolNames.map((pool) => queues[pool].getJob(id)))).filter((job) => job),
          ([job]) => typeof job?.returnvalue?.status === 'number',
        );
        equal(found.length, 1, `${endpoint} ${id} is one job`);
        const [job] = found;
        equal(job?.name, endpoint);
        const { input, key, ...terms } = job?.data ?? { input: {} };
        match(String(key), /^key_/);
        deepEqual(Object.keys(terms).sort(), ['account', 'deadline', 'endpoint', 'replyTo', 'requestId']);
        deepEqual(
          { ...terms, deadline: 0, replyTo: '' },
          { endpoint, account, requestId: id, deadline: 0, replyTo: '' },
        );
        deepEqual({ ...(input as object), ...request }, input, 'with what was asked');
        equal(job?.returnvalue?.status, 200);
        deepEqual(
          Object.keys(job?.returnvalue ?? {}).filter((name) => !['status', 'remarks'].includes(name)),
          [],
          'the reply itself is not kept',
        );
      }
    } finally {
      await Promise.all(Object.values(queues).map((queue) => queue.close()));
      connection.disconnect();
    }
  });
});
