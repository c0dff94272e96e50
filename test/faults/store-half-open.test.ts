import { setTimeout as pause } from 'node:timers/promises';
import { nightlyOrDaily } from '../helpers/scale.js';
import { engines } from './harness/engine.js';
import { survives } from './harness/outage.js';
import { faultyPlatform } from './harness/platform.js';

const AWAY_MS = nightlyOrDaily(30_000, 500);

for (const engine of engines) {
  describe(`the connections to the ${engine.name} are half-open for a while`, () => {
    for (const way of nightlyOrDaily(['stall', 'swallow'] as const, ['stall'] as const)) {
      it(`refuses requests at once, serves again, and charges what was served (${way})`, async () => {
        const faulty = await faultyPlatform(engine);
        const { link } = faulty;
        await survives(faulty, {
          name: `${engine.name} half-open for ${AWAY_MS / 1_000} s (${way})`,
          begin: async () => link[way](),
          async end() {
            await pause(AWAY_MS);
            link.heal();
          },
        });
      });
    }
  });
}
