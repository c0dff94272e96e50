import { once } from 'node:events';
import { Redis } from 'ioredis';
import { sandboxSettings } from 'sandbox';
import { readConfig } from '../../shared/process/config.js';
import { openExchangeRates } from '../../workers/lib/rates/open-exchange-rates.js';
import { makeCall } from './run-handler.js';

const [sandboxUrl = '', redisPath = ''] = process.argv.slice(2);
const redis = new Redis(redisPath);
const call = makeCall({ redis, config: readConfig(sandboxSettings(sandboxUrl)) });

// All ask at the same time, however long each has taken to start.
process.send?.('ready');
await once(process, 'message');
const outcome = await openExchangeRates.latest(call).then(
  ({ value }) => value.base,
  (error: unknown) => String(error),
);
process.send?.(outcome);
redis.disconnect();
process.disconnect();
