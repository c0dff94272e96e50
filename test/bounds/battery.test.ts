import { equal, ok } from 'node:assert/strict';
import { measureUnderAttack } from '../helpers/attack-load.js';
import { itNightly } from '../helpers/scale.js';
import { newAccount, stack } from '../helpers/stack.js';

/** Turns, and milliseconds of each. */
const [TURNS, PHASE_MS] = [4, 10_000];

/** Attackers make what they send, and at the end of each turn wait for the answers to what they have sent. */
const TIMEOUT_MS = 600_000;

/**
 * Tolerance on top of twice the latency without the attack, in ms. Tests share their machine, and requests behind unbounded work waited for
 * many seconds. `bench/battery.ts` measures the p99.
 */
const TOLERANCE_MS = 1_000;

describe('the worst input of every kind at once', () => {
  // It costs what the worst inputs cost, and by day there were too few calls for a p99 that chance has no part in.
  itNightly(
    "fails none of another account's calls, and delays them by less than a second where nothing else runs",
    async function () {
      this.timeout(TIMEOUT_MS);
      const { platform } = await stack();
      const [hostile, other] = [await newAccount({ credits: 100, limits: {} }), await newAccount({ credits: 100 })];
      const sides = { baseUrl: platform.baseUrl, hostileKey: hostile.key, ordinaryKey: other.key };
      const { short, failed, attacked } = await measureUnderAttack(sides, TURNS, PHASE_MS);
      const { alone, beside, calls } = short;
      equal(failed, 0);
      ok(calls > 20, `${calls} calls`);
      for (const status of [200, 401, 415]) ok(attacked.has(status), `${status}: ${JSON.stringify([...attacked])}`);
      ok(beside <= 2 * alone + TOLERANCE_MS, `p99 ${Math.round(alone)} ms alone, ${Math.round(beside)} ms beside`);
    },
  );
});
