import { createConnection, isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { AbstractConnector, Redis, type RedisOptions } from 'ioredis';
import Type from 'typebox';
import { Check } from 'typebox/value';

/** One server, or one of several. */
export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

/** What every node of a Cluster wants from those who connect. */
export type ClusterAccess = Pick<RedisOptions, 'username' | 'password' | 'tls'>;

/** Names the host before the handshake: behind one address of a provider there may be the servers of many. */
export const tlsTo = ({ host }: HostAndPort, tls: ConnectionOptions): ConnectionOptions =>
  isIP(host) === 0 ? { servername: host, ...tls } : tls;

/** How long one node may take to say who has the slot, and until nodes are asked again, in ms. */
const ASK_WITHIN_MS = 1_000;
const ASK_AGAIN_MS = 250;
/** After this a connection that does not end is destroyed, in ms; ioredis' own. */
const DISCONNECT_WITHIN_MS = 2_000;

/** The slots of each master, as `CLUSTER SLOTS` tells them: first, last, the master's address, then those of its replicas. */
const NODE = Type.Array(Type.Unknown(), { minItems: 2 });
const SLOTS = Type.Array(Type.Array(Type.Unknown(), { minItems: 3 }));

/**
 * Has a connection go to the node of a Cluster that is the master of the slot in which all keys of a lane are (`redis-keys.ts`). So a
 * process needs no client for Clusters: it has plain connections, to one server at a time, and goes to the slot's new master when that
 * one is gone or moves the slot.
 *
 * @param seeds nodes that are asked first; those that they name are asked after them
 * @param tag of the keys in the slot
 */
export function slotConnector(seeds: readonly HostAndPort[], access: ClusterAccess, tag: string) {
  let known = [...seeds];

  /** The slot's master, as the first node says that knows it. */
  async function master(): Promise<HostAndPort> {
    let trouble: unknown;
    for (const node of known) {
      try {
        const { owner, nodes } = await askForSlot(node, access, tag);
        known = [owner, ...nodes, ...seeds].filter(
          (one, at, all) => all.findIndex(({ host, port }) => host === one.host && port === one.port) === at,
        );
        return owner;
      } catch (error) {
        trouble = error;
      }
    }
    throw new Error('no node of the Cluster knows who has our slot', { cause: trouble });
  }

  return class SlotConnector extends AbstractConnector {
    constructor() {
      super(DISCONNECT_WITHIN_MS);
    }

    /** Goes on until there is a master, as one that gave up would never be asked to connect again. */
    override async connect(tell: (event: string, error: Error) => void) {
      this.connecting = true;
      for (;;) {
        const found = await master().catch((error: Error) => error);
        if (!this.connecting) throw new Error('Connection is closed.');
        if (!(found instanceof Error)) {
          this.stream = access.tls
            ? connectTls({ ...found, ...tlsTo(found, access.tls) })
            : createConnection({ ...found });
          this.stream.once('error', (error: Error) => {
            this.firstError = error;
          });
          return this.stream;
        }
        tell('error', found);
        await pause(ASK_AGAIN_MS);
      }
    }
  };
}

/** Whether an answer says that a server is not, or no longer, the one to write to: nothing of the command has been done. */
export const isElsewhere = ({ message }: Error): boolean => /^(MOVED|READONLY|UNBLOCKED) /.test(message);

async function askForSlot(
  node: HostAndPort,
  access: ClusterAccess,
  tag: string,
): Promise<{ owner: HostAndPort; nodes: HostAndPort[] }> {
  const redis = new Redis({
    ...node,
    ...access,
    ...(access.tls && { tls: tlsTo(node, access.tls) }),
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: ASK_WITHIN_MS,
    commandTimeout: ASK_WITHIN_MS,
    retryStrategy: () => null,
  });
  redis.on('error', () => {});
  try {
    await redis.connect();
    const [slot, ranges] = await Promise.all([
      redis.cluster('KEYSLOT', tag),
      redis.call('CLUSTER', 'SLOTS') as Promise<unknown>,
    ]);
    if (!Check(SLOTS, ranges)) throw new Error('CLUSTER SLOTS answered something else');
    const masters = ranges.map(([first, last, address]) => ({ first, last, at: addressOf(address, node.host) }));
    const owner = masters.find(({ first, last }) => Number(first) <= slot && slot <= Number(last))?.at;
    if (!owner) throw new Error('nobody has our slot');
    const nodes = ranges.flatMap(([, , ...addresses]) => addresses.map((address) => addressOf(address, node.host)));
    return { owner, nodes };
  } finally {
    redis.disconnect();
  }
}

/** A node that does not know its own address is where it was asked. */
function addressOf(told: unknown, asked: string): HostAndPort {
  if (!Check(NODE, told)) throw new Error('CLUSTER SLOTS names no address');
  const [host, port] = told;
  return { host: typeof host === 'string' && host !== '' ? host : asked, port: Number(port) };
}
