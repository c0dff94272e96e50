import type { Config } from '../../../shared/process/config.js';
import { centralBank } from './central-bank.js';
import { currencyApi } from './currency-api.js';
import { openExchangeRates } from './open-exchange-rates.js';
import type { Source } from './source.js';

/** The sources of rates, in the order in which they are believed. */
export const sources: readonly Source[] = [openExchangeRates, currencyApi, centralBank];

export const someSourceIsConfigured = (config: Config): boolean =>
  sources.some(({ upstream }) => upstream.isConfigured(config));
