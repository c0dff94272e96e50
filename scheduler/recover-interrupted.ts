import { type AlertCollections, sendUnsentAlerts, sendUnsentLowBalances } from '../features/alerts/index.js';
import { type OperatorCollections, recoverTrailIntents } from '../features/operators/index.js';
import type { WebhookCollections } from '../features/webhooks/index.js';
import type { LedgerCollections } from '../shared/ledger/collections.js';
import type { ScheduledTask } from '../shared/process/scheduled-task.js';

type Store = Pick<AlertCollections, 'alerts'> &
  Pick<LedgerCollections, 'wallets'> &
  Pick<OperatorCollections, 'auditTrail' | 'trailIntents'> &
  Pick<WebhookCollections, 'messages'>;

/**
 * Completes what a process had stored and died before finishing: notifications about balances and alerts, and entries in the audit
 * trail, whose outcome is then unknown.
 */
export const recoverInterrupted: ScheduledTask<{ readonly store: Store }> = {
  name: 'recover-interrupted',
  schedule: '50 * * * * *',
  async run({ store, clock, each }) {
    const balances = await sendUnsentLowBalances(store, clock.now(), each);
    const alerts = await sendUnsentAlerts(store, each);
    const operations = await recoverTrailIntents(store, clock.now(), each);
    return { balances, alerts, operations };
  },
};
