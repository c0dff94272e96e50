import { deepEqual, equal, throws } from 'node:assert/strict';
import { poolNames } from '../contract/pools.js';
import { readConfig } from '../process/config.js';
import { laneKey, redisKey } from '../process/redis-keys.js';
import { lanesOf, placeOf, queueIn } from './lanes.js';

const lanes = (settings: Record<string, string>) => lanesOf(readConfig({ REDIS_URL: 'redis://a', ...settings }));

describe('the lanes of the pools', () => {
  it('are one each, with the names and keys that there always were, unless something is set', () => {
    deepEqual(lanes({}), [{ index: 0, url: 'redis://a', pools: poolNames }]);
    for (const pool of poolNames) equal(queueIn(0, pool), pool);
    equal(laneKey(0, 'queue'), redisKey('queue'));
    equal(redisKey('queue'), '{utility}:queue');
  });

  it('are one for each server, in turn, unless their number is set', () => {
    const urls = (settings: Record<string, string>) => lanes(settings).map(({ url }) => url);
    const servers = { LANES_REDIS_URLS: ' redis://b  redis://c1,c2 ' };
    deepEqual(urls(servers), ['redis://a', 'redis://b', 'redis://c1,c2']);
    deepEqual(urls({ ...servers, LANES: '2' }), ['redis://a', 'redis://b']);
    deepEqual(urls({ ...servers, LANES: '4' }), ['redis://a', 'redis://b', 'redis://c1,c2', 'redis://a']);
  });

  it('may be more for some pools than for others', () => {
    deepEqual(
      lanes({ LANES: 'compute=3, fetch=2' }).map(({ pools }) => pools),
      [poolNames, ['fetch', 'compute'], ['compute']],
    );
  });

  it('have queues whose names tell pool and lane', () => {
    deepEqual(placeOf(queueIn(3, 'compute')), { pool: 'compute', lane: 3 });
    deepEqual(placeOf('qr'), { pool: 'qr', lane: 0 });
    equal(placeOf('deliver'), undefined);
  });

  for (const settings of [
    { LANES: '0' },
    { LANES: 'many' },
    { LANES: '1.5' },
    { LANES: '65' },
    { LANES: 'paint=2' },
    { LANES: 'compute=' },
    { LANES_REDIS_URLS: 'http://b' },
  ]) {
    it(`are refused with a reason as ${JSON.stringify(settings)}`, () => {
      throws(() => lanes(settings), /LANES|REDIS_URL/);
    });
  }
});
