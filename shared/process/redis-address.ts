import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { RedisOptions } from 'ioredis';
import { type Config, required } from './config.js';
import { StartError } from './run-process.js';

interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

type Options = Omit<RedisOptions, 'replyMapping'>;

/** Address of Redis, as ioredis takes it. */
interface RedisAddress {
  readonly options: Options;
  /** Nodes of a Cluster that are asked for the others; undefined if Redis is not run as a Cluster. */
  readonly nodes?: readonly HostAndPort[];
}

const DEFAULT_PORT = 6_379;
const SENTINEL_PORT = 26_379;
const SENTINEL_RETRY_MS = 250;

const URL_OF_REDIS = /^(rediss?):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?#]+)(?:\/(\d*))?(?:\?(.*))?$/;

/**
 * Parses the URL of Redis:
 * - `redis://host:6379/0`, or `unix:///path/to.sock`: one server
 * - `rediss://…`: the same over TLS, here and below; `?verify=no` accepts any certificate
 * - `redis://host:26379,host:26379?sentinel=name`: the master of that name, found by sentinels. Their own credentials are
 *   `sentinel_user` and `sentinel_password`
 * - `redis://host:6379,host:6379`, or `redis://host:6379?cluster`: a Cluster, by any of its nodes
 *
 * @throws StartError for any other URL
 */
export function parseRedisAddress(url: string): RedisAddress {
  const [, socket] = /^unix:\/\/(.+)$/.exec(url) ?? [];
  if (socket !== undefined) return { options: { path: socket } };
  const [, scheme, user = '', password = '', hosts = '', db = '', query = ''] = URL_OF_REDIS.exec(url) ?? [];
  if (scheme === undefined) throw new StartError('REDIS_URL must be redis://…, rediss://… or unix://…');
  const given = new URLSearchParams(query);
  const sentinel = given.get('sentinel');
  const defaultPort = sentinel === null ? DEFAULT_PORT : SENTINEL_PORT;
  const servers = hosts.split(',').map((host) => parseHostAndPort(host, defaultPort));
  const access: Options = {
    ...(user !== '' && { username: decodeURIComponent(user) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(scheme === 'rediss' && { tls: given.get('verify') === 'no' ? { rejectUnauthorized: false } : {} }),
  };
  const database = db === '' ? {} : { db: Number(db) };
  if (sentinel !== null)
    return { options: { ...access, ...database, ...createSentinelOptions(servers, sentinel, given, access) } };
  if (servers.length > 1 || given.has('cluster')) {
    if (Number(db) > 0) throw new StartError('REDIS_URL names a database, but a Cluster has only one');
    return { options: access, nodes: servers };
  }
  const [server] = servers;
  return {
    options: {
      ...access,
      ...database,
      ...server,
      ...(access.tls && server && { tls: createTlsOptions(server, access.tls) }),
    },
  };
}

/** URL of Redis in the settings. @throws ConfigError if it is not set */
export function redisUrl(config: Config): string {
  const url = required(config, 'REDIS_URL');
  if (config.REDIS_TLS_VERIFY || !url.startsWith('rediss:')) return url;
  return `${url}${url.includes('?') ? '&' : '?'}verify=no`;
}

function createSentinelOptions(
  servers: readonly HostAndPort[],
  name: string,
  given: URLSearchParams,
  { tls }: Options,
): Options {
  const [user, password] = [given.get('sentinel_user'), given.get('sentinel_password')];
  return {
    sentinels: [...servers],
    name,
    ...(user !== null && { sentinelUsername: user }),
    ...(password !== null && { sentinelPassword: password }),
    ...(tls && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
    sentinelRetryStrategy: () => SENTINEL_RETRY_MS,
  };
}

function parseHostAndPort(text: string, defaultPort: number): HostAndPort {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined) throw new StartError(`REDIS_URL names no host in "${text}"`);
  return { host, port: port === undefined ? defaultPort : Number(port) };
}

/** Names the host before the handshake: a provider may have the servers of many customers at one IP address. */
const createTlsOptions = ({ host }: HostAndPort, tls: ConnectionOptions): ConnectionOptions =>
  isIP(host) === 0 ? { servername: host, ...tls } : tls;
