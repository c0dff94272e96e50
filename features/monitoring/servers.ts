import { statfs } from 'node:fs/promises';
import { Cluster } from 'ioredis';
import { type Db, MongoServerError } from 'mongodb';
import type { Redis } from '../../shared/process/redis.js';
import { withinTimeLimit } from './status.js';

/** Dependencies for reading the state of the servers. */
export interface ServerSources {
  readonly redis: Redis;
  readonly db: Db;
  /** Folder of the storage disks. */
  readonly dataDir: string;
}

/** Replicas of a server. */
interface Replication {
  replicas: number;
  /** Time by which the slowest replica is behind. */
  lagSeconds: number;
}

/** State of Redis; in a Cluster, that of the fullest master and of the slowest replica. */
interface RedisState extends Replication {
  usedBytes: number;
  /** 0 if the memory is not limited. */
  maxBytes: number;
}

/** State of the servers and the disk that the platform needs. A part that could not be read in time is undefined. */
export interface ServerStates {
  redis: RedisState | undefined;
  /** Undefined also without a replica set, or without the right to read its state. */
  store: Replication | undefined;
  storage: { freeBytes: number; sizeBytes: number } | undefined;
}

/** Codes of MongoDB for a command that is not allowed, not known, or without a replica set. */
const UNREADABLE = [13, 59, 76];

/** Reads the state of the servers that the platform needs. */
export class ServerMonitor {
  /** False after MongoDB has refused to tell the state of its replica set: repeated attempts would fill its log. */
  #canReadReplicaSet = true;

  constructor(private readonly sources: ServerSources) {}

  /** Reads the state of the servers, within 2 s; never throws. */
  async read(): Promise<ServerStates> {
    const { redis, dataDir } = this.sources;
    const [redisState, store, storage] = await Promise.all([
      withinTimeLimit(readRedis(redis)),
      this.#canReadReplicaSet ? withinTimeLimit(this.#readReplicaSet()) : undefined,
      withinTimeLimit(readDisk(dataDir)),
    ]);
    return { redis: redisState, store, storage };
  }

  /** Reads the state of the replica set, for which the user needs the role `clusterMonitor`. */
  async #readReplicaSet(): Promise<Replication> {
    try {
      const { members } = await this.sources.db.admin().command({ replSetGetStatus: 1 });
      return parseReplicaSetStatus(members);
    } catch (error) {
      if (error instanceof MongoServerError && UNREADABLE.includes(Number(error.code))) this.#canReadReplicaSet = false;
      throw error;
    }
  }
}

async function readRedis(redis: Redis): Promise<RedisState> {
  const masters = redis instanceof Cluster ? redis.nodes('master') : [redis];
  const states = (await Promise.all(masters.map((master) => master.info()))).map(parseRedisInfo);
  const [fullest] = states.sort((a, b) => b.usedBytes / b.maxBytes - a.usedBytes / a.maxBytes);
  if (!fullest) throw new Error('the Cluster has no master');
  return {
    usedBytes: fullest.usedBytes,
    maxBytes: fullest.maxBytes,
    replicas: states.reduce((sum, { replicas }) => sum + replicas, 0),
    lagSeconds: Math.max(...states.map(({ lagSeconds }) => lagSeconds)),
  };
}

/** Parses the response to INFO (redis.io/docs/latest/commands/info). */
export function parseRedisInfo(info: string): RedisState {
  const number = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const lags = [...info.matchAll(/^slave\d+:.*\bstate=online\b.*\blag=(\d+)/gm)].map(([, lag]) => Number(lag));
  return {
    usedBytes: number('used_memory'),
    maxBytes: number('maxmemory'),
    replicas: lags.length,
    lagSeconds: Math.max(0, ...lags),
  };
}

interface Member {
  readonly state: number;
  readonly optimeDate?: Date;
}

/** States of members that have the data: SECONDARY, RECOVERING. */
const REPLICATING = [2, 3];

/** Returns the state of the replicas from the members in the response to replSetGetStatus. */
export function parseReplicaSetStatus(members: readonly Member[]): Replication {
  const newest = Math.max(...members.map(({ optimeDate }) => optimeDate?.getTime() ?? 0));
  const replicas = members.filter(({ state }) => REPLICATING.includes(state));
  const lags = replicas.map(({ optimeDate }) => (newest - (optimeDate?.getTime() ?? 0)) / 1_000);
  return { replicas: replicas.length, lagSeconds: Math.max(0, ...lags) };
}

async function readDisk(folder: string): Promise<{ freeBytes: number; sizeBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}
