/**
 * Starts the platform once for several runs of tests: `node dist/test/helpers/share-platform.js npm run test:http`. Runs that
 * the command starts find it by themselves.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SHARED_PLATFORM, startTestPlatform, toldToSharers } from './test-platform.js';

const [program = '', ...args] = process.argv.slice(2);
const { platform, stop } = await startTestPlatform();
const env = { ...process.env, [SHARED_PLATFORM]: toldToSharers(platform) };
const child = spawn(program, args, { env, stdio: 'inherit' });
const [code] = await once(child, 'exit');
await stop();
process.exitCode = code ?? 1;
