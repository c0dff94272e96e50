import type { Config } from './config.js';

/** The public address of the service, without a slash at its end. */
export const baseUrl = (config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>): string =>
  (config.BASE_URL ?? `http://${config.HOST}:${config.PORT}`).replace(/\/+$/, '');
