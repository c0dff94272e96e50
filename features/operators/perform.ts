import { nanoid } from 'nanoid';
import type { TObject } from 'typebox';
import { ApiError, isServerFault } from '../../shared/contract/api-error.js';
import type { Input, Output } from '../../shared/contract/contract.js';
import type { Download } from '../../shared/contract/download.js';
import { errors } from '../../shared/contract/errors.js';
import type { Clock } from '../../shared/process/clock.js';
import type { OperatorCollections, TrailIntent } from './collections.js';
import type { Operation, OperationContext, SubjectState } from './operation.js';
import { type Actor, hasRole } from './roles.js';
import { appendEntry, toJson } from './trail.js';

/** Checks that an actor may run an operation. @throws ApiError 403 */
export function authorize(
  { command, role, byAdminToken }: Pick<Operation, 'command' | 'role' | 'byAdminToken'>,
  actor: Actor,
): void {
  if (actor.unlocksOnly && !byAdminToken) throw errors.adminTokenUnlocksOnly();
  if (!hasRole(actor.role, role)) throw errors.roleTooLow({ operation: command, needed: role, role: actor.role });
}

type TrailStore = Pick<OperatorCollections, 'auditTrail' | 'trailIntents'>;

/**
 * Runs an operation for an actor who may, with an entry in the audit trail if it changes something. The admin API, the console
 * and the command line all run operations through here.
 *
 * @throws ApiError 403 if the actor may not; 503 if the trail cannot be written; errors of the operation
 */
export async function perform<O extends Operation>(
  operation: O,
  input: Input<O['contract']>,
  context: Omit<OperationContext<TrailStore>, 'actor'>,
  actor: Actor,
): Promise<Output<O['contract']>> {
  authorize(operation, actor);
  const { contract, command, mutates } = operation;
  const { store, clock, infrastructure } = context;
  const run = async () => (await operation.run(input, { ...context, actor })) as Output<O['contract']>;
  if (!mutates) return run();
  return runAudited({ store, clock }, actor, {
    operation: command,
    input: redactPasswords(contract.request, input),
    type: mutates.subject.type,
    idOf: (answer) => mutates.id(input, answer, actor),
    read: (id) => mutates.subject.read(store, id, infrastructure),
    run,
    ...(mutates.auditedRefusals && { auditedRefusals: mutates.auditedRefusals }),
  });
}

/** Returns the file that is requested in place of the response, if one is. @throws ApiError 403 */
export function openDownload<O extends Operation>(
  operation: O,
  input: Input<O['contract']>,
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  actor: Actor,
): Download | undefined {
  authorize(operation, actor);
  return operation.download?.(input, { store, clock, actor });
}

/** A change to record in the audit trail. */
interface AuditedOperation<Answer> {
  readonly operation: string;
  /** The request, without secrets. */
  readonly input: object;
  /** Type of the subject. */
  readonly type: string;
  /** Returns the id of the subject. That of a created one is known only from the response. */
  idOf(answer?: Answer): string | undefined;
  read(id: string): Promise<SubjectState | null>;
  run(): Promise<Answer>;
  /** Error types of refusals that are recorded too. */
  readonly auditedRefusals?: readonly string[];
}

/**
 * Runs a change and records it in the audit trail: writes an intent, runs the change, writes the entry with the new state, and
 * removes the intent.
 *
 * - Nothing is changed without an intent, so that no change is unrecorded if the process dies or the store is lost: the scheduler
 *   turns abandoned intents into entries.
 * - If the entry cannot be written the response is 503, although the change is done.
 * - A refused change is recorded only for the types of `auditedRefusals`.
 * - Entries of concurrent changes of one subject may each show the other's effect in the state afterwards.
 *
 * @throws ApiError 503 if the intent or the entry cannot be written
 */
export async function runAudited<Answer>(
  { store, clock }: { store: TrailStore; clock: Clock },
  actor: Actor,
  audited: AuditedOperation<Answer>,
): Promise<Answer> {
  const id = audited.idOf();
  const before = id === undefined ? null : await audited.read(id);
  const intent = createIntent(actor, audited, { id: id ?? '', before, at: clock.now() });
  await store.trailIntents.insertOne(intent).catch(throwTrailUnavailable);
  // The scheduler handles an intent that stays, and finds the entry if there is one.
  const removeIntent = () => store.trailIntents.deleteOne({ _id: intent._id }).catch(() => undefined);
  let answer: Answer;
  try {
    answer = await audited.run();
  } catch (error) {
    if (!(error instanceof ApiError) || isServerFault(error)) await recordError('failed', error);
    else if (audited.auditedRefusals?.includes(error.type)) await recordError('refused', error);
    else await removeIntent();
    throw error;
  }
  const subject = { type: audited.type, id: audited.idOf(answer) ?? '' };
  const after = await audited.read(subject.id).catch(throwTrailUnavailable);
  const entry = { ...intent, subject, account: after?.account ?? intent.account };
  await appendEntry(store, entry, 'done', toJson(after?.state)).catch(throwTrailUnavailable);
  await removeIntent();
  return answer;

  /** Records an error. If that fails too, the original error is thrown. */
  async function recordError(outcome: 'failed' | 'refused', cause: unknown): Promise<void> {
    try {
      const now = id === undefined ? null : await audited.read(id);
      await appendEntry(store, intent, outcome, toJson(now?.state));
      await removeIntent();
    } catch {
      throw cause;
    }
  }
}

function createIntent<Answer>(
  actor: Actor,
  { operation, input, type }: AuditedOperation<Answer>,
  { id, before, at }: { id: string; before: SubjectState | null; at: Date },
): TrailIntent {
  return {
    _id: nanoid(),
    at,
    actor: actor.name,
    role: actor.role,
    from: actor.from,
    via: actor.via,
    operation,
    subject: { type, id },
    account: before?.account ?? null,
    input: Object.fromEntries(Object.entries(Object(toJson(input)))),
    before: toJson(before?.state),
    requestId: actor.requestId,
  };
}

function throwTrailUnavailable(cause: unknown): never {
  throw errors.trailUnavailable({}, cause);
}

const HIDDEN = '(not kept)';

function redactPasswords({ properties }: TObject, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const { format }: { format?: unknown } = { ...properties[name] };
      return [name, format === 'password' ? HIDDEN : value];
    }),
  );
}
