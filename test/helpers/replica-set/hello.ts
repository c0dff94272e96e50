import { type Document, Long, ObjectId } from 'mongodb';

/** A replica set as its members describe it. */
export interface Standing {
  name: string;
  hosts: readonly string[];
  /** Undefined while none has been elected. */
  primary: string | undefined;
  /** Counts the elections. */
  term: number;
  /** Counts what has changed of it. */
  changes: number;
}

/** MongoDB 7.0. */
const WIRE_VERSION = 21;

/** Topology version, by which drivers order descriptions of a server. */
export const topologyVersion = (process: ObjectId, { changes }: Standing): Document => ({
  processId: process,
  counter: Long.fromNumber(changes),
});

/** Returns the greeting of a member of MongoDB 7.0. @param process identifies the start of the process */
export function createHello(standing: Standing, me: string, process: ObjectId, connection: number): Document {
  const { name, hosts, primary, term } = standing;
  const isPrimary = me === primary;
  const now = new Date();
  return {
    helloOk: true,
    topologyVersion: topologyVersion(process, standing),
    ...{ setName: name, setVersion: 1, hosts, me, ...(primary !== undefined && { primary }) },
    ...{ isWritablePrimary: isPrimary, ismaster: isPrimary, secondary: !isPrimary },
    // An election id has this prefix and ends in the term.
    ...(isPrimary && { electionId: new ObjectId(`7fffffff${term.toString(16).padStart(16, '0')}`) }),
    lastWrite: { lastWriteDate: now, majorityWriteDate: now },
    ...{ maxBsonObjectSize: 16 * 2 ** 20, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000 },
    ...{ localTime: now, logicalSessionTimeoutMinutes: 30, connectionId: connection },
    ...{ minWireVersion: 0, maxWireVersion: WIRE_VERSION, readOnly: false, ok: 1 },
  };
}
