/**
 * Starts the platform once for several runs of tests, side by side: `node dist/test/helpers/share-platform.js npm:test:http npm:test:pages`.
 * They find it by themselves. The report of each is printed when those before it have ended.
 */
import { availableParallelism } from 'node:os';
import concurrently from 'concurrently';
import { SHARED_PLATFORM, startTestPlatform, toldToSharers } from './test-platform.js';

/** Three keep two processors busy; where more wait for them, what calls may take is over before anybody has begun. */
const AT_ONCE = Math.max(3, availableParallelism());

const { platform, stop } = await startTestPlatform();
process.env[SHARED_PLATFORM] = toldToSharers(platform);
try {
  await concurrently(process.argv.slice(2), { group: true, prefix: 'none', maxProcesses: AT_ONCE }).result;
} catch {
  // Whoever has failed has said so.
  process.exitCode = 1;
} finally {
  await stop();
}
