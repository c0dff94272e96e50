// Made from the catalogue by `npm run generate:client`; changes here are lost.

import { Client } from '../client.js';
import type { CallOptions } from '../options.js';
import { withQuery } from '../transport.js';
import {
  type CurrencyConvertAnswer,
  type CurrencyConvertRequest,
  type CurrencyCurrenciesAnswer,
  type CurrencyCurrenciesRequest,
  type CurrencyHistoricalAnswer,
  type CurrencyHistoricalRequest,
  type CurrencyPlatformsAnswer,
  type CurrencyPlatformsRequest,
  type CurrencyRatesAnswer,
  type CurrencyRatesRequest,
  currency,
} from './currency.js';
import { type DeviceAnalyzeAnswer, type DeviceAnalyzeRequest, deviceAnalyze } from './device-analyze.js';
import {
  type HoroscopeBiorhythmAnswer,
  type HoroscopeBiorhythmRequest,
  type HoroscopeChineseYearForecastAnswer,
  type HoroscopeChineseYearForecastRequest,
  type HoroscopeChineseZodiacAnswer,
  type HoroscopeChineseZodiacRequest,
  type HoroscopeCompatibilityAnswer,
  type HoroscopeCompatibilityRequest,
  type HoroscopeDailyHoroscopeAnswer,
  type HoroscopeDailyHoroscopeRequest,
  type HoroscopeMonthlyHoroscopeAnswer,
  type HoroscopeMonthlyHoroscopeRequest,
  type HoroscopeMoonPhaseReportAnswer,
  type HoroscopeMoonPhaseReportRequest,
  type HoroscopeTarotReadingAnswer,
  type HoroscopeTarotReadingRequest,
  type HoroscopeWeeklyHoroscopeAnswer,
  type HoroscopeWeeklyHoroscopeRequest,
  type HoroscopeZodiacProfileAnswer,
  type HoroscopeZodiacProfileRequest,
  horoscope,
} from './horoscope.js';
import { type MailcheckerAnswer, type MailcheckerRequest, mailchecker } from './mailchecker.js';
import { type MusicChartDataAnswer, type MusicChartDataRequest, music } from './music.js';
import {
  type NumerologyChallengeNumbersAnswer,
  type NumerologyChallengeNumbersRequest,
  type NumerologyExpressionNumberAnswer,
  type NumerologyExpressionNumberRequest,
  type NumerologyLifepathNumberAnswer,
  type NumerologyLifepathNumberRequest,
  type NumerologyNumerologicalNumbersAnswer,
  type NumerologyNumerologicalNumbersRequest,
  type NumerologyPersonalDayPredictionAnswer,
  type NumerologyPersonalDayPredictionRequest,
  type NumerologyPersonalityNumberAnswer,
  type NumerologyPersonalityNumberRequest,
  type NumerologyPersonalMonthPredictionAnswer,
  type NumerologyPersonalMonthPredictionRequest,
  type NumerologyPersonalYearPredictionAnswer,
  type NumerologyPersonalYearPredictionRequest,
  type NumerologySoulUrgeNumberAnswer,
  type NumerologySoulUrgeNumberRequest,
  type NumerologySubconsciousSelfNumberAnswer,
  type NumerologySubconsciousSelfNumberRequest,
  numerology,
} from './numerology.js';
import { type QrCodeGenerateAnswer, type QrCodeGenerateRequest, qrCode } from './qr-code.js';
import { type QrExperienceGenerateAnswer, type QrExperienceGenerateRequest, qrExperience } from './qr-experience.js';
import {
  type QrScanEventAnswer,
  type QrScanEventRequest,
  type QrScanScanAnswer,
  type QrScanScanRequest,
  qrScan,
} from './qr-scan.js';
import { type VatAnswer, type VatRequest, vat } from './vat.js';
import {
  type VideoPlatformChannelAuditAnswer,
  type VideoPlatformChannelAuditRequest,
  type VideoPlatformChannelFindIdAnswer,
  type VideoPlatformChannelFindIdRequest,
  type VideoPlatformChannelInfoAnswer,
  type VideoPlatformChannelInfoRequest,
  type VideoPlatformChannelPlaylistsAnswer,
  type VideoPlatformChannelPlaylistsRequest,
  type VideoPlatformChannelRegionRestrictionsAnswer,
  type VideoPlatformChannelRegionRestrictionsRequest,
  type VideoPlatformChannelSearchAnswer,
  type VideoPlatformChannelSearchRequest,
  type VideoPlatformChannelSettingsAnswer,
  type VideoPlatformChannelSettingsRequest,
  type VideoPlatformChannelStatisticsAnswer,
  type VideoPlatformChannelStatisticsRequest,
  type VideoPlatformChannelSubscribeLinkGeneratorAnswer,
  type VideoPlatformChannelSubscribeLinkGeneratorRequest,
  type VideoPlatformChannelThumbnailAnswer,
  type VideoPlatformChannelThumbnailRequest,
  type VideoPlatformChannelVideosAnswer,
  type VideoPlatformChannelVideosRequest,
  videoPlatformChannel,
} from './video-platform-channel.js';
import {
  type VideoPlatformGenerateAllInOneGeneratorAnswer,
  type VideoPlatformGenerateAllInOneGeneratorRequest,
  type VideoPlatformGenerateChannelDescriptionGeneratorAnswer,
  type VideoPlatformGenerateChannelDescriptionGeneratorRequest,
  type VideoPlatformGenerateChannelNameIdeasAnswer,
  type VideoPlatformGenerateChannelNameIdeasRequest,
  type VideoPlatformGenerateCommentGeneratorAnswer,
  type VideoPlatformGenerateCommentGeneratorRequest,
  type VideoPlatformGenerateDescriptionGeneratorAnswer,
  type VideoPlatformGenerateDescriptionGeneratorRequest,
  type VideoPlatformGenerateHashtagGeneratorAnswer,
  type VideoPlatformGenerateHashtagGeneratorRequest,
  type VideoPlatformGenerateScriptGeneratorAnswer,
  type VideoPlatformGenerateScriptGeneratorRequest,
  type VideoPlatformGenerateSocialPostGeneratorAnswer,
  type VideoPlatformGenerateSocialPostGeneratorRequest,
  type VideoPlatformGenerateTagGeneratorAnswer,
  type VideoPlatformGenerateTagGeneratorRequest,
  type VideoPlatformGenerateTitleGeneratorAnswer,
  type VideoPlatformGenerateTitleGeneratorRequest,
  videoPlatformGenerate,
} from './video-platform-generate.js';
import {
  type VideoPlatformSearchAutocompleteAnswer,
  type VideoPlatformSearchAutocompleteRequest,
  type VideoPlatformSearchChannelsAnswer,
  type VideoPlatformSearchChannelsRequest,
  type VideoPlatformSearchPlaylistsAnswer,
  type VideoPlatformSearchPlaylistsRequest,
  type VideoPlatformSearchVideosAnswer,
  type VideoPlatformSearchVideosRequest,
  videoPlatformSearch,
} from './video-platform-search.js';
import {
  type WebSearchSearchAutocompleteAnswer,
  type WebSearchSearchAutocompleteRequest,
  webSearch,
} from './web-search.js';

export * from './currency.js';
export * from './device-analyze.js';
export * from './horoscope.js';
export * from './mailchecker.js';
export * from './music.js';
export * from './numerology.js';
export * from './qr-code.js';
export * from './qr-experience.js';
export * from './qr-scan.js';
export * from './vat.js';
export * from './video-platform-channel.js';
export * from './video-platform-generate.js';
export * from './video-platform-search.js';
export * from './web-search.js';

export interface AccountRequest {
  [k: string]: unknown;
}

export interface AccountAnswer {
  account: string;
  name: string;
  /**
   * Credits that can be spent
   */
  balance: number;
  /**
   * Credits held for calls that are under way
   */
  held: number;
  lots: {
    id: string;
    bought_at: string;
    expires_at: string;
    credits_left: number;
  }[];
  key: {
    id: string;
    name: string;
    prefix: string;
    scopes: string[];
    active: boolean;
    expires_at: string | null;
  };
  limits: {
    [k: string]: number;
  };
}

export interface UsageRequest {
  /**
   * First day (UTC), by default 29 days before the last
   */
  from?: string;
  /**
   * Last day (UTC), by default today
   */
  to?: string;
  group_by?: 'day' | 'endpoint' | 'key';
  /**
   * Rows per page
   */
  limit?: number;
  /**
   * The `next` of the page before
   */
  after?: string;
}

export interface UsageAnswer {
  from: string;
  to: string;
  group_by: string;
  rows: {
    group: string;
    calls: number;
    credits: number;
    statuses: {
      [k: string]: number;
    };
  }[];
  next: string | null;
}

export interface CreateTokenRequest {
  /**
   * Groups that it may call; by default the key's
   */
  scopes?: string[];
  /**
   * Seconds until it expires
   */
  expires_in?: number;
  /**
   * The one origin that it works from: an origin such as https://example.com
   */
  origin?: string;
}

export interface CreateTokenAnswer {
  token: string;
  expires_at: string;
  scopes: string[];
  origin: string | null;
}

/** Requests and answers of all endpoints, by id. */
export type Endpoints = {
  'horoscope/biorhythm': { request: HoroscopeBiorhythmRequest; answer: HoroscopeBiorhythmAnswer };
  'horoscope/chinese-year-forecast': {
    request: HoroscopeChineseYearForecastRequest;
    answer: HoroscopeChineseYearForecastAnswer;
  };
  'horoscope/chinese-zodiac': { request: HoroscopeChineseZodiacRequest; answer: HoroscopeChineseZodiacAnswer };
  'horoscope/compatibility': { request: HoroscopeCompatibilityRequest; answer: HoroscopeCompatibilityAnswer };
  'horoscope/daily-horoscope': { request: HoroscopeDailyHoroscopeRequest; answer: HoroscopeDailyHoroscopeAnswer };
  'horoscope/monthly-horoscope': { request: HoroscopeMonthlyHoroscopeRequest; answer: HoroscopeMonthlyHoroscopeAnswer };
  'horoscope/moon-phase-report': { request: HoroscopeMoonPhaseReportRequest; answer: HoroscopeMoonPhaseReportAnswer };
  'horoscope/tarot-reading': { request: HoroscopeTarotReadingRequest; answer: HoroscopeTarotReadingAnswer };
  'horoscope/weekly-horoscope': { request: HoroscopeWeeklyHoroscopeRequest; answer: HoroscopeWeeklyHoroscopeAnswer };
  'horoscope/zodiac-profile': { request: HoroscopeZodiacProfileRequest; answer: HoroscopeZodiacProfileAnswer };
  'numerology/challenge-numbers': {
    request: NumerologyChallengeNumbersRequest;
    answer: NumerologyChallengeNumbersAnswer;
  };
  'numerology/expression-number': {
    request: NumerologyExpressionNumberRequest;
    answer: NumerologyExpressionNumberAnswer;
  };
  'numerology/lifepath-number': { request: NumerologyLifepathNumberRequest; answer: NumerologyLifepathNumberAnswer };
  'numerology/numerological-numbers': {
    request: NumerologyNumerologicalNumbersRequest;
    answer: NumerologyNumerologicalNumbersAnswer;
  };
  'numerology/personal-day-prediction': {
    request: NumerologyPersonalDayPredictionRequest;
    answer: NumerologyPersonalDayPredictionAnswer;
  };
  'numerology/personal-month-prediction': {
    request: NumerologyPersonalMonthPredictionRequest;
    answer: NumerologyPersonalMonthPredictionAnswer;
  };
  'numerology/personal-year-prediction': {
    request: NumerologyPersonalYearPredictionRequest;
    answer: NumerologyPersonalYearPredictionAnswer;
  };
  'numerology/personality-number': {
    request: NumerologyPersonalityNumberRequest;
    answer: NumerologyPersonalityNumberAnswer;
  };
  'numerology/soul-urge-number': { request: NumerologySoulUrgeNumberRequest; answer: NumerologySoulUrgeNumberAnswer };
  'numerology/subconscious-self-number': {
    request: NumerologySubconsciousSelfNumberRequest;
    answer: NumerologySubconsciousSelfNumberAnswer;
  };
  'video-platform/generate/all-in-one-generator': {
    request: VideoPlatformGenerateAllInOneGeneratorRequest;
    answer: VideoPlatformGenerateAllInOneGeneratorAnswer;
  };
  'video-platform/generate/channel-description-generator': {
    request: VideoPlatformGenerateChannelDescriptionGeneratorRequest;
    answer: VideoPlatformGenerateChannelDescriptionGeneratorAnswer;
  };
  'video-platform/generate/channel-name-ideas': {
    request: VideoPlatformGenerateChannelNameIdeasRequest;
    answer: VideoPlatformGenerateChannelNameIdeasAnswer;
  };
  'video-platform/generate/comment-generator': {
    request: VideoPlatformGenerateCommentGeneratorRequest;
    answer: VideoPlatformGenerateCommentGeneratorAnswer;
  };
  'video-platform/generate/description-generator': {
    request: VideoPlatformGenerateDescriptionGeneratorRequest;
    answer: VideoPlatformGenerateDescriptionGeneratorAnswer;
  };
  'video-platform/generate/hashtag-generator': {
    request: VideoPlatformGenerateHashtagGeneratorRequest;
    answer: VideoPlatformGenerateHashtagGeneratorAnswer;
  };
  'video-platform/generate/script-generator': {
    request: VideoPlatformGenerateScriptGeneratorRequest;
    answer: VideoPlatformGenerateScriptGeneratorAnswer;
  };
  'video-platform/generate/social-post-generator': {
    request: VideoPlatformGenerateSocialPostGeneratorRequest;
    answer: VideoPlatformGenerateSocialPostGeneratorAnswer;
  };
  'video-platform/generate/tag-generator': {
    request: VideoPlatformGenerateTagGeneratorRequest;
    answer: VideoPlatformGenerateTagGeneratorAnswer;
  };
  'video-platform/generate/title-generator': {
    request: VideoPlatformGenerateTitleGeneratorRequest;
    answer: VideoPlatformGenerateTitleGeneratorAnswer;
  };
  'video-platform/channel/audit': {
    request: VideoPlatformChannelAuditRequest;
    answer: VideoPlatformChannelAuditAnswer;
  };
  'video-platform/channel/find-id': {
    request: VideoPlatformChannelFindIdRequest;
    answer: VideoPlatformChannelFindIdAnswer;
  };
  'video-platform/channel/info': { request: VideoPlatformChannelInfoRequest; answer: VideoPlatformChannelInfoAnswer };
  'video-platform/channel/playlists': {
    request: VideoPlatformChannelPlaylistsRequest;
    answer: VideoPlatformChannelPlaylistsAnswer;
  };
  'video-platform/channel/region-restrictions': {
    request: VideoPlatformChannelRegionRestrictionsRequest;
    answer: VideoPlatformChannelRegionRestrictionsAnswer;
  };
  'video-platform/channel/search': {
    request: VideoPlatformChannelSearchRequest;
    answer: VideoPlatformChannelSearchAnswer;
  };
  'video-platform/channel/settings': {
    request: VideoPlatformChannelSettingsRequest;
    answer: VideoPlatformChannelSettingsAnswer;
  };
  'video-platform/channel/statistics': {
    request: VideoPlatformChannelStatisticsRequest;
    answer: VideoPlatformChannelStatisticsAnswer;
  };
  'video-platform/channel/subscribe-link-generator': {
    request: VideoPlatformChannelSubscribeLinkGeneratorRequest;
    answer: VideoPlatformChannelSubscribeLinkGeneratorAnswer;
  };
  'video-platform/channel/thumbnail': {
    request: VideoPlatformChannelThumbnailRequest;
    answer: VideoPlatformChannelThumbnailAnswer;
  };
  'video-platform/channel/videos': {
    request: VideoPlatformChannelVideosRequest;
    answer: VideoPlatformChannelVideosAnswer;
  };
  'video-platform/search/autocomplete': {
    request: VideoPlatformSearchAutocompleteRequest;
    answer: VideoPlatformSearchAutocompleteAnswer;
  };
  'video-platform/search/channels': {
    request: VideoPlatformSearchChannelsRequest;
    answer: VideoPlatformSearchChannelsAnswer;
  };
  'video-platform/search/playlists': {
    request: VideoPlatformSearchPlaylistsRequest;
    answer: VideoPlatformSearchPlaylistsAnswer;
  };
  'video-platform/search/videos': {
    request: VideoPlatformSearchVideosRequest;
    answer: VideoPlatformSearchVideosAnswer;
  };
  'qr-code/generate': { request: QrCodeGenerateRequest; answer: QrCodeGenerateAnswer };
  'qr-experience/generate': { request: QrExperienceGenerateRequest; answer: QrExperienceGenerateAnswer };
  'qr-scan/event': { request: QrScanEventRequest; answer: QrScanEventAnswer };
  'qr-scan/scan': { request: QrScanScanRequest; answer: QrScanScanAnswer };
  mailchecker: { request: MailcheckerRequest; answer: MailcheckerAnswer };
  'device-analyze': { request: DeviceAnalyzeRequest; answer: DeviceAnalyzeAnswer };
  'web-search/search/autocomplete': {
    request: WebSearchSearchAutocompleteRequest;
    answer: WebSearchSearchAutocompleteAnswer;
  };
  vat: { request: VatRequest; answer: VatAnswer };
  'currency/convert': { request: CurrencyConvertRequest; answer: CurrencyConvertAnswer };
  'currency/currencies': { request: CurrencyCurrenciesRequest; answer: CurrencyCurrenciesAnswer };
  'currency/historical': { request: CurrencyHistoricalRequest; answer: CurrencyHistoricalAnswer };
  'currency/platforms': { request: CurrencyPlatformsRequest; answer: CurrencyPlatformsAnswer };
  'currency/rates': { request: CurrencyRatesRequest; answer: CurrencyRatesAnswer };
  'music/chart-data': { request: MusicChartDataRequest; answer: MusicChartDataAnswer };
};

/** The service: every endpoint is a method of its group. */
export class UtilityApi extends Client<Endpoints> {
  /** Calculated zodiac profiles, horoscopes, compatibility, tarot, Chinese zodiac, moon phases and biorhythm. */
  readonly horoscope = horoscope(this.transport);

  /** Pythagorean numbers from a birth date and a full name, each with a written reading. */
  readonly numerology = numerology(this.transport);

  /** Titles, descriptions, tags, scripts and posts for videos and channels. */
  readonly videoPlatformGenerate = videoPlatformGenerate(this.transport);

  /** Facts, videos, playlists, statistics and an audit of channels of the video platform. */
  readonly videoPlatformChannel = videoPlatformChannel(this.transport);

  /** Videos, channels and playlists of the video platform by words, and suggestions while typing. */
  readonly videoPlatformSearch = videoPlatformSearch(this.transport);

  /** QR image rendering. */
  readonly qrCode = qrCode(this.transport);

  /** Hosted mobile pages behind QR codes. */
  readonly qrExperience = qrExperience(this.transport);

  /** Scan and event logging. */
  readonly qrScan = qrScan(this.transport);

  /** Quality, trust and risk rating of one email address. */
  readonly mailchecker = mailchecker(this.transport);

  /** Browser, engine, OS, device and bot detection from a User-Agent string. */
  readonly deviceAnalyze = deviceAnalyze(this.transport);

  /** Query suggestions. */
  readonly webSearch = webSearch(this.transport);

  /** VAT arithmetic with country profiles. */
  readonly vat = vat(this.transport);

  /** Currency list, exchange rates, conversion with a comparison of providers, history. */
  readonly currency = currency(this.transport);

  /** Songs, artists, trends, charts and videos, chosen by an action. */
  readonly music = music(this.transport);

  /** The balance of the account, its purchases with their expiry, and the key that asks. Free. */
  account(request: AccountRequest = {}, options?: CallOptions): Promise<AccountAnswer> {
    return this.transport.ask({ method: 'GET', path: withQuery('/v1/account', request) }, options);
  }

  /** Calls, credits and statuses of the account by day, endpoint or key. Free. */
  usage(request: UsageRequest = {}, options?: CallOptions): Promise<UsageAnswer> {
    return this.transport.ask({ method: 'GET', path: withQuery('/v1/usage', request) }, options);
  }

  /** Get a short-lived token for a browser, with no more rights than the key. Free. */
  createToken(request: CreateTokenRequest = {}, options?: CallOptions): Promise<CreateTokenAnswer> {
    return this.transport.ask({ method: 'POST', path: '/v1/tokens', body: request }, options);
  }
}
