// Made from openapi.json by `npm run generate`; changes here are lost.

import type * as types from './schema.js';

/** Requests and answers of all endpoints, by id. */
export type Endpoints = {
  'horoscope/biorhythm': { request: types.HoroscopeBiorhythmRequest; answer: types.HoroscopeBiorhythmAnswer };
  'horoscope/chinese-year-forecast': {
    request: types.HoroscopeChineseYearForecastRequest;
    answer: types.HoroscopeChineseYearForecastAnswer;
  };
  'horoscope/chinese-zodiac': {
    request: types.HoroscopeChineseZodiacRequest;
    answer: types.HoroscopeChineseZodiacAnswer;
  };
  'horoscope/compatibility': {
    request: types.HoroscopeCompatibilityRequest;
    answer: types.HoroscopeCompatibilityAnswer;
  };
  'horoscope/daily-horoscope': {
    request: types.HoroscopeDailyHoroscopeRequest;
    answer: types.HoroscopeDailyHoroscopeAnswer;
  };
  'horoscope/monthly-horoscope': {
    request: types.HoroscopeMonthlyHoroscopeRequest;
    answer: types.HoroscopeMonthlyHoroscopeAnswer;
  };
  'horoscope/moon-phase-report': {
    request: types.HoroscopeMoonPhaseReportRequest;
    answer: types.HoroscopeMoonPhaseReportAnswer;
  };
  'horoscope/tarot-reading': { request: types.HoroscopeTarotReadingRequest; answer: types.HoroscopeTarotReadingAnswer };
  'horoscope/weekly-horoscope': {
    request: types.HoroscopeWeeklyHoroscopeRequest;
    answer: types.HoroscopeWeeklyHoroscopeAnswer;
  };
  'horoscope/zodiac-profile': {
    request: types.HoroscopeZodiacProfileRequest;
    answer: types.HoroscopeZodiacProfileAnswer;
  };
  'numerology/challenge-numbers': {
    request: types.NumerologyChallengeNumbersRequest;
    answer: types.NumerologyChallengeNumbersAnswer;
  };
  'numerology/expression-number': {
    request: types.NumerologyExpressionNumberRequest;
    answer: types.NumerologyExpressionNumberAnswer;
  };
  'numerology/lifepath-number': {
    request: types.NumerologyLifepathNumberRequest;
    answer: types.NumerologyLifepathNumberAnswer;
  };
  'numerology/numerological-numbers': {
    request: types.NumerologyNumerologicalNumbersRequest;
    answer: types.NumerologyNumerologicalNumbersAnswer;
  };
  'numerology/personal-day-prediction': {
    request: types.NumerologyPersonalDayPredictionRequest;
    answer: types.NumerologyPersonalDayPredictionAnswer;
  };
  'numerology/personal-month-prediction': {
    request: types.NumerologyPersonalMonthPredictionRequest;
    answer: types.NumerologyPersonalMonthPredictionAnswer;
  };
  'numerology/personal-year-prediction': {
    request: types.NumerologyPersonalYearPredictionRequest;
    answer: types.NumerologyPersonalYearPredictionAnswer;
  };
  'numerology/personality-number': {
    request: types.NumerologyPersonalityNumberRequest;
    answer: types.NumerologyPersonalityNumberAnswer;
  };
  'numerology/soul-urge-number': {
    request: types.NumerologySoulUrgeNumberRequest;
    answer: types.NumerologySoulUrgeNumberAnswer;
  };
  'numerology/subconscious-self-number': {
    request: types.NumerologySubconsciousSelfNumberRequest;
    answer: types.NumerologySubconsciousSelfNumberAnswer;
  };
  'video-platform/generate/all-in-one-generator': {
    request: types.VideoPlatformGenerateAllInOneGeneratorRequest;
    answer: types.VideoPlatformGenerateAllInOneGeneratorAnswer;
  };
  'video-platform/generate/channel-description-generator': {
    request: types.VideoPlatformGenerateChannelDescriptionGeneratorRequest;
    answer: types.VideoPlatformGenerateChannelDescriptionGeneratorAnswer;
  };
  'video-platform/generate/channel-name-ideas': {
    request: types.VideoPlatformGenerateChannelNameIdeasRequest;
    answer: types.VideoPlatformGenerateChannelNameIdeasAnswer;
  };
  'video-platform/generate/comment-generator': {
    request: types.VideoPlatformGenerateCommentGeneratorRequest;
    answer: types.VideoPlatformGenerateCommentGeneratorAnswer;
  };
  'video-platform/generate/description-generator': {
    request: types.VideoPlatformGenerateDescriptionGeneratorRequest;
    answer: types.VideoPlatformGenerateDescriptionGeneratorAnswer;
  };
  'video-platform/generate/hashtag-generator': {
    request: types.VideoPlatformGenerateHashtagGeneratorRequest;
    answer: types.VideoPlatformGenerateHashtagGeneratorAnswer;
  };
  'video-platform/generate/script-generator': {
    request: types.VideoPlatformGenerateScriptGeneratorRequest;
    answer: types.VideoPlatformGenerateScriptGeneratorAnswer;
  };
  'video-platform/generate/social-post-generator': {
    request: types.VideoPlatformGenerateSocialPostGeneratorRequest;
    answer: types.VideoPlatformGenerateSocialPostGeneratorAnswer;
  };
  'video-platform/generate/tag-generator': {
    request: types.VideoPlatformGenerateTagGeneratorRequest;
    answer: types.VideoPlatformGenerateTagGeneratorAnswer;
  };
  'video-platform/generate/title-generator': {
    request: types.VideoPlatformGenerateTitleGeneratorRequest;
    answer: types.VideoPlatformGenerateTitleGeneratorAnswer;
  };
  'video-platform/channel/audit': {
    request: types.VideoPlatformChannelAuditRequest;
    answer: types.VideoPlatformChannelAuditAnswer;
  };
  'video-platform/channel/find-id': {
    request: types.VideoPlatformChannelFindIdRequest;
    answer: types.VideoPlatformChannelFindIdAnswer;
  };
  'video-platform/channel/info': {
    request: types.VideoPlatformChannelInfoRequest;
    answer: types.VideoPlatformChannelInfoAnswer;
  };
  'video-platform/channel/playlists': {
    request: types.VideoPlatformChannelPlaylistsRequest;
    answer: types.VideoPlatformChannelPlaylistsAnswer;
  };
  'video-platform/channel/region-restrictions': {
    request: types.VideoPlatformChannelRegionRestrictionsRequest;
    answer: types.VideoPlatformChannelRegionRestrictionsAnswer;
  };
  'video-platform/channel/search': {
    request: types.VideoPlatformChannelSearchRequest;
    answer: types.VideoPlatformChannelSearchAnswer;
  };
  'video-platform/channel/settings': {
    request: types.VideoPlatformChannelSettingsRequest;
    answer: types.VideoPlatformChannelSettingsAnswer;
  };
  'video-platform/channel/statistics': {
    request: types.VideoPlatformChannelStatisticsRequest;
    answer: types.VideoPlatformChannelStatisticsAnswer;
  };
  'video-platform/channel/subscribe-link-generator': {
    request: types.VideoPlatformChannelSubscribeLinkGeneratorRequest;
    answer: types.VideoPlatformChannelSubscribeLinkGeneratorAnswer;
  };
  'video-platform/channel/thumbnail': {
    request: types.VideoPlatformChannelThumbnailRequest;
    answer: types.VideoPlatformChannelThumbnailAnswer;
  };
  'video-platform/channel/videos': {
    request: types.VideoPlatformChannelVideosRequest;
    answer: types.VideoPlatformChannelVideosAnswer;
  };
  'video-platform/search/autocomplete': {
    request: types.VideoPlatformSearchAutocompleteRequest;
    answer: types.VideoPlatformSearchAutocompleteAnswer;
  };
  'video-platform/search/channels': {
    request: types.VideoPlatformSearchChannelsRequest;
    answer: types.VideoPlatformSearchChannelsAnswer;
  };
  'video-platform/search/playlists': {
    request: types.VideoPlatformSearchPlaylistsRequest;
    answer: types.VideoPlatformSearchPlaylistsAnswer;
  };
  'video-platform/search/videos': {
    request: types.VideoPlatformSearchVideosRequest;
    answer: types.VideoPlatformSearchVideosAnswer;
  };
  'qr-code/batch': { request: types.QrCodeBatchRequest; answer: types.QrCodeBatchAnswer };
  'qr-code/generate': { request: types.QrCodeGenerateRequest; answer: types.QrCodeGenerateAnswer };
  'qr-experience/generate': { request: types.QrExperienceGenerateRequest; answer: types.QrExperienceGenerateAnswer };
  'qr-scan/event': { request: types.QrScanEventRequest; answer: types.QrScanEventAnswer };
  'qr-scan/scan': { request: types.QrScanScanRequest; answer: types.QrScanScanAnswer };
  mailchecker: { request: types.MailcheckerRequest; answer: types.MailcheckerAnswer };
  'device-analyze': { request: types.DeviceAnalyzeRequest; answer: types.DeviceAnalyzeAnswer };
  'web-search/search/autocomplete': {
    request: types.WebSearchSearchAutocompleteRequest;
    answer: types.WebSearchSearchAutocompleteAnswer;
  };
  vat: { request: types.VatRequest; answer: types.VatAnswer };
  'currency/convert': { request: types.CurrencyConvertRequest; answer: types.CurrencyConvertAnswer };
  'currency/currencies': { request: types.CurrencyCurrenciesRequest; answer: types.CurrencyCurrenciesAnswer };
  'currency/historical': { request: types.CurrencyHistoricalRequest; answer: types.CurrencyHistoricalAnswer };
  'currency/platforms': { request: types.CurrencyPlatformsRequest; answer: types.CurrencyPlatformsAnswer };
  'currency/rates': { request: types.CurrencyRatesRequest; answer: types.CurrencyRatesAnswer };
  'music/chart-data': { request: types.MusicChartDataRequest; answer: types.MusicChartDataAnswer };
};

/** Requests and answers of the routes beside them, by name. */
export type Routes = {
  account: { request: types.AccountRequest; answer: types.AccountAnswer };
  changeAccount: { request: types.ChangeAccountRequest; answer: types.ChangeAccountAnswer };
  usage: { request: types.UsageRequest; answer: types.UsageAnswer };
  requests: { request: types.RequestsRequest; answer: types.RequestsAnswer };
  request: { request: types.RequestRequest; answer: types.RequestAnswer };
  createToken: { request: types.CreateTokenRequest; answer: types.CreateTokenAnswer };
  jobs: { request: types.JobsRequest; answer: types.JobsAnswer };
  listPacks: { request: types.ListPacksRequest; answer: types.ListPacksAnswer };
  buyCredits: { request: types.BuyCreditsRequest; answer: types.BuyCreditsAnswer };
  orders: { request: types.OrdersRequest; answer: types.OrdersAnswer };
  order: { request: types.OrderRequest; answer: types.OrderAnswer };
  cancelOrder: { request: types.CancelOrderRequest; answer: types.CancelOrderAnswer };
  topUp: { request: types.TopUpRequest; answer: types.TopUpAnswer };
  setTopUp: { request: types.SetTopUpRequest; answer: types.SetTopUpAnswer };
  endTopUp: { request: types.EndTopUpRequest; answer: types.EndTopUpAnswer };
  experiences: { request: types.ExperiencesRequest; answer: types.ExperiencesAnswer };
  experience: { request: types.ExperienceRequest; answer: types.ExperienceAnswer };
  changeExperience: { request: types.ChangeExperienceRequest; answer: types.ChangeExperienceAnswer };
  deleteExperience: { request: types.DeleteExperienceRequest; answer: types.DeleteExperienceAnswer };
  experienceVersions: { request: types.ExperienceVersionsRequest; answer: types.ExperienceVersionsAnswer };
  experienceVersion: { request: types.ExperienceVersionRequest; answer: types.ExperienceVersionAnswer };
  restoreExperience: { request: types.RestoreExperienceRequest; answer: types.RestoreExperienceAnswer };
  experienceEvents: { request: types.ExperienceEventsRequest; answer: types.ExperienceEventsAnswer };
  deleteExperienceEvents: { request: types.DeleteExperienceEventsRequest; answer: types.DeleteExperienceEventsAnswer };
  exportExperienceEvents: { request: types.ExportExperienceEventsRequest; answer: types.ExportExperienceEventsAnswer };
  experienceStats: { request: types.ExperienceStatsRequest; answer: types.ExperienceStatsAnswer };
  createWebhook: { request: types.CreateWebhookRequest; answer: types.CreateWebhookAnswer };
  webhooks: { request: types.WebhooksRequest; answer: types.WebhooksAnswer };
  webhook: { request: types.WebhookRequest; answer: types.WebhookAnswer };
  changeWebhook: { request: types.ChangeWebhookRequest; answer: types.ChangeWebhookAnswer };
  deleteWebhook: { request: types.DeleteWebhookRequest; answer: types.DeleteWebhookAnswer };
  webhookDeliveries: { request: types.WebhookDeliveriesRequest; answer: types.WebhookDeliveriesAnswer };
  repeatDelivery: { request: types.RepeatDeliveryRequest; answer: types.RepeatDeliveryAnswer };
  testWebhook: { request: types.TestWebhookRequest; answer: types.TestWebhookAnswer };
  rotateWebhookSecret: { request: types.RotateWebhookSecretRequest; answer: types.RotateWebhookSecretAnswer };
};
