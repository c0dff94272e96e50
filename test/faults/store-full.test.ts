import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describeNightly } from '../helpers/scale.js';
import { engines } from './harness/engine.js';
import { survives } from './harness/outage.js';
import { faultyPlatform } from './harness/platform.js';

const FULL_MS = 8_000;
/** Room that is left when the disk is about to be full, in bytes. */
const ROOM = 16 * 1_024;
const [embedded] = engines;

async function largestFile(folder: string): Promise<number> {
  const names = await readdir(folder);
  return Math.max(...(await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))));
}

describeNightly('the disk of the embedded store is full for a while', () => {
  it('refuses requests at once, serves when there is room again, and charges what was served', async () => {
    const faulty = await faultyPlatform(embedded);
    let isFull = true;
    let ends = 0;
    let supervised = Promise.resolve();
    await survives(faulty, {
      name: `disk of the ${embedded.name} full for ${FULL_MS / 1_000} s`,
      async begin() {
        await faulty.killStore();
        const room = (await largestFile(faulty.storeFolder)) + ROOM;
        // The store ends when it cannot write, and its supervisor starts it again.
        const supervise = async () => {
          while (isFull) {
            await faulty.startStore(room);
            await faulty.storeEnded();
            ends += 1;
          }
        };
        supervised = supervise();
      },
      async end() {
        while (ends === 0) await pause(20);
        await pause(FULL_MS);
        isFull = false;
        await faulty.killStore();
        await supervised;
        await faulty.startStore();
      },
    });
  });
});
