/**
 * Runs a command on a replica set whose commands now and then fail the first time:
 * `node dist/test/helpers/replica-set/main.js npx mocha dist/test/http/charging.test.js`. What the driver sends again by itself is
 * all that fails, so whoever asks is to notice nothing. REAL_MONGODB names a command that starts the server behind the set.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomFrom } from 'readings/compose';
import { engines, startEngine } from '../../faults/harness/engine.js';
import { seed } from '../randomised.js';
import { unusedPort } from '../unused-port.js';
import { onlyFirstTries } from './fault.js';
import { ReplicaSet } from './replica-set.js';

/** The share of what the driver would send again that fails the first time. */
const SHARE = 0.05;

const [program = '', ...args] = process.argv.slice(2);
const engine = engines.at(-1);
if (!engine || program === '') throw new Error('a command is needed');
const folder = await mkdtemp(join(tmpdir(), 'ua-set-'));
const running = await startEngine(engine, join(folder, 'store'), await unusedPort());
const set = await ReplicaSet.open(running.at);
let met = 0;
const plan = onlyFirstTries(randomFrom(String(seed)), SHARE);
set.meet((command) => {
  const fault = plan(command);
  if (fault) met += 1;
  return fault;
});
const child = spawn(program, args, { env: { ...process.env, MONGODB_URL: set.url }, stdio: 'inherit' });
const [code] = await once(child, 'exit');
console.log(`${met} first tries failed, ${set.repeated} writes came again that had been done (SEED=${seed})`);
await set.close();
await running.kill('SIGTERM');
await rm(folder, { recursive: true, force: true, maxRetries: 10 });
process.exitCode = code ?? 1;
