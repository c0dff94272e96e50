import { errors } from '../../shared/contract/errors.js';
import { integer, list, object, oneOf, optional, text, withDefault } from '../../shared/contract/fields.js';
import { audit } from '../../shared/ledger/audit.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import { refund } from '../../shared/ledger/refund.js';
import type { CursorCollections } from '../../shared/store/cursors.js';
import { accountId } from '../members/index.js';
import { type OperationContext, operation } from '../operators/index.js';
import { callSubject } from '../requests/index.js';

type Store = CursorCollections &
  Pick<LedgerCollections, 'payments' | 'refunds' | 'reversals' | 'usage' | 'usageHourly' | 'wallets'>;

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

export const runAudit = operation({
  command: 'audit run',
  method: 'GET',
  path: '/v1/admin/audit',
  summary: 'Check that all credits add up to the micro-credit; safe to run at any time',
  role: 'viewer',
  request: object({ account: optional(accountId) }),
  response: object({ accounts: integer(), findings: list(object({ account: text(), problem: text() })) }),
  example: { request: {} },
  run: ({ account }, { store }: OperationContext<Store>) => audit(store, account),
});
