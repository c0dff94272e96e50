import { deepEqual, equal, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import type { Usage } from '../../shared/ledger/documents.js';
import { insertAll } from '../../test/helpers/insert-all.js';
import { call, eventually, newAccount, stack } from '../../test/helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const DAY_MS = 86_400_000;

describe('the requests of an account', () => {
  const listed = async (key: string, query: Record<string, string | number> = {}) => {
    const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return call(`/v1/requests?${asked}`, undefined, { method: 'GET', key });
  };
  /** What is listed once so many calls are settled. */
  const settled = async (key: string, calls: number) => {
    const answer = await eventually(
      () => listed(key),
      ({ body }) => body.requests?.length === calls,
    );
    equal(answer.status, 200);
    equal(answer.body.requests.length, calls);
    return answer.body;
  };
  const story = (key: string, id: string) => call(`/v1/requests/${id}`, undefined, { method: 'GET', key });
  /** Usage as settlements leave it, written at once. */
  const insertUsage = async (account: string, calls: readonly Partial<Usage>[]) => {
    const { store } = await stack();
    const at = new Date();
    const plain = {
      nonce: 'n',
      account,
      key: 'k',
      endpoint: 'vat',
      state: 'spent',
      cost: 0,
      parts: [],
      status: 200,
      at,
    };
    await insertAll(
      store.usage,
      calls.map((made) => ({ ...plain, _id: nanoid(), ...made }) as Usage),
    );
  };

  it('are listed with their endpoint, duration and cost, the latest first', async () => {
    const { key } = await newAccount();
    const fine = await call('/v1/vat', VAT, { key });
    await settled(key, 1);
    const refused = await call('/v1/vat', {}, { key });
    deepEqual([fine.status, refused.status], [200, 400]);
    const { requests, next } = await settled(key, 2);
    equal(next, null);
    const [later, earlier] = requests;
    deepEqual(
      [later.request_id, later.endpoint, later.status, later.type, later.state, later.credits],
      [refused.headers.get('x-request-id'), 'vat', 400, refused.body.type, 'charged', 0.001],
    );
    deepEqual([earlier.request_id, earlier.status, earlier.type], [fine.headers.get('x-request-id'), 200, null]);
    ok(earlier.ms >= earlier.queue_ms && earlier.queue_ms >= 0, JSON.stringify(earlier));
    equal(later.queue_ms, null, 'it was refused before it was sent');
    ok(Math.abs(Date.now() - Date.parse(earlier.at)) < 60_000);
  });

  it('are filtered, and paged to an end without one twice', async () => {
    const { account, key } = await newAccount();
    const at = new Date(Math.floor(Date.now() / 1_000) * 1_000);
    await insertUsage(
      account,
      Array.from(
        { length: 40 },
        (_, n): Partial<Usage> => ({
          _id: `${account}-${n}`,
          // Several in the same instant, as one settlement writes them.
          at: new Date(at.getTime() - Math.floor(n / 7) * 1_000),
          endpoint: n % 2 ? 'vat' : 'currency/convert',
          key: n % 5 ? 'one' : 'other',
          status: n % 8 ? 200 : 502,
          state: n % 8 ? 'spent' : 'void',
          call: { ms: n, ...(n % 8 ? {} : { type: 'upstream_unavailable' }) },
        }),
      ),
    );
    const ids = async (query: Record<string, string | number>) => {
      const found: number[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const { status, body } = await listed(key, { limit: 6, ...query, ...(after && { after }) });
        equal(status, 200);
        found.push(
          ...body.requests.map(({ request_id }: { request_id: string }) => Number(request_id.split('-').at(-1))),
        );
        after = body.next;
      }
      return found;
    };
    const all = Array.from({ length: 40 }, (_, n) => n);
    const expected = (fits: (n: number) => boolean) => all.filter(fits);
    const sorted = (found: number[]) => [...found].sort((one, other) => one - other);
    const everything = await ids({});
    deepEqual(sorted(everything), all);
    deepEqual(
      everything.map((n) => Math.floor(n / 7)),
      all.map((n) => Math.floor(n / 7)),
      'the latest first',
    );
    for (const [query, fits] of [
      [{ endpoint: 'vat' }, (n: number) => n % 2 === 1],
      [{ key: 'other' }, (n: number) => n % 5 === 0],
      [{ status: 502 }, (n: number) => n % 8 === 0],
      [{ type: 'upstream_unavailable', key: 'other' }, (n: number) => n % 40 === 0],
      [{ state: 'given_back' }, (n: number) => n % 8 === 0],
      [{ slower_than_ms: 30 }, (n: number) => n > 30],
      [{ from: new Date(at.getTime() - 2_000).toISOString() }, (n: number) => n < 21],
      [{ to: new Date(at.getTime() - 2_000).toISOString() }, (n: number) => n >= 21],
    ] as const)
      deepEqual(sorted(await ids(query)), expected(fits), JSON.stringify(query));
  });

  it('are looked through stretch by stretch where hardly any fits, those of 30 days', async () => {
    const { account, key } = await newAccount();
    const now = Date.now();
    await insertUsage(
      account,
      Array.from({ length: 12_000 }, (_, n) => ({ at: new Date(now - n * 60_000), status: n === 11_500 ? 418 : 200 })),
    );
    await insertUsage(account, [{ at: new Date(now - 31 * DAY_MS), status: 418 }]);
    const pages: number[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const { body } = await listed(key, { status: 418, ...(after && { after }) });
      pages.push(body.requests.length);
      after = body.next;
    }
    deepEqual(pages, [0, 0, 1]);
  });

  it('refuse places that no page has given', async () => {
    const { key } = await newAccount();
    for (const after of ['x', '1.', '$ne', '99999999999999999.a']) {
      const { status, body } = await listed(key, { after });
      deepEqual([status, body.type, body.param], [422, 'cursor_invalid', 'after'], after);
    }
    equal((await listed(key, { limit: 201 })).status, 422);
  });

  it('have a story each, which nobody else may read', async () => {
    const { key } = await newAccount();
    const id = (await call('/v1/vat', VAT, { key })).headers.get('x-request-id') ?? '';
    // The queue notes the end of a job beside the settlement.
    const wanted = ['Credits held', 'Job sent', 'Job started', 'Reply sent', 'Credits charged'];
    const { status, body } = await eventually(
      () => story(key, id),
      ({ body: { timeline = [] } }) =>
        wanted.every((title) => timeline.some((event: { title: string }) => event.title === title)),
    );
    deepEqual([status, body.request_id, body.endpoint], [200, id, 'vat']);
    deepEqual(
      body.timeline.map(({ title }: { title: string }) => title),
      wanted,
    );
    equal(body.timeline.at(-1).details['responded with'], '200');
    for (const [reader, asked] of [
      [(await newAccount()).key, id],
      [key, 'nothing'],
    ] as const) {
      const refused = await story(reader, asked);
      deepEqual([refused.status, refused.body.type], [404, 'request_unknown']);
    }
  });
});
