import { deepEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { systemClock } from '../../shared/process/clock.js';
import { readProcesses } from '../../shared/process/metrics/published-status.js';
import { declared } from '../../shared/process/metrics/table.js';
import { projectFile } from '../../shared/process/project-file.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { scrape } from '../helpers/scrape.js';
import { eventually, stack } from '../helpers/stack.js';

const VERSION: string = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')).version;

/** Processes of the platform that are ours. */
const PROCESSES = [
  'api',
  'scheduler',
  'worker:content',
  'worker:fetch',
  'worker:qr',
  'worker:compute',
  'worker:deliver',
];

describe('the version', () => {
  it('is in the metrics of every process', async () => {
    await stack();
    for (const process of PROCESSES) {
      const samples = (await scrape(process)).filter(({ name }) => name === declared.buildInfo.name);
      deepEqual(
        samples.map(({ labels, value }) => [labels.version, value]),
        [[VERSION, 1]],
        process,
      );
    }
  });

  it('is published by every process', async () => {
    const { platform } = await stack();
    const redis = connectRedis(platform.redisUrl, 'worker', () => {});
    await whenReady(redis, 30_000);
    const readKinds = async () => {
      const live = await readProcesses(redis, systemClock);
      return { live, kinds: [...new Set(live.map(({ process }) => process))].sort() };
    };
    const { live, kinds } = await eventually(readKinds, (found) => found.kinds.length === PROCESSES.length);
    redis.disconnect();
    deepEqual(kinds, ['api', 'compute', 'content', 'deliver', 'fetch', 'qr', 'scheduler']);
    deepEqual([...new Set(live.map(({ version }) => version))], [VERSION]);
  });

  it('is printed by every command', async () => {
    const scripts = ['admin/main', 'workers/main', 'embedded/store'];
    const print = async (script: string) => {
      const args = [projectFile(`dist/${script}.js`), '--version'];
      return (await promisify(execFile)(process.execPath, args)).stdout;
    };
    deepEqual(
      await Promise.all(scripts.map(print)),
      scripts.map(() => `${VERSION}\n`),
    );
  });
});
