// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../../options.js';
import type { Transport } from '../../transport.js';
import type { MusicChartDataAnswer, MusicChartDataRequest } from './chart-data.js';

/** Songs, artists, trends, charts and videos, chosen by an action. */
export const music = (transport: Transport) => ({
  /**
   * Songs, artists, trends, charts and videos of the music charts of many countries. 0.01 credits.
   * Each action needs its own fields.
   */
  chartData: (request: MusicChartDataRequest, options?: CallOptions): Promise<MusicChartDataAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/music/chart-data', body: request }, options),
});
