import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Fault, type FaultKind, faultKinds } from 'sandbox';
import { takeTurns } from '../helpers/scale.js';
import { call, errorIn, eventually, newAccount, stack, type TestAccount } from '../helpers/stack.js';

/** An endpoint of each upstream, asked something that it has not been asked before. */
const questions: Record<string, { path: string; ask: (word: string) => object }> = {
  'video-platform': {
    path: '/v1/video-platform/search/channels',
    ask: (word) => ({ q: `kitchen ${word}` }),
  },
  'video-suggest': {
    path: '/v1/video-platform/search/autocomplete',
    ask: (word) => ({ q: `sour ${word}` }),
  },
  'web-suggest': {
    path: '/v1/web-search/search/autocomplete/autocomplete',
    ask: (word) => ({ q: `lap ${word}` }),
  },
  music: {
    path: '/v1/music-chart-data',
    ask: (word) => ({ action: 'search', keyword: `river ${word}` }),
  },
};

/** Hanging is waited for by all upstreams at once, below; a body that a test makes up has no answer of its own. */
const kinds = faultKinds.filter((kind) => kind !== 'hang' && kind !== 'other-body');

const upstreamUnavailable = { error: 'Upstream unavailable', code: 502 };
const exceptions: Record<string, { status: number; body?: object }> = {
  'video-platform slow': { status: 200 },
  'video-suggest slow': { status: 200 },
  'web-suggest slow': { status: 200 },
  'music slow': { status: 200 },
  'music forbidden': { status: 403, body: { error: 'Sandbox Charts: Access Denied.', code: 403 } },
  'music not-found': { status: 200 },
};

describe('upstreams that misbehave, over HTTP', () => {
  let account: TestAccount;
  let words = 0;

  const control = async (order: { fault: Fault } | { reset: true }) => {
    const { platform } = await stack();
    const answer = await fetch(`${platform.sandboxUrl}/_control`, { method: 'POST', body: JSON.stringify(order) });
    equal(answer.status, 200);
  };

  before(async () => {
    account = await newAccount({ credits: 10 });
  });
  after(() => control({ reset: true }));

  async function misbehaves(upstream: string, kind: FaultKind): Promise<void> {
    const { path, ask } = questions[upstream] ?? { path: '', ask: () => ({}) };
    words += 1;
    const word = `w${words}w`;
    await control({ fault: { upstream, kind, matching: word, delayMs: 400 } });
    // One that was not answered in time is a 504.
    const answer = await call(path, ask(word), { key: account.key });
    const expected = exceptions[`${upstream} ${kind}`] ?? { status: 502, body: upstreamUnavailable };
    equal(answer.status, expected.status, JSON.stringify(answer.body));
    if (expected.body) deepEqual(errorIn(answer.body), expected.body);
    equal(answer.headers.get('x-upstream'), 'sandbox');

    // The fault befalls this one question; the next finds the upstream well.
    const next = await call(path, ask(`next${words}`), { key: account.key });
    equal(next.status, 200, JSON.stringify(next.body));
  }

  for (const [turn, upstream] of Object.keys(questions).entries()) {
    for (const kind of kinds.filter(
      (one) => takeTurns(kinds, turn).includes(one) || `${upstream} ${one}` in exceptions,
    )) {
      it(`${upstream}, ${kind}: responds in time with a clear error, and recovers`, () => misbehaves(upstream, kind));
    }
  }

  it('all of them hang: the same', () =>
    Promise.all(Object.keys(questions).map((upstream) => misbehaves(upstream, 'hang'))));

  it('charges refusals and refunds failures', async () => {
    const { key } = await newAccount({ credits: 1 });
    const remaining = async () =>
      Number((await call('/v1/currency/platforms', {}, { key })).headers.get('x-credits-remaining'));
    const fault = async (kind: FaultKind) => {
      words += 1;
      await control({ fault: { upstream: 'music', kind, matching: `w${words}w` } });
      return (await call('/v1/music/chart-data', { action: 'search', keyword: `w${words}w` }, { key })).status;
    };
    const start = await remaining();
    equal(await fault('forbidden'), 403);
    const afterDenial = await remaining();
    ok(Math.abs(start - afterDenial - 0.011) < 1e-9, 'the denied call cost 0.01, the look at the balance 0.001');
    equal(await fault('redirect-loop'), 502);
    let looks = 0;
    const afterFailure = await eventually(
      async () => {
        looks += 1;
        return Math.round((afterDenial - (await remaining())) * 1e6) / 1e6 - looks * 0.001;
      },
      (missing) => Math.abs(missing) < 1e-9,
    );
    ok(Math.abs(afterFailure) < 1e-9, `${afterFailure} credits were not released`);
  });
});
