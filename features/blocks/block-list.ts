import { isIP, BlockList as Networks } from 'node:net';
import type { Clock } from '../../shared/process/clock.js';
import { every } from '../../shared/process/every.js';
import type { BlockCollections } from './collections.js';

/** Interval at which a front reads the blocks, in ms. */
const READ_EVERY_MS = 1_000;

/**
 * Blocked networks as a front knows them, read every second. A check needs no request to the store, and the last known blocks hold while
 * the store is unavailable.
 */
export class BlockList {
  #networks = new Networks();
  /** The networks that were parsed last: they are parsed once for each change. */
  #parsed = '';
  #stopReading = () => {};

  constructor(
    private readonly store: BlockCollections,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Reads the blocks, now and from now on. */
  async start(): Promise<void> {
    this.#stopReading = every(READ_EVERY_MS, () => void this.read().catch(this.onError));
    await this.read().catch(this.onError);
  }

  stop(): void {
    this.#stopReading();
  }

  async read(): Promise<void> {
    const active = { expires: { $gt: this.clock.now() } };
    const found = await this.store.blockedNetworks.find(active, { projection: { _id: 1 } }).toArray();
    const names = found.map(({ _id }) => _id).sort();
    if (names.join() === this.#parsed) return;
    this.#networks = parseNetworks(names);
    this.#parsed = names.join();
  }

  /** True if an address is in a blocked network. */
  has(address: string): boolean {
    return this.#parsed !== '' && isIn(this.#networks, address);
  }
}

function parseNetworks(names: readonly string[]): Networks {
  const networks = new Networks();
  for (const name of names) {
    const [address = '', bits] = name.split('/');
    networks.addSubnet(address, Number(bits), findFamily(address));
  }
  return networks;
}

const isIn = (networks: Networks, address: string): boolean =>
  isIP(address) !== 0 && networks.check(address, findFamily(address));

/** True if a block of a network refuses an address. */
export const refuses = (cidr: string, address: string): boolean => isIn(parseNetworks([cidr]), address);

const findFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
