import type { Document } from 'mongodb';
import type { Random } from 'readings/compose';

/** Faults of a command on its way through a primary. */
export type Fault =
  /** Answered with an error of the set; nothing was done. */
  | { is: 'refused'; code: Refusal }
  /** The connection ends before anything was done. */
  | { is: 'lost' }
  /** It was done, and the connection ends before that was said. */
  | { is: 'unanswered' }
  /** A write was done, and its reply says that the primary stepped down before a majority had it. */
  | { is: 'unreplicated' }
  | { is: 'late'; ms: number };

/** Errors of a member that is not, or no longer, primary. Names from MongoDB's table of errors. */
export const REFUSALS = {
  10107: 'NotWritablePrimary',
  11602: 'InterruptedDueToReplStateChange',
  13435: 'NotPrimaryNoSecondaryOk',
} as const;
export type Refusal = keyof typeof REFUSALS;

/** A command as a fault is chosen for it. */
export interface Command {
  name: string;
  collection: string | undefined;
  /** The session in which it was sent, and the number of the write in it, where the driver would send it again. */
  session: string | undefined;
  write: string | undefined;
  document: Document;
}

/** Which fault a command meets, if any. */
export type Plan = (command: Command) => Fault | undefined;

/** Makes the next `count` commands of a kind fail. Commands of other kinds do not count. */
export function faultNext(count: number, isMeant: (command: Command) => boolean, fault: Fault): Plan {
  let left = count;
  return (command) => {
    if (left === 0 || !isMeant(command)) return undefined;
    left -= 1;
    return fault;
  };
}

const READS = new Set(['find', 'aggregate', 'count', 'distinct']);

/** True if drivers retry the command by themselves. */
const isRepeated = ({ name, write, session }: Command): boolean =>
  session !== undefined && (write !== undefined || READS.has(name));

/**
 * Time without faults after the end of a connection, in ms. It costs each waiting operation an attempt, and a driver has two.
 */
const QUIET_MS = 5_000;

/**
 * Meets a share of what a driver repeats, and never the repetition: whoever asks is to notice nothing.
 *
 * @param share from 0 to 1
 */
export function onlyFirstTries(random: Random, share: number): Plan {
  /** Last fault of each session. */
  const met = new Map<string, string>();
  let quietUntil = 0;
  return (command) => {
    if (!isRepeated(command) || performance.now() < quietUntil) return undefined;
    const { session = '', write = command.name } = command;
    const isSecondTry = met.get(session) === write;
    met.delete(session);
    if (isSecondTry || !random.chance(share)) return undefined;
    const fault = drawn(random, command);
    if (fault.is === 'lost' || fault.is === 'unanswered') {
      // Whoever is about to try a second time has no third one.
      if (met.size > 0) return undefined;
      quietUntil = performance.now() + QUIET_MS;
    }
    met.set(session, write);
    return fault;
  };
}

/** Meets a share of everything, repetitions too: whoever asks may be told that it failed. */
export const anyCommand =
  (random: Random, share: number): Plan =>
  (command) =>
    random.chance(share) ? drawn(random, command) : undefined;

const drawn = (random: Random, { write }: Command): Fault =>
  random.pick<Fault>([
    { is: 'refused', code: 10107 },
    { is: 'refused', code: 11602 },
    { is: 'lost' },
    { is: 'unanswered' },
    ...(write === undefined ? [] : [{ is: 'unreplicated' } as const]),
  ]);
