import type { Dispatcher } from 'undici';
import { MOST_ATTEMPTS_STORED } from '../../../shared/contract/bounds.js';
import type { Clock } from '../../../shared/process/clock.js';
import type { Logger } from '../../../shared/process/log.js';
import { count, startAtZero, time } from '../../../shared/process/metrics/measure.js';
import { type Attempt, type Delivery, type Webhook, type WebhookCollections, webhookKey } from '../collections.js';
import type { SigningSecrets } from '../signing-secrets.js';
import type { Targets } from '../targets.js';
import { post, type SignedMessage } from './post.js';
import type { RetrySchedule } from './retry-schedule.js';

const DAY_MS = 24 * 3_600_000;
/** Days of failures without a success after which a webhook is switched off. */
const OFF_AFTER_DAYS = 5;
/** Status of a receiver that wants no further messages (RFC 9110, section 15.5.11). */
const GONE = 410;

const OUTCOMES = ['delivered', 'to be repeated', 'failed', 'cancelled', 'dropped'];

/** Dependencies of attempts at deliveries. */
export interface DeliveryContext {
  readonly store: Pick<WebhookCollections, 'deliveries' | 'messages' | 'webhooks'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly agent: Dispatcher;
  readonly signing: SigningSecrets;
  readonly targets: Targets;
  readonly schedule: RetrySchedule;
}

/** Creates the counters of deliveries at zero. */
export function startDeliveryCounters(): void {
  startAtZero(
    'deliveries',
    OUTCOMES.map((outcome) => ({ outcome })),
  );
  startAtZero('webhooksSwitchedOff', [{}]);
}

/** Makes an attempt at a delivery and stores its result. A delivery whose webhook is off or deleted is cancelled. */
export async function attemptDelivery(context: DeliveryContext, delivery: Delivery): Promise<void> {
  const { store, log } = context;
  const [message, webhook] = await Promise.all([
    store.messages.findOne({ _id: delivery.message }),
    store.webhooks.findOne({ _id: webhookKey(delivery.account, delivery.webhook) }),
  ]);
  const url = webhook?.url ?? delivery.callback;
  if (!message || !webhook?.active || url === undefined) return storeCancellation(context, delivery);
  const made = await send(context, webhook, { url, id: message._id, payload: message.payload });
  const { status, error, ms } = made;
  time('deliverySeconds', {}, ms);
  log.debug({ delivery: delivery._id, status, error, ms }, 'delivery attempted');
  if (error === null) await storeSuccess(context, delivery, webhook, made);
  else await storeFailure(context, delivery, webhook, made);
}

async function send(
  { agent, signing, targets, clock, log }: DeliveryContext,
  { secrets, ...webhook }: Webhook,
  message: Omit<SignedMessage, 'secrets'>,
): Promise<Attempt> {
  const at = clock.now();
  const refuse = (error: string): Attempt => ({ at, ms: 0, status: null, answer: null, error });
  const problem = targets.findProblem(message.url);
  if (problem) return refuse(`the address ${problem}`);
  try {
    return await post(agent, { ...message, secrets: signing.decryptCurrent(secrets, at) }, at);
  } catch (err) {
    log.error({ err, webhook: webhook._id }, 'webhook message not signed');
    return refuse('the message could not be signed');
  }
}

/** Matches a delivery unless it was repeated since it was read. */
const unchanged = ({ _id, tries }: Delivery) => ({ _id, tries, state: 'pending' as const });

const appendAttempt = (made: Attempt) => ({ attempts: { $each: [made], $slice: -MOST_ATTEMPTS_STORED } });

async function storeSuccess(
  { store }: DeliveryContext,
  delivery: Delivery,
  webhook: Webhook,
  made: Attempt,
): Promise<void> {
  await store.deliveries.updateOne(unchanged(delivery), {
    $set: { state: 'delivered', ended: made.at },
    $inc: { tries: 1 },
    $push: appendAttempt(made),
    $unset: { due: true },
  });
  if (webhook.failing_since) await store.webhooks.updateOne({ _id: webhook._id }, { $unset: { failing_since: true } });
  count('deliveries', { outcome: 'delivered' });
}

async function storeFailure(
  context: DeliveryContext,
  delivery: Delivery,
  webhook: Webhook,
  made: Attempt,
): Promise<void> {
  const { store, schedule } = context;
  const due = made.status === GONE ? undefined : schedule.nextAttempt(delivery.tries, made.at);
  await store.deliveries.updateOne(unchanged(delivery), {
    $push: appendAttempt(made),
    $inc: { tries: 1 },
    ...(due ? { $set: { due } } : { $set: { state: 'failed', ended: made.at }, $unset: { due: true } }),
  });
  count('deliveries', { outcome: due ? 'to be repeated' : 'failed' });
  // The receivers of callbacks differ from request to request: a failure of one says nothing about the others.
  if (webhook.url !== null) await switchOffFailing(context, webhook, made);
}

/** Stores since when a webhook fails, and switches it off when that is too long, or when its receiver is gone. */
async function switchOffFailing(
  { store, log }: DeliveryContext,
  { _id, account, id }: Webhook,
  { at, status, error }: Attempt,
): Promise<void> {
  await store.webhooks.updateOne({ _id, failing_since: { $exists: false } }, { $set: { failing_since: at } });
  const why =
    status === GONE
      ? `answered ${GONE}: it wants no more`
      : `failed for ${OFF_AFTER_DAYS} days without a success, at last because: ${error}`;
  const tooLong = { failing_since: { $lte: new Date(at.getTime() - OFF_AFTER_DAYS * DAY_MS) } };
  const { modifiedCount } = await store.webhooks.updateOne(
    { _id, active: true, ...(status === GONE ? {} : tooLong) },
    { $set: { active: false, off: { at, why } } },
  );
  if (modifiedCount === 0) return;
  count('webhooksSwitchedOff', {});
  log.warn({ account, webhook: id, why }, 'webhook switched off');
}

async function storeCancellation({ store, clock }: DeliveryContext, delivery: Delivery): Promise<void> {
  await store.deliveries.updateOne(unchanged(delivery), {
    $set: { state: 'cancelled', ended: clock.now() },
    $unset: { due: true },
  });
  count('deliveries', { outcome: 'cancelled' });
}
