import { setTimeout as pause } from 'node:timers/promises';
import { errors } from '../../shared/contract/errors.js';
import { isDuplicate } from '../../shared/store/insert-new.js';
import type { Operator, OperatorCollections, RightsChange, RightsGuard } from './collections.js';

type Store = Pick<OperatorCollections, 'operators' | 'rightsGuard'>;

const GUARD = 'rights';
const MAX_TRIES = 200;
const MAX_PAUSE_MS = 50;

/**
 * Changes an operator's role or activity. All such changes are serialised by the version of a guard document, so that concurrent ones
 * leave an active admin: a change is checked, recorded in the guard document if its version is still the same, then applied. The next
 * change first applies one that a crashed process has only recorded. Applying one again, or late, has no effect.
 *
 * @throws ApiError 404 for an unknown operator, 409 if it would leave no active admin, 503 if other changes keep coming first
 */
export async function changeRights(store: Store, operator: string, set: RightsChange['set']): Promise<Operator> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const guard = await readGuard(store);
    await applyPending(store, guard);
    const found = await findOperator(store, operator);
    if (isActiveAdmin(found) && !isActiveAdmin({ ...found, ...set }) && !(await hasOtherAdmin(store, operator))) {
      throw errors.lastAdmin({ operator });
    }
    const { version } = guard;
    const next: RightsGuard = { _id: GUARD, version: version + 1, pending: { operator, set } };
    const { matchedCount } = await store.rightsGuard.replaceOne({ _id: GUARD, version }, next);
    if (matchedCount === 1) {
      await applyPending(store, next);
      return findOperator(store, operator);
    }
    await pause(Math.random() * MAX_PAUSE_MS);
  }
  throw errors.serviceUnavailable({}, 'other changes of operators kept coming first');
}

async function readGuard({ rightsGuard }: Store): Promise<RightsGuard> {
  const found = await rightsGuard.findOne({ _id: GUARD });
  if (found) return found;
  const first: RightsGuard = { _id: GUARD, version: 0 };
  await rightsGuard.insertOne(first).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
  });
  return first;
}

/** Applies the recorded change, unless a later one has been applied already. Can be repeated. */
async function applyPending({ operators, rightsGuard }: Store, { version, pending }: RightsGuard): Promise<void> {
  if (!pending) return;
  await operators.updateOne(
    { _id: pending.operator, rights_version: { $not: { $gte: version } } },
    { $set: { ...pending.set, rights_version: version } },
  );
  await rightsGuard.updateOne({ _id: GUARD, version }, { $unset: { pending: true } });
}

/** @throws ApiError 404 */
export async function findOperator({ operators }: Pick<Store, 'operators'>, operator: string): Promise<Operator> {
  const found = await operators.findOne({ _id: operator });
  if (!found) throw errors.operatorUnknown({ operator });
  return found;
}

const isActiveAdmin = ({ role, active }: Pick<Operator, 'role' | 'active'>): boolean => role === 'admin' && active;

const hasOtherAdmin = async ({ operators }: Store, operator: string): Promise<boolean> =>
  (await operators.findOne({ role: 'admin', active: true, _id: { $ne: operator } })) !== null;
