import { setTimeout as pause } from 'node:timers/promises';
import { describeNightly } from '../helpers/scale.js';
import { engines } from './harness/engine.js';
import { survives } from './harness/outage.js';
import { faultyPlatform } from './harness/platform.js';
import { Promises } from './harness/promises.js';

const AWAY_MS = 30_000;
/** No more than one process asks of an upstream at a time, beside the others. */
const PROMISED = 12;
const [engine] = engines;

/** A call that was being computed may have had no time left when its worker could go on. */
const MAY_ANSWER = [504];

describeNightly('the connections to Redis are half-open', () => {
  for (const way of ['stall', 'swallow'] as const) {
    it(`for a while: refuses requests at once, serves again, charges what was served, finishes accepted requests (${way})`, async () => {
      const faulty = await faultyPlatform(engine);
      const name = `Redis half-open for ${AWAY_MS / 1_000} s (${way})`;
      let promises: Promises | undefined;
      await survives(faulty, {
        name,
        mayAnswer: MAY_ANSWER,
        async begin() {
          promises = await Promises.make(faulty, PROMISED);
          faulty.redisLink[way]();
        },
        async end() {
          await pause(AWAY_MS);
          faulty.redisLink.heal();
        },
      });
      await promises?.areKept(name, MAY_ANSWER);
    });
  }

  it('for good: opens new ones, and finishes accepted requests', async () => {
    const faulty = await faultyPlatform(engine);
    const name = 'all connections to Redis lost, and neither side told';
    let promises: Promises | undefined;
    await survives(faulty, {
      name,
      mayAnswer: MAY_ANSWER,
      isBrief: true,
      async begin() {
        promises = await Promises.make(faulty, PROMISED);
        faulty.redisLink.lose();
      },
      async end() {},
    });
    await promises?.areKept(name, MAY_ANSWER);
  });
});
