import { deepEqual, equal, ok } from 'node:assert/strict';
import { hostname } from 'node:os';
import type { Db } from 'mongodb';
import { version } from '../../shared/process/version.js';
import { ADMIN_TOKEN, call, eventually, stack } from '../../test/helpers/stack.js';
import { readStoreState } from '../monitoring/index.js';

describe('the state of the platform', () => {
  const admin = async (path: string) =>
    (await call(`/v1/admin${path}`, undefined, { method: 'GET', headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } }))
      .body;

  it('has every process with its version, host and start', async () => {
    const { platform } = await stack();
    const kinds = ['api', 'compute', 'content', 'deliver', 'fetch', 'qr', 'scheduler'];
    const { processes } = await eventually(
      () => admin('/processes'),
      ({ processes: live }) => kinds.every((kind) => live.some((one: { process: string }) => one.process === kind)),
    );
    const pid = platform.children.get('scheduler')?.pid;
    const scheduler = processes.find((one: { pid: number }) => one.pid === pid);
    deepEqual([scheduler.process, scheduler.version, scheduler.host], ['scheduler', version, hostname()]);
    ok(Date.parse(scheduler.since) < Date.parse(scheduler.seen_at));
  });

  it('has the memory of Redis, and the disks of the data folders', async () => {
    const { redis, disks } = await eventually(
      () => admin('/platform'),
      ({ disks: found }) => found?.length > 0,
    );
    deepEqual([redis.policy, redis.persistence], ['noeviction', 'aof']);
    ok(redis.used_mib > 0 && redis.clients > 0);
    const [{ host, free_gib, total_gib }] = disks;
    equal(host, hostname());
    ok(free_gib > 0 && free_gib <= total_gib);
  });

  it('has the members of the replica set, with their lag', async () => {
    const at = (seconds: number) => new Date(Date.UTC(2026, 4, 4, 12, 0, seconds));
    const members = [
      { name: 'db1:27017', stateStr: 'SECONDARY', health: 1, optimeDate: at(0) },
      { name: 'db2:27017', stateStr: 'PRIMARY', health: 1, optimeDate: at(40) },
      { name: 'db3:27017', stateStr: '(not reachable/healthy)', health: 0 },
    ];
    const db = {
      command: async () => ({ ok: 1 }),
      stats: async () => ({ storageSize: 3_000, indexSize: 1_000 }),
      admin: () => ({ command: async () => ({ ok: 1, members }) }),
    };
    const { bytes, members: found } = await readStoreState(db as unknown as Db);
    equal(bytes, 4_000);
    deepEqual(
      found.map(({ isHealthy, lagSeconds }) => [isHealthy, lagSeconds]),
      [
        [true, 40],
        [true, null],
        [false, null],
      ],
    );
  });
});
