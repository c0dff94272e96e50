import { deepEqual, equal, throws } from 'node:assert/strict';
import { ConfigError, readConfig } from './config.js';
import { redisAddress, redisUrls } from './redis-address.js';
import { StartError } from './run-process.js';

describe('the address of Redis', () => {
  it('is a server, with who may enter and which database', () => {
    deepEqual(redisAddress('redis://127.0.0.1'), { host: '127.0.0.1', port: 6_379 });
    deepEqual(redisAddress('redis://me:p%40ss@redis.internal:6380/2'), {
      username: 'me',
      password: 'p@ss',
      db: 2,
      host: 'redis.internal',
      port: 6_380,
    });
    deepEqual(redisAddress('redis://:only@[::1]:7000'), { password: 'only', host: '::1', port: 7_000 });
    deepEqual(redisAddress('rediss://host'), { tls: { servername: 'host' }, host: 'host', port: 6_379 });
    deepEqual(redisAddress('rediss://127.0.0.1').tls, {});
    deepEqual(redisAddress('unix:///run/redis.sock'), { path: '/run/redis.sock' });
  });

  it('is as it is set, over TLS with certificates that are checked or not', () => {
    const urls = { REDIS_URL: 'rediss://a', LANES_REDIS_URLS: 'redis://b  rediss://c?cluster' };
    deepEqual(redisUrls(readConfig(urls)), ['rediss://a', 'redis://b', 'rediss://c?cluster']);
    const unchecked = redisUrls(readConfig({ ...urls, REDIS_TLS_VERIFY: 'false' }));
    deepEqual(unchecked, ['rediss://a?verify=no', 'redis://b', 'rediss://c?cluster&verify=no']);
    deepEqual(redisAddress(unchecked[0]).tls, { servername: 'a', rejectUnauthorized: false });
    deepEqual(redisAddress('rediss://a?sentinel=main&verify=no').sentinelTLS, { rejectUnauthorized: false });
    throws(() => redisUrls(readConfig({})), ConfigError);
  });

  it('is what sentinels know', () => {
    const { sentinelRetryStrategy, ...address } = redisAddress(
      'rediss://:secret@a,b:26380/1?sentinel=main&sentinel_password=other',
    );
    deepEqual(address, {
      password: 'secret',
      tls: {},
      db: 1,
      sentinels: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 26_380 },
      ],
      name: 'main',
      sentinelPassword: 'other',
      sentinelTLS: {},
      enableTLSForSentinelMode: true,
    });
    equal(typeof sentinelRetryStrategy?.(1), 'number');
  });

  it('is a Cluster, by some of its nodes or by one that says so', () => {
    for (const url of ['redis://a:1,b:2', 'redis://:secret@a?cluster']) {
      equal(typeof redisAddress(url).Connector, 'function', url);
    }
  });

  it('is refused when it makes no sense', () => {
    for (const url of ['http://a', 'redis://', 'redis://a:b', 'redis://a,b/3', 'redis://a,,b']) {
      throws(() => redisAddress(url), StartError, url);
    }
  });
});
