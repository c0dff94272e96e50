import { once } from 'node:events';
import { Redis } from 'ioredis';
import { systemClock } from '../../shared/process/clock.js';
import { readConfig } from '../../shared/process/config.js';
import { createLogger } from '../../shared/process/log.js';
import { openExchangeRates } from '../../workers/lib/rates/open-exchange-rates.js';
import { type UpstreamContext, Upstreams } from '../../workers/lib/upstream/upstreams.js';

const [settings = '', redisPath = ''] = process.argv.slice(2);
const redis = new Redis(redisPath);
const config = readConfig(JSON.parse(settings));
// The other members of a call take a second to load.
const call: UpstreamContext = {
  config,
  redis,
  log: createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false }),
  clock: systemClock,
  signal: AbortSignal.timeout(60_000),
  header: () => {},
  upstreams: new Upstreams(config),
};

// All processes send their request at the same time, however long each has taken to start.
process.send?.('ready');
await once(process, 'message');
const outcome = await openExchangeRates.latest(call).then(
  ({ value }) => value.base,
  (error: unknown) => String(error),
);
process.send?.(outcome);
redis.disconnect();
process.disconnect();
