import { errors } from '../../shared/contract/errors.js';
import { instant, nullable, object, oneOf, text } from '../../shared/contract/fields.js';
import type { PaymentCollections } from '../billing/index.js';
import type { DomainCollections } from '../domains/index.js';
import type { KeyCollections } from '../keys/index.js';
import {
  type Account,
  accountId,
  cancelDeletion,
  createNotice,
  findOwner,
  type MemberCollections,
  readAddress,
  requireAccount,
  requireNotClosed,
} from '../members/index.js';
import { type OperationContext, operation } from '../operators/index.js';
import type { PageCollections } from '../pages/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import { clearAccount } from './clear-account.js';
import { accountSubject } from './subjects.js';

type Store = Pick<PageCollections, 'experiences'> &
  DomainCollections &
  KeyCollections &
  Pick<MemberCollections, 'accounts' | 'invitations' | 'members'> &
  Pick<PaymentCollections, 'payers' | 'subscriptions'> &
  Pick<WebhookCollections, 'webhooks'>;

/** Fields of a response about the state of an account. */
export const stateFields = {
  state: oneOf(['active', 'suspended', 'closed']),
  state_since: nullable(instant({ description: 'Time of the suspension or closure' })),
  state_reason: nullable(text({ description: 'Reason of the suspension or closure' })),
  note: nullable(text({ description: 'Note for operators' })),
  deletion_due: nullable(instant({ description: 'Time of the deletion that its owner requested' })),
};

export function toStateFields({ closed, suspended, note, deletion }: Account) {
  const over = closed ?? suspended;
  const state = closed ? ('closed' as const) : suspended ? ('suspended' as const) : ('active' as const);
  return {
    state,
    state_since: over?.at.toISOString() ?? null,
    state_reason: over?.reason ?? null,
    note: note ?? null,
    deletion_due: deletion?.due.toISOString() ?? null,
  };
}

const accountRow = object({ account: text(), name: text(), ...stateFields });

const toRow = (account: Account) => ({ account: account._id, name: account.name, ...toStateFields(account) });

const mutates = { subject: accountSubject, id: ({ account }: { account: string }) => account };

/** Updates an account. @throws ApiError 404 */
async function change({ accounts }: Pick<Store, 'accounts'>, account: string, update: object) {
  const found = await accounts.findOneAndUpdate({ _id: account }, update, { returnDocument: 'after' });
  if (!found) throw errors.accountUnknown({ account });
  return toRow(found);
}

export const renameAccount = operation({
  command: 'accounts rename',
  method: 'POST',
  path: '/v1/admin/accounts/{account}/rename',
  summary: 'Rename an account; its id stays',
  role: 'support',
  request: object({ account: accountId, name: text({ maxLength: 200 }) }),
  response: accountRow,
  errors: [errors.accountUnknown],
  example: { request: { account: 'example', name: 'Example & Sons Ltd' } },
  mutates,
  run: ({ account, name }, { store }: OperationContext<Store>) => change(store, account, { $set: { name } }),
});

export const noteAccount = operation({
  command: 'accounts note',
  method: 'POST',
  path: '/v1/admin/accounts/{account}/note',
  summary: 'Set the note on an account for other operators',
  role: 'support',
  request: object({ account: accountId, note: text({ maxLength: 2_000, minLength: 0 }) }),
  response: accountRow,
  errors: [errors.accountUnknown],
  example: { request: { account: 'example', note: 'Pays by invoice, at the end of the month.' } },
  mutates,
  run: ({ account, note }, { store }: OperationContext<Store>) =>
    change(store, account, note === '' ? { $unset: { note: true } } : { $set: { note } }),
});

export const suspendAccount = operation({
  command: 'accounts suspend',
  method: 'POST',
  path: '/v1/admin/accounts/{account}/suspend',
  summary: 'Suspend an account; its requests are refused within a second, until it is resumed',
  role: 'support',
  request: object({
    account: accountId,
    reason: text({ maxLength: 500, description: 'Reason, which the members of the account see in the portal' }),
  }),
  response: accountRow,
  errors: [errors.accountUnknown, errors.accountIsClosed],
  example: { request: { account: 'example', reason: 'Invoices of two months are open.' } },
  mutates,
  async run({ account, reason }, { store, clock }: OperationContext<Store>) {
    await requireNotClosed(store, account);
    return change(store, account, { $set: { suspended: { at: clock.now(), reason } } });
  },
});

export const resumeAccount = operation({
  command: 'accounts resume',
  method: 'POST',
  path: '/v1/admin/accounts/{account}/resume',
  summary: 'Resume a suspended account',
  role: 'support',
  request: object({ account: accountId }),
  response: accountRow,
  errors: [errors.accountUnknown, errors.accountIsClosed],
  example: { request: { account: 'example' } },
  mutates,
  async run({ account }, { store }: OperationContext<Store>) {
    await requireNotClosed(store, account);
    return change(store, account, { $unset: { suspended: true } });
  },
});

export const closeAccount = operation({
  command: 'accounts close',
  method: 'POST',
  path: '/v1/admin/accounts/{account}/close',
  summary:
    'Close an account permanently; its keys are revoked, its hosted pages and webhooks deleted, and its balance stays in the ledger',
  role: 'admin',
  request: object({ account: accountId, reason: text({ maxLength: 500, description: 'Reason, for other operators' }) }),
  response: accountRow,
  errors: [errors.accountUnknown],
  example: { request: { account: 'example', reason: 'The customer has asked for it.' } },
  mutates,
  async run({ account, reason }, { store, clock }: OperationContext<Store>) {
    const at = clock.now();
    // A closed account refuses calls and serves nothing from now on. The scheduler clears it again, even if this is interrupted.
    await store.accounts.updateOne(
      { _id: account, closed: { $exists: false } },
      { $set: { closed: { at, reason }, clearing: at } },
    );
    const closed = await requireAccount(store, account);
    await clearAccount(store, account);
    return toRow(closed);
  },
});

export const changeOwner = operation({
  command: 'accounts owner',
  method: 'POST',
  path: '/v1/admin/accounts/{account}/owner',
  summary: 'Make another member the owner of an account; all members are notified by email',
  role: 'support',
  request: object({ account: accountId, email: text({ maxLength: 254, description: 'Email address of the member' }) }),
  response: object({ ...accountRow.properties, owner: nullable(text()) }),
  errors: [errors.accountUnknown, errors.accountIsClosed, errors.notAMember],
  example: { request: { account: 'example', email: 'somebody@example.com' } },
  mutates,
  async run({ account, email }, { store, clock }: OperationContext<Store>) {
    await requireNotClosed(store, account);
    const owner = readAddress(email);
    if (!owner || !(await store.members.findOne({ _id: owner, account }))) throw errors.notAMember({ account });
    const before = await findOwner(store, account);
    const notice = createNotice('members', clock.now(), 'Your account has a new owner', [
      `The utility-api team made ${owner} the owner of your account${before ? `, in place of ${before}` : ''}.`,
      'The owner can delete the account and withdraw invitations. If you did not expect this, contact us.',
    ]);
    const row = await change(store, account, {
      $set: { owner },
      ...(owner !== before && { $push: { notices: notice } }),
    });
    return { ...row, owner };
  },
});

export const restoreAccount = operation({
  command: 'accounts restore',
  method: 'POST',
  path: '/v1/admin/accounts/{account}/restore',
  summary: 'Cancel the deletion of an account that its owner has scheduled',
  role: 'support',
  request: object({ account: accountId }),
  response: accountRow,
  errors: [errors.accountUnknown, errors.deletionNotScheduled],
  example: { request: { account: 'example' } },
  mutates,
  async run({ account }, { store, clock }: OperationContext<Store>) {
    await requireAccount(store, account);
    await cancelDeletion(store, account, 'The utility-api team', clock.now());
    return toRow(await requireAccount(store, account));
  },
});
