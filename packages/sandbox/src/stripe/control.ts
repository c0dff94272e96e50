import Type from 'typebox';
import { Check } from 'typebox/value';
import { json, type SandboxAnswer } from '../http.js';
import type { Replies } from './api.js';
import { closeDispute, dispute, failRefund } from './payments.js';
import { endPeriod } from './subscriptions.js';
import { type Webhooks, webhookModes } from './webhooks.js';
import type { World } from './world.js';

/** Controls for tests. */
export interface Controls {
  world: World;
  webhooks: Webhooks;
  replies: Replies;
  /** Number of following API requests that fail, and whether they are carried out all the same. */
  failing: { times: number; after: boolean };
  /** Delay of each API response, in ms. */
  slowMs?: number;
}

const order = Type.Object(
  {
    /** Forgets everything but the endpoints of webhooks. */
    reset: Type.Optional(Type.Literal(true)),
    /** Advances the clock by a number of seconds. */
    advance: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Treatment and delay of webhooks from now on, for one customer or all. */
    webhooks: Type.Optional(Type.Enum([...webhookModes])),
    customer: Type.Optional(Type.String()),
    delayMs: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Sends what was held; answers once all has been sent. */
    release: Type.Optional(
      Type.Object({ order: Type.Enum(['kept', 'reversed']), times: Type.Integer({ minimum: 0, maximum: 10 }) }),
    ),
    /** Opens a dispute for the payment. */
    dispute: Type.Optional(Type.Object({ payment_intent: Type.String() })),
    closeDispute: Type.Optional(Type.Object({ id: Type.String(), status: Type.Enum(['won', 'lost']) })),
    failRefund: Type.Optional(Type.String()),
    /** Ends the period of a subscription: it renews, or ends if it is to, or if its last invoice is still open. */
    endPeriod: Type.Optional(Type.String()),
    fail: Type.Optional(Type.Object({ times: Type.Integer({ minimum: 0 }), after: Type.Boolean() })),
    slowMs: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Forgets the answers to idempotency keys, as after a day. */
    forgetReplies: Type.Optional(Type.Literal(true)),
  },
  { additionalProperties: false },
);

/** Carries out an order of a test. */
export async function obey(controls: Controls, body: string): Promise<SandboxAnswer> {
  const ordered: unknown = JSON.parse(body || '{}');
  if (!Check(order, ordered)) return json(400, { error: 'not an order of the sandbox' });
  const { world, webhooks, replies } = controls;
  if (ordered.reset) {
    world.reset();
    webhooks.forget();
    replies.clear();
    Object.assign(webhooks, { mode: 'send', delayMs: 0, customer: undefined });
    Object.assign(controls, { failing: { times: 0, after: false }, slowMs: 0 });
  }
  if (ordered.forgetReplies) replies.clear();
  world.advance(ordered.advance ?? 0);
  if (ordered.webhooks) Object.assign(webhooks, { mode: ordered.webhooks, customer: ordered.customer });
  if (ordered.delayMs !== undefined) webhooks.delayMs = ordered.delayMs;
  if (ordered.fail) Object.assign(controls.failing, ordered.fail);
  if (ordered.slowMs !== undefined) controls.slowMs = ordered.slowMs;
  const done: Record<string, unknown> = {};
  if (ordered.dispute) {
    const intent = world.get('payment_intent', ordered.dispute.payment_intent);
    const charge = world.get('charge', intent?.latest_charge ?? '');
    if (!charge || charge.disputed) return json(400, { error: 'nothing that can be disputed' });
    done.dispute = dispute(world, charge).id;
  }
  if (ordered.closeDispute) {
    const open = world.get('dispute', ordered.closeDispute.id);
    if (open?.status !== 'needs_response') return json(400, { error: 'no open dispute' });
    closeDispute(world, open, ordered.closeDispute.status);
  }
  if (ordered.failRefund !== undefined) {
    const failing = world.get('refund', ordered.failRefund);
    if (failing?.status !== 'succeeded') return json(400, { error: 'no refund that could fail' });
    failRefund(world, failing);
  }
  if (ordered.endPeriod !== undefined) {
    const ending = world.get('subscription', ordered.endPeriod);
    if (!ending) return json(400, { error: 'no such subscription' });
    endPeriod(world, ending);
    done.status = ending.status;
  }
  if (ordered.release) done.released = await webhooks.release(ordered.release);
  world.save();
  return json(200, done);
}
