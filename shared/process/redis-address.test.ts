import { deepEqual, equal, throws } from 'node:assert/strict';
import { ConfigError, readConfig } from './config.js';
import { parseRedisAddress, redisUrl } from './redis-address.js';
import { StartError } from './run-process.js';

describe('redisAddress', () => {
  it('parses the URL of one server, with credentials and database', () => {
    deepEqual(parseRedisAddress('redis://127.0.0.1'), { options: { host: '127.0.0.1', port: 6_379 } });
    deepEqual(parseRedisAddress('redis://me:p%40ss@redis.internal:6380/2').options, {
      username: 'me',
      password: 'p@ss',
      db: 2,
      host: 'redis.internal',
      port: 6_380,
    });
    deepEqual(parseRedisAddress('redis://:only@[::1]:7000').options, { password: 'only', host: '::1', port: 7_000 });
    deepEqual(parseRedisAddress('rediss://host').options, { tls: { servername: 'host' }, host: 'host', port: 6_379 });
    deepEqual(parseRedisAddress('rediss://127.0.0.1').options.tls, {});
    deepEqual(parseRedisAddress('unix:///run/redis.sock').options, { path: '/run/redis.sock' });
  });

  it('parses the URLs of sentinels', () => {
    const { sentinelRetryStrategy, ...options } = parseRedisAddress(
      'rediss://:secret@a,b:26380/1?sentinel=main&sentinel_password=other',
    ).options;
    deepEqual(options, {
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

  it('parses the URL of a Cluster, by several nodes or one', () => {
    deepEqual(parseRedisAddress('redis://a:1,b:2').nodes, [
      { host: 'a', port: 1 },
      { host: 'b', port: 2 },
    ]);
    deepEqual(parseRedisAddress('redis://:secret@a?cluster'), {
      options: { password: 'secret' },
      nodes: [{ host: 'a', port: 6_379 }],
    });
  });

  it('refuses any other URL', () => {
    for (const url of ['http://a', 'redis://', 'redis://a:b', 'redis://a,b/3', 'redis://a,,b']) {
      throws(() => parseRedisAddress(url), StartError, url);
    }
  });
});

describe('redisUrl', () => {
  it('returns the URL of the settings, with or without certificate checks', () => {
    const urls = { REDIS_URL: 'rediss://a' };
    equal(redisUrl(readConfig(urls)), 'rediss://a');
    const unchecked = redisUrl(readConfig({ ...urls, REDIS_TLS_VERIFY: 'false' }));
    equal(unchecked, 'rediss://a?verify=no');
    deepEqual(parseRedisAddress(unchecked).options.tls, { servername: 'a', rejectUnauthorized: false });
    throws(() => redisUrl(readConfig({})), ConfigError);
  });
});
