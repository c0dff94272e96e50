import { deepEqual, ok } from 'node:assert/strict';
import { Child } from '../../embedded/child.js';
import { audit } from '../../shared/ledger/audit.js';
import { itAtNight } from '../helpers/scale.js';
import { samplesOf, sumOf } from '../helpers/scrape.js';
import { call, eventually, isAtRest, newAccount, stack } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const PRICE = 1_000;
const PAID = 2_600;
const FRONTS = 4;
const ROUNDS = 20;
const TOGETHER = 40;

// By day fronts that lease are tried within one process.
itAtNight(
  `${PAID} of ${FRONTS * ROUNDS * TOGETHER} calls at four fronts that lease are paid from credits for ${PAID}`,
  async function () {
    this.timeout(300_000);
    const { platform, store } = await stack();
    const env = { ...platform.environment, PORT: '0', METRICS_PORT: '0', CREDIT_LEASES: 'true' };
    const fronts = Array.from(
      { length: FRONTS },
      () => new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {}),
    );
    try {
      const facts = await Promise.all(fronts.map((front) => front.start()));
      const { key, account } = await newAccount({ credits: (PAID * PRICE) / 1_000_000 });
      const statuses = new Map<number, number>();
      const callAll = async (port: unknown) => {
        const baseUrl = `http://127.0.0.1:${port}`;
        for (let round = 0; round < ROUNDS; round++) {
          const some = await Promise.all(
            Array.from({ length: TOGETHER }, () => call('/v1/vat', VAT, { key, baseUrl })),
          );
          for (const { status } of some) statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      };
      await Promise.all(facts.map(({ port }) => callAll(port)));
      deepEqual([...statuses].sort(), [
        [200, PAID],
        [402, FRONTS * ROUNDS * TOGETHER - PAID],
      ]);
      const leasedAt = async ({ metricsPort }: { metricsPort?: unknown }) => {
        const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
        return sumOf(samplesOf(await metrics.text()), 'utility_api_leased_calls_total', { outcome: 'recorded' });
      };
      const leased = await Promise.all(facts.map(leasedAt));
      ok(
        leased.some((calls) => calls > 0),
        `${leased}`,
      );
      const walletOf = () => store.wallets.findOne({ _id: account });
      const wallet = await eventually(walletOf, isAtRest);
      deepEqual([wallet?.spent, wallet?.lots[0]?.left, wallet?.open, wallet?.leased], [PAID * PRICE, 0, [], []]);
      deepEqual((await audit(store, account)).findings, []);
    } finally {
      await Promise.all(fronts.map((front) => front.stop(10_000)));
    }
  },
);
