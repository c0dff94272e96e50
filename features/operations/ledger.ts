import { errors } from '../../shared/contract/errors.js';
import { instant, integer, list, object, oneOf, optional, text, withDefault } from '../../shared/contract/fields.js';
import { audit, splitAcknowledged } from '../../shared/ledger/audit.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import { refund } from '../../shared/ledger/refund.js';
import type { CursorCollections } from '../../shared/store/cursors.js';
import { accountId } from '../members/index.js';
import { type OperationContext, operation, type SubjectKind } from '../operators/index.js';
import { callSubject } from '../requests/index.js';

type Store = CursorCollections &
  Pick<
    LedgerCollections,
    'acknowledgedFindings' | 'payments' | 'refunds' | 'reversals' | 'usage' | 'usageHourly' | 'wallets'
  >;

export const giveRefund = operation({
  command: 'refunds give',
  method: 'POST',
  path: '/v1/admin/refunds',
  summary: 'Refund the credits of a charged request, once',
  role: 'support',
  request: object({
    request_id: text({ maxLength: 100, description: 'X-Request-Id of the request' }),
    reason: withDefault(text({ maxLength: 500 }), 'by the operator'),
  }),
  response: object({ request_id: text(), outcome: oneOf(['refunded', 'refunded before', 'not charged']) }),
  errors: [errors.requestUnknown],
  example: { request: { request_id: '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11', reason: 'wrong answer' } },
  mutates: { subject: callSubject, id: ({ request_id }) => request_id },
  async run({ request_id, reason }, { store, clock }: OperationContext<Store>) {
    const outcome = await refund(store, request_id, reason, clock.now());
    if (outcome === 'unknown request') throw errors.requestUnknown({ request: request_id });
    return { request_id, outcome };
  },
});

const findingFields = {
  id: text({ description: 'Id of the finding, until its amount changes' }),
  account: text(),
  problem: text(),
};
const acknowledgement = object({
  ...findingFields,
  reason: text(),
  by: text({ description: 'Operator who acknowledged it' }),
  at: instant(),
});

const toRow = <Row extends { at: Date }>({ at, ...rest }: Row) => ({ ...rest, at: at.toISOString() });

export const runAudit = operation({
  command: 'audit run',
  method: 'GET',
  path: '/v1/admin/audit',
  summary: 'Check that all credits add up to the micro-credit; safe to run at any time',
  role: 'viewer',
  request: object({ account: optional(accountId) }),
  response: object({
    accounts: integer(),
    findings: list(object(findingFields)),
    acknowledged: list(acknowledgement),
  }),
  example: { request: {} },
  async run({ account }, { store }: OperationContext<Store>) {
    const { accounts, findings: found } = await audit(store, account);
    const { findings, acknowledged } = await splitAcknowledged(store, found);
    return { accounts, findings, acknowledged: acknowledged.map(toRow) };
  },
});

const findingSubject: SubjectKind = {
  type: 'finding',
  async read({ acknowledgedFindings }: Pick<LedgerCollections, 'acknowledgedFindings'>, id) {
    const found = await acknowledgedFindings.findOne({ _id: id });
    return found && { account: found.account, state: found };
  },
};

export const acknowledgeFinding = operation({
  command: 'audit acknowledge',
  method: 'POST',
  path: '/v1/admin/audit/acknowledged',
  summary:
    'Acknowledge a finding of the ledger audit, so that it does not alert until it is gone or its amount changes',
  role: 'admin',
  request: object({
    account: accountId,
    finding: text({ maxLength: 100, description: 'Id of the finding, from audit run' }),
    reason: text({ minLength: 1, maxLength: 500 }),
  }),
  response: acknowledgement,
  errors: [errors.findingUnknown],
  example: { request: { account: 'example', finding: '5f0c2a9d41be', reason: 'wallet edited by hand on 31 January' } },
  mutates: { subject: findingSubject, id: ({ finding }) => finding },
  async run({ account, finding: id, reason }, { store, clock, actor }: OperationContext<Store>) {
    const found = (await audit(store, account)).findings.find((one) => one.id === id);
    if (!found) throw errors.findingUnknown({ finding: id, account });
    const acknowledged = { account, problem: found.problem, reason, by: actor?.name ?? '', at: clock.now() };
    await store.acknowledgedFindings.replaceOne({ _id: id }, acknowledged, { upsert: true });
    return toRow({ id, ...acknowledged });
  },
});

export const withdrawAcknowledgement = operation({
  command: 'audit withdraw',
  method: 'DELETE',
  path: '/v1/admin/audit/acknowledged/{finding}',
  summary: 'Withdraw the acknowledgement of a finding of the ledger audit, so that it alerts again',
  role: 'admin',
  request: object({ finding: text({ maxLength: 100, description: 'Id of the finding, from audit acknowledged' }) }),
  response: acknowledgement,
  errors: [errors.acknowledgementUnknown],
  example: { request: { finding: '5f0c2a9d41be' } },
  mutates: { subject: findingSubject, id: ({ finding }) => finding },
  async run({ finding: id }, { store }: OperationContext<Store>) {
    const withdrawn = await store.acknowledgedFindings.findOneAndDelete({ _id: id });
    if (!withdrawn) throw errors.acknowledgementUnknown({ finding: id });
    const { _id, ...rest } = withdrawn;
    return toRow({ id, ...rest });
  },
});

const MOST_ACKNOWLEDGED = 500;

export const listAcknowledged = operation({
  command: 'audit acknowledged',
  method: 'GET',
  path: '/v1/admin/audit/acknowledged',
  summary: 'List the acknowledged findings of the ledger audit, newest first',
  role: 'viewer',
  request: object({
    account: optional(accountId),
    limit: withDefault(integer({ minimum: 1, maximum: MOST_ACKNOWLEDGED }), 100),
  }),
  response: object({ acknowledged: list(acknowledgement) }),
  example: { request: {} },
  async run({ account, limit }, { store }: OperationContext<Store>) {
    const filter = account === undefined ? {} : { account };
    const found = await store.acknowledgedFindings.find(filter, { sort: { at: -1 }, limit }).toArray();
    return { acknowledged: found.map(({ _id: id, ...rest }) => toRow({ id, ...rest })) };
  },
});
