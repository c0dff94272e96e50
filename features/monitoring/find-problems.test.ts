import { deepEqual, equal } from 'node:assert/strict';
import { findProblems } from './find-problems.js';
import type { Overview } from './status.js';

const NOW = new Date('2026-05-04T12:00:00Z');
const process = (kind: string) => ({
  ...{ process: kind, instance: 'i', version: '1.0.0', host: 'h', pid: 1, since: NOW, seen: NOW },
  disk: { free: 50, total: 100 },
});
const FINE: Overview = {
  pools: [{ pool: 'compute', workers: 2, waiting: 0, active: 0, oldestWaitMs: 0, expectedWaitMs: 0, busyShare: 0 }],
  openHolds: 3,
  refunds: 0,
  availability: undefined,
  deliveries: { due: 1, oldestMs: 900, failing: 0 },
  minutes: [],
  breakers: [{ upstream: 'geo', process: 'fetch', state: 'closed' }],
  runs: [{ task: 'expire-credits', at: NOW, ms: 3, outcome: 'done' }],
  wrongClocks: [],
  spending: [{ period: 'day', tokens: 10, money: 0, limits: { tokens: 100, money: 0 } }],
  abandoned: { holds: 0, oldest: undefined, since: '' },
  audit: { at: NOW, accounts: 5, total: 0, findings: [] },
  reported: 0,
  lastHour: { workers: { compute: 2 }, busy: {} },
  processes: ['scheduler', 'deliver'].map(process),
  redis: {
    ...{ version: '7.2.0', usedBytes: 10, maxBytes: 100, policy: 'noeviction', persistence: 'aof', clients: 9 },
    ...{ warnings: [], replicas: 0, lagSeconds: 0 },
  },
  storeState: { bytes: 10, members: [{ name: 'a', state: 'SECONDARY', isHealthy: true, lagSeconds: 1 }] },
  unknownPayments: 0,
};

describe('findProblems', () => {
  it('finds nothing if all is well, and finds Redis and the database if they do not respond', () => {
    deepEqual(findProblems(FINE, NOW), []);
    const unknown = Object.fromEntries(Object.keys(FINE).map((name) => [name, undefined]));
    deepEqual(
      findProblems({ ...FINE, ...unknown }, NOW).map(({ what }) => what),
      ['Redis did not respond in time', 'The database did not respond in time'],
    );
  });

  const troubles: Record<string, [Partial<Overview>, RegExp, string]> = {
    'a pool without workers': [
      {
        pools: [
          { pool: 'compute', workers: 0, waiting: 7, active: 0, oldestWaitMs: 9, expectedWaitMs: 10_000, busyShare: 1 },
        ],
      },
      /^Pool compute has no live workers/,
      '/operator#pools',
    ],
    'workers that have died': [{ lastHour: { workers: { compute: 3 }, busy: {} } }, /lost workers/, '/operator#pools'],
    'an overloaded pool': [
      { lastHour: { workers: {}, busy: { compute: 12 } } },
      /is overloaded/,
      '/operator/time?span=1h',
    ],
    'holds that are not settled': [
      { abandoned: { holds: 2, oldest: 'r-1', since: '2026-05-04T11:00:00.000Z' } },
      /^2 holds not settled/,
      '/operator/requests?id=r-1',
    ],
    'a ledger that does not add up': [
      { audit: { at: NOW, accounts: 5, total: 1, findings: [{ id: 'f', account: 'a b', problem: 'x' }] } },
      /errors in 1 account$/,
      '/operator/accounts/a%20b/ledger',
    ],
    'a scheduler that is missing': [
      { processes: [process('deliver')] },
      /^No process scheduler/,
      '/operator#processes',
    ],
    'a full disk': [
      { processes: [{ ...process('scheduler'), disk: { free: 5, total: 100 } }, process('deliver')] },
      /^The disk of h is nearly full/,
      '/operator#processes',
    ],
    'a full Redis': [
      { redis: FINE.redis && { ...FINE.redis, usedBytes: 95 } },
      /^Redis is nearly full/,
      '/operator#processes',
    ],
    'a database member that lags': [
      { storeState: { bytes: 1, members: [{ name: 'a', state: 'SECONDARY', isHealthy: true, lagSeconds: 99 }] } },
      /^Member a/,
      '/operator#processes',
    ],
    'payments without an order': [{ unknownPayments: 1 }, /^1 payment without/, '/operator/orders'],
    'an open circuit breaker': [
      { breakers: [{ upstream: 'geo', process: 'fetch', state: 'open' }] },
      /^Upstream geo is failing/,
      '/operator/time?span=1h#upstreams',
    ],
    'a task that fails': [
      { runs: [{ task: 'expire-credits', at: NOW, ms: 3, outcome: 'failed' }] },
      /^Task expire-credits failed/,
      '/operator#scheduler',
    ],
    'late deliveries': [{ deliveries: { due: 9, oldestMs: 90_000, failing: 1 } }, /late$/, '/operator/webhooks'],
    'a budget that is nearly used up': [
      { spending: [{ period: 'day', tokens: 95, money: 0, limits: { tokens: 100, money: 0 } }] },
      /almost used up$/,
      '/operator#figures',
    ],
    'a wrong clock': [
      { wrongClocks: [{ process: 'api', server: 'redis', aheadMs: 9_000 }] },
      /^1 clock out of sync/,
      '/operator#clocks',
    ],
    'reported pages': [{ reported: 1 }, /^1 hosted page reported/, '/operator/experiences'],
  };
  for (const [name, [changed, what, href]] of Object.entries(troubles)) {
    it(`reports ${name}, with the page that shows it`, () => {
      const found = findProblems({ ...FINE, ...changed }, NOW);
      equal(found.length, 1);
      equal(what.test(found[0]?.what ?? ''), true, found[0]?.what);
      equal(found[0]?.href, href);
    });
  }
});
