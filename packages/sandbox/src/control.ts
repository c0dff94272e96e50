import Type from 'typebox';
import { Check } from 'typebox/value';
import { sandboxZone, type ZoneEntry } from './dns/zone.js';
import { Faults, faultSchema } from './faults.js';

/** A request as a sandbox upstream received it. */
export interface Received {
  readonly upstream: string;
  readonly path: string;
  /** Parameters; one that was repeated has its values separated by commas. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed body of a POST, if it is JSON. */
  readonly body?: unknown;
}

const commandSchema = Type.Object(
  {
    /** Forgets all faults, requests, quotas and the set time. */
    reset: Type.Optional(Type.Literal(true)),
    now: Type.Optional(Type.String({ format: 'date-time' })),
    /** Units that each account may spend; unlimited without it. */
    quota: Type.Optional(Type.Integer({ minimum: 0 })),
    fault: Type.Optional(faultSchema),
    /** Replaces the records of a name in the DNS; without records, the name is removed. */
    dns: Type.Optional(
      Type.Object(
        {
          name: Type.String({ pattern: '^[a-z0-9._-]{1,253}$' }),
          txt: Type.Optional(Type.Array(Type.String())),
          a: Type.Optional(Type.Array(Type.String())),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

/** Number of requests that are recorded for tests. */
const MOST_RECORDED = 500;

/** Controls of the sandbox for tests. Clients of the service never reach them. */
export class Control {
  readonly faults = new Faults();
  readonly #received: Received[] = [];
  #now: Date | undefined;
  #quota = Number.POSITIVE_INFINITY;
  readonly #spent = new Map<string, number>();

  /** @param zone zone of the DNS server, which commands change */
  constructor(private readonly zone: Record<string, ZoneEntry> = {}) {}

  /** Returns the time in the sandbox: the one that a test has set, else the real one. */
  now(): Date {
    return this.#now ?? new Date();
  }

  /** Charges units to an account. @returns false, and charges nothing, if that would exceed the quota */
  spend(account: string, units: number): boolean {
    const spent = (this.#spent.get(account) ?? 0) + units;
    if (spent > this.#quota) return false;
    this.#spent.set(account, spent);
    return true;
  }

  get received(): readonly Received[] {
    return this.#received;
  }

  record(request: Received): void {
    this.#received.push(request);
    if (this.#received.length > MOST_RECORDED) this.#received.shift();
  }

  /** Runs a command of a test. @returns false if it is invalid */
  run(command: unknown): boolean {
    if (!Check(commandSchema, command)) return false;
    const { reset, now, quota, fault, dns } = command;
    if (reset) {
      this.faults.clear();
      this.#received.length = 0;
      this.#now = undefined;
      this.#quota = Number.POSITIVE_INFINITY;
      this.#spent.clear();
      for (const name of Object.keys(this.zone)) if (!Object.hasOwn(sandboxZone, name)) delete this.zone[name];
      Object.assign(this.zone, sandboxZone);
    }
    if (quota !== undefined) this.#quota = quota;
    if (now !== undefined) this.#now = new Date(now);
    if (fault) this.faults.add(fault);
    if (dns) {
      const { name, ...records } = dns;
      if (records.txt || records.a) this.zone[name] = records;
      else delete this.zone[name];
    }
    return true;
  }
}
