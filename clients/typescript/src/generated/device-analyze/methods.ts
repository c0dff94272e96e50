// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../../options.js';
import type { Transport } from '../../transport.js';
import type { DeviceAnalyzeAnswer, DeviceAnalyzeRequest } from './device-analyze.js';

/**
 * Say what a User-Agent string tells of its browser, system and device. 0.002 credits.
 */
export const deviceAnalyze =
  (transport: Transport) =>
  (request: DeviceAnalyzeRequest = {}, options?: CallOptions): Promise<DeviceAnalyzeAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/device-analyze', body: request }, options);
