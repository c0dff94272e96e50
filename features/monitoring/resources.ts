import type { Collection, Db } from 'mongodb';
import Type from 'typebox';
import { conforms } from '../../shared/contract/input.js';
import { findWarnings } from '../../shared/process/check-redis.js';
import type { Redis } from '../../shared/process/redis.js';
import { isOutage } from '../../shared/store/outage.js';

/** Memory, durability and clients of Redis. */
export interface RedisState {
  version: string;
  usedBytes: number;
  /** Null without a limit. */
  maxBytes: number | null;
  policy: string;
  /** Ways to write to disk: `aof`, `rdb`, both, or `none`. */
  persistence: string;
  clients: number;
  warnings: string[];
}

/** Size and replication of the store. */
export interface StoreState {
  /** Null if the store does not tell. */
  bytes: number | null;
  /** Members of the replica set; empty without one, or without the right to read its state. */
  members: StoreMember[];
}

export interface StoreMember {
  name: string;
  state: string;
  isHealthy: boolean;
  /** Time by which it is behind the primary; null for the primary, and if unknown. */
  lagSeconds: number | null;
}

/** Reads the state of Redis; that of one server of a Cluster. @throws Error if it is unavailable */
export async function readRedisState(redis: Redis): Promise<RedisState> {
  const [info, save] = await Promise.all([
    redis.info(),
    redis.config('GET', 'save').then(
      (answer) => Object(answer)[1],
      () => undefined,
    ),
  ]);
  const read = (name: string): string => new RegExp(`^${name}:(\\S*)`, 'm').exec(info)?.[1] ?? '';
  const kept = [read('aof_enabled') === '1' && 'aof', typeof save === 'string' && save !== '' && 'rdb'];
  return {
    version: read('redis_version'),
    usedBytes: Number(read('used_memory')),
    maxBytes: Number(read('maxmemory')) || null,
    policy: read('maxmemory_policy'),
    persistence: kept.filter(Boolean).join(', ') || 'none',
    clients: Number(read('connected_clients')),
    warnings: findWarnings(info, save),
  };
}

const replicaSet = Type.Object({
  members: Type.Array(
    Type.Object({
      name: Type.String(),
      stateStr: Type.String(),
      health: Type.Number(),
      optimeDate: Type.Optional(Type.Unknown()),
    }),
  ),
});

/** Reads the state of the store. @throws Error if it is unavailable */
export async function readStoreState({ db }: Pick<Collection, 'db'>): Promise<StoreState> {
  const unlessOutage =
    <T>(otherwise: T) =>
    (error: unknown): T => {
      if (isOutage(error)) throw error;
      return otherwise;
    };
  const [stats, members] = await Promise.all([
    db.stats().catch(unlessOutage(undefined)),
    readMembers(db).catch(unlessOutage([])),
  ]);
  const { storageSize, indexSize } = { storageSize: undefined, indexSize: undefined, ...stats };
  return { bytes: typeof storageSize === 'number' ? storageSize + Number(indexSize ?? 0) : null, members };
}

/** Needs the role clusterMonitor. */
async function readMembers(db: Db): Promise<StoreMember[]> {
  const status: unknown = await db.admin().command({ replSetGetStatus: 1 });
  if (!conforms(replicaSet, status)) return [];
  const timeOf = ({ optimeDate }: { optimeDate?: unknown }) =>
    optimeDate instanceof Date ? optimeDate.getTime() : Number.NaN;
  const primary = status.members.find(({ stateStr }) => stateStr === 'PRIMARY');
  return status.members.map((member) => {
    const lagMs = primary && member !== primary ? timeOf(primary) - timeOf(member) : Number.NaN;
    return {
      name: member.name,
      state: member.stateStr,
      isHealthy: member.health === 1,
      lagSeconds: Number.isNaN(lagMs) ? null : Math.max(0, Math.round(lagMs / 1_000)),
    };
  });
}
