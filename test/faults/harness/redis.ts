import { connectRedis, whenReady } from '../../../shared/process/redis.js';

/** Waits until a Redis takes connections. How long its process takes to start is the machine's affair. */
export async function whenBack(url: string): Promise<void> {
  const redis = connectRedis(url, 'producer', () => {});
  try {
    await whenReady(redis, 150_000);
  } finally {
    redis.disconnect();
  }
}
