import { readConfig, required } from '../shared/process/config.js';
import { LONGEST_BLOCK_MS } from '../shared/process/half-open-connections.js';
import { createLogger } from '../shared/process/log.js';
import { connectRedis } from '../shared/process/redis.js';
import { runProcess } from '../shared/process/run-process.js';

/** Moves items from one Redis list to another: the minimum cost of a job in another process. */
const config = readConfig();

await runProcess(createLogger('list-echo', config), 2_000, async () => {
  const url = required(config, 'REDIS_URL');
  const [taking, giving] = [connectRedis(url, 'blocking', () => {}), connectRedis(url, 'worker', () => {})];
  const work = async () => {
    for (;;) {
      const taken = await taking.brpop('bench:there', LONGEST_BLOCK_MS / 1_000);
      if (taken) void giving.lpush('bench:back', taken[1]);
    }
  };
  void work();
  return { stop: async () => process.exit(0) };
});
