import { errors } from '../contract/errors.js';
import { object, text } from '../contract/fields.js';
import type { Account, Collections } from '../store/collections.js';
import { stateFields, stateOf } from './account-state.js';
import { accountId, accountOf, openAccountOf } from './accounts.js';
import { operation } from './operation.js';
import { accountSubject } from './subjects.js';

const lifeRow = object({ account: text(), name: text(), ...stateFields });

const rowOf = (account: Account) => ({ account: account._id, name: account.name, ...stateOf(account) });

const reason = text({ maxLength: 500, description: 'Why, for other operators' });
const mutates = { subject: accountSubject, id: ({ account }: { account: string }) => account };

/** @throws ApiError 404 */
async function changed({ accounts }: Collections, account: string, update: object) {
  const found = await accounts.findOneAndUpdate({ _id: account }, update, { returnDocument: 'after' });
  if (!found) throw errors.accountUnknown({ account });
  return rowOf(found);
}

export const renameAccount = operation({
  command: 'accounts rename',
  method: 'POST',
  path: '/v1/admin/accounts/{account}/rename',
  summary: 'Give an account another name; its id stays',
  role: 'support',
  request: object({ account: accountId, name: text({ maxLength: 200 }) }),
  response: lifeRow,
  errors: [errors.accountUnknown],
  example: { request: { account: 'example', name: 'Example & Sons Ltd' } },
  mutates,
  run: ({ account, name }, { store }) => changed(store, account, { $set: { name } }),
});

export const noteAccount = operation({
  command: 'accounts note',
  method: 'POST',
  path: '/v1/admin/accounts/{account}/note',
  summary: 'Note something about an account for other operators, in place of what was noted before',
  role: 'support',
  request: object({ account: accountId, note: text({ maxLength: 2_000, minLength: 0 }) }),
  response: lifeRow,
  errors: [errors.accountUnknown],
  example: { request: { account: 'example', note: 'Pays by invoice, at the end of the month.' } },
  mutates,
  run: ({ account, note }, { store }) =>
    changed(store, account, note === '' ? { $unset: { note: true } } : { $set: { note } }),
});

export const suspendAccount = operation({
  command: 'accounts suspend',
  method: 'POST',
  path: '/v1/admin/accounts/{account}/suspend',
  summary: 'Suspend an account: every front refuses its calls within a second, until it is resumed',
  role: 'support',
  request: object({ account: accountId, reason }),
  response: lifeRow,
  errors: [errors.accountUnknown, errors.accountIsClosed],
  example: { request: { account: 'example', reason: 'Invoices of two months are open.' } },
  mutates,
  async run({ account, reason: why }, { store, clock }) {
    await openAccountOf(store, account);
    return changed(store, account, { $set: { suspended: { at: clock.now(), reason: why } } });
  },
});

export const resumeAccount = operation({
  command: 'accounts resume',
  method: 'POST',
  path: '/v1/admin/accounts/{account}/resume',
  summary: 'Let a suspended account call again',
  role: 'support',
  request: object({ account: accountId }),
  response: lifeRow,
  errors: [errors.accountUnknown, errors.accountIsClosed],
  example: { request: { account: 'example' } },
  mutates,
  async run({ account }, { store }) {
    await openAccountOf(store, account);
    return changed(store, account, { $unset: { suspended: true } });
  },
});

export const closeAccount = operation({
  command: 'accounts close',
  method: 'POST',
  path: '/v1/admin/accounts/{account}/close',
  summary: 'Close an account for good: its keys are revoked, its hosted pages paused; its balance stays in the books',
  role: 'admin',
  request: object({ account: accountId, reason }),
  response: lifeRow,
  errors: [errors.accountUnknown],
  example: { request: { account: 'example', reason: 'The customer has asked for it.' } },
  mutates,
  async run({ account, reason: why }, { store, clock }) {
    const { closed = { at: clock.now(), reason: why } } = await accountOf(store, account);
    // What is closed refuses calls by itself, so that one that is cut short here leaves nothing open; it may be repeated.
    const row = await changed(store, account, { $set: { closed } });
    await store.keys.updateMany({ account, active: true }, { $set: { active: false } });
    await store.payers.updateOne({ _id: account, 'top_up.on': true }, { $set: { 'top_up.on': false } });
    await store.experiences.updateMany({ account, deleted: { $exists: false } }, { $set: { paused: true } });
    return row;
  },
});
