import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { type Fault, type FaultKind, type Sandbox, startSandbox } from 'sandbox';
import { order } from './ask.js';

describe('a fault', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());
  beforeEach(async () => equal(await order(sandbox.url, { reset: true }), 200));

  const ask = (word = '', signal?: AbortSignal) =>
    fetch(`${sandbox.url}/music/search?keyword=river${word}&key=sandbox-music-key`, {
      redirect: 'manual',
      ...(signal ? { signal } : {}),
    });
  const asked = async (kind: FaultKind, more: Partial<Fault> = {}) => {
    equal(await order(sandbox.url, { fault: { upstream: 'music', kind, ...more } }), 200);
    return ask();
  };

  for (const [kind, status] of [
    ['forbidden', 403],
    ['not-found', 404],
    ['too-many-requests', 429],
    ['server-error', 500],
  ] as const) {
    it(`of kind ${kind} answers ${status}, with the body that was ordered`, async () => {
      const answer = await asked(kind, { body: '{"why":"ordered"}' });
      deepEqual([answer.status, await answer.text()], [status, '{"why":"ordered"}']);
    });
  }

  it('of kind slow answers properly, later', async () => {
    const started = performance.now();
    const answer = await asked('slow', { delayMs: 200 });
    equal(answer.status, 200);
    match(await answer.text(), /"error":"OK"/);
    ok(performance.now() - started >= 195);
  });

  it('of kind hang never answers', async () => {
    await order(sandbox.url, { fault: { upstream: 'music', kind: 'hang' } });
    await rejects(ask('', AbortSignal.timeout(300)), { name: 'TimeoutError' });
  });

  it('of kind broken-json ends in the middle, truncated-body breaks the connection there', async () => {
    const broken = await asked('broken-json');
    await rejects(broken.json(), SyntaxError);
    equal(await order(sandbox.url, { reset: true }), 200);
    const truncated = await asked('truncated-body');
    await rejects(truncated.text(), TypeError);
  });

  it('of kind wrong-charset is no UTF-8, though it says so', async () => {
    const answer = await asked('wrong-charset');
    ok(answer.headers.get('content-type')?.includes('utf-8'));
    const bytes = await answer.arrayBuffer();
    await rejects(async () => new TextDecoder('utf-8', { fatal: true }).decode(bytes), TypeError);
  });

  it('of kind redirect-loop leads back to where it was asked', async () => {
    const answer = await asked('redirect-loop');
    deepEqual(
      [answer.status, answer.headers.get('location')],
      [302, new URL(answer.url).pathname + new URL(answer.url).search],
    );
  });

  it('of kind endless-body never ends', async () => {
    const { body } = await asked('endless-body');
    ok(body);
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > 3_000_000) break;
    }
    ok(size > 3_000_000);
  });

  it('of kind other-body answers what was ordered, in the character set that is named', async () => {
    const answer = await asked('other-body', { body: 'né', contentType: 'text/plain; charset=iso-8859-1' });
    deepEqual([...new Uint8Array(await answer.arrayBuffer())], [0x6e, 0xe9]);
  });

  it('befalls so many requests as were ordered, and only those that match', async () => {
    await order(sandbox.url, { fault: { upstream: 'music', kind: 'server-error', matching: 'riverbed', times: 1 } });
    const statuses = [];
    for (const word of ['', 'bed', 'bed']) statuses.push((await ask(word)).status);
    deepEqual(statuses, [200, 500, 200]);
  });
});
