import { deepEqual, equal, ok } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { nanoid } from 'nanoid';
import { randomFrom } from 'readings/compose';
import { reconcile } from '../../scheduler/reconcile-holds.js';
import { ABANDONED_AFTER_MS } from '../../shared/ledger/abandoned-holds.js';
import { audit } from '../../shared/ledger/audit.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { projectFile } from '../../shared/process/project-file.js';
import { seed, seeded } from '../helpers/randomised.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { ownDatabase } from '../helpers/stack.js';

/** Until there was enough to be right about, however long that takes; the limit is for what goes on for ever. */
const KILLS = nightlyOrDaily(90, 2);
const SPENDS = nightlyOrDaily(2_000, 50);
const LONGEST_MS = 600_000;
const PROCESSES = nightlyOrDaily(3, 2);
const ACCOUNTS = 6;
/** The longest life of a process once it has done something, in ms. In the default run most time would be for the starts of processes. */
const LONGEST_LIFE_MS = nightlyOrDaily(1_000, 1_500);

describe('processes that are killed at random points', () => {
  it(seeded(`leave books that are exact after a reconciliation, ${KILLS} kills later`), async function () {
    this.timeout(LONGEST_MS + 60_000);
    const { store, environment, close } = await ownDatabase();
    const accounts = Array.from({ length: ACCOUNTS }, () => `account-${nanoid()}`);
    for (const account of accounts) {
      for (const amount of [1_000, 50_000, 1_000_000_000])
        await purchase(store, { account, amount, bought: new Date() });
    }
    const random = randomFrom(String(seed));
    const spent = new Set<string>();
    const refunded: string[] = [];
    const listen = (child: ChildProcess) => {
      if (!child.stdout) return;
      createInterface(child.stdout).on('line', (line) => {
        const [what, id = ''] = line.split(' ');
        if (what === 'spent') spent.add(id);
        if (what === 'refunded') refunded.push(id);
      });
    };
    const began = Date.now();
    let kills = 0;
    const isEnough = () => kills >= KILLS && spent.size >= SPENDS && refunded.length > 0;
    const keepCrashing = async () => {
      while (!isEnough() && Date.now() - began < LONGEST_MS) {
        const child = spawn(process.execPath, [projectFile('dist/test/helpers/crashing-client.js'), ...accounts], {
          env: { ...environment, SEED: String(random.between(0, 2 ** 31 - 1)) },
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        listen(child);
        const closed = once(child, 'close');
        if (child.stdout) await Promise.race([once(child.stdout, 'data'), closed]);
        // If too few processes lived long enough, as on a busy machine, the next live longer.
        const longest = LONGEST_LIFE_MS * Math.max(1, kills / KILLS);
        await new Promise((resolve) => setTimeout(resolve, random.between(0, longest)));
        child.kill('SIGKILL');
        kills += 1;
        await closed;
      }
    };
    await Promise.all(Array.from({ length: PROCESSES }, keepCrashing));

    await reconcile(store, new Date(Date.now() + ABANDONED_AFTER_MS + 1_000));
    deepEqual((await audit(store)).findings, []);
    equal(await store.wallets.countDocuments({ 'open.0': { $exists: true } }), 0);
    ok(isEnough(), `${kills} kills, ${spent.size} spends, ${refunded.length} refunds`);
    const ids = [...spent];
    let found = 0;
    for (let start = 0; start < ids.length; start += 1_000) {
      found += await store.usage.countDocuments({ _id: { $in: ids.slice(start, start + 1_000) }, state: 'spent' });
    }
    equal(found, spent.size, 'every acknowledged spend is in the books');
    equal(new Set(refunded).size, refunded.length, 'no refund was acknowledged twice');
    await close();
  });
});
