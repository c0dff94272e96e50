import type { PoolName } from '../../../shared/contract/pools.js';
import type { Config } from '../../../shared/process/config.js';

/** The settings that hold text. */
type TextSetting = { [Name in keyof Config]-?: Config[Name] extends string | undefined ? Name : never }[keyof Config];

/** An external service, from which a process creates its connections, circuit breaker and bulkhead. */
export interface UpstreamDeclaration {
  /** Name in logs and metrics, and in the setting UPSTREAM_SANDBOX. */
  readonly name: string;
  /** Pools whose workers use it. */
  readonly usedBy: readonly PoolName[];
  /** Groups and endpoints that cannot work without it, or another one that is declared for them. */
  readonly neededBy: readonly string[];
  /** Setting of its base URL. */
  readonly urlSetting: TextSetting;
  /** The setting of the key, and the default base URL, of a service that needs a key. */
  readonly account?: { readonly keySetting: TextSetting; readonly publicUrl: string };
  /** Timeout of one attempt, in ms. */
  readonly attemptMs: number;
  /** Timeout of all attempts together, in ms. */
  readonly totalMs: number;
  /** Maximum size of a response, in bytes. */
  readonly maxBytes: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** Endpoints that need one of the sources of exchange rates. */
const RATES = ['currency/rates', 'currency/convert', 'currency/historical'];

/** A service with the interface of Open Exchange Rates (docs.openexchangerates.org). */
export const primaryRates: UpstreamDeclaration = {
  name: 'rates-primary',
  usedBy: ['fetch'],
  neededBy: RATES,
  urlSetting: 'RATES_PRIMARY_URL',
  account: { keySetting: 'RATES_PRIMARY_KEY', publicUrl: 'https://openexchangerates.org/api' },
  attemptMs: 2_000,
  totalMs: 3_000,
  maxBytes: MIB,
};

/** A service with the interface of currencyapi.com (currencyapi.com/docs). */
export const secondaryRates: UpstreamDeclaration = {
  name: 'rates-secondary',
  usedBy: ['fetch'],
  neededBy: RATES,
  urlSetting: 'RATES_SECONDARY_URL',
  account: { keySetting: 'RATES_SECONDARY_KEY', publicUrl: 'https://api.currencyapi.com' },
  attemptMs: 1_500,
  totalMs: 2_500,
  maxBytes: 4 * MIB,
};

/** The euro foreign exchange reference rates of the European Central Bank (ecb.europa.eu). */
export const centralBankRates: UpstreamDeclaration = {
  name: 'central-bank',
  usedBy: ['fetch'],
  neededBy: [...RATES, 'currency/official'],
  urlSetting: 'CENTRAL_BANK_URL',
  attemptMs: 3_000,
  totalMs: 6_000,
  maxBytes: 4 * MIB,
};

/** The monthly exchange rates of HM Revenue & Customs (trade-tariff.service.gov.uk/exchange_rates). */
export const hmrcRates: UpstreamDeclaration = {
  name: 'hmrc-rates',
  usedBy: ['fetch'],
  neededBy: ['currency/official'],
  urlSetting: 'HMRC_RATES_URL',
  attemptMs: 2_000,
  totalMs: 3_000,
  maxBytes: MIB,
};

/** The video platform's Data API, version 3 (developers.google.com/youtube/v3/docs). */
export const videoPlatform: UpstreamDeclaration = {
  name: 'video-platform',
  usedBy: ['fetch', 'content'],
  neededBy: [
    'video-platform/channel',
    ...['videos', 'channels', 'playlists'].map((name) => `video-platform/search/${name}`),
  ],
  urlSetting: 'VIDEO_PLATFORM_URL',
  account: { keySetting: 'VIDEO_PLATFORM_KEYS', publicUrl: 'https://youtube.googleapis.com' },
  attemptMs: 2_500,
  totalMs: 5_000,
  maxBytes: 2 * MIB,
};

/** Suggestions are fetched while a user types. */
const suggestions = { usedBy: ['fetch'], attemptMs: 1_500, totalMs: 3_000, maxBytes: 256 * KIB } as const;

export const videoSuggestions: UpstreamDeclaration = {
  name: 'video-suggest',
  neededBy: ['video-platform/search/autocomplete'],
  urlSetting: 'VIDEO_SUGGEST_URL',
  ...suggestions,
};

export const webSuggestions: UpstreamDeclaration = {
  name: 'web-suggest',
  neededBy: ['web-search'],
  urlSetting: 'WEB_SUGGEST_URL',
  ...suggestions,
};

/** A service with the interface of the Popnable API, version 2 (github.com/popnable/popnable-api). */
export const musicCharts: UpstreamDeclaration = {
  name: 'music',
  usedBy: ['fetch'],
  neededBy: ['music'],
  urlSetting: 'MUSIC_URL',
  account: { keySetting: 'MUSIC_KEY', publicUrl: 'https://popnable.com/api/v2' },
  attemptMs: 3_000,
  totalMs: 6_000,
  maxBytes: 4 * MIB,
};

/**
 * VIES, the register of VAT numbers of the European Commission (ec.europa.eu/taxation_customs/vies, "Technical information"). It passes requests
 * on to the member states, which are often slow.
 */
export const vies: UpstreamDeclaration = {
  name: 'vies',
  usedBy: ['compute'],
  neededBy: [],
  urlSetting: 'VIES_URL',
  attemptMs: 6_000,
  totalMs: 8_000,
  maxBytes: 64 * KIB,
};

/** All upstreams over HTTP; the language model and the DNS have their own clients. */
export const upstreamDeclarations: readonly UpstreamDeclaration[] = [
  primaryRates,
  secondaryRates,
  centralBankRates,
  hmrcRates,
  videoPlatform,
  videoSuggestions,
  webSuggestions,
  musicCharts,
  vies,
];
