import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSandboxSettings, faultKinds } from 'sandbox';
import Type from 'typebox';
import { catalogue } from '../../../shared/contract/catalogue/index.js';
import { readConfig } from '../../../shared/process/config.js';
import { redisKey } from '../../../shared/process/redis-keys.js';
import { collectGarbageDuring } from '../../../test/helpers/garbage-collection.js';
import { openStage, type Stage } from '../../../test/helpers/handler-stage.js';
import { type GivenCall, makeCall } from '../../../test/helpers/run-handler.js';
import { eventually } from '../../../test/helpers/stack.js';
import { readCache } from './cache.js';
import type { UpstreamDeclaration } from './declarations.js';
import { UpstreamFailure } from './failure.js';
import { jsonReader } from './read-response.js';
import { COOL_DOWN_MS, type UpstreamContext, Upstreams } from './upstreams.js';

/** Calls at once, a few of which wait until others have ended. */
const BURST = 20;

const usual: UpstreamDeclaration = {
  name: 'rates-primary',
  usedBy: ['fetch'],
  neededBy: [],
  urlSetting: 'RATES_PRIMARY_URL',
  attemptMs: 1_000,
  totalMs: 5_000,
  maxBytes: 64 * 1024,
};

const question = {
  path: 'latest.json',
  secrets: { app_id: 'sandbox-app-id' },
  read: jsonReader(Type.Object({ base: Type.String() })),
  lifetimeMs: 60_000,
};

describe('an upstream', () => {
  let stage: Stage;
  let declared: UpstreamDeclaration;
  let upstreams: Upstreams;
  /** A process that has asked nothing yet, of an upstream that is declared a little differently. */
  const startAnew = (changed: Partial<UpstreamDeclaration> = {}) => {
    declared = { ...usual, ...changed };
    upstreams = new Upstreams(readConfig(createSandboxSettings(stage.sandboxUrl)));
  };
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());
  beforeEach(async () => {
    await stage.reset();
    startAnew();
  });

  const call = (given: GivenCall = {}): UpstreamContext => makeCall({ ...stage.given(), upstreams, ...given });
  const asked = async () => (await stage.received('rates-primary')).length;
  const ask = (changed: object = {}, given: GivenCall = {}) => {
    const context = call(given);
    return context.upstreams.get(declared).fetch(context, { ...question, ...changed });
  };
  const askAnew = () => ask({ lifetimeMs: 0 });
  /** Asks from a process with other settings. */
  const askWith = (settings: Record<string, string | undefined>) =>
    ask({}, { upstreams: new Upstreams(readConfig({ ...createSandboxSettings(stage.sandboxUrl), ...settings })) });

  it('returns the value with the time at which it was read', async () => {
    const began = Date.now();
    const { value, at } = await ask();
    equal(value.base, 'USD');
    ok(at.getTime() >= began && at.getTime() <= Date.now());
  });

  it('names the setting that is missing', async () => {
    const message = 'Upstream not configured: set RATES_PRIMARY_URL';
    await rejects(askWith({ RATES_PRIMARY_URL: undefined }), { status: 502, message });
  });

  it('needs no address where a key is enough', () => {
    const account = { keySetting: 'RATES_PRIMARY_KEY', publicUrl: 'https://rates.invalid' } as const;
    const withKey = { ...usual, account };
    const createUpstream = (settings: object) => new Upstreams(readConfig({ ...settings })).get(withKey);
    equal(createUpstream({}).isConfigured, false);
    equal(createUpstream({ RATES_PRIMARY_KEY: 'a key' }).isConfigured, true);
    equal(createUpstream({}).notConfigured().message, 'Upstream not configured: set RATES_PRIMARY_KEY');
  });

  it('is missing to the endpoints that no configured upstream serves', () => {
    const findUnusable = (settings: object) => new Upstreams(readConfig({ ...settings })).findUnusable(catalogue);
    const unusable = (settings: object) => findUnusable(settings).endpoints;
    deepEqual(unusable(createSandboxSettings(stage.sandboxUrl)), []);
    deepEqual(findUnusable({}), {
      endpoints: [
        ...['video-platform/channel', 'video-platform/search', 'web-search'],
        ...['currency/convert', 'currency/historical', 'currency/official', 'currency/rates', 'music'],
      ],
      settings: [
        ...['VIDEO_PLATFORM_KEYS', 'VIDEO_SUGGEST_URL', 'WEB_SUGGEST_URL'],
        ...['RATES_PRIMARY_KEY', 'RATES_SECONDARY_KEY', 'CENTRAL_BANK_URL', 'HMRC_RATES_URL', 'MUSIC_KEY'],
      ],
    });
    deepEqual(unusable({ VIDEO_PLATFORM_KEYS: 'key', MUSIC_KEY: 'key' }), [
      ...['video-platform/search/autocomplete', 'web-search'],
      ...['currency/convert', 'currency/historical', 'currency/official', 'currency/rates'],
    ]);
    // One source of rates is enough.
    ok(!unusable({ CENTRAL_BANK_URL: 'https://bank.example' }).includes('currency/convert'));
  });

  it('repeats what may succeed a moment later, twice at most', async () => {
    for (const kind of ['server-error', 'hang', 'truncated-body', 'broken-json', 'wrong-charset'] as const) {
      await stage.reset();
      startAnew();
      await stage.injectFault({ upstream: 'rates-primary', kind, times: 2 });
      equal((await ask()).value.base, 'USD', kind);
      equal(await asked(), 3, kind);
    }
  });

  it('does not repeat a refusal', async () => {
    for (const [kind, upstreamStatus] of [
      ['forbidden', 403],
      ['not-found', 404],
      ['too-many-requests', 429],
      ['redirect-loop', 302],
    ] as const) {
      await stage.reset();
      await stage.injectFault({ upstream: 'rates-primary', kind });
      await rejects(askAnew(), { reason: 'status', upstreamStatus });
      equal(await asked(), 1, kind);
    }
  });

  it('fails with 502 for every lasting fault, within its timeout', async () => {
    for (const kind of faultKinds.filter((one) => one !== 'slow' && one !== 'other-body')) {
      await stage.reset();
      startAnew();
      await stage.injectFault({ upstream: 'rates-primary', kind });
      const began = performance.now();
      await rejects(askAnew(), { status: 502, message: 'Upstream unavailable' }, kind);
      ok(performance.now() - began < 2 * declared.totalMs, `${kind} took ${performance.now() - began} ms`);
    }
  });

  it('reads no more than the maximum of a response', async () => {
    await stage.injectFault({ upstream: 'rates-primary', kind: 'endless-body', times: 1 });
    equal((await ask()).value.base, 'USD');
    equal(await asked(), 2);
  });

  it('gets no requests after five failures in a row, until a cool-down has passed', async () => {
    const began = performance.now();
    await stage.injectFault({ upstream: 'rates-primary', kind: 'server-error' });
    await rejects(askAnew(), { reason: 'status' });
    await rejects(askAnew(), UpstreamFailure);
    equal(await asked(), 5);
    for (let time = 0; time < 20; time += 1) await rejects(askAnew(), { status: 502, reason: 'circuit open' });
    // A machine with too much to do may need longer for these than a rest, after which one more is asked.
    const rests = Math.floor((performance.now() - began) / COOL_DOWN_MS);
    const more = (await asked()) - 5;
    ok(more <= rests, `${more} more, in the time of ${rests} rests`);
    await stage.reset();
    let wellAgain = false;
    for (let time = 0; time < 50 && !wellAgain; time += 1) {
      await sleep(200);
      wellAgain = await askAnew().then(
        ({ value }) => value.base === 'USD',
        () => false,
      );
    }
    ok(wellAgain, 'it is asked again within ten seconds');
  });

  it('stops waiting when the caller does', async () => {
    await stage.injectFault({ upstream: 'rates-primary', kind: 'hang' });
    startAnew({ attemptMs: 20_000, totalMs: 20_000 });
    const began = performance.now();
    await rejects(ask({}, { signal: AbortSignal.timeout(100) }), { status: 504 });
    ok(performance.now() - began < 10_000, `${performance.now() - began} ms`);
  });

  it('is given up on in time, however often garbage is collected meanwhile', async () => {
    startAnew({ attemptMs: 300, totalMs: 600 });
    await stage.injectFault({ upstream: 'rates-primary', kind: 'hang' });
    const fuse = AbortSignal.timeout(20_000);
    await rejects(collectGarbageDuring(ask({}, { signal: fuse })), { status: 502 });
  });

  it('does not count against the upstream that callers had no time left', async () => {
    await stage.injectFault({ upstream: 'rates-primary', kind: 'slow', delayMs: 150 });
    for (let time = 0; time < 8; time += 1) {
      await rejects(ask({ lifetimeMs: 0 }, { signal: AbortSignal.timeout(50) }), { status: 504 });
    }
    equal((await askAnew()).value.base, 'USD');
  });

  it('holds at most sixteen calls while it hangs; the others fail at once as busy', async () => {
    startAnew({ attemptMs: 30_000, totalMs: 30_000 });
    await stage.injectFault({ upstream: 'rates-primary', kind: 'hang' });
    const leaving = new AbortController();
    const heard: number[] = [];
    const calls = Array.from({ length: 40 }, () =>
      ask({ lifetimeMs: 0 }, { signal: AbortSignal.any([leaving.signal]) }).catch(({ status }: { status: number }) =>
        heard.push(status),
      ),
    );
    const settled = async () => heard.length;
    equal(await eventually(settled, (count) => count === 24), 24);
    deepEqual([...new Set(heard)], [503]);
    equal(await eventually(asked, (count) => count === 16), 16);
    leaving.abort();
    await Promise.all(calls);
  });

  it('lets no call wait behind others that have hung for a while', async () => {
    startAnew({ attemptMs: 30_000, totalMs: 30_000 });
    await stage.injectFault({ upstream: 'rates-primary', kind: 'hang' });
    const leaving = new AbortController();
    const hanging = Array.from({ length: 16 }, () =>
      rejects(ask({ lifetimeMs: 0 }, { signal: AbortSignal.any([leaving.signal]) })),
    );
    await sleep(700);
    const refusals: number[] = [];
    for (let time = 0; time < 10; time += 1) {
      const began = performance.now();
      await rejects(askAnew(), { status: 503 });
      refusals.push(performance.now() - began);
    }
    // The machine may hold up one of them; a wait of ours would hold up all.
    ok(Math.min(...refusals) < 100, `${refusals.map(Math.round).join(', ')} ms`);
    leaving.abort();
    await Promise.all(hanging);
  });

  it('serves a burst of healthy calls in turn', async () => {
    await stage.injectFault({ upstream: 'rates-primary', kind: 'slow', delayMs: 20 });
    const burst = async () => {
      // Timeouts of the burst before do not count.
      startAnew({ attemptMs: 10_000, totalMs: 20_000 });
      const outcomes = await Promise.allSettled(Array.from({ length: BURST }, () => askAnew()));
      return outcomes.filter((one) => one.status === 'fulfilled' && one.value.value.base === 'USD').length;
    };
    // None waits longer than 250 ms, in which a busy machine may not have served the first.
    equal(await eventually(burst, (served) => served === BURST), BURST);
  });

  it('gets one request for concurrent callers of a process', async () => {
    await stage.injectFault({ upstream: 'rates-primary', kind: 'slow', delayMs: 100 });
    await Promise.all(Array.from({ length: 12 }, () => ask()));
    equal(await asked(), 1);
  });

  it('gets one request for concurrent callers of many processes', async () => {
    const asker = fileURLToPath(new URL('../../../test/helpers/fetch-rates-process.js', import.meta.url));
    const settings = JSON.stringify(createSandboxSettings(stage.sandboxUrl));
    const children = Array.from({ length: 3 }, () => fork(asker, [settings, String(stage.redis.options.path)]));
    const exits = children.map((child) => once(child, 'exit'));
    const told = () => Promise.all(children.map((child) => once(child, 'message')));
    await told();
    await stage.injectFault({ upstream: 'rates-primary', kind: 'slow', delayMs: 500 });
    const outcomes = told();
    for (const child of children) child.send('ask');
    deepEqual(
      (await outcomes).map(([outcome]) => outcome),
      children.map(() => 'USD'),
    );
    // On a busy machine whoever asks may find that it takes too long, and ask again.
    ok((await asked()) < children.length, 'each has asked');
    await Promise.all(exits);
  });

  it('fails for all waiting callers if the request fails', async () => {
    await stage.injectFault({ upstream: 'rates-primary', kind: 'hang' });
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => ask()));
    ok(outcomes.every((one) => one.status === 'rejected' && one.reason instanceof UpstreamFailure));
    equal(await asked(), 3);
  });

  it('gets no request while its response is cached, by keys without secrets', async () => {
    await ask();
    await ask({ secrets: { app_id: 'another key' } });
    equal(await asked(), 1);
    await ask({ refresh: true });
    equal(await asked(), 2);
    const keys = await stage.redis.keys(redisKey('upstream', '*'));
    ok(keys.length > 0);
    for (const key of keys) {
      const cached = await readCache(call(), key);
      ok(!/sandbox-app-id|another key/.test(key + JSON.stringify(cached)));
    }
  });

  it('uses no response that was cached from another URL', async () => {
    await ask();
    await rejects(askWith({ RATES_PRIMARY_URL: `${stage.sandboxUrl}/rates-secondary` }), { reason: 'status' });
  });
});
