import { createHmac } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint, Event } from './objects.js';

/** Modes of delivery. */
export const webhookModes = ['send', 'twice', 'hold', 'drop'] as const;
export type WebhookMode = (typeof webhookModes)[number];

/** Order of the held messages, and number of deliveries of each. */
export interface Release {
  order: 'kept' | 'reversed';
  times: number;
}

/** Delivery to customers without a rule. */
const DEFAULT_DELIVERY = { mode: 'send', delayMs: 0 } as const;

/** Delay before a failed message is sent again. It doubles with each attempt. */
const FIRST_RETRY_MS = 500;
const ATTEMPTS = 12;
const TIMEOUT_MS = 10_000;

/** Signs a message for the header `Stripe-Signature`. */
export function sign(payload: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`;
}

/** Delivers events to subscribed endpoints, in the mode that a test has set. */
export class Webhooks {
  mode: WebhookMode = 'send';
  delayMs = 0;
  /** Customer whose messages the mode is for; all by default. */
  customer: string | undefined;
  readonly #held: { endpoint: Endpoint; event: Event }[] = [];
  readonly #closing = new AbortController();

  /** @param now seconds since 1970 */
  constructor(private readonly now: () => number) {
    // Each waiting message adds a listener.
    setMaxListeners(0, this.#closing.signal);
  }

  /** @param customer customer of the event */
  dispatch(event: Event, endpoints: readonly Endpoint[], customer: string | null): void {
    const isSelected = this.customer === undefined || this.customer === customer;
    const { mode, delayMs } = isSelected ? this : DEFAULT_DELIVERY;
    const subscribed = endpoints.filter(
      ({ enabled_events: types }) => types.includes('*') || types.includes(event.type),
    );
    for (const endpoint of subscribed) {
      if (mode === 'hold') this.#held.push({ endpoint, event });
      if (mode === 'send' || mode === 'twice') this.#send(endpoint, event, delayMs);
      if (mode === 'twice') this.#send(endpoint, event, delayMs);
    }
  }

  /** Sends the held messages one after the other. @returns their number */
  async release({ order, times }: Release): Promise<number> {
    const held = this.#held.splice(0);
    if (order === 'reversed') held.reverse();
    for (const { endpoint, event } of held)
      for (let time = 0; time < times; time++) await this.#attempt(endpoint, event);
    return held.length;
  }

  dropHeld(): void {
    this.#held.length = 0;
  }

  close(): void {
    this.#closing.abort();
  }

  #send(endpoint: Endpoint, event: Event, delayMs: number): void {
    void this.#deliver(endpoint, event, delayMs).catch(() => {});
  }

  async #deliver(endpoint: Endpoint, event: Event, delayMs: number): Promise<void> {
    const { signal } = this.#closing;
    await sleep(delayMs, undefined, { signal });
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (await this.#attempt(endpoint, event)) return;
      await sleep(FIRST_RETRY_MS * 2 ** attempt, undefined, { signal });
    }
  }

  /** True if the message was accepted. */
  async #attempt({ url, secret }: Endpoint, event: Event): Promise<boolean> {
    const body = JSON.stringify(event, null, 2);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': sign(body, secret, this.now()),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.#closing.signal]),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }
}
