import { deepEqual, equal, ok } from 'node:assert/strict';
import { call, eventually } from '../../helpers/stack.js';
import { booksAgree } from './books.js';
import type { FaultyPlatform } from './platform.js';
import { show } from './table.js';

const FINISHED_WITHIN_MS = 90_000;
/** So long does what they ask of an upstream take. */
const SLOW_MS = 1_000;

/** Asynchronous calls that the platform has promised to answer, and that take a while. */
export class Promises {
  private constructor(
    private readonly faulty: FaultyPlatform,
    private readonly account: string,
    private readonly key: string,
    private readonly ids: readonly string[],
  ) {}

  static async make(faulty: FaultyPlatform, calls: number): Promise<Promises> {
    const { account, key } = await faulty.newAccount();
    const { baseUrl, sandboxUrl } = faulty.platform;
    const fault = { upstream: 'web-suggest', kind: 'slow', delayMs: SLOW_MS };
    const ordered = await fetch(`${sandboxUrl}/_control`, { method: 'POST', body: JSON.stringify({ fault }) });
    equal(ordered.status, 200);
    const headers = { Prefer: 'respond-async' };
    const body = (index: number) => ({ q: `${account} ${index}` });
    // A busy platform responds 503, and the client retries.
    const ask = (_: unknown, index: number) =>
      eventually(
        () => call('/v1/web-search/search/autocomplete', body(index), { key, baseUrl, headers }),
        ({ status }) => status !== 503,
      );
    const answers = await Promise.all(Array.from({ length: calls }, ask));
    deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]));
    const ids = answers.map(({ body }) => body.job_id);
    return new Promises(faulty, account, key, ids);
  }

  /**
   * All are finished, fetched and charged.
   *
   * @param through what they have outlived, for the table
   * @param mayAnswer how calls may fail all the same
   */
  async areKept(through?: string, mayAnswer: readonly number[] = []): Promise<void> {
    const { faulty, account, key, ids } = this;
    const { baseUrl } = faulty.platform;
    const told: { pool: string; requestId: string; status: number }[] = [];
    for (const id of ids) {
      const fetched = () => call(`/v1/jobs/${id}`, {}, { key, method: 'GET', baseUrl });
      const { body } = await eventually(fetched, (answer) => answer.body.state === 'finished', FINISHED_WITHIN_MS);
      equal(body.state, 'finished');
      ok(body.status === 200 || mayAnswer.includes(body.status), `${id}: ${JSON.stringify(body)}`);
      told.push({ pool: 'fetch', requestId: id, status: body.status });
    }
    await booksAgree(faulty.store, account, told);
    if (through === undefined) return;
    const promise = 'what was under way is finished, fetchable and charged';
    const answered = told.filter(({ status }) => status === 200).length;
    show(`calls promised before: ${through}`, promise, `${answered} of ${ids.length}`);
  }
}
