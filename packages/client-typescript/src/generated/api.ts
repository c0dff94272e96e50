// Made from openapi.json by `npm run generate`; changes here are lost.

import { Client } from '../client.js';
import type { CallOptions } from '../options.js';
import type { Endpoints, Routes } from './exchanges.js';
import type * as types from './schema.js';

/** The service: every endpoint is a method of its group. */
export class UtilityApi extends Client<Endpoints, Routes> {
  /**
   * Calculated zodiac profiles, horoscopes, compatibility, tarot, Chinese zodiac, moon phases and biorhythm.
   */
  readonly horoscope = {
    /**
     * The 23, 28 and 33 day cycles of a birth date on one day.
     * birth_date and date must be from 1800 to 2200.
     * `POST /v1/horoscope/biorhythm`, 0.02 credits.
     */
    biorhythm: (
      request: types.HoroscopeBiorhythmRequest,
      options?: CallOptions,
    ): Promise<types.HoroscopeBiorhythmAnswer> => this.call('horoscope/biorhythm', request, options),

    /**
     * What a lunar year holds for a birth year.
     * One of birth_year, birth_date is required.
     * birth_date must be from 1800 to 2200.
     * `POST /v1/horoscope/chinese-year-forecast`, 0.02 credits.
     */
    chineseYearForecast: (
      request: types.HoroscopeChineseYearForecastRequest,
      options?: CallOptions,
    ): Promise<types.HoroscopeChineseYearForecastAnswer> =>
      this.call('horoscope/chinese-year-forecast', request, options),

    /**
     * The animal and element of a birth year, by the real lunar new year.
     * One of birth_year, birth_date is required.
     * birth_date must be from 1800 to 2200.
     * `POST /v1/horoscope/chinese-zodiac`, 0.02 credits.
     */
    chineseZodiac: (
      request: types.HoroscopeChineseZodiacRequest,
      options?: CallOptions,
    ): Promise<types.HoroscopeChineseZodiacAnswer> => this.call('horoscope/chinese-zodiac', request, options),

    /**
     * How two signs, or two birth dates, get on in love, friendship and talk.
     * Each side needs its sign or its birth date.
     * birth_date_a and birth_date_b must be from 1800 to 2200.
     * `POST /v1/horoscope/compatibility`, 0.02 credits.
     */
    compatibility: (
      request: types.HoroscopeCompatibilityRequest,
      options?: CallOptions,
    ): Promise<types.HoroscopeCompatibilityAnswer> => this.call('horoscope/compatibility', request, options),

    /**
     * The horoscope of one sign for one day.
     * One of sign, birth_date is required.
     * birth_date and date must be from 1800 to 2200.
     * `POST /v1/horoscope/daily-horoscope`, 0.02 credits.
     */
    dailyHoroscope: (
      request: types.HoroscopeDailyHoroscopeRequest,
      options?: CallOptions,
    ): Promise<types.HoroscopeDailyHoroscopeAnswer> => this.call('horoscope/daily-horoscope', request, options),

    /**
     * The horoscope of one sign for one month.
     * One of sign, birth_date is required.
     * birth_date and month must be from 1800 to 2200.
     * `POST /v1/horoscope/monthly-horoscope`, 0.02 credits.
     */
    monthlyHoroscope: (
      request: types.HoroscopeMonthlyHoroscopeRequest,
      options?: CallOptions,
    ): Promise<types.HoroscopeMonthlyHoroscopeAnswer> => this.call('horoscope/monthly-horoscope', request, options),

    /**
     * The moon on one day: phase, light, sign, the next new and full moon, and what to do with them.
     * date and birth_date must be from 1800 to 2200.
     * `POST /v1/horoscope/moon-phase-report`, 0.02 credits.
     */
    moonPhaseReport: (
      request: types.HoroscopeMoonPhaseReportRequest,
      options?: CallOptions,
    ): Promise<types.HoroscopeMoonPhaseReportAnswer> => this.call('horoscope/moon-phase-report', request, options),

    /**
     * Draw tarot cards at random and read them in their positions.
     * birth_date must be from 1800 to 2200.
     * `POST /v1/horoscope/tarot-reading`, 0.03 credits.
     */
    tarotReading: (
      request: types.HoroscopeTarotReadingRequest,
      options?: CallOptions,
    ): Promise<types.HoroscopeTarotReadingAnswer> => this.call('horoscope/tarot-reading', request, options),

    /**
     * The horoscope of one sign for the current week, Monday to Sunday.
     * One of sign, birth_date is required.
     * birth_date must be from 1800 to 2200.
     * `POST /v1/horoscope/weekly-horoscope`, 0.02 credits.
     */
    weeklyHoroscope: (
      request: types.HoroscopeWeeklyHoroscopeRequest,
      options?: CallOptions,
    ): Promise<types.HoroscopeWeeklyHoroscopeAnswer> => this.call('horoscope/weekly-horoscope', request, options),

    /**
     * The character of a zodiac sign, or of a birth chart.
     * One of sign, birth_date is required.
     * birth_date must be from 1800 to 2200.
     * `POST /v1/horoscope/zodiac-profile`, 0.02 credits.
     */
    zodiacProfile: (
      request: types.HoroscopeZodiacProfileRequest,
      options?: CallOptions,
    ): Promise<types.HoroscopeZodiacProfileAnswer> => this.call('horoscope/zodiac-profile', request, options),
  };

  /**
   * Pythagorean numbers from a birth date and a full name, each with a written reading.
   */
  readonly numerology = {
    /**
     * The four challenges of a birth date.
     * `POST /v1/numerology/challenge-numbers`, 0.02 credits.
     */
    challengeNumbers: (
      request: types.NumerologyChallengeNumbersRequest,
      options?: CallOptions,
    ): Promise<types.NumerologyChallengeNumbersAnswer> => this.call('numerology/challenge-numbers', request, options),

    /**
     * The number of all letters of a name: what its bearer can do.
     * `POST /v1/numerology/expression-number`, 0.02 credits.
     */
    expressionNumber: (
      request: types.NumerologyExpressionNumberRequest,
      options?: CallOptions,
    ): Promise<types.NumerologyExpressionNumberAnswer> => this.call('numerology/expression-number', request, options),

    /**
     * The life path number of a birth date.
     * `POST /v1/numerology/lifepath-number`, 0.02 credits.
     */
    lifepathNumber: (
      request: types.NumerologyLifepathNumberRequest,
      options?: CallOptions,
    ): Promise<types.NumerologyLifepathNumberAnswer> => this.call('numerology/lifepath-number', request, options),

    /**
     * All numbers of a birth date and, when given, a full name.
     * `POST /v1/numerology/numerological-numbers`, 0.03 credits.
     */
    numerologicalNumbers: (
      request: types.NumerologyNumerologicalNumbersRequest,
      options?: CallOptions,
    ): Promise<types.NumerologyNumerologicalNumbersAnswer> =>
      this.call('numerology/numerological-numbers', request, options),

    /**
     * The personal day number of a birth date on one day.
     * `POST /v1/numerology/personal-day-prediction`, 0.02 credits.
     */
    personalDayPrediction: (
      request: types.NumerologyPersonalDayPredictionRequest,
      options?: CallOptions,
    ): Promise<types.NumerologyPersonalDayPredictionAnswer> =>
      this.call('numerology/personal-day-prediction', request, options),

    /**
     * The personal month number of a birth date in one month.
     * `POST /v1/numerology/personal-month-prediction`, 0.02 credits.
     */
    personalMonthPrediction: (
      request: types.NumerologyPersonalMonthPredictionRequest,
      options?: CallOptions,
    ): Promise<types.NumerologyPersonalMonthPredictionAnswer> =>
      this.call('numerology/personal-month-prediction', request, options),

    /**
     * The personal year number of a birth date in one year.
     * `POST /v1/numerology/personal-year-prediction`, 0.02 credits.
     */
    personalYearPrediction: (
      request: types.NumerologyPersonalYearPredictionRequest,
      options?: CallOptions,
    ): Promise<types.NumerologyPersonalYearPredictionAnswer> =>
      this.call('numerology/personal-year-prediction', request, options),

    /**
     * The number of the consonants of a name: how others see its bearer.
     * `POST /v1/numerology/personality-number`, 0.02 credits.
     */
    personalityNumber: (
      request: types.NumerologyPersonalityNumberRequest,
      options?: CallOptions,
    ): Promise<types.NumerologyPersonalityNumberAnswer> => this.call('numerology/personality-number', request, options),

    /**
     * The number of the vowels of a name: what its bearer wants.
     * `POST /v1/numerology/soul-urge-number`, 0.02 credits.
     */
    soulUrgeNumber: (
      request: types.NumerologySoulUrgeNumberRequest,
      options?: CallOptions,
    ): Promise<types.NumerologySoulUrgeNumberAnswer> => this.call('numerology/soul-urge-number', request, options),

    /**
     * How many of the digits 1 to 9 a name holds: what its bearer falls back on.
     * `POST /v1/numerology/subconscious-self-number`, 0.02 credits.
     */
    subconsciousSelfNumber: (
      request: types.NumerologySubconsciousSelfNumberRequest,
      options?: CallOptions,
    ): Promise<types.NumerologySubconsciousSelfNumberAnswer> =>
      this.call('numerology/subconscious-self-number', request, options),
  };

  /**
   * Titles, descriptions, tags, scripts and posts for videos and channels.
   */
  readonly videoPlatformGenerate = {
    /**
     * Write the title, the description and the tags of a video that belong together.
     * `POST /v1/video-platform/generate/all-in-one-generator`, 0.1 credits.
     */
    allInOneGenerator: (
      request: types.VideoPlatformGenerateAllInOneGeneratorRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformGenerateAllInOneGeneratorAnswer> =>
      this.call('video-platform/generate/all-in-one-generator', request, options),

    /**
     * Write the description of a channel.
     * `POST /v1/video-platform/generate/channel-description-generator`, 0.009 credits.
     */
    channelDescriptionGenerator: (
      request: types.VideoPlatformGenerateChannelDescriptionGeneratorRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformGenerateChannelDescriptionGeneratorAnswer> =>
      this.call('video-platform/generate/channel-description-generator', request, options),

    /**
     * Suggest ten names for a channel.
     * `POST /v1/video-platform/generate/channel-name-ideas`, 0.009 credits.
     */
    channelNameIdeas: (
      request: types.VideoPlatformGenerateChannelNameIdeasRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformGenerateChannelNameIdeasAnswer> =>
      this.call('video-platform/generate/channel-name-ideas', request, options),

    /**
     * Write a comment under a video.
     * `POST /v1/video-platform/generate/comment-generator`, 0.01 credits.
     */
    commentGenerator: (
      request: types.VideoPlatformGenerateCommentGeneratorRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformGenerateCommentGeneratorAnswer> =>
      this.call('video-platform/generate/comment-generator', request, options),

    /**
     * Write the description of a video.
     * `POST /v1/video-platform/generate/description-generator`, 0.02 credits.
     */
    descriptionGenerator: (
      request: types.VideoPlatformGenerateDescriptionGeneratorRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformGenerateDescriptionGeneratorAnswer> =>
      this.call('video-platform/generate/description-generator', request, options),

    /**
     * Find hashtags for a video.
     * `POST /v1/video-platform/generate/hashtag-generator`, 0.009 credits.
     */
    hashtagGenerator: (
      request: types.VideoPlatformGenerateHashtagGeneratorRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformGenerateHashtagGeneratorAnswer> =>
      this.call('video-platform/generate/hashtag-generator', request, options),

    /**
     * Write the script of a video.
     * `POST /v1/video-platform/generate/script-generator`, 0.05 credits.
     */
    scriptGenerator: (
      request: types.VideoPlatformGenerateScriptGeneratorRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformGenerateScriptGeneratorAnswer> =>
      this.call('video-platform/generate/script-generator', request, options),

    /**
     * Write a post that announces a video.
     * `POST /v1/video-platform/generate/social-post-generator`, 0.01 credits.
     */
    socialPostGenerator: (
      request: types.VideoPlatformGenerateSocialPostGeneratorRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformGenerateSocialPostGeneratorAnswer> =>
      this.call('video-platform/generate/social-post-generator', request, options),

    /**
     * Find tags for a video.
     * `POST /v1/video-platform/generate/tag-generator`, 0.009 credits.
     */
    tagGenerator: (
      request: types.VideoPlatformGenerateTagGeneratorRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformGenerateTagGeneratorAnswer> =>
      this.call('video-platform/generate/tag-generator', request, options),

    /**
     * Write the title of a video.
     * `POST /v1/video-platform/generate/title-generator`, 0.009 credits.
     */
    titleGenerator: (
      request: types.VideoPlatformGenerateTitleGeneratorRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformGenerateTitleGeneratorAnswer> =>
      this.call('video-platform/generate/title-generator', request, options),
  };

  /**
   * Facts, videos, playlists, statistics and an audit of channels of the video platform.
   */
  readonly videoPlatformChannel = {
    /**
     * When a channel uploads best, how long its videos are and which do best.
     * after must not be later than before.
     * `POST /v1/video-platform/channel/audit`, 0.01 credits.
     */
    audit: (
      request: types.VideoPlatformChannelAuditRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformChannelAuditAnswer> => this.call('video-platform/channel/audit', request, options),

    /**
     * The id of a channel, from its handle or name.
     * `POST /v1/video-platform/channel/find-id`, 0.001 credits.
     */
    findId: (
      request: types.VideoPlatformChannelFindIdRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformChannelFindIdAnswer> => this.call('video-platform/channel/find-id', request, options),

    /**
     * Title, description, keywords, topics and country of a channel.
     * `POST /v1/video-platform/channel/info`, 0.005 credits.
     */
    info: (
      request: types.VideoPlatformChannelInfoRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformChannelInfoAnswer> => this.call('video-platform/channel/info', request, options),

    /**
     * Playlists of a channel.
     * after must not be later than before.
     * `POST /v1/video-platform/channel/playlists`, 0.009 credits.
     */
    playlists: (
      request: types.VideoPlatformChannelPlaylistsRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformChannelPlaylistsAnswer> =>
      this.call('video-platform/channel/playlists', request, options),

    /**
     * Whether a channel is made for kids.
     * `POST /v1/video-platform/channel/region-restrictions`, 0.003 credits.
     */
    regionRestrictions: (
      request: types.VideoPlatformChannelRegionRestrictionsRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformChannelRegionRestrictionsAnswer> =>
      this.call('video-platform/channel/region-restrictions', request, options),

    /**
     * Channels that match keywords or a handle.
     * after must not be later than before.
     * `POST /v1/video-platform/channel/search`, 0.009 credits.
     */
    search: (
      request: types.VideoPlatformChannelSearchRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformChannelSearchAnswer> => this.call('video-platform/channel/search', request, options),

    /**
     * Language, country and featured channels of a channel.
     * `POST /v1/video-platform/channel/settings`, 0.005 credits.
     */
    settings: (
      request: types.VideoPlatformChannelSettingsRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformChannelSettingsAnswer> =>
      this.call('video-platform/channel/settings', request, options),

    /**
     * Subscribers, views and number of videos of a channel.
     * `POST /v1/video-platform/channel/statistics`, 0.007 credits.
     */
    statistics: (
      request: types.VideoPlatformChannelStatisticsRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformChannelStatisticsAnswer> =>
      this.call('video-platform/channel/statistics', request, options),

    /**
     * A link that asks whoever opens it to subscribe to a channel.
     * `POST /v1/video-platform/channel/subscribe-link-generator`, 0.001 credits.
     */
    subscribeLinkGenerator: (
      request: types.VideoPlatformChannelSubscribeLinkGeneratorRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformChannelSubscribeLinkGeneratorAnswer> =>
      this.call('video-platform/channel/subscribe-link-generator', request, options),

    /**
     * The picture of a channel.
     * `POST /v1/video-platform/channel/thumbnail`, 0.001 credits.
     */
    thumbnail: (
      request: types.VideoPlatformChannelThumbnailRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformChannelThumbnailAnswer> =>
      this.call('video-platform/channel/thumbnail', request, options),

    /**
     * Videos of a channel.
     * after must not be later than before.
     * `POST /v1/video-platform/channel/videos`, 0.009 credits.
     */
    videos: (
      request: types.VideoPlatformChannelVideosRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformChannelVideosAnswer> => this.call('video-platform/channel/videos', request, options),
  };

  /**
   * Videos, channels and playlists of the video platform by words, and suggestions while typing.
   */
  readonly videoPlatformSearch = {
    /**
     * What people search for that begins like this.
     * `POST /v1/video-platform/search/autocomplete`, 0.01 credits.
     */
    autocomplete: (
      request: types.VideoPlatformSearchAutocompleteRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformSearchAutocompleteAnswer> =>
      this.call('video-platform/search/autocomplete', request, options),

    /**
     * Channels that match words.
     * `POST /v1/video-platform/search/channels`, 0.006 credits.
     */
    channels: (
      request: types.VideoPlatformSearchChannelsRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformSearchChannelsAnswer> =>
      this.call('video-platform/search/channels', request, options),

    /**
     * Playlists that match words.
     * `POST /v1/video-platform/search/playlists`, 0.006 credits.
     */
    playlists: (
      request: types.VideoPlatformSearchPlaylistsRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformSearchPlaylistsAnswer> =>
      this.call('video-platform/search/playlists', request, options),

    /**
     * Videos that match words.
     * `POST /v1/video-platform/search/videos`, 0.006 credits.
     */
    videos: (
      request: types.VideoPlatformSearchVideosRequest,
      options?: CallOptions,
    ): Promise<types.VideoPlatformSearchVideosAnswer> => this.call('video-platform/search/videos', request, options),
  };

  /**
   * QR image rendering.
   */
  readonly qrCode = {
    /**
     * Render up to 1,000 QR codes of one look into a ZIP archive.
     * `POST /v1/qr-code/batch`, 0.01 credits a code.
     */
    batch: (request: types.QrCodeBatchRequest, options?: CallOptions): Promise<types.QrCodeBatchAnswer> =>
      this.call('qr-code/batch', request, options),

    /**
     * Render a QR code as SVG, PDF, PNG, JPG or WEBP.
     * qr_code_text is required unless type is page, then page is.
     * `POST /v1/qr-code/generate`, 0.01 credits.
     */
    generate: (request: types.QrCodeGenerateRequest, options?: CallOptions): Promise<types.QrCodeGenerateAnswer> =>
      this.call('qr-code/generate', request, options),

    /**
     * Render a QR code as SVG, PDF, PNG, JPG or WEBP.
     * qr_code_text is required unless type is page, then page is.
     * `POST /v1/qr-code/generate`, 0.01 credits.
     * The answer is the file itself.
     */
    generateFile: (request: types.QrCodeGenerateRequest, options?: CallOptions): Promise<Blob> =>
      this.file('qr-code/generate', request, options),
  };

  /**
   * Hosted mobile pages behind QR codes.
   */
  readonly qrExperience = {
    /**
     * Create a hosted mobile page and the QR code that opens it.
     * `POST /v1/qr-experience/generate`, 0.02 credits.
     */
    generate: (
      request: types.QrExperienceGenerateRequest,
      options?: CallOptions,
    ): Promise<types.QrExperienceGenerateAnswer> => this.call('qr-experience/generate', request, options),

    /**
     * Create a hosted mobile page and the QR code that opens it.
     * `POST /v1/qr-experience/generate`, 0.02 credits.
     * The answer is the file itself.
     */
    generateFile: (request: types.QrExperienceGenerateRequest, options?: CallOptions): Promise<Blob> =>
      this.file('qr-experience/generate', request, options),
  };

  /**
   * Scan and event logging.
   */
  readonly qrScan = {
    /**
     * Log something that a visitor did.
     * `POST /v1/qr-scan/event`, 0.001 credits.
     */
    event: (request: types.QrScanEventRequest, options?: CallOptions): Promise<types.QrScanEventAnswer> =>
      this.call('qr-scan/event', request, options),

    /**
     * Log a scan of an experience.
     * `POST /v1/qr-scan/scan`, 0.001 credits.
     */
    scan: (request: types.QrScanScanRequest = {}, options?: CallOptions): Promise<types.QrScanScanAnswer> =>
      this.call('qr-scan/scan', request, options),
  };

  /**
   * Rate an email address by its syntax, its domain and what the DNS says of mail to it, without sending any.
   * `POST /v1/mailchecker`, 0.005 credits.
   */
  readonly mailchecker = (request: types.MailcheckerRequest, options?: CallOptions): Promise<types.MailcheckerAnswer> =>
    this.call('mailchecker', request, options);

  /**
   * Say what a User-Agent string tells of its browser, system and device.
   * `POST /v1/device-analyze`, 0.002 credits.
   */
  readonly deviceAnalyze = (
    request: types.DeviceAnalyzeRequest = {},
    options?: CallOptions,
  ): Promise<types.DeviceAnalyzeAnswer> => this.call('device-analyze', request, options);

  /**
   * Query suggestions.
   */
  readonly webSearch = {
    /**
     * What people search the web for that begins like this, up to ten.
     * `POST /v1/web-search/search/autocomplete`, 0.01 credits.
     */
    autocomplete: (
      request: types.WebSearchSearchAutocompleteRequest,
      options?: CallOptions,
    ): Promise<types.WebSearchSearchAutocompleteAnswer> =>
      this.call('web-search/search/autocomplete', request, options),
  };

  /**
   * Calculate VAT, or look up the VAT rates and profile of a country.
   * country_code is required for country-profile and country-rates.
   * `POST /v1/vat`, 0.001 credits.
   */
  readonly vat = (request: types.VatRequest, options?: CallOptions): Promise<types.VatAnswer> =>
    this.call('vat', request, options);

  /**
   * Currency list, exchange rates, conversion with a comparison of providers, history.
   */
  readonly currency = {
    /**
     * Convert an amount at the mid-market rate and compare what eight kinds of provider would give.
     * `POST /v1/currency/convert`, 0.009 credits.
     */
    convert: (request: types.CurrencyConvertRequest, options?: CallOptions): Promise<types.CurrencyConvertAnswer> =>
      this.call('currency/convert', request, options),

    /**
     * All currencies, crypto coins and precious metals that can be converted.
     * `POST /v1/currency/currencies`, 0.001 credits.
     */
    currencies: (
      request: types.CurrencyCurrenciesRequest = {},
      options?: CallOptions,
    ): Promise<types.CurrencyCurrenciesAnswer> => this.call('currency/currencies', request, options),

    /**
     * One rate of a pair for each day of up to a year; on days without publication the last published rate stands.
     * `POST /v1/currency/historical`, 0.02 credits.
     */
    historical: (
      request: types.CurrencyHistoricalRequest,
      options?: CallOptions,
    ): Promise<types.CurrencyHistoricalAnswer> => this.call('currency/historical', request, options),

    /**
     * Markups and fees of the eight kinds of provider that convert compares.
     * `POST /v1/currency/platforms`, 0.001 credits.
     */
    platforms: (
      request: types.CurrencyPlatformsRequest = {},
      options?: CallOptions,
    ): Promise<types.CurrencyPlatformsAnswer> => this.call('currency/platforms', request, options),

    /**
     * Exchange rates of one pair or of up to twenty.
     * Either pairs, or both from and to, is required.
     * `POST /v1/currency/rates`, 0.005 credits.
     */
    rates: (request: types.CurrencyRatesRequest, options?: CallOptions): Promise<types.CurrencyRatesAnswer> =>
      this.call('currency/rates', request, options),
  };

  /**
   * Songs, artists, trends, charts and videos, chosen by an action.
   */
  readonly music = {
    /**
     * Songs, artists, trends, charts and videos of the music charts of many countries.
     * Each action needs its own fields.
     * `POST /v1/music/chart-data`, 0.01 credits.
     */
    chartData: (request: types.MusicChartDataRequest, options?: CallOptions): Promise<types.MusicChartDataAnswer> =>
      this.call('music/chart-data', request, options),
  };

  /**
   * The balance of the account, its purchases with their expiry, and the key that asks.
   * `GET /v1/account`, free.
   */
  account(request: types.AccountRequest = {}, options?: CallOptions): Promise<types.AccountAnswer> {
    return this.ask('account', request, options);
  }

  /**
   * Say what the account is to be warned of: a balance that is low or does not last, and calls that fail.
   * `PATCH /v1/account`, free.
   */
  changeAccount(request: types.ChangeAccountRequest = {}, options?: CallOptions): Promise<types.ChangeAccountAnswer> {
    return this.ask('changeAccount', request, options);
  }

  /**
   * Calls, credits and statuses of the account by day, endpoint or key.
   * `GET /v1/usage`, free.
   */
  usage(request: types.UsageRequest = {}, options?: CallOptions): Promise<types.UsageAnswer> {
    return this.ask('usage', request, options);
  }

  /**
   * The account's calls of the last 30 days whose credits were taken, the latest first; those of other keys with `account:read`.
   * `GET /v1/requests`, free.
   */
  requests(request: types.RequestsRequest = {}, options?: CallOptions): Promise<types.RequestsAnswer> {
    return this.ask('requests', request, options);
  }

  /**
   * What became of one call: its credits, its job, its answer, step by step.
   * `GET /v1/requests/{request_id}`, free.
   */
  request(request: types.RequestRequest, options?: CallOptions): Promise<types.RequestAnswer> {
    return this.ask('request', request, options);
  }

  /**
   * Get a short-lived token for a browser, with no more rights than the key.
   * `POST /v1/tokens`, free.
   */
  createToken(request: types.CreateTokenRequest = {}, options?: CallOptions): Promise<types.CreateTokenAnswer> {
    return this.ask('createToken', request, options);
  }

  /**
   * The calls made with `Prefer: respond-async` in the last hour, the latest first; those of other keys with `account:read`.
   * `GET /v1/jobs`, free.
   */
  jobs(request: types.JobsRequest = {}, options?: CallOptions): Promise<types.JobsAnswer> {
    return this.ask('jobs', request, options);
  }

  /**
   * What can be bought, and at what price.
   * `GET /v1/account/packs`, free.
   */
  listPacks(request: types.ListPacksRequest = {}, options?: CallOptions): Promise<types.ListPacksAnswer> {
    return this.ask('listPacks', request, options);
  }

  /**
   * Order a pack; it is paid on the page at `url`, and credited when the payment provider confirms the payment.
   * `POST /v1/account/orders`, free.
   */
  buyCredits(request: types.BuyCreditsRequest, options?: CallOptions): Promise<types.BuyCreditsAnswer> {
    return this.ask('buyCredits', request, options);
  }

  /**
   * What the account has ordered and paid, automatic top-ups included, the latest first.
   * `GET /v1/account/orders`, free.
   */
  orders(request: types.OrdersRequest = {}, options?: CallOptions): Promise<types.OrdersAnswer> {
    return this.ask('orders', request, options);
  }

  /**
   * What became of an order, and where one goes on paying it while that is open.
   * `GET /v1/account/orders/{order}`, free.
   */
  order(request: types.OrderRequest, options?: CallOptions): Promise<types.OrderAnswer> {
    return this.ask('order', request, options);
  }

  /**
   * Cancel an open order: its payment page is closed, and the order expires. A payment that was made before is credited.
   * `POST /v1/account/orders/{order}/cancel`, free.
   */
  cancelOrder(request: types.CancelOrderRequest, options?: CallOptions): Promise<types.CancelOrderAnswer> {
    return this.ask('cancelOrder', request, options);
  }

  /**
   * When credits are bought automatically, and with which saved payment method.
   * `GET /v1/account/top-up`, free.
   */
  topUp(request: types.TopUpRequest = {}, options?: CallOptions): Promise<types.TopUpAnswer> {
    return this.ask('topUp', request, options);
  }

  /**
   * Buy a pack with the saved payment method whenever the balance is below an amount; on again after a decline.
   * `PUT /v1/account/top-up`, free.
   */
  setTopUp(request: types.SetTopUpRequest, options?: CallOptions): Promise<types.SetTopUpAnswer> {
    return this.ask('setTopUp', request, options);
  }

  /**
   * Buy nothing automatically any more; what is being paid for at the moment is still credited.
   * `DELETE /v1/account/top-up`, free.
   */
  endTopUp(request: types.EndTopUpRequest = {}, options?: CallOptions): Promise<types.EndTopUpAnswer> {
    return this.ask('endTopUp', request, options);
  }

  /**
   * The hosted pages of the account, the latest first.
   * `GET /v1/qr-experience`, free.
   */
  experiences(request: types.ExperiencesRequest = {}, options?: CallOptions): Promise<types.ExperiencesAnswer> {
    return this.ask('experiences', request, options);
  }

  /**
   * What a hosted page shows, whether it is shown, and its version, in the fields in which it can be sent back.
   * `GET /v1/qr-experience/{id}`, free.
   */
  experience(request: types.ExperienceRequest, options?: CallOptions): Promise<types.ExperienceAnswer> {
    return this.ask('experience', request, options);
  }

  /**
   * Change what a printed code shows, where it leads or whether it is shown, guarded by If-Match; what is not sent stays as it is, and what it was can be restored.
   * `PATCH /v1/qr-experience/{id}`, free.
   */
  changeExperience(
    request: types.ChangeExperienceRequest,
    options?: CallOptions,
  ): Promise<types.ChangeExperienceAnswer> {
    return this.ask('changeExperience', request, options);
  }

  /**
   * Delete a hosted page for good, with its versions, photos, visits, events and statistics, guarded by If-Match; its code and slug lead to a page that says so.
   * `DELETE /v1/qr-experience/{id}`, free.
   */
  deleteExperience(
    request: types.DeleteExperienceRequest,
    options?: CallOptions,
  ): Promise<types.DeleteExperienceAnswer> {
    return this.ask('deleteExperience', request, options);
  }

  /**
   * The latest 20 versions of a hosted page, the latest first: every edit makes one.
   * `GET /v1/qr-experience/{id}/versions`, free.
   */
  experienceVersions(
    request: types.ExperienceVersionsRequest,
    options?: CallOptions,
  ): Promise<types.ExperienceVersionsAnswer> {
    return this.ask('experienceVersions', request, options);
  }

  /**
   * What a hosted page has shown at one of its versions.
   * `GET /v1/qr-experience/{id}/versions/{version}`, free.
   */
  experienceVersion(
    request: types.ExperienceVersionRequest,
    options?: CallOptions,
  ): Promise<types.ExperienceVersionAnswer> {
    return this.ask('experienceVersion', request, options);
  }

  /**
   * Have a hosted page show again what it has shown at one of its versions: a new version, guarded by If-Match. State and slug stay as they are.
   * `POST /v1/qr-experience/{id}/versions/{version}/restore`, free.
   */
  restoreExperience(
    request: types.RestoreExperienceRequest,
    options?: CallOptions,
  ): Promise<types.RestoreExperienceAnswer> {
    return this.ask('restoreExperience', request, options);
  }

  /**
   * Texts, ratings and clicks as visitors of a hosted page gave them, the latest first.
   * `GET /v1/qr-experience/{id}/events`, free.
   */
  experienceEvents(
    request: types.ExperienceEventsRequest,
    options?: CallOptions,
  ): Promise<types.ExperienceEventsAnswer> {
    return this.ask('experienceEvents', request, options);
  }

  /**
   * Delete what visitors of a hosted page said and did until now, or before an instant. What was counted of it stays in the statistics.
   * `DELETE /v1/qr-experience/{id}/events`, free.
   */
  deleteExperienceEvents(
    request: types.DeleteExperienceEventsRequest,
    options?: CallOptions,
  ): Promise<types.DeleteExperienceEventsAnswer> {
    return this.ask('deleteExperienceEvents', request, options);
  }

  /**
   * All of them, the oldest first, as a file for spreadsheets (RFC 4180); text that a spreadsheet would take for a formula has an apostrophe before it.
   * `GET /v1/qr-experience/{id}/events.csv`, free.
   */
  exportExperienceEvents(
    request: types.ExportExperienceEventsRequest,
    options?: CallOptions,
  ): Promise<types.ExportExperienceEventsAnswer> {
    return this.ask('exportExperienceEvents', request, options);
  }

  /**
   * What became of a hosted page: scans per day, devices, countries, languages, referring hosts, blocks, events by name; crawlers and link previews apart.
   * `GET /v1/qr-experience/{id}/stats`, free.
   */
  experienceStats(request: types.ExperienceStatsRequest, options?: CallOptions): Promise<types.ExperienceStatsAnswer> {
    return this.ask('experienceStats', request, options);
  }

  /**
   * Have events of the account posted to an address, signed with a secret that is shown this once.
   * `POST /v1/webhooks`, free.
   */
  createWebhook(request: types.CreateWebhookRequest, options?: CallOptions): Promise<types.CreateWebhookAnswer> {
    return this.ask('createWebhook', request, options);
  }

  /**
   * The webhooks of the account, and how many events of the last hours were too many to be sent.
   * `GET /v1/webhooks`, free.
   */
  webhooks(request: types.WebhooksRequest = {}, options?: CallOptions): Promise<types.WebhooksAnswer> {
    return this.ask('webhooks', request, options);
  }

  /**
   * Where a webhook leads, what it is sent, and whether it fails or was switched off, since when and why.
   * `GET /v1/webhooks/{webhook}`, free.
   */
  webhook(request: types.WebhookRequest, options?: CallOptions): Promise<types.WebhookAnswer> {
    return this.ask('webhook', request, options);
  }

  /**
   * Change where a webhook leads or what it is sent, or switch it off or on; switched on, it starts with a clean sheet.
   * `PATCH /v1/webhooks/{webhook}`, free.
   */
  changeWebhook(request: types.ChangeWebhookRequest, options?: CallOptions): Promise<types.ChangeWebhookAnswer> {
    return this.ask('changeWebhook', request, options);
  }

  /**
   * Delete a webhook; what is still on its way there is cancelled.
   * `DELETE /v1/webhooks/{webhook}`, free.
   */
  deleteWebhook(request: types.DeleteWebhookRequest, options?: CallOptions): Promise<types.DeleteWebhookAnswer> {
    return this.ask('deleteWebhook', request, options);
  }

  /**
   * What was sent to a webhook in 30 days, the latest first, with every attempt and what came of it.
   * `GET /v1/webhooks/{webhook}/deliveries`, free.
   */
  webhookDeliveries(
    request: types.WebhookDeliveriesRequest,
    options?: CallOptions,
  ): Promise<types.WebhookDeliveriesAnswer> {
    return this.ask('webhookDeliveries', request, options);
  }

  /**
   * Send a message again at once, whatever became of it, with all further attempts if that fails.
   * `POST /v1/webhooks/{webhook}/deliveries/{delivery}/repeat`, free.
   */
  repeatDelivery(request: types.RepeatDeliveryRequest, options?: CallOptions): Promise<types.RepeatDeliveryAnswer> {
    return this.ask('repeatDelivery', request, options);
  }

  /**
   * Send an example of an event to a webhook, marked as a test, whether it has chosen that event or not.
   * `POST /v1/webhooks/{webhook}/test`, free.
   */
  testWebhook(request: types.TestWebhookRequest, options?: CallOptions): Promise<types.TestWebhookAnswer> {
    return this.ask('testWebhook', request, options);
  }

  /**
   * Make a new secret, which is shown this once; for 24 hours messages are signed with the old one as well. The first of `callback` is made in the same way.
   * `POST /v1/webhooks/{webhook}/rotate-secret`, free.
   */
  rotateWebhookSecret(
    request: types.RotateWebhookSecretRequest,
    options?: CallOptions,
  ): Promise<types.RotateWebhookSecretAnswer> {
    return this.ask('rotateWebhookSecret', request, options);
  }
}
