import { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { conforms } from '../../shared/contract/input.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Identity } from '../sso/index.js';
import type { Operator, OperatorCollections } from './collections.js';
import { operatorName } from './operators.js';
import { runAudited } from './perform.js';
import { changeRights } from './rights.js';
import { type Actor, ROOT, type Role } from './roles.js';
import { operatorSubject } from './subjects.js';

interface Services {
  readonly store: Pick<OperatorCollections, 'auditTrail' | 'operators' | 'rightsGuard' | 'trailIntents'>;
  readonly clock: Clock;
}

/**
 * Returns the operator that a user of the sign-in provider is, with the role that the provider gives: creates one at the first sign-in,
 * and changes the role of an existing one. Operators are found by the user's id at the provider, so that a changed name or address does
 * not lead to another operator. The last admin keeps the role; the session has the lesser one.
 *
 * @param createActor returns the operator as the actor of the changes
 * @throws ApiError 403 for a user without a role, or a deactivated operator; 409 if another operator has the name
 */
export async function ensureOperator(
  { store, clock }: Services,
  { issuer, subject, role, ...user }: Identity<Role>,
  createActor: (name: string, role: Role) => Actor,
): Promise<{ operator: Operator; role: Role }> {
  if (role === undefined) throw errors.ssoNoRole();
  const identity = { issuer, subject };
  const find = () => store.operators.findOne({ 'identity.issuer': issuer, 'identity.subject': subject });
  const audited = <Answer>(name: string, operation: string, run: () => Promise<Answer>) =>
    runAudited({ store, clock }, createActor(name, role), {
      operation,
      input: { operator: name, role, issuer },
      type: operatorSubject.type,
      idOf: () => name,
      read: (id) => operatorSubject.read(store, id),
      run,
    });

  let operator = await find();
  if (!operator) {
    const name = chooseName(user);
    if (name === ROOT) throw errors.ssoNameTaken({ operator: name });
    await audited(name, 'operators create', async () => {
      const created = { identity, role, active: true, created: clock.now() };
      await store.operators.updateOne({ _id: name }, { $setOnInsert: created }, { upsert: true });
      operator = await find();
      if (!operator) throw errors.ssoNameTaken({ operator: name });
    });
  }
  if (!operator) throw errors.ssoNoRole();
  if (!operator.active) throw errors.operatorDeactivated();
  const { _id: name } = operator;
  if (operator.role !== role) {
    await audited(name, 'operators update', () => changeRights(store, name, { role })).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.type === errors.lastAdmin.type)) throw error;
    });
  }
  return { operator, role };
}

/** Chooses the name of a new operator: the verified address, or else the user name. @throws ApiError 403 */
function chooseName({ email, username }: Pick<Identity<Role>, 'email' | 'username'>): string {
  const name = (email ?? username ?? '').trim().toLowerCase();
  if (!conforms(operatorName, name)) throw errors.ssoNameMissing();
  return name;
}
