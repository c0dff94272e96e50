import { nanoid } from 'nanoid';
import { ApiError, isServerFault } from '../../shared/contract/api-error.js';
import { throwUnavailable } from '../../shared/contract/errors.js';
import type { Clock } from '../../shared/process/clock.js';
import type { SubjectKind } from '../operators/index.js';
import type { AccountAction } from './actions.js';
import type { AccountLogCollections, LogEntry, LoggedState } from './collections.js';
import { boundState, findDifferences } from './states.js';

/** A kind of change, as a route or a form declares it. `Answer` is what it responds with. */
export interface Change<Input, Answer> {
  readonly action: AccountAction;
  readonly subject: SubjectKind;
  /** Returns the id of the subject. That of a created one is known only from the answer. */
  id(input: Input, account: string, answer?: Answer): string | undefined;
}

/** Author of a change, and where the request came from. */
export interface LogActor extends Pick<LogEntry, 'account' | 'actor' | 'role' | 'from' | 'requestId'> {}

/** A change to record in the log of its account. */
interface RecordedChange<Answer> {
  readonly action: AccountAction;
  readonly subject: SubjectKind;
  idOf(answer?: Answer): string | undefined;
  run(): Promise<Answer>;
}

/**
 * Makes a change, and records it in the account log: writes the entry, makes the change, and completes the entry with what has changed.
 *
 * - Nothing is changed without an entry. That of a process that dies stays `started`.
 * - The entry of a refused change is deleted.
 * - Entries of concurrent changes of one subject may each show the other's effect.
 *
 * @throws ApiError 503 if the entry cannot be written; errors of the change
 */
export async function recordChange<Answer>(
  { store, clock }: { readonly store: AccountLogCollections; readonly clock: Clock },
  by: LogActor,
  { action, subject: { type, read }, idOf, run }: RecordedChange<Answer>,
): Promise<Answer> {
  const { account } = by;
  const readState = async (id: string | undefined): Promise<LoggedState | null> => {
    const found = id === undefined ? null : await read(store, id);
    // Nothing of another account is recorded, even of a request that is refused.
    return found?.account === account ? Object(found.state) : null;
  };
  // Ids of some documents begin with that of the account.
  const prefix = [`${account}/`, `${account} `];
  const nameSubject = (id = '') => ({
    type,
    id: prefix.some((one) => id.startsWith(one)) ? id.slice(account.length + 1) : id,
  });
  const id = idOf();
  const before = await readState(id).catch(throwUnavailable);
  const entry: LogEntry = {
    ...{ _id: nanoid(), account, at: clock.now(), actor: by.actor, role: by.role, from: by.from },
    ...{ requestId: by.requestId, action, subject: nameSubject(id) },
    ...{ before: boundState(before), after: null, outcome: 'started' },
  };
  await store.accountLog.insertOne(entry).catch(throwUnavailable);
  /** Completes the entry. If that fails it stays `started`, since the change itself is made. */
  const complete = async (outcome: LogEntry['outcome'], changed: string | undefined) => {
    try {
      const differences = findDifferences(before, await readState(changed));
      const set = { ...differences, subject: nameSubject(changed), outcome };
      await store.accountLog.updateOne({ _id: entry._id, outcome: 'started' }, { $set: set });
    } catch {
      // The entry stays.
    }
  };
  let answer: Answer;
  try {
    answer = await run();
  } catch (error) {
    if (!(error instanceof ApiError) || isServerFault(error)) await complete('failed', id);
    else await store.accountLog.deleteOne({ _id: entry._id }).catch(() => undefined);
    throw error;
  }
  await complete('done', idOf(answer));
  return answer;
}
