import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { MongoServerError } from 'mongodb';
import { type PrivateRedis, startPrivateRedis } from '../../test/helpers/private-redis.js';
import { eventually } from '../../test/helpers/stack.js';
import { errors } from '../contract/errors.js';
import { StoreCircuitBreaker } from '../store/circuit-breaker.js';
import { StoreTimeoutError, watchStore } from '../store/outage.js';
import { Outages } from './outages.js';
import { connectRedis, isRedisOutage, watchRedis, whenReady } from './redis.js';

describe('an outage in the log', () => {
  let available = false;
  const probe = async () => {
    if (!available) throw new Error('unavailable');
    return 'pong';
  };
  const { isOutage } = watchStore(Object());
  const open = () => {
    available = false;
    const lines: { fields: Record<string, unknown>; message: string }[] = [];
    const write = (fields: object, message: string) => void lines.push({ fields: { ...fields }, message });
    const outages = new Outages();
    outages.reportTo({ warn: write, info: write });
    outages.watch('store', { isOutage, probe });
    outages.watch('redis', { isOutage: isRedisOutage, probe });
    const services = () => lines.map(({ message }) => message.split(' ')[0]);
    return { outages, lines, services };
  };
  const timeout = () => errors.serviceUnavailable({}, new StoreTimeoutError('not done in 2000 ms'));
  const socketError = (code: string, syscall: string) =>
    Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

  it('is one line when it begins and one when it is over, whatever number of requests it affects', async () => {
    const { outages, lines } = open();
    for (let n = 0; n < 100; n++) equal(outages.absorb({ requestId: `${n}`, err: timeout() }), true);
    equal(outages.absorb({ task: 'merge-usage', err: new StoreTimeoutError('late') }), true);
    equal(outages.absorb({ service: 'store', err: new StoreTimeoutError('late') }), true);
    equal(lines.length, 1);
    match(lines[0]?.message ?? '', /^store unavailable since \d{4}-/);
    equal(lines[0]?.fields.cause, 'not done in 2000 ms');
    available = true;
    await eventually(
      async () => lines.length,
      (written) => written === 2,
    );
    const { fields, message } = lines[1] ?? { fields: {}, message: '' };
    deepEqual([message, fields.affected], ['store available again', 101]);
    outages.absorb({ requestId: 'later', err: timeout() });
    equal(lines.length, 3);
  });

  it('is distinguished from other errors', () => {
    const { outages, services } = open();
    for (const err of [
      new TypeError('a bug'),
      errors.serviceUnavailable({}, new TypeError('a bug')),
      socketError('ECONNREFUSED', 'connect'),
      undefined,
    ])
      equal(outages.absorb({ requestId: 'r', err }), false);
    const unwritable = new Error("Stream isn't writeable and enableOfflineQueue options is false");
    equal(outages.absorb({ requestId: 'r', err: errors.serviceUnavailable({}, unwritable) }), true);
    deepEqual(services(), ['redis']);
  });

  it('belongs to the service whose connection has failed, also if the driver has not wrapped the error', () => {
    for (const service of ['store', 'redis']) {
      const { outages, services } = open();
      equal(outages.absorb({ service, err: socketError('EPIPE', 'write') }), true);
      deepEqual(services(), [service]);
    }
  });

  it('is none where the store responds, but cannot do an operation', async () => {
    const { outages, services } = open();
    const failures = [50, 262, 14031].map((code) => new MongoServerError({ message: 'failed', code }));
    for (const failure of failures) {
      const breaker = new StoreCircuitBreaker(probe, rethrow);
      await rejects(
        breaker.run(() => Promise.reject(failure), true),
        (err) => !outages.absorb({ requestId: 'r', err }),
      );
      equal(await breaker.run(async () => 'done', true), 'done', 'other operations go on');
    }
    deepEqual(services(), []);
  });

  it('is that of the store for all requests that are refused because of it', async () => {
    const { outages, services } = open();
    const breaker = new StoreCircuitBreaker(probe, () => {});
    for (let n = 0; n < 2; n++)
      await rejects(
        breaker.run(() => Promise.reject(socketError('EPIPE', 'write')), true),
        (err) => outages.absorb({ requestId: 'r', err }),
      );
    deepEqual(services(), ['store']);
    available = true;
  });
});

const rethrow = (error: unknown): never => {
  throw error;
};

describe('the probe of Redis', () => {
  let server: PrivateRedis;
  before(async () => {
    server = await startPrivateRedis();
  });
  after(() => server.stop());

  it('fails as long as the server refuses writes', async () => {
    const redis = connectRedis(server.url, 'producer', () => {});
    await whenReady(redis, 30_000);
    const { probe } = watchRedis(redis);
    await probe();
    await redis.replicaof('127.0.0.1', 1);
    await rejects(probe());
    await eventually(
      () => redis.replicaof('NO', 'ONE').catch(() => undefined),
      (reply) => reply === 'OK',
    );
    await probe();
    redis.disconnect();
  });
});
