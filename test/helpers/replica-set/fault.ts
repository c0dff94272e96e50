import type { Document } from 'mongodb';
import type { Random } from 'readings/compose';

/** What may happen to a command on its way through a primary. */
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

/** The errors of a member that is no primary (any more). Names from MongoDB's table of errors. */
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

/** The next commands of some kind meet a fault, so many in a row; those of other kinds do not count. */
export function nextOf(count: number, isMeant: (command: Command) => boolean, fault: Fault): Plan {
  let left = count;
  return (command) => {
    if (left === 0 || !isMeant(command)) return undefined;
    left -= 1;
    return fault;
  };
}

const READS = new Set(['find', 'aggregate', 'count', 'distinct']);

/** Whether a driver sends a command a second time by itself. */
const isRepeated = ({ name, write, session }: Command): boolean =>
  session !== undefined && (write !== undefined || READS.has(name));

/**
 * How long nothing more happens when a connection has ended, in ms: it costs whoever waits for a connection a try, and a
 * driver has two.
 */
const QUIET_MS = 5_000;

/**
 * Meets a share of what a driver repeats, and never the repetition: whoever asks is to notice nothing.
 *
 * @param share from 0 to 1
 */
export function onlyFirstTries(random: Random, share: number): Plan {
  /** What was met last in each session. */
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
