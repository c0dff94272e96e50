import { EventEmitter, once } from 'node:events';
import type { NetConnectOpts } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command, Plan } from './fault.js';
import type { Standing } from './hello.js';
import { Member, type Membership } from './member.js';

const NAME = 'rs';
const MEMBERS = 2;

/** A write of a session, and its reply. */
interface Done {
  write: string;
  reply: Promise<Buffer>;
}

/**
 * Speaks for a replica set of MongoDB in front of one server that is in none, so that the driver does with it what it does with a
 * real set: sessions, writes that it sends again, elections. Like a real primary it does a write once however often it is sent, also when
 * the second time another member is the primary. Replication itself is not there: all members are one server.
 */
export class ReplicaSet {
  #standing: Standing = { name: NAME, hosts: [], primary: undefined, term: 1, changes: 1 };
  #plan: Plan = () => undefined;
  #members: Member[] = [];
  readonly #changes = new EventEmitter().setMaxListeners(0);
  /** The latest write of each session: a driver begins none before the one before has ended. */
  readonly #done = new Map<string, Done>();
  readonly #seen: ((command: Command) => void)[] = [];
  #repeated = 0;

  private constructor() {}

  /** Opens a set in front of a server; its first member is the primary. */
  static async open(engine: NetConnectOpts): Promise<ReplicaSet> {
    const set = new ReplicaSet();
    const shared: Membership = {
      engine,
      standing: () => set.#standing,
      changed: (since) => (since === set.#standing ? once(set.#changes, 'change') : Promise.resolve()),
      faultFor(command) {
        for (const see of set.#seen) see(command);
        return set.#plan(command);
      },
      done: (command, work) => set.#once(command, work),
    };
    for (let count = 0; count < MEMBERS; count++) set.#members.push(await Member.open(shared));
    const hosts = set.#members.map(({ host }) => host);
    set.#become({ hosts, primary: hosts[0] });
    return set;
  }

  get url(): string {
    return `mongodb://${this.#standing.hosts.join(',')}/?replicaSet=${NAME}`;
  }

  /** Number of retried writes that were not executed again. */
  get repeated(): number {
    return this.#repeated;
  }

  /** Sets the faults of commands from now on. */
  meet(plan: Plan): void {
    this.#plan = plan;
  }

  /** All is well from now on. */
  heal(): void {
    this.#plan = () => undefined;
  }

  /** Reports every command that reaches the primary. */
  onCommand(see: (command: Command) => void): void {
    this.#seen.push(see);
  }

  /** Makes the primary step down. After the given time, in ms, the next member, on another port, is the primary. */
  async elect(afterMs: number): Promise<void> {
    const { hosts, primary = '', term } = this.#standing;
    const next = hosts[(hosts.indexOf(primary) + 1) % hosts.length];
    this.#become({ primary: undefined });
    await pause(afterMs);
    this.#become({ primary: next, term: term + 1 });
  }

  async close(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.close()));
  }

  #become(standing: Partial<Standing>): void {
    this.#standing = { ...this.#standing, ...standing, changes: this.#standing.changes + 1 };
    this.#changes.emit('change');
  }

  #once({ session, write }: Command, work: () => Promise<Buffer>): Promise<Buffer> {
    if (session === undefined || write === undefined) return work();
    const known = this.#done.get(session);
    if (known?.write === write) {
      this.#repeated += 1;
      return known.reply;
    }
    const reply = work();
    this.#done.set(session, { write, reply });
    // A write that was not executed is executed when it is retried.
    reply.catch(() => this.#done.delete(session));
    return reply;
  }
}
