/**
 * Starts the platform once for several runs of tests, side by side: `node dist/test/helpers/share-platform.js npm:test:http npm:test:pages`.
 * They find it by themselves. The report of each is printed when those before it have ended.
 */
import concurrently from 'concurrently';
import { SHARED_PLATFORM, serializePlatform, startTestPlatform } from './test-platform.js';

const { platform, stop } = await startTestPlatform();
process.env[SHARED_PLATFORM] = serializePlatform(platform);
try {
  await concurrently(process.argv.slice(2), { group: true, prefix: 'none' }).result;
} catch {
  // Whoever has failed has said so.
  process.exitCode = 1;
} finally {
  await stop();
}
