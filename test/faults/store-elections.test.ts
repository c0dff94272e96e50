import { setTimeout as pause } from 'node:timers/promises';
import { randomFrom } from 'readings/compose';
import { Child } from '../../embedded/child.js';
import { seed, seeded } from '../helpers/randomised.js';
import { anyCommand } from '../helpers/replica-set/fault.js';
import { ReplicaSet } from '../helpers/replica-set/replica-set.js';
import { describeNightly } from '../helpers/scale.js';
import { type Engine, engines } from './harness/engine.js';
import { survives } from './harness/outage.js';
import { type FaultyPlatform, faultyPlatform } from './harness/platform.js';

/** Longer than the driver waits for a primary. */
const WITHOUT_PRIMARY_MS = 6_000;
const ELECTIONS = 3;
const FAILING_MS = 10_000;
/** Number of commands to the primary that fail in one of the possible ways. */
const FAILING_SHARE = 0.2;

/** A front of the platform whose store is a replica set in front of the platform's. */
async function onSet(faulty: FaultyPlatform, work: (set: ReplicaSet, served: FaultyPlatform) => Promise<void>) {
  const set = await ReplicaSet.open(faulty.storeAt());
  const env = { ...faulty.platform.environment, MONGODB_URL: set.url, PORT: '0', METRICS_PORT: '0' };
  const front = new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
  try {
    const { port } = await front.start();
    const platform = { ...faulty.platform, baseUrl: `http://127.0.0.1:${port}` };
    await work(set, { ...faulty, platform });
  } finally {
    set.heal();
    await front.stop(10_000);
    await set.close();
  }
}

const describeOn = (engine: Engine) =>
  describeNightly(`a replica set of the ${engine.name}`, () => {
    it(
      seeded('refuses while it elects and while commands fail, serves again, and charges what was answered'),
      async () => {
        await onSet(await faultyPlatform(engine), async (set, served) => {
          let elections = Promise.resolve();
          await survives(served, {
            name: `replica set of the ${engine.name}: ${ELECTIONS} elections of ${WITHOUT_PRIMARY_MS / 1_000} s, then failing commands`,
            async begin() {
              const elect = async () => {
                for (let left = ELECTIONS; left > 0; left--) await set.elect(WITHOUT_PRIMARY_MS);
              };
              elections = elect();
            },
            async end() {
              await elections;
              set.meet(anyCommand(randomFrom(String(seed)), FAILING_SHARE));
              await pause(FAILING_MS);
              set.heal();
            },
          });
        });
      },
    );
  });

for (const engine of engines) describeOn(engine);
