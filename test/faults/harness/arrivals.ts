import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Told } from './load.js';

/** Calls that come when they come, whether or not those before them have been answered. */
export interface Arrivals {
  /** The whole address of an endpoint. */
  url: string;
  key: string;
  body: object;
  /** Per second. */
  rate: number;
  forMs: number;
}

/** So often calls are sent that have become due, in ms. */
const TICK_MS = 4;
const ANSWER_WITHIN_MS = 60_000;

/** Sends them, on as many connections as it takes, and waits for the last answer. */
export async function arrive({ url, key, body, rate, forMs }: Arrivals): Promise<Told[]> {
  const dispatcher = new Agent();
  const text = JSON.stringify(body);
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': key };
  const ask = async (): Promise<Told> => {
    const at = Date.now();
    const began = performance.now();
    const told = { pool: url, at, requestId: undefined, status: 0, retryAfter: null };
    try {
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const answer = await request(url, { dispatcher, method: 'POST', headers, body: text, signal });
      await answer.body.dump();
      return {
        ...told,
        requestId: String(answer.headers['x-request-id']),
        status: answer.statusCode,
        retryAfter: answer.headers['retry-after'] === undefined ? null : String(answer.headers['retry-after']),
        ms: performance.now() - began,
      };
    } catch (cause) {
      return { ...told, cause, ms: performance.now() - began };
    }
  };
  const asked: Promise<Told>[] = [];
  const began = performance.now();
  for (let past = 0; past < forMs; past = performance.now() - began) {
    const due = Math.floor((past / 1_000) * rate);
    while (asked.length < due) asked.push(ask());
    await pause(TICK_MS);
  }
  const told = await Promise.all(asked);
  await dispatcher.close();
  return told;
}
