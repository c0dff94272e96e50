import { deepEqual, equal, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { createKey } from '../../features/keys/keys.js';
import { connectRedis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import { jsonReply } from '../../shared/queue/job.js';
import { type ScriptedFront, scriptedFront } from '../helpers/scripted-workers.js';
import { ADMIN_TOKEN, type Answer, call, eventually, isAtRest, newAccount, stack } from '../helpers/stack.js';

const MiB = 1024 * 1024;
/** Configured `maxmemory`: one account's asynchronous requests may take 2 MiB of it, its large bodies 1 MiB. */
const REDIS_MEMORY_MIB = 32;
const QUOTA = 2 * MiB;

const LARGE_RESULT = { text: 'x'.repeat(200 * 1024) };
const HOROSCOPE = ['/v1/horoscope/daily-horoscope', { sign: 'leo' }] as const;
const VAT = ['/v1/vat', { action: 'calculate', net: 100, vat_rate: 20 }] as const;
const QR = '/v1/qr-code/generate';
const qrWithLogo = (bytes: number) => ({
  qr_code_text: 'x',
  qr_code_logo: 'upload',
  logo_data_base64: 'A'.repeat(bytes),
});
const asynchronously = { Prefer: 'respond-async' };

describe('Redis memory of an account', () => {
  let front: ScriptedFront;
  let released: Promise<void>;
  let release = () => {};
  const redis = () => connectRedis(front.redisUrl, 'worker', () => {});

  before(async () => {
    released = Promise.resolve();
    front = await scriptedFront(
      async ({ endpoint }) => {
        if (endpoint === 'vat') return jsonReply(200, { done: true });
        await released;
        return jsonReply(200, LARGE_RESULT);
      },
      { REDIS_MEMORY_MIB: String(REDIS_MEMORY_MIB) },
    );
  });
  const hold = () => {
    released = new Promise((resolve) => {
      release = resolve;
    });
  };
  afterEach(() => release());
  after(() => front.stop());

  const request = (
    [path, body]: readonly [string, object],
    key: string,
    headers: Record<string, string> = {},
  ): Promise<Answer> => call(path, body, { key, headers, baseUrl: front.baseUrl });
  const finished = (id: string, key: string): Promise<Answer> =>
    eventually(
      () => call(`/v1/jobs/${id}`, undefined, { method: 'GET', key, baseUrl: front.baseUrl }),
      ({ body }) => body.state === 'finished',
    );
  /** Sends requests until one is refused. */
  const sendUntilRefused = async (send: () => Promise<Answer>, most: number) => {
    const accepted: string[] = [];
    for (let left = most; left > 0; left--) {
      const answer = await send();
      if (answer.status !== 202) return { accepted, refusal: answer };
      accepted.push(answer.body.job_id);
    }
    throw new Error(`none of ${most} requests was refused`);
  };
  const isRefusal = ({ status, body, headers }: Answer) => {
    deepEqual([status, body.type, headers.get('x-credits-cost')], [429, 'too_much_memory', '0']);
    ok(Number(headers.get('retry-after')) > 0);
  };

  it('does not grow with large results, which go to the disk as soon as they are there', async () => {
    const { key } = await newAccount({ credits: 10 });
    const connection = redis();
    const used = async () => Number(/used_memory:(\d+)/.exec(await connection.info('memory'))?.[1]);
    try {
      const before = await used();
      const ids: string[] = [];
      for (let left = 25; left > 0; left--) {
        const accepted = await request(HOROSCOPE, key, asynchronously);
        equal(accepted.status, 202, JSON.stringify(accepted.body));
        ids.push(accepted.body.job_id);
        const name = redisKey('result', accepted.body.job_id);
        await eventually(
          () => connection.strlen(name),
          (length) => length > 0 && length < 4_096,
        );
      }
      const grown = (await used()) - before;
      ok(grown < QUOTA, `${grown}`);
      const { body } = await finished(ids[0] ?? '', key);
      deepEqual([body.status, body.body], [200, LARGE_RESULT]);
    } finally {
      connection.disconnect();
    }
  });

  it('bounds asynchronous requests that wait: 429 without charge, until they are finished; others are served', async () => {
    hold();
    const [{ key, account }, other] = await Promise.all([newAccount({ credits: 10 }), newAccount()]);
    const send = () => request(HOROSCOPE, key, asynchronously);
    const { accepted, refusal } = await sendUntilRefused(send, 100);
    isRefusal(refusal);
    ok(accepted.length > 10, `${accepted.length}`);
    deepEqual(
      [(await request(VAT, other.key)).status, (await request(VAT, other.key, asynchronously)).status],
      [200, 202],
    );
    equal((await request(VAT, key)).status, 200);
    const retried = { ...asynchronously, 'Idempotency-Key': nanoid() };
    isRefusal(await request(HOROSCOPE, key, retried));
    release();
    for (const id of accepted) equal((await finished(id, key)).body.status, 200);
    equal((await request(HOROSCOPE, key, retried)).status, 202);
    const { store } = await stack();
    const wallet = await eventually(() => store.wallets.findOne({ _id: account }), isAtRest);
    equal(wallet?.spent, 20_000 * (accepted.length + 1) + 1_000);
  });

  it('bounds the bodies of asynchronous requests that wait', async () => {
    hold();
    const [{ key }, other] = await Promise.all([newAccount({ credits: 10 }), newAccount()]);
    const body = qrWithLogo(0.8 * MiB);
    const { accepted, refusal } = await sendUntilRefused(() => request([QR, body], key, asynchronously), 10);
    isRefusal(refusal);
    ok(accepted.length <= 1, `${accepted.length}`);
    equal((await request([QR, body], other.key, asynchronously)).status, 202);
  });

  it('no longer holds the body of a cancelled request', async () => {
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    const setQueue = async (action: string) =>
      equal((await call(`/v1/admin/queues/qr/${action}`, {}, { headers, baseUrl: front.baseUrl })).status, 200);
    const { key } = await newAccount();
    const connection = redis();
    await setQueue('pause');
    try {
      const { body } = await request([QR, qrWithLogo(0.5 * MiB)], key, asynchronously);
      const parts = () => connection.keys(`*input:${body.job_id}*`);
      equal((await parts()).length, 1);
      const job = `/v1/jobs/${body.job_id}`;
      equal((await call(job, undefined, { method: 'DELETE', key, baseUrl: front.baseUrl })).status, 200);
      deepEqual(await parts(), []);
    } finally {
      await setQueue('resume');
      connection.disconnect();
    }
  });

  it('bounds large bodies that wait, which do not keep others from sending theirs', async () => {
    hold();
    const [{ key }, other] = await Promise.all([newAccount({ credits: 10 }), newAccount()]);
    const answers = Array.from({ length: 4 }, () => request([QR, qrWithLogo(0.8 * MiB)], key));
    const first = await Promise.race(answers);
    isRefusal(first);
    const others = request([QR, qrWithLogo(0.8 * MiB)], other.key);
    equal((await request([QR, { qr_code_text: 'x' }], other.key, asynchronously)).status, 202);
    release();
    equal((await others).status, 200);
    const statuses = (await Promise.all(answers)).map(({ status }) => status).sort();
    deepEqual(statuses, [200, 429, 429, 429]);
    equal((await request([QR, qrWithLogo(0.8 * MiB)], key)).status, 200);
  });

  it('holds nothing of requests that have their response within the wait', async () => {
    const { key, keyId, account } = await newAccount();
    const connection = redis();
    const listed = async (): Promise<number> => {
      const lists = [redisKey('jobs', account), redisKey('jobs-of-key', keyId)];
      const sizes = await Promise.all(lists.map((list) => connection.zcard(list)));
      return sizes.reduce((sum, size) => sum + size, 0);
    };
    const headers = { Prefer: 'respond-async, wait=5' };
    try {
      const responses = await Promise.all(Array.from({ length: 20 }, () => request(VAT, key, headers)));
      for (const { status } of responses) equal(status, 200);
      equal(await eventually(listed, (entries) => entries === 0), 0);
      equal((await request(VAT, key, asynchronously)).status, 202);
      equal(await listed(), 2);
    } finally {
      connection.disconnect();
    }
  });

  it('holds a bounded list of the latest requests', async () => {
    const { key, account } = await newAccount();
    const connection = redis();
    const list = redisKey('jobs', account);
    const now = Date.now();
    try {
      await connection.zadd(list, ...Array.from({ length: 1_500 }, (_, at) => [now - at - 1, `earlier-${at}`]).flat());
      const { body } = await request(VAT, key, asynchronously);
      equal(await connection.zcard(list), 1_000);
      deepEqual(await connection.zrevrange(list, 0, 1), [body.job_id, 'earlier-0']);
    } finally {
      connection.disconnect();
    }
  });

  it('bounds the results of test keys, which are free', async () => {
    const { store } = await stack();
    const { account } = await newAccount();
    const { plain } = await createKey(store, { account, name: 'test', mode: 'test', limits: { '*': 100_000 } });
    const headers = { ...asynchronously, 'X-Test-Answer': 'slow' };
    const send = () => call(...VAT, { key: plain, headers, baseUrl: front.baseUrl });
    isRefusal((await sendUntilRefused(send, 100)).refusal);
  });
});
