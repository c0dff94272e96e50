import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { jsonReply } from '../../shared/queue/job.js';
import { agent, agent2026 } from '../../test/helpers/agent.js';
import { type OneScriptedFront, oneScriptedFront } from '../../test/helpers/one-scripted-front.js';
import { ADMIN_TOKEN, call, eventually, isAtRest, newAccount, stack } from '../../test/helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

/** A call of a tool by a revision: its message, and its headers. */
const revisions = {
  '2025-11-25': { _meta: {}, headers: { 'MCP-Protocol-Version': '2025-11-25' } },
  '2026-07-28': {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
    headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'vat' },
  },
} as const;

describe('calls of agents that take a while (MCP)', () => {
  let workers: OneScriptedFront;
  let released: Promise<void>;
  let release = () => {};
  before(async () => {
    workers = await oneScriptedFront();
  });
  beforeEach(async () => {
    const { body } = await call('/v1/vat', VAT, { key: (await newAccount()).key });
    released = new Promise((resolve) => {
      release = resolve;
    });
    workers.compute = async () => {
      await released;
      return jsonReply(200, body);
    };
  });
  afterEach(() => release());

  const post = (
    key: string,
    revision: keyof typeof revisions,
    {
      token,
      accept = 'application/json, text/event-stream',
      signal,
    }: { token?: string; accept?: string; signal?: AbortSignal } = {},
  ) => {
    const { _meta, headers } = revisions[revision];
    const meta = { ..._meta, ...(token !== undefined && { progressToken: token }) };
    const params = { name: 'vat', arguments: VAT, _meta: meta };
    return fetch(`${workers.baseUrl}/mcp`, {
      method: 'POST',
      headers: { ...headers, 'X-API-Key': key, 'Content-Type': 'application/json', Accept: accept },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      ...(signal && { signal }),
    });
  };

  describe('cancellation', () => {
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    const queue = async (operation: string) =>
      equal(
        (await call(`/v1/admin/queues/compute/${operation}`, {}, { headers, baseUrl: workers.baseUrl })).status,
        200,
      );
    const countWaiting = async () => {
      const { body } = await call('/v1/admin/queues', undefined, { headers, method: 'GET', baseUrl: workers.baseUrl });
      const { queues }: { queues: { queue: string; waiting: number; paused?: number }[] } = body;
      return queues.find((one) => one.queue === 'compute')?.waiting ?? 0;
    };

    for (const revision of ['2025-11-25', '2026-07-28'] as const) {
      for (const token of [undefined, 'p']) {
        const streamed = token === undefined ? 'a response' : 'an event stream';
        it(`removes a call that no worker has started when the client of ${revision} closes ${streamed}, and charges nothing`, async () => {
          const { key, account } = await newAccount();
          const { store } = await stack();
          await queue('pause');
          try {
            const client = new AbortController();
            const sent = post(key, revision, { signal: client.signal, ...(token && { token }) });
            await eventually(countWaiting, (waiting) => waiting === 1);
            // With progress the response has begun.
            if (token !== undefined) equal((await sent).status, 200);
            client.abort();
            if (token === undefined) await rejects(sent, /aborted/);
            equal(await eventually(countWaiting, (waiting) => waiting === 0), 0);
          } finally {
            await queue('resume');
          }
          const [usage] = await eventually(
            () => store.usage.find({ account }).toArray(),
            (entries) => entries.length > 0,
          );
          deepEqual([usage?.status, usage?.state, usage?.call?.type], [410, 'void', 'job_cancelled']);
          const wallet = await eventually(() => store.wallets.findOne({ _id: account }), isAtRest);
          deepEqual([wallet?.spent, wallet?.lots[0]?.left], [0, 1_000_000]);
        });
      }
    }

    it('charges a call that a worker has started, although its client has gone', async () => {
      const { key, account } = await newAccount();
      const { store } = await stack();
      let begin = () => {};
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const { compute } = workers;
      workers.compute = (...job) => {
        begin();
        return compute(...job);
      };
      const client = new AbortController();
      const sent = post(key, '2026-07-28', { signal: client.signal });
      await begun;
      client.abort();
      await rejects(sent, /aborted/);
      release();
      const [usage] = await eventually(
        () => store.usage.find({ account }).toArray(),
        (entries) => entries.length > 0,
      );
      equal(usage?.status, 200);
      equal((await eventually(() => store.wallets.findOne({ _id: account }), isAtRest))?.spent, 1_000);
    });
  });

  describe('progress', () => {
    it('reaches the official clients of both generations before the result', async () => {
      const { key } = await newAccount();
      const order = { headers: { 'X-API-Key': key }, baseUrl: workers.baseUrl };
      await using old = await agent(order);
      await using modern = await agent2026(order);
      const params = { name: 'vat', arguments: VAT };
      for (const callTool of [
        (onprogress: () => void) => old.client.callTool(params, undefined, { onprogress }),
        (onprogress: () => void) => modern.callTool(params, { onprogress }),
      ]) {
        const seen: unknown[] = [];
        const result = await callTool((...progress: unknown[]) => {
          seen.push(...progress);
          release();
        });
        deepEqual(seen[0], { progress: 2, total: 25, message: 'Running for 2 s, at most 25 s' });
        equal(Object(result.structuredContent).gross, 120);
        released = new Promise((resolve) => {
          release = resolve;
        });
      }
    });

    it('is sent only to clients that request it and accept an event stream; the others get JSON', async () => {
      release();
      const { key } = await newAccount();
      for (const revision of ['2025-11-25', '2026-07-28'] as const) {
        for (const options of [{}, { token: 'p', accept: 'application/json' }]) {
          const response = await post(key, revision, options);
          match(response.headers.get('content-type') ?? '', /^application\/json/, revision);
          equal((await response.json()).result.structuredContent.gross, 120);
        }
      }
      const streamed = await post(key, '2025-11-25', { token: 'p' });
      deepEqual(
        ['content-type', 'x-accel-buffering', 'content-encoding'].map((name) => streamed.headers.get(name)),
        ['text/event-stream', 'no', null],
      );
      ok(/"gross":120/.test(await streamed.text()));
    });
  });
});
