import { Cluster } from 'ioredis';
import { type Db, MongoServerError } from 'mongodb';
import Type from 'typebox';
import { conforms } from '../../shared/contract/input.js';
import { findWarnings } from '../../shared/process/check-redis.js';
import type { Redis } from '../../shared/process/redis.js';
import { isOutage } from '../../shared/store/outage.js';

/** State of Redis; in a Cluster, that of the fullest master, with the replicas of all. */
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
  /** Connected replicas. */
  replicas: number;
  /** Time by which the slowest of them is behind. */
  lagSeconds: number;
}

/** Size and replication of the store. */
export interface StoreState {
  /** Null if the store does not tell. */
  bytes: number | null;
  /** Members of the replica set; empty without one, or without the right to read its state. */
  members: StoreMember[];
}

interface StoreMember {
  name: string;
  /** As MongoDB names it, e.g. `SECONDARY`. */
  state: string;
  isHealthy: boolean;
  /** Time by which it is behind the primary; null for the primary, and if unknown. */
  lagSeconds: number | null;
}

/** Reads the state of Redis. @throws Error if it is unavailable */
export async function readRedisState(redis: Redis): Promise<RedisState> {
  const masters = redis instanceof Cluster ? redis.nodes('master') : [redis];
  const states = await Promise.all(masters.map(readServer));
  const [fullest] = states.sort((a, b) => computeFill(b) - computeFill(a));
  if (!fullest) throw new Error('the Cluster has no master');
  return {
    ...fullest,
    replicas: states.reduce((sum, { replicas }) => sum + replicas, 0),
    lagSeconds: Math.max(...states.map(({ lagSeconds }) => lagSeconds)),
  };
}

const computeFill = ({ usedBytes, maxBytes }: RedisState): number => (maxBytes === null ? 0 : usedBytes / maxBytes);

async function readServer(server: Pick<Redis, 'info' | 'config'>): Promise<RedisState> {
  const readSave = async () => Object(await server.config('GET', 'save'))[1];
  const [info, save] = await Promise.all([server.info(), readSave().catch(() => undefined)]);
  return parseRedisInfo(info, save);
}

/**
 * Parses the response to INFO (redis.io/docs/latest/commands/info).
 *
 * @param save the setting `save`, empty without snapshots; undefined if unknown
 */
export function parseRedisInfo(info: string, save: unknown): RedisState {
  const read = (name: string): string => new RegExp(`^${name}:(\\S*)`, 'm').exec(info)?.[1] ?? '';
  const persistence = [read('aof_enabled') === '1' && 'aof', typeof save === 'string' && save !== '' && 'rdb'];
  const lags = [...info.matchAll(/^slave\d+:.*\bstate=online\b.*\blag=(\d+)/gm)].map(([, lag]) => Number(lag));
  return {
    version: read('redis_version'),
    usedBytes: Number(read('used_memory')),
    maxBytes: Number(read('maxmemory')) || null,
    policy: read('maxmemory_policy'),
    persistence: persistence.filter(Boolean).join(', ') || 'none',
    clients: Number(read('connected_clients')),
    warnings: findWarnings(info, save),
    replicas: lags.length,
    lagSeconds: Math.max(0, ...lags),
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

/** Codes of MongoDB for a command that is not allowed, not known, or without a replica set. */
const UNREADABLE = new Set([13, 59, 76]);

/** Stores that have refused to tell the state of their replica set: repeated attempts would fill their logs. */
const unreadable = new WeakSet<Db>();

/** Reads the state of the store. @throws Error if it is unavailable */
export async function readStoreState(db: Db): Promise<StoreState> {
  const unlessOutage =
    <T>(otherwise: T) =>
    (error: unknown): T => {
      if (isOutage(error)) throw error;
      if (error instanceof MongoServerError && UNREADABLE.has(Number(error.code))) unreadable.add(db);
      return otherwise;
    };
  await db.command({ ping: 1 });
  const [stats, members] = await Promise.all([
    db.stats().catch(() => undefined),
    unreadable.has(db) ? [] : readMembers(db).catch(unlessOutage([])),
  ]);
  const { storageSize, indexSize } = { storageSize: undefined, indexSize: undefined, ...stats };
  return { bytes: typeof storageSize === 'number' ? storageSize + Number(indexSize ?? 0) : null, members };
}

/** Reads the members of the replica set, for which the user needs the role `clusterMonitor`. */
async function readMembers(db: Db): Promise<StoreMember[]> {
  const status: unknown = await db.admin().command({ replSetGetStatus: 1 });
  if (!conforms(replicaSet, status)) return [];
  const readTime = ({ optimeDate }: { optimeDate?: unknown }) =>
    optimeDate instanceof Date ? optimeDate.getTime() : Number.NaN;
  const primary = status.members.find(({ stateStr }) => stateStr === 'PRIMARY');
  return status.members.map((member) => {
    const lagMs = primary && member !== primary ? readTime(primary) - readTime(member) : Number.NaN;
    return {
      name: member.name,
      state: member.stateStr,
      isHealthy: member.health === 1,
      lagSeconds: Number.isNaN(lagMs) ? null : Math.max(0, Math.round(lagMs / 1_000)),
    };
  });
}
