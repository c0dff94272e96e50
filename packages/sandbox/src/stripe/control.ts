import Type from 'typebox';
import { Check } from 'typebox/value';
import { json, type SandboxResponse } from '../http.js';
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
  /** Number of following API requests that fail, and whether they are carried out nevertheless. */
  failing: { times: number; after: boolean };
  /** Delay of each API response, in ms. */
  slowMs?: number;
}

const commandSchema = Type.Object(
  {
    /** Deletes everything except the endpoints of webhooks. */
    reset: Type.Optional(Type.Literal(true)),
    /** Advances the clock by a number of seconds. */
    advance: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Mode and delay of webhooks from now on, for one customer or all. */
    webhooks: Type.Optional(Type.Enum([...webhookModes])),
    customer: Type.Optional(Type.String()),
    delayMs: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Sends the held messages, and responds after the last one. */
    release: Type.Optional(
      Type.Object({ order: Type.Enum(['kept', 'reversed']), times: Type.Integer({ minimum: 0, maximum: 10 }) }),
    ),
    /** Opens a dispute for the payment. */
    dispute: Type.Optional(Type.Object({ payment_intent: Type.String() })),
    closeDispute: Type.Optional(Type.Object({ id: Type.String(), status: Type.Enum(['won', 'lost']) })),
    failRefund: Type.Optional(Type.String()),
    /** Ends the period of a subscription, which renews, or ends if it was cancelled or is overdue. */
    endPeriod: Type.Optional(Type.String()),
    fail: Type.Optional(Type.Object({ times: Type.Integer({ minimum: 0 }), after: Type.Boolean() })),
    slowMs: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Deletes the idempotency keys, as after a day. */
    forgetReplies: Type.Optional(Type.Literal(true)),
  },
  { additionalProperties: false },
);

/** Runs a command of a test. */
export async function runCommand(controls: Controls, body: string): Promise<SandboxResponse> {
  const command: unknown = JSON.parse(body || '{}');
  if (!Check(commandSchema, command)) return json(400, { error: 'invalid command' });
  const { world, webhooks, replies } = controls;
  if (command.reset) {
    world.reset();
    webhooks.dropHeld();
    replies.clear();
    Object.assign(webhooks, { mode: 'send', delayMs: 0, customer: undefined });
    Object.assign(controls, { failing: { times: 0, after: false }, slowMs: 0 });
  }
  if (command.forgetReplies) replies.clear();
  world.advance(command.advance ?? 0);
  if (command.webhooks) Object.assign(webhooks, { mode: command.webhooks, customer: command.customer });
  if (command.delayMs !== undefined) webhooks.delayMs = command.delayMs;
  if (command.fail) Object.assign(controls.failing, command.fail);
  if (command.slowMs !== undefined) controls.slowMs = command.slowMs;
  const result: Record<string, unknown> = {};
  if (command.dispute) {
    const intent = world.get('payment_intent', command.dispute.payment_intent);
    const charge = world.get('charge', intent?.latest_charge ?? '');
    if (!charge || charge.disputed) return json(400, { error: 'no charge that can be disputed' });
    result.dispute = dispute(world, charge).id;
  }
  if (command.closeDispute) {
    const open = world.get('dispute', command.closeDispute.id);
    if (open?.status !== 'needs_response') return json(400, { error: 'no open dispute' });
    closeDispute(world, open, command.closeDispute.status);
  }
  if (command.failRefund !== undefined) {
    const failing = world.get('refund', command.failRefund);
    if (failing?.status !== 'succeeded') return json(400, { error: 'no refund that could fail' });
    failRefund(world, failing);
  }
  if (command.endPeriod !== undefined) {
    const ending = world.get('subscription', command.endPeriod);
    if (!ending) return json(400, { error: 'no such subscription' });
    endPeriod(world, ending);
    result.status = ending.status;
  }
  if (command.release) result.released = await webhooks.release(command.release);
  world.save();
  return json(200, result);
}
