import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { openStage, type Stage } from '../../../test/helpers/handler-stage.js';
import { runHandler } from '../../../test/helpers/run-handler.js';
import info from '../../video-platform/channel/info.js';
import channelSearch from '../../video-platform/channel/search.js';

describe('the quota of the video platform', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());
  beforeEach(async () => {
    await stage.reset();
    await stage.setTime('2026-03-10T12:00:00Z');
  });

  const find = (query: string, settings = {}) => runHandler(channelSearch, { query }, stage.given(settings));
  const keysUsed = async () => (await stage.received('video-platform')).map(({ query }) => query.key);

  it('uses the next key when one is exhausted, and leaves that one alone until midnight Pacific Time', async () => {
    await stage.setQuota(100);
    await find('kitchen');
    await find('dough');
    deepEqual(await keysUsed(), ['sandbox-key-1', 'sandbox-key-1', 'sandbox-key-2']);
    ok(stage.logged.some(({ msg }) => msg === 'a key is over its quota'));
    ok(!JSON.stringify(stage.logged).includes('sandbox-key-1'), 'keys are not logged');

    await stage.setQuota(1_000);
    await find('ledger');
    equal((await keysUsed()).at(-1), 'sandbox-key-2');

    // 2026-03-10 is in summer time, which began on March 8: midnight Pacific Time is 07:00 UTC.
    await stage.setTime('2026-03-11T06:59:00Z');
    await find('atlas');
    equal((await keysUsed()).at(-1), 'sandbox-key-2');
  });

  it('keeps the allowance of searches apart from that of everything else', async () => {
    await stage.setQuota(100);
    await find('kitchen');
    await find('dough');
    await runHandler(info, { channel: '@copper-kettle-kitchen' }, stage.given());
    equal((await keysUsed()).at(-1), 'sandbox-key-1');
  });

  it('fails with 502 when all keys are exhausted, and still returns cached responses', async () => {
    await find('kitchen');
    await stage.setQuota(0);
    await rejects(find('dough'), { status: 502, message: 'Upstream unavailable' });
    equal((await find('kitchen')).length > 0, true);
  });

  it('continues with the other key when one exceeds its rate limit', async () => {
    await stage.injectFault({
      upstream: 'video-platform',
      kind: 'too-many-requests',
      times: 1,
      body: JSON.stringify({ error: { code: 429, errors: [{ reason: 'rateLimitExceeded' }] } }),
    });
    ok((await find('kitchen')).length > 0);
    deepEqual(await keysUsed(), ['sandbox-key-1', 'sandbox-key-2']);
  });

  it('does not try other keys when access is denied for another reason', async () => {
    await stage.injectFault({
      upstream: 'video-platform',
      kind: 'forbidden',
      body: JSON.stringify({ error: { code: 403, errors: [{ reason: 'accessNotConfigured' }] } }),
    });
    await rejects(find('kitchen'), { status: 502, message: 'Upstream unavailable' });
    equal((await keysUsed()).length, 1);
  });

  it('names the setting that is missing', async () => {
    const none = { VIDEO_PLATFORM_URL: undefined, VIDEO_PLATFORM_KEYS: undefined };
    await rejects(find('kitchen', none), {
      status: 502,
      message: 'Upstream not configured: set VIDEO_PLATFORM_KEYS',
    });
  });
});
