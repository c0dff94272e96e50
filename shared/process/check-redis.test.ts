import { deepEqual, equal, match } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { unusedPort } from '../../test/helpers/unused-port.js';
import { findWarnings, warnAboutRedis } from './check-redis.js';
import { createLogger } from './log.js';
import { connectRedis, whenReady } from './redis.js';

describe('the check of Redis', () => {
  let server: ChildProcess;
  let port: number;

  before(async () => {
    port = await unusedPort();
    const settings = ['--maxmemory-policy', 'allkeys-lru', '--appendonly', 'no', '--save', ''];
    const users = ['--user managed on nopass ~* +@all -config', '--user strict on nopass ~* +get'];
    server = spawn('redis-server', ['--port', String(port), ...settings, ...users.flatMap((user) => user.split(' '))], {
      stdio: 'ignore',
    });
  });
  after(async () => {
    const exit = once(server, 'exit');
    server.kill();
    await exit;
  });

  /** Returns what is logged about the server as a user sees it. */
  async function warnings(user = ''): Promise<string[]> {
    const redis = connectRedis(`redis://${user && `${user}:x@`}127.0.0.1:${port}`, 'worker', () => {});
    await whenReady(redis, 30_000);
    const log = createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false });
    const logged: string[] = [];
    await warnAboutRedis(redis, Object.assign(log, { warn: (line: string) => logged.push(line) }));
    redis.disconnect();
    return logged;
  }

  it('warns of a server that evicts keys and stores nothing', async () => {
    const [evicts, forgets, ...more] = await warnings();
    match(String(evicts), /maxmemory-policy allkeys-lru.+set maxmemory-policy noeviction/);
    match(String(forgets), /set appendonly yes/);
    deepEqual(more, []);
  });

  it('reports what INFO has without the command CONFIG, and nothing without INFO', async () => {
    equal((await warnings('managed')).length, 1);
    deepEqual(await warnings('strict'), []);
  });

  it('warns of a version that is too old', () => {
    match(String(findWarnings('redis_version:6.0.16\r\naof_enabled:1\r\n', '')), /6\.0\.16 is not supported/);
    for (const version of ['6.2.0', '7.0.15', '10.0.0'])
      deepEqual(findWarnings(`redis_version:${version}\r\nmaxmemory_policy:noeviction\r\naof_enabled:1\r\n`, ''), []);
  });

  it('accepts snapshots as storage', () => {
    deepEqual(findWarnings('aof_enabled:0\r\n', '3600 1'), []);
  });
});
