import { createHmac } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint, Event } from './objects.js';

/** Treatment of messages from now on. */
export const webhookModes = ['send', 'twice', 'hold', 'drop'] as const;
export type WebhookMode = (typeof webhookModes)[number];

/** In which order what was held is sent, and how often each. */
export interface Release {
  order: 'kept' | 'reversed';
  times: number;
}

/** Treatment of messages that no rule matches. */
const AS_EVER = { mode: 'send', delayMs: 0 } as const;

/** A message that is not taken is sent again after so many ms, and then after twice as many, and so on. */
const FIRST_GAP_MS = 500;
const ATTEMPTS = 12;
const ANSWER_WITHIN_MS = 10_000;

/** The `Stripe-Signature` of a message. */
export function sign(payload: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`;
}

/** Sends events to the endpoints that want them, as it is told to. */
export class Webhooks {
  mode: WebhookMode = 'send';
  delayMs = 0;
  /** Customer whose messages are treated so; all by default. */
  customer: string | undefined;
  readonly #held: { endpoint: Endpoint; event: Event }[] = [];
  readonly #closing = new AbortController();

  /** @param now seconds since 1970 */
  constructor(private readonly now: () => number) {
    // Every message that waits listens.
    setMaxListeners(0, this.#closing.signal);
  }

  /** @param customer whom the event concerns */
  handIn(event: Event, endpoints: readonly Endpoint[], customer: string | null): void {
    const isMeant = this.customer === undefined || this.customer === customer;
    const { mode, delayMs } = isMeant ? this : AS_EVER;
    const wanting = endpoints.filter(
      ({ enabled_events: wanted }) => wanted.includes('*') || wanted.includes(event.type),
    );
    for (const endpoint of wanting) {
      if (mode === 'hold') this.#held.push({ endpoint, event });
      if (mode === 'send' || mode === 'twice') this.#send(endpoint, event, delayMs);
      if (mode === 'twice') this.#send(endpoint, event, delayMs);
    }
  }

  /** Sends what was held, one after the other, each as often as it is told to. */
  async release({ order, times }: Release): Promise<number> {
    const held = this.#held.splice(0);
    if (order === 'reversed') held.reverse();
    for (const { endpoint, event } of held)
      for (let time = 0; time < times; time++) await this.#attempt(endpoint, event);
    return held.length;
  }

  forget(): void {
    this.#held.length = 0;
  }

  close(): void {
    this.#closing.abort();
  }

  #send(endpoint: Endpoint, event: Event, delayMs: number): void {
    void this.#keepTrying(endpoint, event, delayMs).catch(() => {});
  }

  async #keepTrying(endpoint: Endpoint, event: Event, delayMs: number): Promise<void> {
    const { signal } = this.#closing;
    await sleep(delayMs, undefined, { signal });
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (await this.#attempt(endpoint, event)) return;
      await sleep(FIRST_GAP_MS * 2 ** attempt, undefined, { signal });
    }
  }

  /** True if the message was accepted. */
  async #attempt({ url, secret }: Endpoint, event: Event): Promise<boolean> {
    const body = JSON.stringify(event, null, 2);
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': sign(body, secret, this.now()),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_WITHIN_MS), this.#closing.signal]),
      });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }
}
