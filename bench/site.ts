import { Child } from '../embedded/child.js';
import { loneServers } from '../test/helpers/redis-servers.js';
import { type BenchPlatform, startBenchPlatform } from './bench-platform.js';

/** A platform on so many Redis servers, a lane on each, with several fronts. */
export interface Site {
  readonly servers: number;
  readonly bench: BenchPlatform;
  readonly fronts: readonly { readonly url: string; readonly pid: number }[];
  readonly redisPids: readonly number[];
  stop(): Promise<void>;
}

/**
 * Starts a platform on Redis servers of its own.
 *
 * @param endpoint that its fronts' addresses lead to
 */
export async function openSite(servers: number, fronts: number, endpoint: string): Promise<Site> {
  const redis = await loneServers(servers);
  const [first = '', ...others] = redis.urls;
  const settings = { REDIS_URL: first, LANES_REDIS_URLS: others.join(' ') };
  const bench = await startBenchPlatform(['one', 'two', 'three', 'four'], 1_000_000, settings);
  const { platform } = bench;
  const more = Array.from({ length: fronts - 1 }, () => {
    const env = { ...platform.environment, PORT: '0' };
    return new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
  });
  const ports = await Promise.all(more.map(async (front) => (await front.start()).port));
  const own = { url: `${platform.baseUrl}${endpoint}`, pid: Number(platform.children.get('api')?.pid) };
  const further = more.map(({ pid }, at) => ({ url: `http://127.0.0.1:${ports[at]}${endpoint}`, pid: Number(pid) }));
  return {
    servers,
    bench,
    fronts: [own, ...further],
    redisPids: redis.pids,
    async stop() {
      await Promise.all(more.map((front) => front.stop(10_000)));
      await bench.stop();
      await redis.stop();
    },
  };
}
