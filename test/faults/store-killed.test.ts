import { setTimeout as pause } from 'node:timers/promises';
import { nightlyOrDaily } from '../helpers/scale.js';
import { engines } from './harness/engine.js';
import { survives } from './harness/outage.js';
import { faultyPlatform } from './harness/platform.js';

const AWAY_MS = nightlyOrDaily(8_000, 500);

for (const engine of engines) {
  describe(`the ${engine.name} is killed under load and comes back`, () => {
    it('refuses requests at once, serves again, and charges what was served', async () => {
      const faulty = await faultyPlatform(engine);
      await survives(faulty, {
        name: `${engine.name} killed for ${AWAY_MS / 1_000} s`,
        begin: () => faulty.killStore(),
        async end() {
          await pause(AWAY_MS);
          await faulty.startStore();
        },
      });
    });
  });
}
