import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { redisKey } from '../../shared/process/redis-keys.js';
import { createSelfSignedCertificate, type SelfSignedCertificate } from './self-signed-certificate.js';
import { eventually } from './stack.js';
import { unusedPort } from './unused-port.js';

/** Several Redis servers that stand for each other, of one `redis-server` binary. */
export interface RedisServers {
  url: string;
  /** Port of the server that holds our keys at the moment. */
  master(): Promise<number>;
  /** Ends one with -9, and leaves it so. */
  kill(port: number): Promise<void>;
  /** Promotes a replica while its master is alive. */
  moveMaster(): Promise<void>;
  /** The port of the living master that has a key; undefined when none has. */
  masterOf(key: string): Promise<number | undefined>;
  /** Number of keys of each living master, by port. */
  keys(): Promise<Map<number, number>>;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const SLOTS = 16_384;
const MASTERS = 3;
/** After how long without an answer a server counts as dead, in ms. */
const DEAD_MS = 1_000;

const isOk = (said: unknown) => said === true;

/** Over what servers are talked to, by each other too. */
type Over = 'TCP' | 'TLS';

/** A Cluster of three masters with a replica each. */
export async function redisCluster(over: Over = 'TCP'): Promise<RedisServers> {
  const servers = await openServers(over);
  const ports = await Promise.all(
    Array.from({ length: 2 * MASTERS }, async () => {
      const [port, bus] = await Promise.all([unusedPort(), unusedPort()]);
      await servers.start(port, [
        ...['--cluster-enabled', 'yes', '--cluster-node-timeout', String(DEAD_MS)],
        ...['--cluster-port', String(bus), '--cluster-config-file', `nodes-${port}.conf`],
      ]);
      return { port, bus };
    }),
  );
  const [first, ...others] = ports;
  for (const { port, bus } of others) {
    await servers.ask(first?.port, (redis) => redis.call('CLUSTER', 'MEET', HOST, String(port), String(bus)));
  }
  const masters = ports.slice(0, MASTERS);
  for (const [at, { port }] of masters.entries()) {
    const [from, to] = [at, at + 1].map((part) => Math.floor((SLOTS * part) / MASTERS));
    await servers.ask(port, (redis) => redis.call('CLUSTER', 'ADDSLOTSRANGE', String(from), String(Number(to) - 1)));
  }
  for (const [at, { port }] of ports.slice(MASTERS).entries()) {
    const id = await servers.ask(masters[at]?.port, (redis) => redis.call('CLUSTER', 'MYID'));
    // It knows the node once the greeting has gone round.
    await eventually(
      () =>
        servers.ask(port, (redis) =>
          redis.call('CLUSTER', 'REPLICATE', String(id)).then(
            () => true,
            () => false,
          ),
        ),
      isOk,
    );
  }
  const info = (port: number) => servers.ask(port, (redis) => redis.cluster('INFO'));
  for (const { port } of ports) {
    await eventually(
      async () => String(await info(port)),
      (said) => /cluster_state:ok/.test(said),
    );
    await eventually(() => servers.ask(port, isInStep), isOk);
  }
  /** Master and replicas of our slot, according to a living server. */
  const ours = async (): Promise<number[]> => {
    const alive = servers.alive();
    const slot = await servers.ask(alive[0], (redis) => redis.cluster('KEYSLOT', redisKey()));
    const ranges = await servers.ask(alive[0], (redis) => redis.cluster('SLOTS'));
    const [, , ...nodes] = ranges.find(([from, to]) => from <= slot && slot <= to) ?? [0, 0];
    return nodes.map(([, port]) => port);
  };
  return {
    url: `${servers.scheme}://${ports.map(({ port }) => `${HOST}:${port}`).join(',')}`,
    async master() {
      // Under load, a server names the former master for a while.
      const agreed = async () => {
        const port = Number((await ours())[0]);
        return (await servers.isMaster(port)) ? port : undefined;
      };
      return Number(await eventually(agreed, (port) => port !== undefined));
    },
    kill: (port) => servers.kill(port),
    async moveMaster() {
      const [before, replica] = await ours();
      await servers.ask(replica, (redis) => redis.call('CLUSTER', 'FAILOVER'));
      await eventually(ours, ([now]) => now !== before);
    },
    masterOf: (key) => servers.masterOf(key),
    keys: () => servers.keys(),
    stop: () => servers.stop(),
  };
}

/** A master with a replica, and three sentinels that watch them. */
export async function redisSentinels(over: Over = 'TCP'): Promise<RedisServers> {
  const servers = await openServers(over);
  const [first, second, ...watching] = await Promise.all(Array.from({ length: 5 }, () => unusedPort()));
  if (first === undefined || second === undefined) throw new Error('no port is free');
  await servers.start(first, []);
  await servers.start(second, ['--replicaof', HOST, String(first)]);
  await eventually(() => servers.ask(second, isInStep), isOk);
  for (const port of watching) {
    await servers.start(
      port,
      ['--sentinel'],
      [
        `sentinel monitor main ${HOST} ${first} 2`,
        `sentinel down-after-milliseconds main ${DEAD_MS}`,
        'sentinel failover-timeout main 4000',
      ],
    );
  }
  const master = async () => {
    const [, port] = (await servers.ask(watching[0], (redis) =>
      redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'main'),
    )) as [string, string];
    return Number(port);
  };
  for (const port of watching) {
    // Every sentinel knows the others and the replica: only then they can agree.
    await eventually(
      async () => String(await servers.ask(port, (redis) => redis.call('INFO', 'sentinel'))),
      (said) => /slaves=1,sentinels=3/.test(said),
    );
  }
  return {
    url: `${servers.scheme}://${watching.map((port) => `${HOST}:${port}`).join(',')}?sentinel=main`,
    master,
    kill: (port) => servers.kill(port),
    async moveMaster() {
      const before = await master();
      await servers.ask(watching[0], (redis) => redis.call('SENTINEL', 'FAILOVER', 'main'));
      await eventually(master, (now) => now !== before);
    },
    masterOf: (key) => servers.masterOf(key, watching),
    keys: () => servers.keys(watching),
    stop: () => servers.stop(),
  };
}

/** Redis servers that are independent of each other. */
export interface LoneServers {
  /** Certificate authority of the servers' TLS certificates. */
  readonly certificateFile: string | undefined;
  readonly ports: readonly number[];
  readonly urls: readonly string[];
  /** Their processes, as they were at the start. */
  readonly pids: readonly number[];
  /** Ends one with -9, and leaves it so. */
  kill(at: number): Promise<void>;
  /** Starts one again that was killed, with nothing in it. */
  restart(at: number): Promise<void>;
  /** Suspends a server with its connections open, until it is resumed. */
  hang(at: number): void;
  resume(at: number): void;
  ask<T>(at: number, question: (redis: Redis) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

export async function loneServers(count: number, over: Over = 'TCP'): Promise<LoneServers> {
  const servers = await openServers(over);
  const ports = await Promise.all(Array.from({ length: count }, () => unusedPort()));
  await Promise.all(ports.map((port) => servers.start(port, [])));
  const findPort = (at: number) => Number(ports[at]);
  return {
    certificateFile: servers.certificate?.certificateFile,
    ports,
    urls: ports.map((port) => `${servers.scheme}://${HOST}:${port}`),
    pids: ports.map((port) => servers.pidOf(port)),
    kill: (at) => servers.kill(findPort(at)),
    restart: (at) => servers.start(findPort(at), []),
    hang: (at) => servers.signal(findPort(at), 'SIGSTOP'),
    resume: (at) => servers.signal(findPort(at), 'SIGCONT'),
    ask: (at, question) => servers.ask(ports[at], question),
    stop: () => servers.stop(),
  };
}

const isInStep = async (redis: Redis): Promise<boolean> => {
  const said = await redis.info('replication');
  return /role:master/.test(said) || /master_link_status:up/.test(said);
};

const openServers = async (over: Over) => new Servers(over === 'TLS' ? await createSelfSignedCertificate() : undefined);

/** The processes of a test's Redis servers, and questions to them. */
class Servers {
  readonly scheme: 'redis' | 'rediss';
  readonly #running = new Map<number, ChildProcess>();
  #folder: Promise<string> | undefined;
  readonly #endAll = () => {
    for (const child of this.#running.values()) child.kill('SIGKILL');
  };

  constructor(readonly certificate: SelfSignedCertificate | undefined) {
    this.scheme = certificate ? 'rediss' : 'redis';
    process.on('exit', this.#endAll);
  }

  /** @param lines of its configuration file: a sentinel has no options */
  async start(port: number, options: readonly string[], lines: readonly string[] = []): Promise<void> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'ua-redis-'));
    const folder = join(await this.#folder, String(port));
    await mkdir(folder, { recursive: true });
    const file = join(folder, 'redis.conf');
    await writeFile(
      file,
      [...this.#listening(port), `bind ${HOST}`, `dir ${folder}`, 'save ""', ...lines, ''].join('\n'),
    );
    const child = spawn('redis-server', [file, ...options], { stdio: 'ignore' });
    this.#running.set(port, child);
    await eventually(
      () =>
        this.ask(port, (redis) => redis.ping()).then(
          () => true,
          () => false,
        ),
      isOk,
    );
  }

  /** The lines of a configuration that say where a server listens, and over what. */
  #listening(port: number): string[] {
    if (!this.certificate) return [`port ${port}`];
    const { certificateFile, keyFile } = this.certificate;
    return [
      ...['port 0', `tls-port ${port}`, 'tls-auth-clients no', 'tls-cluster yes', 'tls-replication yes'],
      ...[`tls-cert-file ${certificateFile}`, `tls-key-file ${keyFile}`, `tls-ca-cert-file ${certificateFile}`],
    ];
  }

  alive = (): number[] => [...this.#running.keys()];

  pidOf(port: number): number {
    return Number(this.#running.get(port)?.pid);
  }

  signal(port: number, signal: NodeJS.Signals): void {
    this.#running.get(port)?.kill(signal);
  }

  async kill(port: number): Promise<void> {
    const child = this.#running.get(port);
    if (!child) throw new Error(`nothing runs on ${port}`);
    this.#running.delete(port);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** @throws Error when the server does not answer */
  async ask<T>(port: number | undefined, question: (redis: Redis) => Promise<T>): Promise<T> {
    const tls = this.certificate && { ca: this.certificate.certificate };
    const redis = new Redis({
      ...{ host: HOST, port: Number(port), lazyConnect: true, retryStrategy: () => null },
      ...(tls && { tls }),
    });
    redis.on('error', () => {});
    try {
      await redis.connect();
      return await question(redis);
    } finally {
      redis.disconnect();
    }
  }

  async keys(besides: readonly number[] = []): Promise<Map<number, number>> {
    const counted = new Map<number, number>();
    for (const port of await this.#masters(besides)) {
      counted.set(port, await this.ask(port, (redis) => redis.dbsize()));
    }
    return counted;
  }

  async masterOf(key: string, besides: readonly number[] = []): Promise<number | undefined> {
    for (const port of await this.#masters(besides)) {
      // Whoever does not have the slot of a key says so in an error.
      if (await this.ask(port, (redis) => redis.exists(key).catch(() => 0))) return port;
    }
    return undefined;
  }

  /** @param besides servers that are asked nothing, as sentinels */
  async #masters(besides: readonly number[]): Promise<number[]> {
    const masters: number[] = [];
    for (const port of this.alive().filter((one) => !besides.includes(one))) {
      if (await this.isMaster(port)) masters.push(port);
    }
    return masters;
  }

  /** True if a server is in the role of a master. */
  async isMaster(port: number): Promise<boolean> {
    return /role:master/.test(await this.ask(port, (redis) => redis.info('replication')));
  }

  async stop(): Promise<void> {
    await Promise.all(this.alive().map((port) => this.kill(port)));
    process.off('exit', this.#endAll);
    await this.certificate?.remove();
    await rm(await (this.#folder ?? ''), { recursive: true, force: true, maxRetries: 10 });
  }
}
