import { equal } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withTimeout } from '../../shared/process/clock.js';
import { readConfig } from '../../shared/process/config.js';
import { connectStore, type Store } from '../../shared/store/connect.js';
import { describeNightly } from '../helpers/scale.js';
import { eventually } from '../helpers/stack.js';
import { unusedPort } from '../helpers/unused-port.js';
import { engines, startEngine } from './harness/engine.js';
import { FaultyLink } from './harness/proxy.js';
import { show } from './harness/table.js';

const PROCESSES = 10;
/** Number of reads of each kind that are in flight when the connections end. */
const READS = 6;
const TIMES = 10;
/** The driver asks whether the store is there at most twice a second: an end that it meets just after asking proves nothing. */
const BETWEEN_MS = 1_000;
const ANSWERS_WITHIN_MS = 3_000;

for (const engine of engines) {
  describeNightly(`the ${engine.name} ends all connections at once and goes on`, () => {
    it('repeats the reads that were interrupted', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'ua-ended-'));
      const running = await startEngine(engine, join(folder, 'store'), await unusedPort());
      const link = await FaultyLink.open(running.at);
      const stores = Array.from({ length: PROCESSES }, () => connectStore(readConfig({ MONGODB_URL: link.url })));
      const read = ({ db }: Store) => db.collection('anything').findOne({});
      let isOver = false;
      const reader = async (store: Store) => {
        while (!isOver) await read(store).catch(() => pause(10));
      };
      const readers = Array.from({ length: READS }, () => stores.map(reader)).flat();
      const answers = (store: Store) =>
        withTimeout(
          ANSWERS_WITHIN_MS,
          read(store).then(
            () => true,
            () => false,
          ),
        );
      const answered = async () => (await Promise.all(stores.map(answers))).filter(Boolean).length;
      try {
        for (let time = 0; time < TIMES; time++) {
          equal(await eventually(answered, (count) => count === PROCESSES), PROCESSES);
          await pause(BETWEEN_MS);
          link.end();
        }
        equal(await eventually(answered, (count) => count === PROCESSES), PROCESSES);
      } finally {
        isOver = true;
        await running.kill();
        await link.close();
        await withTimeout(ANSWERS_WITHIN_MS, Promise.all(readers));
        await Promise.all(stores.map(({ close }) => withTimeout(ANSWERS_WITHIN_MS, close())));
        await rm(folder, { recursive: true, force: true, maxRetries: 10 });
      }
      show(
        `the ${engine.name} ends all connections`,
        'read again by all that read',
        `${PROCESSES * READS} readers in ${PROCESSES} pools, ${TIMES} times`,
      );
    });
  });
}
