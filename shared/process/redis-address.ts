import type { RedisOptions } from 'ioredis';
import { type Config, required } from './config.js';
import { type ClusterAccess, type HostAndPort, slotConnector, tlsTo } from './redis-cluster.js';
import { SLOT_TAG } from './redis-keys.js';
import { StartError } from './run-process.js';

/** What connects to a Redis, whichever way it is run. */
export type RedisAddress = Pick<
  RedisOptions,
  | 'path'
  | 'host'
  | 'port'
  | 'username'
  | 'password'
  | 'db'
  | 'tls'
  | 'sentinels'
  | 'name'
  | 'sentinelUsername'
  | 'sentinelPassword'
  | 'sentinelTLS'
  | 'enableTLSForSentinelMode'
  | 'sentinelRetryStrategy'
  | 'Connector'
>;

const USUAL_PORT = 6_379;
const SENTINELS_PORT = 26_379;
const ASK_AGAIN_MS = 250;

const URL_OF_REDIS = /^(rediss?):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?#]+)(?:\/(\d*))?(?:\?(.*))?$/;

/**
 * Reads where Redis is:
 * - `redis://host:6379/0`, or `unix:///path/to.sock`: one server
 * - `rediss://…`: the same over TLS, here and below; with `?verify=no` whatever certificates the servers have
 * - `redis://host:26379,host:26379?sentinel=name`: the master of that name, which the sentinels know; what they ask for
 *   themselves comes as `sentinel_user` and `sentinel_password`
 * - `redis://host:6379,host:6379`, or `redis://host:6379?cluster`: a Cluster, of which any of the named nodes is asked
 *
 * @param tag of the keys that are to be reached, which a Cluster keeps in one slot
 * @throws StartError for what is none of these
 */
export function redisAddress(url: string, tag: string = SLOT_TAG): RedisAddress {
  const [, socket] = /^unix:\/\/(.+)$/.exec(url) ?? [];
  if (socket !== undefined) return { path: socket };
  const [, scheme, user = '', password = '', hosts = '', db = '', query = ''] = URL_OF_REDIS.exec(url) ?? [];
  if (scheme === undefined) throw new StartError('REDIS_URL must be redis://…, rediss://… or unix://…');
  const given = new URLSearchParams(query);
  const sentinel = given.get('sentinel');
  const usualPort = sentinel === null ? USUAL_PORT : SENTINELS_PORT;
  const servers = hosts.split(',').map((host) => hostAndPort(host, usualPort));
  const access: ClusterAccess = {
    ...(user !== '' && { username: decodeURIComponent(user) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(scheme === 'rediss' && { tls: given.get('verify') === 'no' ? { rejectUnauthorized: false } : {} }),
  };
  const database = db === '' ? {} : { db: Number(db) };
  if (sentinel !== null) return { ...access, ...database, ...sentinelsOf(servers, sentinel, given, access) };
  if (servers.length > 1 || given.has('cluster')) {
    if (Number(db) > 0) throw new StartError('REDIS_URL names a database, of which a Cluster has one only');
    return { ...access, Connector: slotConnector(servers, access, tag) };
  }
  const [server] = servers;
  return { ...access, ...database, ...server, ...(access.tls && server && { tls: tlsTo(server, access.tls) }) };
}

/** The Redis servers of the settings: the first, then those that only lanes are on. @throws ConfigError when there is none */
export function redisUrls(config: Config): readonly [first: string, ...further: string[]] {
  const further = (config.LANES_REDIS_URLS ?? '').split(/\s+/).filter((url) => url !== '');
  const asSet = (url: string) =>
    config.REDIS_TLS_VERIFY || !url.startsWith('rediss:') ? url : `${url}${url.includes('?') ? '&' : '?'}verify=no`;
  return [asSet(required(config, 'REDIS_URL')), ...further.map(asSet)];
}

function sentinelsOf(
  servers: readonly HostAndPort[],
  name: string,
  given: URLSearchParams,
  { tls }: ClusterAccess,
): RedisAddress {
  const [user, password] = [given.get('sentinel_user'), given.get('sentinel_password')];
  return {
    sentinels: [...servers],
    name,
    ...(user !== null && { sentinelUsername: user }),
    ...(password !== null && { sentinelPassword: password }),
    ...(tls && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
    sentinelRetryStrategy: () => ASK_AGAIN_MS,
  };
}

function hostAndPort(text: string, usualPort: number): HostAndPort {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined) throw new StartError(`REDIS_URL names no host in "${text}"`);
  return { host, port: port === undefined ? usualPort : Number(port) };
}
