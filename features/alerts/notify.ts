import type { Static, TObject } from 'typebox';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { ItemRunner } from '../../shared/process/item-runner.js';
import { insertNew } from '../../shared/store/insert-new.js';
import {
  addToOutbox,
  createStoredMessage,
  type EventKind,
  isSubscribed,
  type WebhookCollections,
} from '../webhooks/index.js';
import type { Alert, AlertCollections } from './collections.js';

/** Collections that notifying an account reads and writes. */
export type AlertStore = Pick<AlertCollections, 'alerts'> &
  Pick<LedgerCollections, 'wallets'> &
  Pick<WebhookCollections, 'messages'>;

/** Retention of alerts, in ms: longer than any crossing can be found again, such as of a monthly budget. */
const RETENTION_MS = 90 * 24 * 3_600_000;
const MOST_AT_ONCE = 500;

/** A threshold that was crossed. */
export interface Crossed<Name extends string, Data extends TObject> {
  event: EventKind<Name, Data>;
  data: Static<Data>;
  /** Id of the crossing among those of the account. */
  id: string;
  at: Date;
}

/** Notifies an account that a threshold was crossed, once per id, however often it is called. */
export async function notify<Name extends string, Data extends TObject>(
  store: AlertStore,
  account: string,
  { event, data, id, at }: Crossed<Name, Data>,
): Promise<void> {
  const alert: Alert = {
    ...{ _id: `${account}/${id}`, account, event: event.name, data, at },
    ...{ untold: true, unmailed: true, expires: new Date(at.getTime() + RETENTION_MS) },
  };
  await insertNew(store.alerts, [alert]);
  // An alert that existed before is sent only if a process died before sending it.
  const unsent = await store.alerts.findOne({ _id: alert._id, untold: true });
  if (unsent) await send(store, unsent);
}

/** Sends the alerts that were stored and not sent. @returns their number */
export async function sendUnsentAlerts(store: AlertStore, each: ItemRunner): Promise<number> {
  const unsent = await store.alerts.find({ untold: true }, { limit: MOST_AT_ONCE }).toArray();
  return each(
    unsent,
    ({ _id }) => _id,
    (alert) => send(store, alert),
  );
}

/** Publishes an alert to the webhooks of its account. Its email is sent by the scheduler. */
async function send(store: AlertStore, { _id, account, event, data, at }: Alert): Promise<void> {
  if (await isSubscribed(store, account, event)) {
    const id = `alert_${_id.replace('/', '_')}`;
    await addToOutbox(store, [createStoredMessage(event, data, { account, at, id })]);
  }
  await store.alerts.updateOne({ _id }, { $unset: { untold: true } });
}
