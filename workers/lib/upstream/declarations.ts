import type { PoolName } from '../../../shared/contract/pools.js';
import type { Config } from '../../../shared/process/config.js';

/** The settings that hold text, so that one can be a base URL or a key. */
type TextSetting = { [Name in keyof Config]-?: Config[Name] extends string | undefined ? Name : never }[keyof Config];

/** What a service elsewhere is to us; a process makes its connections, circuit and bulkhead from this. */
export interface UpstreamDeclaration {
  /** The name in logs and metrics, and in the setting UPSTREAM_SANDBOX. */
  readonly name: string;
  /** The pools whose workers ask it. */
  readonly askedBy: readonly PoolName[];
  /** The setting that holds its base URL. */
  readonly urlSetting: TextSetting;
  /** For a service that wants a key: the setting that holds it, and the address of the service known by this key. */
  readonly account?: { readonly keySetting: TextSetting; readonly publicUrl: string };
  /** How long one attempt may take, in ms. */
  readonly attemptMs: number;
  /** How long all attempts together may take, in ms. */
  readonly totalMs: number;
  /** The largest answer that is read, in bytes. */
  readonly maxBytes: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** A service with the interface of Open Exchange Rates (docs.openexchangerates.org). */
export const primaryRates: UpstreamDeclaration = {
  name: 'rates-primary',
  askedBy: ['fetch'],
  urlSetting: 'RATES_PRIMARY_URL',
  account: { keySetting: 'RATES_PRIMARY_KEY', publicUrl: 'https://openexchangerates.org/api' },
  attemptMs: 2_000,
  totalMs: 3_000,
  maxBytes: MIB,
};

/** A service with the interface of currencyapi.com (currencyapi.com/docs). */
export const secondaryRates: UpstreamDeclaration = {
  name: 'rates-secondary',
  askedBy: ['fetch'],
  urlSetting: 'RATES_SECONDARY_URL',
  account: { keySetting: 'RATES_SECONDARY_KEY', publicUrl: 'https://api.currencyapi.com' },
  attemptMs: 1_500,
  totalMs: 2_500,
  maxBytes: 4 * MIB,
};

/** The euro foreign exchange reference rates of the European Central Bank (ecb.europa.eu). */
export const centralBankRates: UpstreamDeclaration = {
  name: 'central-bank',
  askedBy: ['fetch'],
  urlSetting: 'CENTRAL_BANK_URL',
  attemptMs: 3_000,
  totalMs: 4_000,
  maxBytes: 24 * MIB,
};

/** The video platform's Data API, version 3 (developers.google.com/youtube/v3/docs). */
export const videoPlatform: UpstreamDeclaration = {
  name: 'video-platform',
  askedBy: ['fetch', 'content'],
  urlSetting: 'VIDEO_PLATFORM_URL',
  account: { keySetting: 'VIDEO_PLATFORM_KEYS', publicUrl: 'https://youtube.googleapis.com' },
  attemptMs: 2_500,
  totalMs: 5_000,
  maxBytes: 2 * MIB,
};

/** Services of suggestions answer while somebody types. */
const suggestions = { askedBy: ['fetch'], attemptMs: 1_500, totalMs: 3_000, maxBytes: 256 * KIB } as const;

export const videoSuggestions: UpstreamDeclaration = {
  name: 'video-suggest',
  urlSetting: 'VIDEO_SUGGEST_URL',
  ...suggestions,
};

export const webSuggestions: UpstreamDeclaration = {
  name: 'web-suggest',
  urlSetting: 'WEB_SUGGEST_URL',
  ...suggestions,
};

/** A service with the interface of the Popnable API, version 2 (github.com/popnable/popnable-api). */
export const musicCharts: UpstreamDeclaration = {
  name: 'music',
  askedBy: ['fetch'],
  urlSetting: 'MUSIC_URL',
  account: { keySetting: 'MUSIC_KEY', publicUrl: 'https://popnable.com/api/v2' },
  attemptMs: 3_000,
  totalMs: 6_000,
  maxBytes: 4 * MIB,
};

/** Every service that is asked over HTTP; the language model and the DNS are asked in their own ways. */
export const upstreamDeclarations: readonly UpstreamDeclaration[] = [
  primaryRates,
  secondaryRates,
  centralBankRates,
  videoPlatform,
  videoSuggestions,
  webSuggestions,
  musicCharts,
];
