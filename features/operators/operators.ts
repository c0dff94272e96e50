import { errors, invalidInput } from '../../shared/contract/errors.js';
import { flag, instant, list, nullable, object, oneOf, optional, text } from '../../shared/contract/fields.js';
import type { Clock } from '../../shared/process/clock.js';
import { paged, readPage } from '../../shared/store/page.js';
import type { Operator, OperatorCollections } from './collections.js';
import { type OperationContext, operation } from './operation.js';
import { hashPassword } from './passwords.js';
import { changeRights, findOperator } from './rights.js';
import { ROOT, refuseExpiringToken, refuseNarrowToken, roles } from './roles.js';
import { operatorSubject } from './subjects.js';

type Store = Pick<OperatorCollections, 'operatorSessions' | 'operators' | 'rightsGuard'>;

export const operatorName = text({
  maxLength: 254,
  pattern: '^[a-z0-9][a-z0-9._@+-]*$',
  shape: 'small letters, digits, dots and dashes, or an email address',
  description: 'Name of the operator',
});

const passwordField = (description: string) =>
  ({ ...text({ minLength: 12, maxLength: 200, description }), format: 'password' }) as const;

const row = object({
  operator: text(),
  role: oneOf(roles),
  active: flag(),
  created_at: instant(),
  password_set_at: nullable(instant({ description: 'Null for an operator who signs in by single sign-on only' })),
  single_sign_on: flag({ description: 'True if the operator has signed in by single sign-on' }),
  second_factor: flag({ description: 'True if an authenticator app is asked for after the password' }),
});

const toRow = ({ _id, role, active, created, password_set, identity, second_factor }: Operator) => ({
  operator: _id,
  role,
  active,
  created_at: created.toISOString(),
  password_set_at: password_set?.toISOString() ?? null,
  single_sign_on: identity !== undefined,
  second_factor: second_factor !== undefined,
});

const mutates = { subject: operatorSubject, id: ({ operator }: { operator: string }) => operator };

export const createOperator = operation({
  command: 'operators create',
  method: 'POST',
  path: '/v1/admin/operators',
  summary: 'Create an operator, who logs in to the console with name and password',
  role: 'admin',
  byAdminToken: true,
  request: object({
    operator: operatorName,
    password: passwordField('At least 12 characters; `-` on the command line reads it from the input'),
    role: oneOf(roles, { description: 'viewer looks, support serves customers, admin does everything' }),
  }),
  response: row,
  errors: [errors.operatorExists, errors.tokenExpires],
  example: { request: { operator: 'jane', password: 'correct horse battery', role: 'support' } },
  mutates,
  async run({ operator, password: plain, role }, { store, clock, actor }: OperationContext<Store>) {
    refuseExpiringToken('operators create', actor);
    if (operator === ROOT) throw invalidInput(422, `operator must not be ${ROOT}`, 'operator');
    if (actor?.unlocksOnly && role !== 'admin') throw errors.adminTokenUnlocksOnly();
    const created: Operator = {
      _id: operator,
      ...(await createPassword(plain, clock)),
      role,
      active: true,
      created: clock.now(),
    };
    const { _id, ...fields } = created;
    const { upsertedCount } = await store.operators.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true });
    if (upsertedCount === 0) throw errors.operatorExists({ operator });
    return toRow(created);
  },
});

export const listOperators = operation({
  command: 'operators list',
  method: 'GET',
  path: '/v1/admin/operators',
  summary: 'List the operators by name',
  role: 'viewer',
  request: object({ ...paged }),
  response: object({ operators: list(row), next: nullable(text()) }),
  errors: [errors.cursorInvalid],
  example: { request: {} },
  async run(page, { store }: OperationContext<Store>) {
    const { rows, next } = await readPage(store.operators, { _id: { $gt: '' } }, { by: '_id', id: '_id' }, page);
    return { operators: rows.map(toRow), next };
  },
});

/** Returns the list row of one operator. @throws ApiError 404 */
export const showOperator = async ({ store }: Pick<OperationContext<Store>, 'store'>, operator: string) =>
  toRow(await findOperator(store, operator));

export const updateOperator = operation({
  command: 'operators update',
  method: 'PATCH',
  path: '/v1/admin/operators/{operator}',
  summary: 'Change the role of an operator, or switch one on or off; sessions and tokens follow immediately',
  role: 'admin',
  request: object({ operator: operatorName, role: optional(oneOf(roles)), active: optional(flag()) }),
  response: row,
  errors: [errors.operatorUnknown, errors.lastAdmin, errors.tokenExpires],
  example: { request: { operator: 'jane', role: 'viewer' } },
  mutates,
  async run({ operator, ...changes }, { store, actor }: OperationContext<Store>) {
    // To take rights away must stay possible.
    if (changes.role !== 'viewer' && changes.active !== false) refuseExpiringToken('operators update', actor);
    const isChange = Object.keys(changes).length > 0;
    const found = isChange ? await changeRights(store, operator, changes) : await findOperator(store, operator);
    if (changes.active === false) await store.operatorSessions.deleteMany({ operator });
    return toRow(found);
  },
});

export const unlockOperator = operation({
  command: 'operators unlock',
  method: 'POST',
  path: '/v1/admin/operators/{operator}/unlock',
  summary: 'Set a new password for another operator, switch them on, and end their sessions',
  role: 'admin',
  byAdminToken: true,
  request: object({ operator: operatorName, password: passwordField('The new one, at least 12 characters') }),
  response: row,
  errors: [errors.operatorUnknown, errors.ownUnlock, errors.tokenExpires],
  example: { request: { operator: 'jane', password: 'another horse battery' } },
  mutates,
  async run({ operator, password: plain }, { store, clock, actor }: OperationContext<Store>) {
    refuseExpiringToken('operators unlock', actor);
    if (operator === actor?.name) throw errors.ownUnlock();
    await findOperator(store, operator);
    const unlocked = { ...(await createPassword(plain, clock)), active: true };
    const filter = actor?.unlocksOnly ? { _id: operator, role: 'admin' as const } : { _id: operator };
    const found = await store.operators.findOneAndUpdate(filter, { $set: unlocked }, { returnDocument: 'after' });
    if (!found) throw errors.adminTokenUnlocksOnly();
    await store.operatorSessions.deleteMany({ operator });
    return toRow(found);
  },
});

export const changePassword = operation({
  command: 'operators password',
  method: 'POST',
  path: '/v1/admin/password',
  summary: 'Change your own password; your other sessions end',
  role: 'viewer',
  request: object({
    current_password: passwordField('The one that you have'),
    password: passwordField('The new one, at least 12 characters'),
  }),
  response: row,
  errors: [errors.passwordWrong, errors.tooManyPasswords, errors.tokenTooNarrow, errors.operatorUnknown],
  example: { request: { current_password: 'correct horse battery', password: 'another horse battery' } },
  mutates: {
    subject: operatorSubject,
    id: (_, _answer, actor) => actor?.name,
    auditedRefusals: [errors.passwordWrong.type],
  },
  async run({ current_password, password: plain }, { store, clock, actor, passwords }: OperationContext<Store>) {
    const operator = actor?.name ?? '';
    await findOperator(store, operator);
    refuseNarrowToken('operators password', actor);
    if (!passwords) throw errors.serviceUnavailable({}, 'the context has no password check');
    const known = await passwords.checkPassword(actor?.from ?? '', operator, current_password);
    if (!known?.password) throw errors.passwordWrong();
    // Not for an operator who was switched off meanwhile, and not over a password that was set meanwhile.
    const found = await store.operators.findOneAndUpdate(
      { _id: operator, active: true, 'password.hash': known.password.hash },
      { $set: await createPassword(plain, clock) },
      { returnDocument: 'after' },
    );
    if (!found) throw errors.passwordWrong();
    await store.operatorSessions.deleteMany({ operator });
    return toRow(found);
  },
});

export const resetSecondFactor = operation({
  command: 'operators reset-second-factor',
  method: 'DELETE',
  path: '/v1/admin/operators/{operator}/second-factor',
  summary: 'Remove the second factor of another operator who has lost it, and end their sessions',
  role: 'admin',
  byAdminToken: true,
  request: object({ operator: operatorName }),
  response: row,
  errors: [errors.operatorUnknown, errors.secondFactorMissing, errors.ownSecondFactor, errors.tokenExpires],
  example: { request: { operator: 'jane' } },
  mutates,
  async run({ operator }, { store, actor }: OperationContext<Store>) {
    refuseExpiringToken('operators reset-second-factor', actor);
    if (operator === actor?.name) throw errors.ownSecondFactor();
    const { role } = await findOperator(store, operator);
    if (actor?.unlocksOnly && role !== 'admin') throw errors.adminTokenUnlocksOnly();
    const found = await store.operators.findOneAndUpdate(
      { _id: operator, second_factor: { $exists: true } },
      { $unset: { second_factor: true } },
      { returnDocument: 'after' },
    );
    if (!found) throw errors.secondFactorMissing({ operator });
    await store.operatorSessions.deleteMany({ operator });
    return toRow(found);
  },
});

const createPassword = async (plain: string, clock: Clock) => ({
  password: await hashPassword(plain),
  password_set: clock.now(),
});

/** True if there is an operator with the role `admin`. The admin token is restricted then. */
export const hasAdmin = async ({ operators }: OperationContext<Store>['store']): Promise<boolean> =>
  (await operators.findOne({ role: 'admin' }, { projection: { _id: 1 } })) !== null;
