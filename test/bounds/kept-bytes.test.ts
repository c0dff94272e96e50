import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { deleteOldData } from '../../scheduler/delete-old-data.js';
import { MAX_INLINE_INPUT } from '../../shared/contract/bounds.js';
import type { PoolName } from '../../shared/contract/pools.js';
import { connectRedis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import { jsonReply } from '../../shared/queue/job.js';
import { openQueues } from '../../shared/queue/queues.js';
import { storeReply } from '../../shared/queue/results.js';
import { Disks } from '../../shared/storage/disks.js';
import { listReplyHours } from '../../shared/storage/replies.js';
import { contents } from '../helpers/page-visits.js';
import { runTaskAt } from '../helpers/run-task.js';
import { sharedFront } from '../helpers/shared-front.js';
import { type Answer, call, eventually, isAtRest, newAccount, stack, stackConfig } from '../helpers/stack.js';

const QR = '/v1/qr-code/generate';
const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const MiB = 1024 * 1024;

/** A picture of half a megabyte: a JPG at its largest width, whose edges do not compress. */
const LARGE = {
  qr_code_text: 'https://example.com/'.repeat(60),
  image_format: 'JPG',
  image_width: 3_000,
  body_style: 'dot',
};

const readStorage = async (key: string): Promise<{ bytes_used: number; bytes_limit: number }> =>
  (await call('/v1/account', undefined, { method: 'GET', key })).body.storage;

const finished = (job: string, key: string): Promise<Answer> =>
  eventually(
    () => call(`/v1/jobs/${job}`, undefined, { method: 'GET', key }),
    ({ body }) => body.state === 'finished',
  );

const privateDisk = async () => new Disks(await stackConfig()).private;

/** Size of a job beside its input, in characters. */
const JOB_FIELDS = 1_000;

/** Bytes that Redis holds for a job of a pool. */
async function readJobData(pool: PoolName, id: string): Promise<string> {
  const connection = connectRedis((await stack()).platform.redisUrl, 'worker', () => {});
  const queues = openQueues(connection, () => {});
  try {
    return JSON.stringify((await queues[pool].getJob(id))?.data ?? null);
  } finally {
    await Promise.all(Object.values(queues).map((queue) => queue.close()));
    connection.disconnect();
  }
}

describe('stored bytes', () => {
  it(`of finished jobs hold at most ${MAX_INLINE_INPUT} of input each, and no file, however they ended`, async () => {
    const { key } = await newAccount();
    const small = await call('/v1/vat', VAT, { key, headers: { Prefer: 'respond-async' } });
    equal(small.status, 202);
    const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>`;
    const withLogo = { qr_code_logo: 'upload', logo_data_base64: Buffer.from(logo).toString('base64') };
    const cases = [
      [200, QR, { qr_code_text: 'x', ...withLogo }],
      [422, QR, { qr_code_text: 'x'.repeat(4_000) }],
      [422, QR, { qr_code_text: 'x', qr_code_logo: 'upload', logo_data_base64: 'A'.repeat(2 * MiB) }],
      [200, '/v1/qr-experience/generate', { type: 'text', content: { text: 'word '.repeat(9_000) } }],
      [
        200,
        '/v1/qr-experience/generate',
        { type: 'images', content: { images: Array(60).fill({ url: `https://a.b/${'x'.repeat(180)}` }) } },
      ],
    ] as const;
    for (const [status, path, body] of cases) {
      const answer = await call(path, { ...body, include_bytes: 0 }, { key });
      equal(answer.status, status, JSON.stringify(answer.body));
      const id = answer.headers.get('x-request-id') ?? '';
      const kept = await eventually(
        () => readJobData('qr', id),
        (data) => data.length <= MAX_INLINE_INPUT + JOB_FIELDS,
      );
      ok(kept.length <= MAX_INLINE_INPUT + JOB_FIELDS && kept.includes(id), `${kept.length}: ${kept.slice(0, 300)}`);
      ok(!/A{100}|PHN2Zy/.test(kept), kept);
    }
    const whole = await eventually(
      () => readJobData('compute', small.body.job_id),
      (data) => data !== 'null',
    );
    match(whole, /"input":\{"action":"calculate","net":100,"vat_rate":20/);
  });

  it('of asynchronous calls are on the disk when they are more than 4 KiB, and in Redis otherwise', async () => {
    const { key, account } = await newAccount();
    const direct = await call(QR, LARGE, { key });
    ok(direct.body.data_base64.length > 256 * 1024, `${direct.body.data_base64.length}`);
    const { job_id } = (await call(QR, LARGE, { key, headers: { Prefer: 'respond-async' } })).body;
    const { body } = await finished(job_id, key);
    deepEqual([body.status, body.body], [200, direct.body]);
    const { platform } = await stack();
    const redis = connectRedis(platform.redisUrl, 'worker', () => {});
    const inRedis = (await redis.get(redisKey('result', job_id))) ?? '';
    redis.disconnect();
    ok(inRedis.length < 1_000, inRedis);
    const [until] = await listReplyHours(await privateDisk());
    ok(until && until > new Date(Date.now() + 3_000_000), String(until));
    ok((await readStorage(key)).bytes_used > direct.body.data_base64.length);
    notEqual(account, '');
  });

  it('of asynchronous calls whose front died are counted, and go to the disk, when they are requested', async () => {
    const { key, account } = await newAccount();
    const redis = connectRedis((await stack()).platform.redisUrl, 'worker', () => {});
    try {
      const body = { text: nanoid().padEnd(300 * 1024, 'x') };
      const id = nanoid();
      await redis.set(redisKey('job', id), JSON.stringify({ account, pool: 'qr' }), 'EX', 60);
      await storeReply(redis, id, jsonReply(200, body));
      equal((await storeReply(redis, id, jsonReply(503, {}))).status, 200);
      for (const _ of ['first', 'again']) {
        const { body: job } = await call(`/v1/jobs/${id}`, undefined, { method: 'GET', key });
        deepEqual([job.state, job.status, job.body], ['finished', 200, body]);
      }
      ok(((await redis.get(redisKey('result', id))) ?? '').length < 1_000);
      equal((await readStorage(key)).bytes_used, JSON.stringify(body).length);
    } finally {
      redis.disconnect();
    }
  });

  it('of idempotent calls are on the disk when they are more than 256 KiB, and are returned to a retry', async () => {
    const { key } = await newAccount();
    const headers = { 'Idempotency-Key': nanoid() };
    const first = await call(QR, { ...LARGE, download: 1 }, { key, headers });
    const again = await call(QR, { ...LARGE, download: 1 }, { key, headers });
    deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true']);
    equal(again.body, first.body);
    const { store } = await stack();
    const sizes = await store.firstAnswers.find({ 'reply.file': { $exists: true } }).toArray();
    ok(sizes.length > 0 && sizes.every(({ reply }) => reply?.body === ''));
  });

  it('are deleted after the hour of their expiry', async () => {
    const { store } = await stack();
    const disk = await privateDisk();
    const inHours = (hours: number) => new Date(Math.ceil(Date.now() / 3_600_000 + hours) * 3_600_000);
    const paths = [100, 101].map((hours) => `replies/${inHours(hours).toISOString().slice(0, 13)}/x`);
    for (const path of paths) await disk.put(path, 'x');
    await runTaskAt(deleteOldData, store, new Date(inHours(101).getTime() - 1));
    deepEqual(await Promise.all(paths.map((path) => disk.exists(path))), [false, true]);
    await disk.delete(paths[1] ?? '');
  });

  it('are limited for each account by the quota: pages, photos, saved images and responses', async () => {
    const { key, account } = await newAccount();
    const { store } = await stack();
    deepEqual(await readStorage(key), { bytes_used: 0, bytes_limit: 1_024 * MiB });
    const page = { type: 'text', content: contents.text, include_bytes: 0 };
    equal((await call('/v1/qr-experience/generate', page, { key })).status, 200);
    const made = await store.experiences.findOne({ account });
    const bytes = (made?.bytes ?? 0) + (made?.preview?.bytes ?? 0);
    ok((made?.preview?.bytes ?? 0) > 0);
    equal((await readStorage(key)).bytes_used, bytes);
    const saved = await call(QR, { qr_code_text: 'x', save: 1, include_bytes: 1 }, { key });
    const image = Buffer.from(saved.body.data_base64, 'base64').length;
    equal((await readStorage(key)).bytes_used, bytes + image);
    equal((await call('/v1/vat', VAT, { key, headers: { 'Idempotency-Key': nanoid() } })).status, 200);
    equal((await readStorage(key)).bytes_used, bytes + image + 64 * 1024);

    await store.keptBytes.updateOne({ _id: account }, { $set: { lasting: 1_024 * MiB - 64 * 1024 - 100 } });
    const refused = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const answer = await call(path, body, { key, headers });
      deepEqual([answer.status, answer.body.type], [422, 'storage_full'], JSON.stringify(answer.body));
      return answer;
    };
    await refused('/v1/qr-experience/generate', page);
    await refused(QR, { qr_code_text: 'x', save: 1 });
    equal(await store.experiences.countDocuments({ account }), 1);
    equal(await store.files.countDocuments({ account }), 1);
    ok((await readStorage(key)).bytes_used <= 1_024 * MiB);
    equal((await call(QR, { qr_code_text: 'x' }, { key })).status, 200);
  });

  it('that exceed the quota are not stored: the call is refused uncharged, or its retry says so, charged once', async () => {
    const { key, account } = await newAccount();
    const { store } = await stack();
    const limit = 1_024 * MiB;
    const fill = (lasting: number) =>
      store.keptBytes.updateOne({ _id: account }, { $set: { lasting, passing: [], refused: false } }, { upsert: true });
    await fill(limit);
    const headers = { 'Idempotency-Key': nanoid() };
    const refusal = await call('/v1/vat', VAT, { key, headers });
    deepEqual([refusal.status, refusal.body.type, refusal.headers.get('x-credits-cost')], [422, 'storage_full', '0']);
    equal((await call('/v1/vat', VAT, { key, headers: { Prefer: 'respond-async' } })).body.type, 'storage_full');
    await fill(limit - 100_000);
    const first = await call(QR, LARGE, { key, headers });
    equal(first.status, 200);
    const again = await call(QR, LARGE, { key, headers });
    deepEqual([again.status, again.body.type, again.headers.get('x-credits-cost')], [422, 'storage_full', '0']);
  });
});

describe('a full Redis', () => {
  it('refuses new calls with 503 and without charge, until it has room again', async () => {
    const { store } = await stack();
    const front = await sharedFront(async () => jsonReply(200, { ok: true }));
    const redis = connectRedis(front.redisUrl, 'worker', () => {});
    try {
      const [, ours] = (await redis.config('GET', 'maxmemory')) as string[];
      equal(Number(ours), 1_024 * MiB);
      const { key, account } = await newAccount();
      const ask = (headers: Record<string, string> = {}) =>
        call('/v1/vat', VAT, { key, baseUrl: front.baseUrl, headers, tries: 1 });
      equal((await ask()).status, 200);
      await redis.config('SET', 'maxmemory', '1');
      for (const headers of [{}, { Prefer: 'respond-async' }, { 'Idempotency-Key': nanoid() }]) {
        const { status, body, headers: answered } = await ask(headers);
        deepEqual([status, body.type, answered.get('x-credits-cost')], [503, 'service_unavailable', '0']);
        ok(answered.get('retry-after'));
      }
      await redis.config('SET', 'maxmemory', String(ours));
      equal(
        (
          await eventually(
            () => ask(),
            ({ status }) => status === 200,
          )
        ).status,
        200,
      );
      const wallet = await eventually(() => store.wallets.findOne({ _id: account }), isAtRest);
      ok([2_000, 3_000].includes(wallet?.spent ?? 0), `${wallet?.spent}`);
    } finally {
      await redis.config('SET', 'maxmemory', String(1_024 * MiB));
      redis.disconnect();
      await front.stop();
    }
  });
});
