import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import type { Usage } from '../../shared/ledger/documents.js';
import { logIn } from '../../test/helpers/log-in.js';
import { ADMIN_TOKEN, call, eventually, newAccount, stack } from '../../test/helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const MINUTE_MS = 60_000;

describe("the operators' list of requests", () => {
  const page = async (path: string) => {
    const { platform } = await stack();
    const { cookie } = await logIn(platform.baseUrl);
    const answer = await fetch(`${platform.baseUrl}/operator${path}`, { redirect: 'manual', headers: { cookie } });
    return { status: answer.status, html: await answer.text() };
  };
  const listed = async (query: Record<string, string | number>) => {
    const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return call(`/v1/admin/requests?${asked}`, undefined, {
      method: 'GET',
      headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
    });
  };
  /** Usage as settlements leave it: the first is the latest. */
  const insertUsage = async (now: number, calls: readonly Partial<Usage>[]) => {
    const { store } = await stack();
    const documents = calls.map((made, index): Usage => {
      const plain = { nonce: 'n', account: 'a', key: 'k', endpoint: 'vat', cost: 0, parts: [], status: 200 };
      return { _id: nanoid(), ...plain, state: 'spent', at: new Date(now - index * MINUTE_MS), ...made };
    });
    await store.usage.insertMany(documents);
    return documents.map(({ _id }) => _id);
  };

  it('filters the requests of all accounts, page by page, each of them once', async () => {
    const endpoint = `of-${nanoid(8)}`;
    const type = `type_${nanoid(8)}`;
    const accounts = [nanoid(), nanoid()];
    const now = Date.now();
    const ids = await insertUsage(
      now,
      Array.from({ length: 30 }, (_, index) => ({
        account: accounts[index % 2] ?? '',
        endpoint,
        state: index % 3 === 0 ? ('void' as const) : ('spent' as const),
        status: index % 3 === 0 ? 502 : index % 5 === 1 ? 422 : 200,
        call: { ms: index * 10, ...(index % 3 === 0 && { type }) },
      })),
    );
    const walk = async (query: Record<string, string | number>) => {
      const found: string[] = [];
      let after: string | null | undefined;
      do {
        const { status, body } = await listed({ ...query, limit: 4, ...(after && { after }) });
        equal(status, 200, JSON.stringify(body));
        ok(body.requests.length <= 4);
        found.push(...body.requests.map(({ request_id }: { request_id: string }) => request_id));
        after = body.next;
      } while (after);
      return found;
    };
    const those = (wanted: (index: number) => boolean) => ids.filter((_, index) => wanted(index));
    deepEqual(await walk({ endpoint }), ids, 'the latest first');
    deepEqual(
      await walk({ type }),
      those((index) => index % 3 === 0),
    );
    deepEqual(
      await walk({ endpoint, status: 422 }),
      those((index) => index % 3 !== 0 && index % 5 === 1),
    );
    deepEqual(
      await walk({ endpoint, status: 200 }),
      those((index) => index % 3 !== 0 && index % 5 !== 1),
    );
    deepEqual(
      await walk({ endpoint, state: 'given_back' }),
      those((index) => index % 3 === 0),
    );
    deepEqual(
      await walk({ account: accounts[1] ?? '' }),
      those((index) => index % 2 === 1),
    );
    deepEqual(
      await walk({ endpoint, slower_than_ms: 250 }),
      those((index) => index > 25),
    );
    const from = new Date(now - 9.5 * MINUTE_MS).toISOString();
    deepEqual(
      await walk({ endpoint, from }),
      those((index) => index < 10),
    );
    deepEqual(
      await walk({ endpoint, to: from }),
      those((index) => index >= 10),
    );
  });

  it('finds the requests of a key by its id and its visible prefix', async () => {
    const { account, key, keyId } = await newAccount();
    const { headers } = await call('/v1/vat', VAT, { key });
    const id = headers.get('x-request-id');
    const of = async (asked: Record<string, string>) =>
      (await listed(asked)).body.requests.map(({ request_id }: { request_id: string }) => request_id);
    deepEqual(
      await eventually(
        () => of({ key: keyId }),
        (found) => found.length === 1,
      ),
      [id],
    );
    ok((await of({ key: key.slice(0, 12) })).includes(id));
    deepEqual(await of({ key: keyId, account: 'another' }), []);
    deepEqual(await of({ key: keyId, account }), [id]);
    deepEqual(await of({ key: 'nobody' }), []);
  });

  it('links a request to its job, and shows invalid filters again', async () => {
    const { account, key } = await newAccount();
    const { headers } = await call('/v1/vat', VAT, { key });
    const id = headers.get('x-request-id') ?? '';
    const { html } = await page(`/requests?id=${id}`);
    ok(html.includes(`/operator/queues/queue/compute/${id}`), 'the job is in its queue');
    const { status, html: wrong } = await page('/requests?status=9000&endpoint=vat');
    equal(status, 422);
    match(wrong, /id="status-problem">Status must/);
    ok(wrong.includes('value="9000"') && wrong.includes('value="vat"'));
    equal((await page('/requests?from=2026-01-05T13:00&to=2026-01-05T13:00:30')).status, 200);
    const { html: list } = await eventually(
      () => page(`/requests?endpoint=vat&account=${account}`),
      ({ html }) => html.includes(`/operator/requests?id=${id}`),
    );
    ok(list.includes(`/operator/requests?id=${id}`));
  });

  it('links a job to the timeline of its request', async () => {
    const { key } = await newAccount();
    const id = (await call('/v1/vat', VAT, { key })).headers.get('x-request-id') ?? '';
    const { platform } = await stack();
    const { cookie } = await logIn(platform.baseUrl);
    const path = `${platform.baseUrl}/operator/queues/api/queues/compute/${id}`;
    const { job } = await (await fetch(path, { headers: { cookie } })).json();
    equal(job.externalUrl.href, `/operator/requests?id=${id}`);
  });

  it('finds refusals by address, key prefix and request id, and shows no more than the prefix', async () => {
    const wrong = `ua_live_${nanoid(26).replaceAll(/[^0-9A-Za-z]/g, 'x')}`;
    const prefix = wrong.slice(0, 12);
    const refused = await call('/v1/vat', VAT, { key: wrong });
    equal(refused.status, 401);
    const id = refused.headers.get('x-request-id') ?? '';
    const inBody = await call('/v1/vat', { ...VAT, api_key: wrong });
    equal(inBody.status, 401);
    const idInBody = inBody.headers.get('x-request-id') ?? '';
    await call('/v1/vat', VAT, { key: 'hunter2 by mistake' });
    const found = await eventually(
      () => page(`/refusals?search=${prefix}`),
      ({ html }) => [id, idInBody].every((one) => html.includes(one)),
    );
    match(found.html, new RegExp(`${prefix}</code></a></th><td class="figure">2<`));
    ok(!found.html.includes(wrong.slice(0, 16)));
    for (const search of ['', '127.0.0.1', id]) {
      const { html } = await page(`/refusals?search=${search}`);
      ok(html.includes(id), search);
      ok(!html.includes('hunter2'), search);
    }
    const { status, html } = await page(`/requests?id=${id}`);
    equal(status, 200);
    ok(html.includes('api_key_invalid') && html.includes(prefix));
    ok((await page('/refusals?search=192.0.2.1')).html.includes('No match among the latest refused requests.'));
  });

  it('opens a minute of a chart, with tabs for what failed and what was slow', async () => {
    const endpoint = `of-${nanoid(8)}`;
    const at = new Date(Date.now() - (Date.now() % MINUTE_MS) - 5 * MINUTE_MS);
    const [fast, slow, failed, later] = await insertUsage(Date.now(), [
      { endpoint, at, call: { ms: 10 } },
      { endpoint, at, call: { ms: 3_000 } },
      { endpoint, at, status: 502, state: 'void', call: { ms: 20 } },
      { endpoint, at: new Date(at.getTime() + MINUTE_MS), call: { ms: 10 } },
    ]);
    const read = async (path: string) => {
      const { html } = await page(path);
      const listed = [fast, slow, failed, later].map((id) => html.includes(`id=${id}`));
      const links = [...html.matchAll(/href="\/operator(\/requests\?[^"]*)"/g)].map(([, link = '']) =>
        link.replaceAll('&amp;', '&'),
      );
      return { listed, links };
    };
    const chart = await read(`/time?span=1h&endpoint=${endpoint}`);
    const minute = new URLSearchParams({ from: at.toISOString().slice(0, 16) }).toString();
    const link = chart.links.find((one) => one.includes(minute)) ?? '';
    equal(chart.links.filter((one) => one === link).length, 2, 'from the bar, and from the table behind it');
    const all = await read(link);
    deepEqual(all.listed, [true, true, true, false]);
    const tab = (filter: string) => all.links.find((one) => one.includes(filter)) ?? '';
    deepEqual((await read(tab('state=given_back'))).listed, [false, false, true, false]);
    deepEqual((await read(tab('slower_than_ms='))).listed, [false, true, false, false]);
  });
});
