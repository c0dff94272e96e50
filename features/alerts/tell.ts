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

export type AlertStore = Pick<AlertCollections, 'alerts'> &
  Pick<LedgerCollections, 'wallets'> &
  Pick<WebhookCollections, 'messages'>;

/** How an alert reaches its account. It may be asked for the same alert again, and must not tell it twice then. */
type Way = (store: AlertStore, alert: Alert) => Promise<void>;

/** Every way but mail, for which alerts wait in the store until the scheduler comes by. */
const ways: readonly Way[] = [byWebhook];

/** Longer than anything can be noticed again: the budget of a month, a purchase that expires in 30 days. */
const KEPT_MS = 90 * 24 * 3_600_000;
const MOST_AT_ONCE = 500;

/** A threshold that was crossed. */
export interface Crossed<Name extends string, Data extends TObject> {
  event: EventKind<Name, Data>;
  data: Static<Data>;
  /** Names the crossing among those of the account: the same again is not told again. */
  id: string;
  at: Date;
}

/** Warns an account of a threshold that was crossed, once, however often and by whomever that is noticed. */
export async function tell<Name extends string, Data extends TObject>(
  store: AlertStore,
  account: string,
  { event, data, id, at }: Crossed<Name, Data>,
): Promise<void> {
  const expires = new Date(at.getTime() + KEPT_MS);
  const alert: Alert = {
    _id: `${account}/${id}`,
    account,
    event: event.name,
    data,
    at,
    untold: true,
    unmailed: true,
    expires,
  };
  await insertNew(store.alerts, [alert]);
  // Of those that were there before only what a process has left untold is told.
  const untold = await store.alerts.findOne({ _id: alert._id, untold: true });
  if (untold) await tellOne(store, untold);
}

/** Tells the alerts that whoever noticed them could not tell. Returns how many. */
export async function tellOfUntold(store: AlertStore, each: ItemRunner): Promise<number> {
  const untold = await store.alerts.find({ untold: true }, { limit: MOST_AT_ONCE }).toArray();
  return each(
    untold,
    ({ _id }) => _id,
    (alert) => tellOne(store, alert),
  );
}

async function tellOne(store: AlertStore, alert: Alert): Promise<void> {
  for (const way of ways) await way(store, alert);
  await store.alerts.updateOne({ _id: alert._id }, { $unset: { untold: true } });
}

async function byWebhook(store: AlertStore, { _id, account, event, data, at }: Alert): Promise<void> {
  if (!(await isSubscribed(store, account, event))) return;
  await addToOutbox(store, [createStoredMessage(event, data, { account, at, id: `alert_${_id.replace('/', '_')}` })]);
}
