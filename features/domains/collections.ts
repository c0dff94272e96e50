import type { Collection, Db, IndexDescription } from 'mongodb';

/** A host name on which an account shows its pages. */
export interface Domain {
  /** Account and host, see domainKey. */
  _id: string;
  account: string;
  /** In ASCII and lower case, e.g. `go.xn--mller-kva.example`. */
  host: string;
  /** Text of the TXT record that proves who owns the host. */
  token: string;
  created: Date;
  /** The claim is deleted then. Absent once it was verified. */
  expires?: Date;
  /** The host, once the account has proved that it owns it. Unique: of several accounts one shows its pages there. */
  verified_host?: string;
  verified?: Date;
  /** Result of the last look-up. */
  checked?: { at: Date; record: RecordState; points_here: boolean | null };
  /** Time of the next look-up. */
  due?: Date;
  /** Since when a verified host is without its record. */
  missing_since?: Date;
  /** Since when nothing is shown on the host, as its record is missing. */
  inactive?: Date;
  /** Present on the domain that new codes encode. */
  default?: true;
  home_url?: string;
  not_found_url?: string;
}

/** Result of a look-up: the record found, none, that another account has proved that it owns the host, or nothing in time. */
export const recordStates = ['found', 'missing', 'taken', 'unknown'] as const;
export type RecordState = (typeof recordStates)[number];

export const domainIndexes = {
  domains: [
    { key: { account: 1, _id: 1 } },
    { key: { verified_host: 1 }, unique: true, sparse: true },
    { key: { due: 1 }, sparse: true },
    { key: { expires: 1 }, sparse: true },
  ],
} satisfies Record<string, IndexDescription[]>;

export interface DomainCollections {
  domains: Collection<Domain>;
}

export const domainCollections = (db: Db): DomainCollections => ({ domains: db.collection('domains') });

export const domainKey = (account: string, host: string): string => `${account}/${host}`;

/** Returns a filter that finds the domain of an account which new codes encode. */
export const activeDefault = (account: string) => ({
  account,
  default: true as const,
  verified_host: { $exists: true },
  inactive: { $exists: false },
});
