import type { Dispatcher } from 'undici';
import { MOST_ATTEMPTS_KEPT } from '../shared/contract/bounds.js';
import type { Clock } from '../shared/process/clock.js';
import type { Logger } from '../shared/process/log.js';
import { count, time } from '../shared/process/metrics/measure.js';
import type { Collections } from '../shared/store/collections.js';
import { type Attempt, type Delivery, type Webhook, webhookKey } from '../shared/webhooks/collections.js';
import type { SigningSecrets } from '../shared/webhooks/secrets.js';
import type { Targets } from '../shared/webhooks/targets.js';
import { type Parcel, post } from './post.js';
import type { RetrySchedule } from './retry-schedule.js';

const DAY_MS = 24 * 3_600_000;
/** A webhook that has failed for so long without a success is switched off. */
const OFF_AFTER_DAYS = 5;
/** By this a receiver says that it wants nothing any more (RFC 9110, section 15.5.11). */
const GONE = 410;

/** What it takes to deliver. */
export interface Courier {
  readonly store: Pick<Collections, 'webhooks' | 'messages' | 'deliveries' | 'lanes'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly agent: Dispatcher;
  readonly signing: SigningSecrets;
  readonly targets: Targets;
  readonly schedule: RetrySchedule;
}

/** Makes the attempt that is due at a delivery, and keeps what came of it. */
export async function attempt(courier: Courier, delivery: Delivery): Promise<void> {
  const { store, clock } = courier;
  const { account, webhook: id } = delivery;
  const [message, webhook] = await Promise.all([
    store.messages.findOne({ _id: delivery.message }),
    store.webhooks.findOne({ _id: webhookKey(account, id) }),
  ]);
  const url = webhook?.url ?? delivery.callback;
  if (!message || !webhook?.active || url === undefined) return cancel(courier, delivery);
  const problem = courier.targets.problemWith(url);
  const parcel = { url, id: message._id, payload: message.payload };
  const made: Attempt = problem
    ? { at: clock.now(), ms: 0, status: null, answer: null, error: `the address ${problem}` }
    : await signAndPost(courier, webhook, parcel);
  time('deliverySeconds', {}, made.ms);
  const { status, error, ms } = made;
  courier.log.debug({ delivery: delivery._id, status, error, ms }, 'attempt');
  if (made.error === null) await succeeded(courier, delivery, webhook, made);
  else await failed(courier, delivery, webhook, made);
}

async function signAndPost(
  { agent, signing, clock, log }: Courier,
  { secrets, ...webhook }: Webhook,
  parcel: Omit<Parcel, 'secrets'>,
): Promise<Attempt> {
  const at = clock.now();
  try {
    return await post(agent, { ...parcel, secrets: signing.signing(secrets, at) }, at);
  } catch (err) {
    // Nothing goes out unsigned.
    log.error({ err, webhook: webhook._id }, 'a message could not be signed');
    return { at, ms: 0, status: null, answer: null, error: 'the message could not be signed' };
  }
}

/** What concerns a delivery as it was read: one that was handed in again meanwhile is as good as new. */
const asRead = ({ _id, tries }: Delivery) => ({ _id, tries, state: 'pending' as const });

const withAttempt = (made: Attempt) => ({ attempts: { $each: [made], $slice: -MOST_ATTEMPTS_KEPT } });

async function succeeded({ store }: Courier, delivery: Delivery, webhook: Webhook, made: Attempt): Promise<void> {
  await store.deliveries.updateOne(asRead(delivery), {
    $set: { state: 'delivered', ended: made.at },
    $inc: { tries: 1 },
    $push: withAttempt(made),
    $unset: { due: true },
  });
  if (webhook.failing_since) await store.webhooks.updateOne({ _id: webhook._id }, { $unset: { failing_since: true } });
  count('deliveries', { outcome: 'delivered' });
}

async function failed(courier: Courier, delivery: Delivery, webhook: Webhook, made: Attempt): Promise<void> {
  const { store, schedule } = courier;
  const due = made.status === GONE ? undefined : schedule.after(delivery.tries, made.at);
  await store.deliveries.updateOne(asRead(delivery), {
    $push: withAttempt(made),
    $inc: { tries: 1 },
    ...(due ? { $set: { due } } : { $set: { state: 'failed', ended: made.at }, $unset: { due: true } }),
  });
  count('deliveries', { outcome: due ? 'to be repeated' : 'failed' });
  // Callbacks go to as many receivers as calls name: none of them speaks for the others.
  if (webhook.url !== null) await judge(courier, webhook, made);
}

/** Notes since when a webhook fails, and switches it off when that is too long, or when it wants to be. */
async function judge(
  { store, log }: Courier,
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
  log.warn({ account, webhook: id, why }, 'a webhook was switched off');
}

async function cancel({ store, clock }: Courier, delivery: Delivery): Promise<void> {
  await store.deliveries.updateOne(asRead(delivery), {
    $set: { state: 'cancelled', ended: clock.now() },
    $unset: { due: true },
  });
  count('deliveries', { outcome: 'cancelled' });
}
