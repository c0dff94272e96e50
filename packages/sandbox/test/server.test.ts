import { deepEqual, equal, ok } from 'node:assert/strict';
import { createSandboxSettings, type Sandbox, startSandbox } from 'sandbox';
import { ask, order } from './ask.js';

const names =
  'rates-primary rates-secondary central-bank hmrc-rates video-platform video-suggest web-suggest music vies'.split(
    ' ',
  );

describe('the sandbox', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());
  beforeEach(async () => equal(await order(sandbox.url, { reset: true }), 200));

  const trends = '/music/getTrends?key=sandbox-music-key';

  it('serves each upstream under its name, and marks its answers as synthetic', async () => {
    const { status, headers } = await ask(sandbox.url + trends);
    deepEqual([status, headers.get('x-sandbox')], [200, 'synthetic']);
    const unknown = await ask(`${sandbox.url}/unknown/x`);
    deepEqual([unknown.status, unknown.body.upstreams], [404, names]);
  });

  it('points settings at itself, except those of upstreams that the operator has set up', () => {
    const all = createSandboxSettings('http://127.0.0.1:1', {}, '127.0.0.1:53');
    equal(all.UPSTREAM_SANDBOX, [...names, 'dns'].join());
    deepEqual([all.MUSIC_URL, all.DNS_SERVERS], ['http://127.0.0.1:1/music', '127.0.0.1:53']);

    const operators = { VIDEO_PLATFORM_KEYS: 'real', MUSIC_URL: 'http://real', DNS_SERVERS: '9.9.9.9' };
    const some = createSandboxSettings('http://127.0.0.1:1', operators, '127.0.0.1:53');
    for (const name of [
      'VIDEO_PLATFORM_URL',
      'VIDEO_PLATFORM_KEYS',
      'MUSIC_URL',
      'MUSIC_KEY',
      'MUSIC_PROVIDER_NAME',
      'DNS_SERVERS',
    ]) {
      equal(some[name], undefined);
    }
    const used = some.UPSTREAM_SANDBOX?.split(',') ?? [];
    ok(['video-platform', 'music', 'dns'].every((name) => !used.includes(name)) && used.includes('rates-primary'));
  });

  it('takes orders only that make sense', async () => {
    for (const nonsense of [
      { fault: { upstream: 'music', kind: 'explode' } },
      { fault: { upstream: 'music', kind: 'slow', times: 0 } },
      { now: 'tomorrow' },
      { quota: -1 },
      { unknown: true },
      'reset',
    ]) {
      equal(await order(sandbox.url, nonsense), 400, JSON.stringify(nonsense));
    }
    const answer = await fetch(`${sandbox.url}/_control`, { method: 'POST', body: 'no JSON' });
    equal(answer.status, 400);
  });

  it('lives in the time that it is told', async () => {
    const app = '/rates-primary/latest.json?app_id=sandbox-app-id';
    equal(await order(sandbox.url, { now: '2026-03-10T12:00:00Z' }), 200);
    equal((await ask(sandbox.url + app)).body.timestamp, Date.parse('2026-03-10T12:00:00Z') / 1_000);
  });

  it('tells what it has been asked, until it is reset', async () => {
    await ask(`${sandbox.url}/music/getSongs?ids=1&ids=2&key=x`, { 'x-test': 'yes' });
    const received = async () => (await ask(`${sandbox.url}/_control`)).body.received;
    const [{ headers, ...request }, ...others] = await received();
    deepEqual(request, { upstream: 'music', path: 'getSongs', query: { ids: '1,2', key: 'x' } });
    equal(headers['x-test'], 'yes');
    equal(others.length, 0);
    equal(await order(sandbox.url, { reset: true }), 200);
    deepEqual(await received(), []);
  });
});
