import { nanoid } from 'nanoid';
import type { TObject } from 'typebox';
import { ApiError, isServerFault } from '../../shared/contract/api-error.js';
import type { Input, Output } from '../../shared/contract/contract.js';
import type { Download } from '../../shared/contract/download.js';
import { errors } from '../../shared/contract/errors.js';
import type { Clock } from '../../shared/process/clock.js';
import type { OperatorCollections, TrailIntent } from './collections.js';
import type { Operation, OperationContext } from './operation.js';
import { type Actor, mayAs } from './roles.js';
import { enter, plain } from './trail.js';

/** What deeds need: their name, and who may do them. */
export type Restricted = Pick<Operation, 'command' | 'role' | 'byAdminToken'>;

/** @throws ApiError 403 when it takes another role, or somebody with a name */
export function allow({ command, role, byAdminToken }: Restricted, actor: Actor): void {
  if (actor.unlocksOnly && !byAdminToken) throw errors.adminTokenUnlocksOnly();
  if (!mayAs(actor.role, role)) throw errors.roleTooLow({ operation: command, needed: role, role: actor.role });
}

type TrailStore = Pick<OperatorCollections, 'auditTrail' | 'trailIntents'>;

/**
 * Does an operation for somebody: whoever may, and with an entry in the audit trail if it changes something. Admin API,
 * console and command line all come through here.
 *
 * @throws ApiError 403 when the actor may not; 503 when the trail cannot be written; what the operation throws
 */
export async function perform<O extends Operation>(
  operation: O,
  input: Input<O['contract']>,
  context: Omit<OperationContext<TrailStore>, 'actor'>,
  actor: Actor,
): Promise<Output<O['contract']>> {
  allow(operation, actor);
  const { contract, command, mutates } = operation;
  const { store, clock, infrastructure } = context;
  const run = async () => (await operation.run(input, { ...context, actor })) as Output<O['contract']>;
  if (!mutates) return run();
  return withEntry({ store, clock }, actor, {
    operation: command,
    input: withoutSecrets(contract.request, input),
    type: mutates.subject.type,
    idOf: (answer) => mutates.id(input, answer, actor),
    read: (id) => mutates.subject.read(store, id, infrastructure),
    run,
    ...(mutates.auditedRefusals && { auditedRefusals: mutates.auditedRefusals }),
  });
}

/**
 * The file that is asked for in place of an operation's answer.
 *
 * @throws ApiError 403 when the actor may not have it
 */
export function fileOf<O extends Operation>(
  operation: O,
  input: Input<O['contract']>,
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  actor: Actor,
): Download | undefined {
  allow(operation, actor);
  return operation.download?.(input, { store, clock, actor });
}

/** What is read of a subject for the trail. */
export interface Reading {
  readonly account: string | null;
  /** Without secrets. */
  readonly state: object;
}

/** Something that changes something. */
export interface Deed<Answer> {
  readonly operation: string;
  /** What was asked, without secrets. */
  readonly input: object;
  /** The kind of thing that it changes. */
  readonly type: string;
  /** Which one; of what is made, this is known by the answer alone. */
  idOf(answer?: Answer): string | undefined;
  read(id: string): Promise<Reading | null>;
  run(): Promise<Answer>;
  /** Types of the refusals that the trail records too. */
  readonly auditedRefusals?: readonly string[];
}

/**
 * Does something and enters it in the audit trail, in this order: an intent is written, it is done, the entry is written
 * with what is there afterwards, the intent is removed, the answer leaves. Without the intent nothing is done, so that no
 * change is without a trace, whenever a process dies or the store goes away: the scheduler enters intents that nobody came
 * back to. Where the entry cannot be written the answer is 503, although the thing is done: who repeats it is told what
 * is there. What is refused has changed nothing, and is entered only if it is a refusal of `auditedRefusals`. Two that change the same thing at the same time
 * may each show, as it was afterwards, what the other has done as well.
 *
 * @throws ApiError 503 when intent or entry cannot be written
 */
export async function withEntry<Answer>(
  { store, clock }: { store: TrailStore; clock: Clock },
  actor: Actor,
  deed: Deed<Answer>,
): Promise<Answer> {
  const id = deed.idOf();
  const before = id === undefined ? null : await deed.read(id);
  const intent = intentOf(actor, deed, { id: id ?? '', before, at: clock.now() });
  await store.trailIntents.insertOne(intent).catch(trailAway);
  // An intent that stays is entered by the scheduler, who finds whether it is entered already.
  const drop = () => store.trailIntents.deleteOne({ _id: intent._id }).catch(() => undefined);
  let answer: Answer;
  try {
    answer = await deed.run();
  } catch (error) {
    if (!(error instanceof ApiError) || isServerFault(error)) await enterOutcome('failed', error);
    else if (deed.auditedRefusals?.includes(error.type)) await enterOutcome('refused', error);
    else await drop();
    throw error;
  }
  const done = deed.idOf(answer) ?? '';
  const after = await deed.read(done).catch(trailAway);
  const account = after?.account ?? intent.account;
  const entry = { ...intent, subject: { type: deed.type, id: done }, account };
  await enter(store, entry, 'done', plain(after?.state)).catch(trailAway);
  await drop();
  return answer;

  /** The cause is what is answered, whether or not it can be entered. */
  async function enterOutcome(outcome: 'failed' | 'refused', cause: unknown): Promise<void> {
    try {
      const now = id === undefined ? null : await deed.read(id);
      await enter(store, intent, outcome, plain(now?.state));
      await drop();
    } catch {
      throw cause;
    }
  }
}

function intentOf<Answer>(
  actor: Actor,
  { operation, input, type }: Deed<Answer>,
  { id, before, at }: { id: string; before: Reading | null; at: Date },
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
    input: Object.fromEntries(Object.entries(Object(plain(input)))),
    before: plain(before?.state),
    requestId: actor.requestId,
  };
}

function trailAway(cause: unknown): never {
  throw errors.trailUnavailable({}, cause);
}

const HIDDEN = '(not kept)';

/** What was asked, with passwords left out. */
function withoutSecrets({ properties }: TObject, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const { format }: { format?: unknown } = { ...properties[name] };
      return [name, format === 'password' ? HIDDEN : value];
    }),
  );
}
