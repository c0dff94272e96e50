# Made from openapi.json by `npm run generate`; changes here are lost.

"""Requests and answers, named after their endpoints, and what several of them share."""

from typing import Any, Literal, NotRequired, TypedDict, Union

__all__ = [
    "AppBadgesBlockProps",
    "HeroBlockPropsCta",
    "HeroBlockProps",
    "HeroBlock",
    "GalleryBlockPropsImagesItem",
    "GalleryBlockProps",
    "GalleryBlock",
    "VideoBlockProps",
    "VideoBlock",
    "Mp3BlockProps",
    "Mp3Block",
    "PdfBlockProps",
    "PdfBlock",
    "SocialLinksBlockPropsItemsItem",
    "SocialLinksBlockProps",
    "SocialLinksBlock",
    "EventBlockProps",
    "EventBlock",
    "CouponBlockProps",
    "CouponBlock",
    "RatingBlockProps",
    "RatingBlock",
    "FeedbackBlockProps",
    "FeedbackBlock",
    "VcardPlusBlockProps",
    "VcardPlusBlock",
    "TextBlockProps",
    "TextBlock",
    "ButtonBlockProps",
    "ButtonBlock",
    "WifiBlockProps",
    "WifiBlock",
    "MenuBlockPropsSectionsItemItemsItem",
    "MenuBlockPropsSectionsItem",
    "MenuBlockProps",
    "MenuBlock",
    "BusinessHoursBlockPropsHoursItem",
    "BusinessHoursBlockPropsHolidaysItem",
    "BusinessHoursBlockProps",
    "BusinessHoursBlock",
    "LeadFormBlockPropsFieldsItem",
    "LeadFormBlockProps",
    "LeadFormBlock",
    "FaqBlockPropsItemsItem",
    "FaqBlockProps",
    "FaqBlock",
    "SpacerBlockProps",
    "SpacerBlock",
    "DividerBlock",
    "Block",
    "AppBadgesBlock",
    "ThemeBackgroundGradient",
    "ThemeBackground",
    "Theme",
    "AppExperienceContent",
    "AppExperience",
    "BusinessHoursExperienceContentHoursItem",
    "BusinessHoursExperienceContentHolidaysItem",
    "BusinessHoursExperienceContent",
    "BusinessHoursExperience",
    "ChineseBirthYear",
    "CouponExperienceContent",
    "CouponExperience",
    "EventExperienceContent",
    "EventExperience",
    "ExperienceTakenDown",
    "ExperienceTargets",
    "Experience",
    "ExperienceType",
    "FaqExperienceContentItemsItem",
    "FaqExperienceContent",
    "FaqExperience",
    "FeedbackExperienceContent",
    "FeedbackExperience",
    "ZodiacSign",
    "HoroscopeSubject",
    "ImagesExperienceContentImagesItem",
    "ImagesExperienceContent",
    "ImagesExperience",
    "LeadFormExperienceContentFieldsItem",
    "LeadFormExperienceContent",
    "LeadFormExperience",
    "MenuExperienceContentSectionsItemItemsItem",
    "MenuExperienceContentSectionsItem",
    "MenuExperienceContent",
    "MenuExperience",
    "Mood",
    "Mp3ExperienceContent",
    "Mp3Experience",
    "PageDocumentLayoutSections",
    "PageDocumentLayout",
    "PageDocument",
    "PageExperience",
    "PdfExperienceContent",
    "PdfExperience",
    "QrImageMetaShape",
    "QrImageMetaColors",
    "QrImageMetaFrame",
    "QrImageMetaPage",
    "QrImageMeta",
    "QrImage",
    "QrImageOptions",
    "QrLook",
    "QrVisit",
    "RatingExperienceContent",
    "RatingExperience",
    "SocialExperienceContentItemsItem",
    "SocialExperienceContent",
    "SocialExperience",
    "TextExperienceContent",
    "TextExperience",
    "Tone",
    "UrlExperienceContent",
    "UrlExperience",
    "VatCalculationFormatted",
    "VatCalculation",
    "VatRates",
    "VcardPlusExperienceContent",
    "VcardPlusExperience",
    "VideoPlatformItem",
    "VideoSearchFilters",
    "VideosExperienceContentItemsItem",
    "VideosExperienceContent",
    "VideosExperience",
    "VideoTopic",
    "WebhookSwitchedOff",
    "WebhookSecretsValidItem",
    "Webhook",
    "WebhookDeliveryAttemptsItem",
    "WebhookDelivery",
    "WifiExperienceContent",
    "WifiExperience",
    "ZodiacPlacement",
    "HoroscopeBiorhythmRequest",
    "HoroscopeBiorhythmAnswerComputedData",
    "HoroscopeBiorhythmAnswerReading",
    "HoroscopeBiorhythmAnswer",
    "HoroscopeChineseYearForecastRequest",
    "HoroscopeChineseYearForecastAnswerComputedData",
    "HoroscopeChineseYearForecastAnswerReading",
    "HoroscopeChineseYearForecastAnswer",
    "HoroscopeChineseZodiacRequest",
    "HoroscopeChineseZodiacAnswerReading",
    "HoroscopeChineseZodiacAnswer",
    "HoroscopeCompatibilityRequest",
    "HoroscopeCompatibilityAnswerComputedData",
    "HoroscopeCompatibilityAnswerReadingLove",
    "HoroscopeCompatibilityAnswerReadingFriendship",
    "HoroscopeCompatibilityAnswerReadingCommunication",
    "HoroscopeCompatibilityAnswerReading",
    "HoroscopeCompatibilityAnswer",
    "HoroscopeDailyHoroscopeRequest",
    "HoroscopeDailyHoroscopeAnswerComputedData",
    "HoroscopeDailyHoroscopeAnswerReading",
    "HoroscopeDailyHoroscopeAnswer",
    "HoroscopeMonthlyHoroscopeRequest",
    "HoroscopeMonthlyHoroscopeAnswerComputedData",
    "HoroscopeMonthlyHoroscopeAnswerReading",
    "HoroscopeMonthlyHoroscopeAnswer",
    "HoroscopeMoonPhaseReportRequest",
    "HoroscopeMoonPhaseReportAnswerComputedData",
    "HoroscopeMoonPhaseReportAnswerReading",
    "HoroscopeMoonPhaseReportAnswer",
    "HoroscopeTarotReadingRequest",
    "HoroscopeTarotReadingAnswerComputedDataDrawnCardsItem",
    "HoroscopeTarotReadingAnswerComputedData",
    "HoroscopeTarotReadingAnswerReadingCardsItem",
    "HoroscopeTarotReadingAnswerReading",
    "HoroscopeTarotReadingAnswer",
    "HoroscopeWeeklyHoroscopeRequest",
    "HoroscopeWeeklyHoroscopeAnswerComputedData",
    "HoroscopeWeeklyHoroscopeAnswerReadingHighlights",
    "HoroscopeWeeklyHoroscopeAnswerReading",
    "HoroscopeWeeklyHoroscopeAnswer",
    "HoroscopeZodiacProfileRequest",
    "HoroscopeZodiacProfileAnswerReading",
    "HoroscopeZodiacProfileAnswer",
    "NumerologyChallengeNumbersRequest",
    "NumerologyChallengeNumbersAnswerComputedData",
    "NumerologyChallengeNumbersAnswerReadingFirstChallenge",
    "NumerologyChallengeNumbersAnswerReadingSecondChallenge",
    "NumerologyChallengeNumbersAnswerReadingThirdChallenge",
    "NumerologyChallengeNumbersAnswerReadingFourthChallenge",
    "NumerologyChallengeNumbersAnswerReading",
    "NumerologyChallengeNumbersAnswer",
    "NumerologyExpressionNumberRequest",
    "NumerologyExpressionNumberAnswerComputedData",
    "NumerologyExpressionNumberAnswerReading",
    "NumerologyExpressionNumberAnswer",
    "NumerologyLifepathNumberRequest",
    "NumerologyLifepathNumberAnswerComputedData",
    "NumerologyLifepathNumberAnswerReading",
    "NumerologyLifepathNumberAnswer",
    "NumerologyNumerologicalNumbersRequest",
    "NumerologyNumerologicalNumbersAnswerComputedData",
    "NumerologyNumerologicalNumbersAnswerReading",
    "NumerologyNumerologicalNumbersAnswer",
    "NumerologyPersonalDayPredictionRequest",
    "NumerologyPersonalDayPredictionAnswerComputedData",
    "NumerologyPersonalDayPredictionAnswerReading",
    "NumerologyPersonalDayPredictionAnswer",
    "NumerologyPersonalMonthPredictionRequest",
    "NumerologyPersonalMonthPredictionAnswerComputedData",
    "NumerologyPersonalMonthPredictionAnswerReading",
    "NumerologyPersonalMonthPredictionAnswer",
    "NumerologyPersonalYearPredictionRequest",
    "NumerologyPersonalYearPredictionAnswerComputedData",
    "NumerologyPersonalYearPredictionAnswerReadingKeyMonths",
    "NumerologyPersonalYearPredictionAnswerReading",
    "NumerologyPersonalYearPredictionAnswer",
    "NumerologyPersonalityNumberRequest",
    "NumerologyPersonalityNumberAnswerComputedData",
    "NumerologyPersonalityNumberAnswerReading",
    "NumerologyPersonalityNumberAnswer",
    "NumerologySoulUrgeNumberRequest",
    "NumerologySoulUrgeNumberAnswerComputedData",
    "NumerologySoulUrgeNumberAnswerReading",
    "NumerologySoulUrgeNumberAnswer",
    "NumerologySubconsciousSelfNumberRequest",
    "NumerologySubconsciousSelfNumberAnswerComputedData",
    "NumerologySubconsciousSelfNumberAnswerReading",
    "NumerologySubconsciousSelfNumberAnswer",
    "VideoPlatformGenerateAllInOneGeneratorRequest",
    "VideoPlatformGenerateAllInOneGeneratorAnswer",
    "VideoPlatformGenerateChannelDescriptionGeneratorRequest",
    "VideoPlatformGenerateChannelDescriptionGeneratorAnswer",
    "VideoPlatformGenerateChannelNameIdeasRequest",
    "VideoPlatformGenerateChannelNameIdeasAnswer",
    "VideoPlatformGenerateCommentGeneratorRequest",
    "VideoPlatformGenerateCommentGeneratorAnswer",
    "VideoPlatformGenerateDescriptionGeneratorRequest",
    "VideoPlatformGenerateDescriptionGeneratorAnswer",
    "VideoPlatformGenerateHashtagGeneratorRequest",
    "VideoPlatformGenerateHashtagGeneratorAnswer",
    "VideoPlatformGenerateScriptGeneratorRequest",
    "VideoPlatformGenerateScriptGeneratorAnswer",
    "VideoPlatformGenerateSocialPostGeneratorRequest",
    "VideoPlatformGenerateSocialPostGeneratorAnswer",
    "VideoPlatformGenerateTagGeneratorRequest",
    "VideoPlatformGenerateTagGeneratorAnswer",
    "VideoPlatformGenerateTitleGeneratorRequest",
    "VideoPlatformGenerateTitleGeneratorAnswer",
    "VideoPlatformChannelAuditRequest",
    "VideoPlatformChannelAuditAnswerTopVideosItem",
    "VideoPlatformChannelAuditAnswer",
    "VideoPlatformChannelFindIdRequest",
    "VideoPlatformChannelFindIdAnswer",
    "VideoPlatformChannelInfoRequest",
    "VideoPlatformChannelInfoAnswer",
    "VideoPlatformChannelPlaylistsRequest",
    "VideoPlatformChannelPlaylistsAnswerPlaylistsItem",
    "VideoPlatformChannelPlaylistsAnswer",
    "VideoPlatformChannelRegionRestrictionsRequest",
    "VideoPlatformChannelRegionRestrictionsAnswer",
    "VideoPlatformChannelSearchRequest",
    "VideoPlatformChannelSearchAnswer",
    "VideoPlatformChannelSettingsRequest",
    "VideoPlatformChannelSettingsAnswer",
    "VideoPlatformChannelStatisticsRequest",
    "VideoPlatformChannelStatisticsAnswer",
    "VideoPlatformChannelSubscribeLinkGeneratorRequest",
    "VideoPlatformChannelSubscribeLinkGeneratorAnswer",
    "VideoPlatformChannelThumbnailRequest",
    "VideoPlatformChannelThumbnailAnswer",
    "VideoPlatformChannelVideosRequest",
    "VideoPlatformChannelVideosAnswer",
    "VideoPlatformSearchAutocompleteRequest",
    "VideoPlatformSearchAutocompleteAnswerData",
    "VideoPlatformSearchAutocompleteAnswer",
    "VideoPlatformSearchChannelsRequest",
    "VideoPlatformSearchChannelsAnswerData",
    "VideoPlatformSearchChannelsAnswer",
    "VideoPlatformSearchPlaylistsRequest",
    "VideoPlatformSearchPlaylistsAnswerDataPlaylistsItem",
    "VideoPlatformSearchPlaylistsAnswerData",
    "VideoPlatformSearchPlaylistsAnswer",
    "VideoPlatformSearchVideosRequest",
    "VideoPlatformSearchVideosAnswerDataVideosItem",
    "VideoPlatformSearchVideosAnswerData",
    "VideoPlatformSearchVideosAnswer",
    "QrCodeBatchRequestRowsItem",
    "QrCodeBatchRequest",
    "QrCodeBatchAnswerFailedItem",
    "QrCodeBatchAnswer",
    "QrCodeGenerateRequest",
    "QrCodeGenerateAnswer",
    "QrExperienceGenerateRequestPageExperienceTargets",
    "QrExperienceGenerateRequestPageExperience",
    "QrExperienceGenerateRequestUrlExperienceContent",
    "QrExperienceGenerateRequestUrlExperienceTargets",
    "QrExperienceGenerateRequestUrlExperience",
    "QrExperienceGenerateRequestTextExperienceContent",
    "QrExperienceGenerateRequestTextExperienceTargets",
    "QrExperienceGenerateRequestTextExperience",
    "QrExperienceGenerateRequestRatingExperienceContent",
    "QrExperienceGenerateRequestRatingExperienceTargets",
    "QrExperienceGenerateRequestRatingExperience",
    "QrExperienceGenerateRequestMp3ExperienceContent",
    "QrExperienceGenerateRequestMp3ExperienceTargets",
    "QrExperienceGenerateRequestMp3Experience",
    "QrExperienceGenerateRequestPdfExperienceContent",
    "QrExperienceGenerateRequestPdfExperienceTargets",
    "QrExperienceGenerateRequestPdfExperience",
    "QrExperienceGenerateRequestSocialExperienceContentItemsItem",
    "QrExperienceGenerateRequestSocialExperienceContent",
    "QrExperienceGenerateRequestSocialExperienceTargets",
    "QrExperienceGenerateRequestSocialExperience",
    "QrExperienceGenerateRequestImagesExperienceContentImagesItem",
    "QrExperienceGenerateRequestImagesExperienceContent",
    "QrExperienceGenerateRequestImagesExperienceTargets",
    "QrExperienceGenerateRequestImagesExperience",
    "QrExperienceGenerateRequestAppExperienceContent",
    "QrExperienceGenerateRequestAppExperienceTargets",
    "QrExperienceGenerateRequestAppExperience",
    "QrExperienceGenerateRequestVideosExperienceContentItemsItem",
    "QrExperienceGenerateRequestVideosExperienceContent",
    "QrExperienceGenerateRequestVideosExperienceTargets",
    "QrExperienceGenerateRequestVideosExperience",
    "QrExperienceGenerateRequestEventExperienceContent",
    "QrExperienceGenerateRequestEventExperienceTargets",
    "QrExperienceGenerateRequestEventExperience",
    "QrExperienceGenerateRequestCouponExperienceContent",
    "QrExperienceGenerateRequestCouponExperienceTargets",
    "QrExperienceGenerateRequestCouponExperience",
    "QrExperienceGenerateRequestFeedbackExperienceContent",
    "QrExperienceGenerateRequestFeedbackExperienceTargets",
    "QrExperienceGenerateRequestFeedbackExperience",
    "QrExperienceGenerateRequestVcardPlusExperienceContent",
    "QrExperienceGenerateRequestVcardPlusExperienceTargets",
    "QrExperienceGenerateRequestVcardPlusExperience",
    "QrExperienceGenerateRequestWifiExperienceContent",
    "QrExperienceGenerateRequestWifiExperienceTargets",
    "QrExperienceGenerateRequestWifiExperience",
    "QrExperienceGenerateRequestMenuExperienceContentSectionsItemItemsItem",
    "QrExperienceGenerateRequestMenuExperienceContentSectionsItem",
    "QrExperienceGenerateRequestMenuExperienceContent",
    "QrExperienceGenerateRequestMenuExperienceTargets",
    "QrExperienceGenerateRequestMenuExperience",
    "QrExperienceGenerateRequestBusinessHoursExperienceContentHoursItem",
    "QrExperienceGenerateRequestBusinessHoursExperienceContentHolidaysItem",
    "QrExperienceGenerateRequestBusinessHoursExperienceContent",
    "QrExperienceGenerateRequestBusinessHoursExperienceTargets",
    "QrExperienceGenerateRequestBusinessHoursExperience",
    "QrExperienceGenerateRequestLeadFormExperienceContentFieldsItem",
    "QrExperienceGenerateRequestLeadFormExperienceContent",
    "QrExperienceGenerateRequestLeadFormExperienceTargets",
    "QrExperienceGenerateRequestLeadFormExperience",
    "QrExperienceGenerateRequestFaqExperienceContentItemsItem",
    "QrExperienceGenerateRequestFaqExperienceContent",
    "QrExperienceGenerateRequestFaqExperienceTargets",
    "QrExperienceGenerateRequestFaqExperience",
    "QrExperienceGenerateRequest",
    "QrExperienceGenerateAnswerMetaShape",
    "QrExperienceGenerateAnswerMetaColors",
    "QrExperienceGenerateAnswerMetaFrame",
    "QrExperienceGenerateAnswerMetaPage",
    "QrExperienceGenerateAnswerMeta",
    "QrExperienceGenerateAnswerExperience",
    "QrExperienceGenerateAnswer",
    "QrScanEventRequest",
    "QrScanEventAnswer",
    "QrScanScanRequest",
    "QrScanScanAnswer",
    "MailcheckerRequest",
    "MailcheckerAnswerPartsItem",
    "MailcheckerAnswerChecks",
    "MailcheckerAnswer",
    "DeviceAnalyzeRequest",
    "DeviceAnalyzeAnswerDataBrowser",
    "DeviceAnalyzeAnswerDataEngine",
    "DeviceAnalyzeAnswerDataOs",
    "DeviceAnalyzeAnswerDataDevice",
    "DeviceAnalyzeAnswerDataBot",
    "DeviceAnalyzeAnswerData",
    "DeviceAnalyzeAnswer",
    "WebSearchSearchAutocompleteRequest",
    "WebSearchSearchAutocompleteAnswer",
    "VatRequest",
    "VatAnswer1",
    "VatAnswer2CountriesItem",
    "VatAnswer2",
    "VatAnswer3Rounding",
    "VatAnswer3",
    "VatAnswer4",
    "VatAnswer",
    "CurrencyConvertRequest",
    "CurrencyConvertAnswerMidMarket",
    "CurrencyConvertAnswerPlatformsValue",
    "CurrencyConvertAnswerSources",
    "CurrencyConvertAnswer",
    "CurrencyCurrenciesRequest",
    "CurrencyCurrenciesAnswerCurrenciesItem",
    "CurrencyCurrenciesAnswer",
    "CurrencyHistoricalRequest",
    "CurrencyHistoricalAnswerRatesItem",
    "CurrencyHistoricalAnswer",
    "CurrencyPlatformsRequest",
    "CurrencyPlatformsAnswerPlatformsValue",
    "CurrencyPlatformsAnswer",
    "CurrencyRatesRequestPairsItem",
    "CurrencyRatesRequest",
    "CurrencyRatesAnswerRatesItem",
    "CurrencyRatesAnswer",
    "MusicChartDataRequest",
    "MusicChartDataAnswerMeta",
    "MusicChartDataAnswer",
    "AccountRequest",
    "AccountAnswerStorage",
    "AccountAnswerLotsItem",
    "AccountAnswerKey",
    "AccountAnswer",
    "ChangeAccountRequest",
    "ChangeAccountAnswer",
    "UsageRequest",
    "UsageAnswerRowsItem",
    "UsageAnswer",
    "RequestsRequest",
    "RequestsAnswerRequestsItem",
    "RequestsAnswer",
    "RequestRequest",
    "RequestAnswerTimelineItem",
    "RequestAnswer",
    "CreateTokenRequest",
    "CreateTokenAnswer",
    "JobsRequest",
    "JobsAnswerJobsItem",
    "JobsAnswer",
    "ListPacksRequest",
    "ListPacksAnswerPacksItem",
    "ListPacksAnswer",
    "BuyCreditsRequest",
    "BuyCreditsAnswerOrder",
    "BuyCreditsAnswer",
    "OrdersRequest",
    "OrdersAnswerOrdersItem",
    "OrdersAnswer",
    "OrderRequest",
    "OrderAnswerOrder",
    "OrderAnswer",
    "CancelOrderRequest",
    "CancelOrderAnswerOrder",
    "CancelOrderAnswer",
    "TopUpRequest",
    "TopUpAnswerTopUpSwitchedOff",
    "TopUpAnswerTopUp",
    "TopUpAnswerMethod",
    "TopUpAnswer",
    "SetTopUpRequest",
    "SetTopUpAnswerTopUpSwitchedOff",
    "SetTopUpAnswerTopUp",
    "SetTopUpAnswerMethod",
    "SetTopUpAnswer",
    "EndTopUpRequest",
    "EndTopUpAnswerTopUpSwitchedOff",
    "EndTopUpAnswerTopUp",
    "EndTopUpAnswerMethod",
    "EndTopUpAnswer",
    "ExperiencesRequest",
    "ExperiencesAnswerExperiencesItemTakenDown",
    "ExperiencesAnswerExperiencesItem",
    "ExperiencesAnswer",
    "ExperienceRequest",
    "ExperienceAnswer",
    "ChangeExperienceRequestTargets",
    "ChangeExperienceRequest",
    "ChangeExperienceAnswer",
    "DeleteExperienceRequest",
    "DeleteExperienceAnswer",
    "ExperienceVersionsRequest",
    "ExperienceVersionsAnswerVersionsItem",
    "ExperienceVersionsAnswer",
    "ExperienceVersionRequest",
    "ExperienceVersionAnswer",
    "RestoreExperienceRequest",
    "RestoreExperienceAnswer",
    "ExperienceEventsRequest",
    "ExperienceEventsAnswerEventsItem",
    "ExperienceEventsAnswer",
    "DeleteExperienceEventsRequest",
    "DeleteExperienceEventsAnswer",
    "ExportExperienceEventsRequest",
    "ExportExperienceEventsAnswer",
    "ExperienceStatsRequest",
    "ExperienceStatsAnswerExperience",
    "ExperienceStatsAnswerScansPerDayItem",
    "ExperienceStatsAnswerScans",
    "ExperienceStatsAnswerBots",
    "ExperienceStatsAnswer",
    "CreateWebhookRequest",
    "CreateWebhookAnswerSwitchedOff",
    "CreateWebhookAnswerSecretsValidItem",
    "CreateWebhookAnswer",
    "WebhooksRequest",
    "WebhooksAnswer",
    "WebhookRequest",
    "WebhookAnswer",
    "ChangeWebhookRequest",
    "ChangeWebhookAnswer",
    "DeleteWebhookRequest",
    "DeleteWebhookAnswer",
    "WebhookDeliveriesRequest",
    "WebhookDeliveriesAnswer",
    "RepeatDeliveryRequest",
    "RepeatDeliveryAnswer",
    "TestWebhookRequest",
    "TestWebhookAnswer",
    "RotateWebhookSecretRequest",
    "RotateWebhookSecretAnswer",
]


class AppBadgesBlockProps(TypedDict):
    title: NotRequired[str]
    ios: NotRequired[str]
    """An http or https address"""
    android: NotRequired[str]
    """An http or https address"""


class HeroBlockPropsCta(TypedDict):
    label: str
    href: str
    """An http, https, mailto, tel or sms link"""


class HeroBlockProps(TypedDict):
    headline: NotRequired[str]
    description: NotRequired[str]
    align: NotRequired[Literal["left", "center", "right"]]
    image: NotRequired[str]
    """An http or https address"""
    cta: NotRequired[HeroBlockPropsCta]


class HeroBlock(TypedDict):
    type: Literal["hero"]
    props: NotRequired[HeroBlockProps]
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class GalleryBlockPropsImagesItem(TypedDict):
    url: str
    """An http or https address"""
    alt: NotRequired[str]


class GalleryBlockProps(TypedDict):
    title: NotRequired[str]
    scroll: NotRequired[bool]
    images: list[GalleryBlockPropsImagesItem]


class GalleryBlock(TypedDict):
    type: Literal["gallery"]
    props: GalleryBlockProps
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class VideoBlockProps(TypedDict):
    title: NotRequired[str]
    url: str
    """An http or https address"""
    poster: NotRequired[str]
    """An http or https address"""


class VideoBlock(TypedDict):
    type: Literal["video"]
    props: VideoBlockProps
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class Mp3BlockProps(TypedDict):
    title: NotRequired[str]
    url: str
    """An http or https address"""
    cover: NotRequired[str]
    """An http or https address"""


class Mp3Block(TypedDict):
    type: Literal["mp3"]
    props: Mp3BlockProps
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class PdfBlockProps(TypedDict):
    title: NotRequired[str]
    url: str
    """An http or https address"""


class PdfBlock(TypedDict):
    type: Literal["pdf"]
    props: PdfBlockProps
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class SocialLinksBlockPropsItemsItem(TypedDict):
    name: str
    url: str
    """An http, https, mailto, tel or sms link"""


class SocialLinksBlockProps(TypedDict):
    title: NotRequired[str]
    items: list[SocialLinksBlockPropsItemsItem]


class SocialLinksBlock(TypedDict):
    type: Literal["socialLinks"]
    props: SocialLinksBlockProps
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class EventBlockProps(TypedDict):
    title: str
    start: str
    """A date and time such as 2026-05-01T19:30, or a date"""
    end: NotRequired[str]
    """A date and time such as 2026-05-01T19:30, or a date"""
    timezone: NotRequired[str]
    location: NotRequired[str]
    description: NotRequired[str]
    url: NotRequired[str]
    """An http, https, mailto, tel or sms link"""


class EventBlock(TypedDict):
    type: Literal["event"]
    props: EventBlockProps
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class CouponBlockProps(TypedDict):
    title: str
    code: str
    description: NotRequired[str]
    valid_until: NotRequired[str]
    """A date and time such as 2026-05-01T19:30, or a date"""
    terms: NotRequired[str]


class CouponBlock(TypedDict):
    type: Literal["coupon"]
    props: CouponBlockProps
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class RatingBlockProps(TypedDict):
    title: NotRequired[str]
    question: NotRequired[str]
    max: NotRequired[int]


class RatingBlock(TypedDict):
    type: Literal["rating"]
    props: NotRequired[RatingBlockProps]
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class FeedbackBlockProps(TypedDict):
    title: NotRequired[str]
    question: NotRequired[str]
    email: NotRequired[str]
    """An email address"""


class FeedbackBlock(TypedDict):
    type: Literal["feedback"]
    props: NotRequired[FeedbackBlockProps]
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class VcardPlusBlockProps(TypedDict):
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    org: NotRequired[str]
    job_title: NotRequired[str]
    phones: NotRequired[list[str]]
    emails: NotRequired[list[str]]
    url: NotRequired[str]
    """An http or https address"""
    address: NotRequired[str]
    note: NotRequired[str]
    photo_base64: NotRequired[str]


class VcardPlusBlock(TypedDict):
    type: Literal["vcardPlus"]
    props: NotRequired[VcardPlusBlockProps]
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class TextBlockProps(TypedDict):
    title: NotRequired[str]
    text: str
    align: NotRequired[Literal["left", "center", "right"]]


class TextBlock(TypedDict):
    type: Literal["text"]
    props: TextBlockProps
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class ButtonBlockProps(TypedDict):
    label: str
    href: str
    """An http, https, mailto, tel or sms link"""
    variant: NotRequired[Literal["primary", "secondary", "outline", "link"]]
    align: NotRequired[Literal["left", "center", "right", "stretch"]]


class ButtonBlock(TypedDict):
    type: Literal["button"]
    props: ButtonBlockProps
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class WifiBlockProps(TypedDict):
    title: NotRequired[str]
    ssid: str
    """Name of the network"""
    password: NotRequired[str]
    security: NotRequired[Literal["WPA", "WEP", "nopass"]]
    """WPA stands for WPA2 and WPA3 as well"""
    hidden: NotRequired[bool]
    """Whether the network keeps its name to itself"""
    note: NotRequired[str]


class WifiBlock(TypedDict):
    type: Literal["wifi"]
    props: WifiBlockProps
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class MenuBlockPropsSectionsItemItemsItem(TypedDict):
    name: str
    description: NotRequired[str]
    price: NotRequired[float]
    price_text: NotRequired[str]
    """Instead of a price, e.g. market price"""
    allergens: NotRequired[list[str]]
    photo: NotRequired[str]
    """An http or https address"""


class MenuBlockPropsSectionsItem(TypedDict):
    title: NotRequired[str]
    description: NotRequired[str]
    items: list[MenuBlockPropsSectionsItemItemsItem]


class MenuBlockProps(TypedDict):
    title: NotRequired[str]
    currency: NotRequired[str]
    """A currency code such as EUR"""
    sections: list[MenuBlockPropsSectionsItem]
    note: NotRequired[str]


class MenuBlock(TypedDict):
    type: Literal["menu"]
    props: MenuBlockProps
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class BusinessHoursBlockPropsHoursItem(TypedDict):
    day: Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    opens: str
    """A time as HH:MM (24 h)"""
    closes: str
    """A time before opens is on the next day: a time as HH:MM (24 h)"""


class BusinessHoursBlockPropsHolidaysItem(TypedDict):
    date: str
    name: NotRequired[str]
    opens: NotRequired[str]
    """A time as HH:MM (24 h)"""
    closes: NotRequired[str]
    """A time as HH:MM (24 h)"""


class BusinessHoursBlockProps(TypedDict):
    title: NotRequired[str]
    timezone: NotRequired[str]
    hours: list[BusinessHoursBlockPropsHoursItem]
    """A day may open several times; one that is not here is closed"""
    holidays: NotRequired[list[BusinessHoursBlockPropsHolidaysItem]]
    """Days that are otherwise; closed without times"""
    note: NotRequired[str]


class BusinessHoursBlock(TypedDict):
    type: Literal["businessHours"]
    props: BusinessHoursBlockProps
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class LeadFormBlockPropsFieldsItem(TypedDict):
    name: str
    """A name of small letters, digits and _"""
    label: str
    type: NotRequired[Literal["text", "email", "phone", "long", "choice", "yes"]]
    required: NotRequired[bool]
    options: NotRequired[list[str]]


class LeadFormBlockProps(TypedDict):
    title: NotRequired[str]
    text: NotRequired[str]
    fields: list[LeadFormBlockPropsFieldsItem]
    consent: str
    """What a visitor agrees to, beside a box to tick"""
    privacy: NotRequired[str]
    """The address of the privacy notice"""
    button: NotRequired[str]
    thanks: NotRequired[str]


class LeadFormBlock(TypedDict):
    type: Literal["leadForm"]
    props: LeadFormBlockProps
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class FaqBlockPropsItemsItem(TypedDict):
    question: str
    answer: str


class FaqBlockProps(TypedDict):
    title: NotRequired[str]
    items: list[FaqBlockPropsItemsItem]


class FaqBlock(TypedDict):
    type: Literal["faq"]
    props: FaqBlockProps
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class SpacerBlockProps(TypedDict):
    height: NotRequired[int]


class SpacerBlock(TypedDict):
    type: Literal["spacer"]
    props: NotRequired[SpacerBlockProps]
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


class DividerBlock(TypedDict):
    type: Literal["divider"]
    props: NotRequired[dict[str, Any]]
    children: NotRequired[list["Block"]]
    """Blocks inside this one"""


Block = Union[HeroBlock, GalleryBlock, "AppBadgesBlock", VideoBlock, Mp3Block, PdfBlock, SocialLinksBlock, EventBlock, CouponBlock, RatingBlock, FeedbackBlock, VcardPlusBlock, TextBlock, ButtonBlock, WifiBlock, MenuBlock, BusinessHoursBlock, LeadFormBlock, FaqBlock, SpacerBlock, DividerBlock]


class AppBadgesBlock(TypedDict):
    type: Literal["appBadges"]
    props: NotRequired[AppBadgesBlockProps]
    children: NotRequired[list[Block]]
    """Blocks inside this one"""


ThemeBackgroundGradient = TypedDict(
    "ThemeBackgroundGradient",
    {
        # A hex colour such as #1a2b3c
        "from": str,
        # A hex colour such as #1a2b3c
        "to": str,
        # Degrees, clockwise from upwards
        "angle": NotRequired[int],
    },
)


class ThemeBackground(TypedDict):
    """What the page stands on: a colour, a gradient or an image"""
    color: NotRequired[str]
    """Behind everything; with an image, what it is veiled with: a hex colour such as #1a2b3c"""
    gradient: NotRequired[ThemeBackgroundGradient]
    image: NotRequired[str]
    """An http or https address"""


class Theme(TypedDict):
    """How a page looks"""
    preset: NotRequired[Literal["paper", "sunrise", "forest", "midnight", "candy", "mono", "logo"]]
    """A look that is ready made; logo makes one of the colours of logo_data_base64"""
    primary: NotRequired[str]
    """Colour of buttons and links, moved as far as readable contrast needs: a hex colour such as #1a2b3c"""
    accent: NotRequired[str]
    """Colour of stars, codes and the like; by default the primary one: a hex colour such as #1a2b3c"""
    surface: NotRequired[str]
    """Colour of the cards: a hex colour such as #1a2b3c"""
    background: NotRequired[ThemeBackground]
    """What the page stands on: a colour, a gradient or an image"""
    font: NotRequired[Literal["system", "rubik", "lora", "nunito"]]
    """Served by this service; system is what the device has"""
    corners: NotRequired[Literal["square", "soft", "round"]]
    buttons: NotRequired[Literal["pill", "rounded", "square", "outline", "soft"]]
    header: NotRequired[Literal["band", "plain", "cover"]]
    """The top of the page: a band of colour, nothing, or colour over all of it"""
    logo: NotRequired[str]
    """The address of a logo or a portrait, shown over the page"""
    logo_data_base64: NotRequired[str]
    """The same as a PNG, JPG or WebP file of at most 2 MiB in base64, kept with the page"""
    logo_shape: NotRequired[Literal["plain", "circle"]]
    """circle cuts it as a portrait"""


class AppExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    ios: NotRequired[str]
    """An http or https address"""
    android: NotRequired[str]
    """An http or https address"""
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class AppExperience(TypedDict):
    type: Literal["app"]
    """What the code opens"""
    content: AppExperienceContent
    """The fields of this type"""


class BusinessHoursExperienceContentHoursItem(TypedDict):
    day: Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    opens: str
    """A time as HH:MM (24 h)"""
    closes: str
    """A time before opens is on the next day: a time as HH:MM (24 h)"""


class BusinessHoursExperienceContentHolidaysItem(TypedDict):
    date: str
    name: NotRequired[str]
    opens: NotRequired[str]
    """A time as HH:MM (24 h)"""
    closes: NotRequired[str]
    """A time as HH:MM (24 h)"""


class BusinessHoursExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    timezone: NotRequired[str]
    hours: list[BusinessHoursExperienceContentHoursItem]
    """A day may open several times; one that is not here is closed"""
    holidays: NotRequired[list[BusinessHoursExperienceContentHolidaysItem]]
    """Days that are otherwise; closed without times"""
    note: NotRequired[str]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class BusinessHoursExperience(TypedDict):
    type: Literal["business_hours"]
    """What the code opens"""
    content: BusinessHoursExperienceContent
    """The fields of this type"""


class ChineseBirthYear(TypedDict):
    animal: Literal["rat", "ox", "tiger", "rabbit", "dragon", "snake", "horse", "goat", "monkey", "rooster", "dog", "pig"]
    element: Literal["wood", "fire", "earth", "metal", "water"]
    year: int
    """The lunar year of birth"""
    yin_yang: Literal["yin", "yang"]


class CouponExperienceContent(TypedDict):
    """The fields of this type"""
    title: str
    code: str
    description: NotRequired[str]
    valid_until: NotRequired[str]
    """A date and time such as 2026-05-01T19:30, or a date"""
    terms: NotRequired[str]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class CouponExperience(TypedDict):
    type: Literal["coupon"]
    """What the code opens"""
    content: CouponExperienceContent
    """The fields of this type"""


class EventExperienceContent(TypedDict):
    """The fields of this type"""
    title: str
    start: str
    """A date and time such as 2026-05-01T19:30, or a date"""
    end: NotRequired[str]
    """A date and time such as 2026-05-01T19:30, or a date"""
    timezone: NotRequired[str]
    location: NotRequired[str]
    description: NotRequired[str]
    url: NotRequired[str]
    """An http, https, mailto, tel or sms link"""
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class EventExperience(TypedDict):
    type: Literal["event"]
    """What the code opens"""
    content: EventExperienceContent
    """The fields of this type"""


class ExperienceTakenDown(TypedDict):
    """When and why an operator has taken it down"""
    at: str
    reason: str


class ExperienceTargets(TypedDict):
    ios: str | None
    android: str | None


class Experience(TypedDict):
    id: int
    code: str
    """The code that is printed: it is valid for good"""
    type: str
    title: str
    label: str | None
    slug: str | None
    state: Literal["active", "paused", "taken_down"]
    """What is not active shows visitors a page that says so"""
    taken_down: ExperienceTakenDown | None
    scan_url: str
    """The address that is printed"""
    slug_url: str | None
    version: int
    """Rises with each edit"""
    etag: str
    """Names this version in If-Match"""
    created_at: str
    changed_at: str | None
    target: str | None
    targets: ExperienceTargets
    theme: Any | None
    language: str | None
    page: NotRequired[Any]
    """The page document of type page, as it can be sent back"""
    content: NotRequired[Any]
    """The content of every other type, as it can be sent back"""


ExperienceType = Literal["page", "url", "text", "rating", "mp3", "pdf", "social", "images", "app", "videos", "event", "coupon", "feedback", "vcard_plus", "wifi", "menu", "business_hours", "lead_form", "faq"]


class FaqExperienceContentItemsItem(TypedDict):
    question: str
    answer: str


class FaqExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    items: list[FaqExperienceContentItemsItem]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class FaqExperience(TypedDict):
    type: Literal["faq"]
    """What the code opens"""
    content: FaqExperienceContent
    """The fields of this type"""


class FeedbackExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    question: NotRequired[str]
    email: NotRequired[str]
    """An email address"""
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class FeedbackExperience(TypedDict):
    type: Literal["feedback"]
    """What the code opens"""
    content: FeedbackExperienceContent
    """The fields of this type"""


ZodiacSign = Literal["aries", "taurus", "gemini", "cancer", "leo", "virgo", "libra", "scorpio", "sagittarius", "capricorn", "aquarius", "pisces"]


class HoroscopeSubject(TypedDict):
    """Whom a horoscope is for: a sign, or who was born then and there"""
    sign: NotRequired[ZodiacSign]
    """Name of a zodiac sign, in any letter case"""
    birth_date: NotRequired[str]
    """Day of birth"""
    birth_time: NotRequired[str]
    """Time of birth at the place of birth, for the moon and rising sign: a time as HH:MM (24 h)"""
    location: NotRequired[str]
    """Place of birth: a city, "city, country", or "latitude,longitude\""""


class ImagesExperienceContentImagesItem(TypedDict):
    url: str
    """An http or https address"""
    alt: NotRequired[str]


class ImagesExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    scroll: NotRequired[bool]
    images: list[ImagesExperienceContentImagesItem]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class ImagesExperience(TypedDict):
    type: Literal["images"]
    """What the code opens"""
    content: ImagesExperienceContent
    """The fields of this type"""


class LeadFormExperienceContentFieldsItem(TypedDict):
    name: str
    """A name of small letters, digits and _"""
    label: str
    type: NotRequired[Literal["text", "email", "phone", "long", "choice", "yes"]]
    required: NotRequired[bool]
    options: NotRequired[list[str]]


class LeadFormExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    text: NotRequired[str]
    fields: list[LeadFormExperienceContentFieldsItem]
    consent: str
    """What a visitor agrees to, beside a box to tick"""
    privacy: NotRequired[str]
    """The address of the privacy notice"""
    button: NotRequired[str]
    thanks: NotRequired[str]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class LeadFormExperience(TypedDict):
    type: Literal["lead_form"]
    """What the code opens"""
    content: LeadFormExperienceContent
    """The fields of this type"""


class MenuExperienceContentSectionsItemItemsItem(TypedDict):
    name: str
    description: NotRequired[str]
    price: NotRequired[float]
    price_text: NotRequired[str]
    """Instead of a price, e.g. market price"""
    allergens: NotRequired[list[str]]
    photo: NotRequired[str]
    """An http or https address"""


class MenuExperienceContentSectionsItem(TypedDict):
    title: NotRequired[str]
    description: NotRequired[str]
    items: list[MenuExperienceContentSectionsItemItemsItem]


class MenuExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    currency: NotRequired[str]
    """A currency code such as EUR"""
    sections: list[MenuExperienceContentSectionsItem]
    note: NotRequired[str]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class MenuExperience(TypedDict):
    type: Literal["menu"]
    """What the code opens"""
    content: MenuExperienceContent
    """The fields of this type"""


Mood = Literal["cheerful", "dramatic", "inspiring", "sarcastic", "romantic", "mysterious", "uplifting", "funny", "serious", "neutral", "energetic", "friendly", "angry", "nostalgic"]


class Mp3ExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    url: str
    """An http or https address"""
    cover: NotRequired[str]
    """An http or https address"""
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class Mp3Experience(TypedDict):
    type: Literal["mp3"]
    """What the code opens"""
    content: Mp3ExperienceContent
    """The fields of this type"""


class PageDocumentLayoutSections(TypedDict):
    enabled: NotRequired[bool]
    collapsible: NotRequired[bool]
    default_open: NotRequired[bool]
    style: NotRequired[Literal["card", "plain"]]
    radius: NotRequired[int]
    border: NotRequired[str]
    """None, or a border such as 1px solid #dddddd"""
    background: NotRequired[str]
    """A hex colour such as #1a2b3c"""


class PageDocumentLayout(TypedDict):
    cols: NotRequired[int]
    """Columns, on desktops only"""
    gap: NotRequired[int]
    """Pixels between blocks"""
    sections: NotRequired[PageDocumentLayoutSections]


class PageDocument(TypedDict):
    """The QR page document"""
    version: int
    """1 is the version in use"""
    title: NotRequired[str]
    """Title of the page; by default its first headline or title"""
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""
    layout: NotRequired[PageDocumentLayout]
    blocks: list[Block]
    """What the page shows, in order"""


class PageExperience(TypedDict):
    type: Literal["page"]
    """What the code opens"""
    page: PageDocument
    """The QR page document"""


class PdfExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    url: str
    """An http or https address"""
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class PdfExperience(TypedDict):
    type: Literal["pdf"]
    """What the code opens"""
    content: PdfExperienceContent
    """The fields of this type"""


class QrImageMetaShape(TypedDict):
    body: str
    eye: str
    ball: str


class QrImageMetaColors(TypedDict):
    foreground: str
    background: str
    gradient: str | None
    eye_outer: str | None
    eye_inner: str | None
    eye1_outer: str | None
    eye1_inner: str | None
    eye2_outer: str | None
    eye2_inner: str | None
    eye3_outer: str | None
    eye3_inner: str | None


class QrImageMetaFrame(TypedDict):
    name: str
    color: str | None
    text: str | None
    textColor: str | None
    icon: str | None


class QrImageMetaPage(TypedDict):
    version: int


class QrImageMeta(TypedDict):
    format: str
    logo: str
    shape: QrImageMetaShape
    colors: QrImageMetaColors
    frame: QrImageMetaFrame
    download: bool
    saved: bool
    type: str
    page: QrImageMetaPage | None


class QrImage(TypedDict):
    """A QR image and how it was made"""
    mime: str
    ext: str
    width: int
    """Pixels"""
    height: int
    """Pixels"""
    saved: bool
    file_url: NotRequired[str]
    """Where the saved image can be fetched"""
    file_path: NotRequired[str]
    """Where it is on its disk"""
    scan_url: str | None
    meta: QrImageMeta
    data_base64: str | None


class QrImageOptions(TypedDict):
    """How a QR image looks, and where it is kept"""
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""


class QrLook(TypedDict):
    """How QR codes look whatever their size, and where they are kept"""
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""


class QrVisit(TypedDict):
    """The experience that was visited, and who visited it"""
    experience_id: NotRequired[int]
    """The experience, or else type and code"""
    type: NotRequired[ExperienceType]
    code: NotRequired[str]
    client_ip: NotRequired[str]
    """The visitor's address; by default the caller's own"""
    user_agent: NotRequired[str]
    """By default the call's own"""
    referrer: NotRequired[str]
    """By default the call's own"""


class RatingExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    question: NotRequired[str]
    max: NotRequired[int]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class RatingExperience(TypedDict):
    type: Literal["rating"]
    """What the code opens"""
    content: RatingExperienceContent
    """The fields of this type"""


class SocialExperienceContentItemsItem(TypedDict):
    name: str
    url: str
    """An http, https, mailto, tel or sms link"""


class SocialExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    items: list[SocialExperienceContentItemsItem]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class SocialExperience(TypedDict):
    type: Literal["social"]
    """What the code opens"""
    content: SocialExperienceContent
    """The fields of this type"""


class TextExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    text: str
    align: NotRequired[Literal["left", "center", "right"]]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class TextExperience(TypedDict):
    type: Literal["text"]
    """What the code opens"""
    content: TextExperienceContent
    """The fields of this type"""


Tone = Literal["casual", "formal", "educational", "persuasive", "friendly", "authoritative"]


class UrlExperienceContent(TypedDict):
    """The fields of this type"""
    url: str
    """An http or https address"""
    title: NotRequired[str]


class UrlExperience(TypedDict):
    type: Literal["url"]
    """What the code opens"""
    content: UrlExperienceContent
    """The fields of this type"""


class VatCalculationFormatted(TypedDict):
    """The same figures as the country writes them, null when nothing could be calculated"""
    net: str
    gross: str
    vat_amount: str
    vat_rate: str | None


class VatCalculation(TypedDict):
    country_code: str | None
    scenario_type: Literal["single_rate"]
    vat_type: Literal["standard", "reduced", "super-reduced", "zero"] | None
    net: float | None
    gross: float | None
    vat_amount: float | None
    vat_rate: float | None
    currency: str | None
    warnings: list[str]
    formatted: VatCalculationFormatted | None


class VatRates(TypedDict):
    standard: float | None
    reduced: list[float]
    """The first one is used for vat_type reduced"""
    super_reduced: float | None
    zero: float | None


class VcardPlusExperienceContent(TypedDict):
    """The fields of this type"""
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    org: NotRequired[str]
    job_title: NotRequired[str]
    phones: NotRequired[list[str]]
    emails: NotRequired[list[str]]
    url: NotRequired[str]
    """An http or https address"""
    address: NotRequired[str]
    note: NotRequired[str]
    photo_base64: NotRequired[str]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class VcardPlusExperience(TypedDict):
    type: Literal["vcard_plus"]
    """What the code opens"""
    content: VcardPlusExperienceContent
    """The fields of this type"""


class VideoPlatformItem(TypedDict):
    """A channel or a video in a list"""
    id: str
    title: str
    description: str
    publishedAt: str
    thumb: str | None


class VideoSearchFilters(TypedDict):
    """What is searched for, and how it is sorted"""
    q: str
    """What to search for"""
    limit: NotRequired[int]
    """1 to 50; what lies outside is brought inside"""
    sort: NotRequired[str]
    """relevance, date, rating, title or viewCount; anything else counts as relevance"""
    published_after: NotRequired[str]
    """Only what was published on or after this day (UTC), as YYYY-MM-DD; ignored when it is not a date"""
    published_before: NotRequired[str]
    """Only what was published before this day (UTC), as YYYY-MM-DD; ignored when it is not a date"""


class VideosExperienceContentItemsItem(TypedDict):
    url: str
    """An http or https address"""
    title: NotRequired[str]


class VideosExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    items: list[VideosExperienceContentItemsItem]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class VideosExperience(TypedDict):
    type: Literal["videos"]
    """What the code opens"""
    content: VideosExperienceContent
    """The fields of this type"""


class VideoTopic(TypedDict):
    """What a text is about, and whose style it takes up"""
    topic: str
    """What the text is about; the first 120 characters are used"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""
    video: NotRequired[str]
    """URL or id of a video whose style is taken up"""
    channel: NotRequired[str]
    """Id of a channel whose style is taken up"""


class WebhookSwitchedOff(TypedDict):
    """When and why the platform has switched it off; null where it has not"""
    at: str
    why: str


class WebhookSecretsValidItem(TypedDict):
    until: str | None


class Webhook(TypedDict):
    webhook: str
    url: str | None
    description: str
    events: list[Literal["job.completed", "job.failed", "experience.feedback", "experience.lead", "experience.reported", "credits.low", "credits.running_out", "credits.expiring", "budget.near", "budget.reached", "errors.high", "key.rotated", "top_up.failed"]]
    """The events that it is sent"""
    active: bool
    """Whether anything is sent there"""
    created_at: str
    failing_since: str | None
    switched_off: WebhookSwitchedOff | None
    secrets_valid: list[WebhookSecretsValidItem]
    """The secrets that messages are signed with now, the newest first"""


class WebhookDeliveryAttemptsItem(TypedDict):
    at: str
    ms: int
    """How long it took"""
    status: int | None
    answer: str | None
    error: str | None


class WebhookDelivery(TypedDict):
    delivery: str
    webhook: str
    """Id of the webhook, or `callback`"""
    message: str
    """The `webhook-id` that the receiver gets"""
    type: str
    callback_url: str | None
    state: Literal["pending", "delivered", "failed", "cancelled"]
    next_attempt_at: str | None
    created_at: str
    ended_at: str | None
    attempts: list[WebhookDeliveryAttemptsItem]
    """The latest last"""


class WifiExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    ssid: str
    """Name of the network"""
    password: NotRequired[str]
    security: NotRequired[Literal["WPA", "WEP", "nopass"]]
    """WPA stands for WPA2 and WPA3 as well"""
    hidden: NotRequired[bool]
    """Whether the network keeps its name to itself"""
    note: NotRequired[str]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class WifiExperience(TypedDict):
    type: Literal["wifi"]
    """What the code opens"""
    content: WifiExperienceContent
    """The fields of this type"""


class ZodiacPlacement(TypedDict):
    """The signs of whom a horoscope is for"""
    sign: ZodiacSign
    """Name of a zodiac sign, in any letter case"""
    personalized: bool
    """Whether a birth date was given"""
    moon_sign: NotRequired[ZodiacSign]
    rising_sign: NotRequired[ZodiacSign]


class HoroscopeBiorhythmRequest(TypedDict):
    birth_date: str
    """Day of birth"""
    date: NotRequired[str]
    """The day to read, by default today (UTC)"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class HoroscopeBiorhythmAnswerComputedData(TypedDict):
    date: str
    days_alive: int
    physical: float
    emotional: float
    intellectual: float
    critical: list[Literal["physical", "emotional", "intellectual"]]


class HoroscopeBiorhythmAnswerReading(TypedDict):
    overview: str
    physical: str
    emotional: str
    intellectual: str


class HoroscopeBiorhythmAnswer(TypedDict):
    computed_data: HoroscopeBiorhythmAnswerComputedData
    reading: HoroscopeBiorhythmAnswerReading
    response_code: int
    response_time_ms: int


class HoroscopeChineseYearForecastRequest(TypedDict):
    birth_year: NotRequired[int]
    """Year of birth; birth_date is more exact and wins over it"""
    birth_date: NotRequired[str]
    """Day of birth"""
    year: NotRequired[int]
    """The year to forecast, by default the current one (UTC)"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class HoroscopeChineseYearForecastAnswerComputedData(TypedDict):
    animal: Literal["rat", "ox", "tiger", "rabbit", "dragon", "snake", "horse", "goat", "monkey", "rooster", "dog", "pig"]
    element: Literal["wood", "fire", "earth", "metal", "water"]
    year: int
    """The lunar year of birth"""
    yin_yang: Literal["yin", "yang"]
    forecast_year: int


class HoroscopeChineseYearForecastAnswerReading(TypedDict):
    overview: str
    career: str
    love: str
    health: str
    lucky_months: list[int]


class HoroscopeChineseYearForecastAnswer(TypedDict):
    computed_data: HoroscopeChineseYearForecastAnswerComputedData
    reading: HoroscopeChineseYearForecastAnswerReading
    response_code: int
    response_time_ms: int


class HoroscopeChineseZodiacRequest(TypedDict):
    birth_year: NotRequired[int]
    """Year of birth; birth_date is more exact and wins over it"""
    birth_date: NotRequired[str]
    """Day of birth"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class HoroscopeChineseZodiacAnswerReading(TypedDict):
    personality: str
    career: str
    love: str
    health: str


class HoroscopeChineseZodiacAnswer(TypedDict):
    computed_data: ChineseBirthYear
    reading: HoroscopeChineseZodiacAnswerReading
    response_code: int
    response_time_ms: int


class HoroscopeCompatibilityRequest(TypedDict):
    sign_a: NotRequired[ZodiacSign]
    """Name of a zodiac sign, in any letter case"""
    sign_b: NotRequired[ZodiacSign]
    """Name of a zodiac sign, in any letter case"""
    birth_date_a: NotRequired[str]
    """Day of birth"""
    birth_date_b: NotRequired[str]
    """Day of birth"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class HoroscopeCompatibilityAnswerComputedData(TypedDict):
    sign_a: ZodiacSign
    """Name of a zodiac sign, in any letter case"""
    sign_b: ZodiacSign
    """Name of a zodiac sign, in any letter case"""
    personalized: bool
    """Whether a birth date was given"""


class HoroscopeCompatibilityAnswerReadingLove(TypedDict):
    score: int
    description: str


class HoroscopeCompatibilityAnswerReadingFriendship(TypedDict):
    score: int
    description: str


class HoroscopeCompatibilityAnswerReadingCommunication(TypedDict):
    score: int
    description: str


class HoroscopeCompatibilityAnswerReading(TypedDict):
    overall_score: int
    love: HoroscopeCompatibilityAnswerReadingLove
    friendship: HoroscopeCompatibilityAnswerReadingFriendship
    communication: HoroscopeCompatibilityAnswerReadingCommunication
    summary: str


class HoroscopeCompatibilityAnswer(TypedDict):
    computed_data: HoroscopeCompatibilityAnswerComputedData
    reading: HoroscopeCompatibilityAnswerReading
    response_code: int
    response_time_ms: int


class HoroscopeDailyHoroscopeRequest(TypedDict):
    sign: NotRequired[ZodiacSign]
    """Name of a zodiac sign, in any letter case"""
    birth_date: NotRequired[str]
    """Day of birth"""
    birth_time: NotRequired[str]
    """Time of birth at the place of birth, for the moon and rising sign: a time as HH:MM (24 h)"""
    location: NotRequired[str]
    """Place of birth: a city, "city, country", or "latitude,longitude\""""
    date: NotRequired[str]
    """The day to read, by default today (UTC)"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class HoroscopeDailyHoroscopeAnswerComputedData(TypedDict):
    sign: ZodiacSign
    """Name of a zodiac sign, in any letter case"""
    personalized: bool
    """Whether a birth date was given"""
    moon_sign: NotRequired[ZodiacSign]
    rising_sign: NotRequired[ZodiacSign]
    period: Literal["daily"]
    date: str


class HoroscopeDailyHoroscopeAnswerReading(TypedDict):
    general: str
    love: str
    career: str
    health: str
    lucky_color: str
    lucky_number: int
    mood: str


class HoroscopeDailyHoroscopeAnswer(TypedDict):
    computed_data: HoroscopeDailyHoroscopeAnswerComputedData
    reading: HoroscopeDailyHoroscopeAnswerReading
    response_code: int
    response_time_ms: int


class HoroscopeMonthlyHoroscopeRequest(TypedDict):
    sign: NotRequired[ZodiacSign]
    """Name of a zodiac sign, in any letter case"""
    birth_date: NotRequired[str]
    """Day of birth"""
    birth_time: NotRequired[str]
    """Time of birth at the place of birth, for the moon and rising sign: a time as HH:MM (24 h)"""
    location: NotRequired[str]
    """Place of birth: a city, "city, country", or "latitude,longitude\""""
    month: NotRequired[str]
    """The month to read, by default the current one (UTC): a month as YYYY-MM"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class HoroscopeMonthlyHoroscopeAnswerComputedData(TypedDict):
    sign: ZodiacSign
    """Name of a zodiac sign, in any letter case"""
    personalized: bool
    """Whether a birth date was given"""
    moon_sign: NotRequired[ZodiacSign]
    rising_sign: NotRequired[ZodiacSign]
    period: Literal["monthly"]
    month: str
    """A month as YYYY-MM"""


class HoroscopeMonthlyHoroscopeAnswerReading(TypedDict):
    overview: str
    love: str
    career: str
    health: str
    planetary_influences: str
    key_dates: list[str]
    key_date_reasons: list[str]
    """Why each of key_dates matters to the sign, in the same order"""
    themes: list[str]


class HoroscopeMonthlyHoroscopeAnswer(TypedDict):
    computed_data: HoroscopeMonthlyHoroscopeAnswerComputedData
    reading: HoroscopeMonthlyHoroscopeAnswerReading
    response_code: int
    response_time_ms: int


class HoroscopeMoonPhaseReportRequest(TypedDict):
    date: NotRequired[str]
    """The day to read, by default today (UTC)"""
    birth_date: NotRequired[str]
    """Personalizes the guidance"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class HoroscopeMoonPhaseReportAnswerComputedData(TypedDict):
    date: str
    phase: Literal["new_moon", "waxing_crescent", "first_quarter", "waxing_gibbous", "full_moon", "waning_gibbous", "last_quarter", "waning_crescent"]
    eclipse: NotRequired[Literal["total_solar", "annular_solar", "partial_solar", "total_lunar", "partial_lunar", "penumbral_lunar"]]
    """The eclipse whose maximum falls on this UTC day, wherever on earth it is seen"""
    illumination: float
    """Lit part of the disc at 12:00 UTC, in percent"""
    age_days: float
    """Days since the last new moon, at 12:00 UTC"""
    moon_sign: ZodiacSign
    """Name of a zodiac sign, in any letter case"""
    next_new_moon: str
    next_full_moon: str
    personalized: bool
    """Whether a birth date was given"""


class HoroscopeMoonPhaseReportAnswerReading(TypedDict):
    overview: str
    guidance: str
    intention: str
    best_for: list[str]


class HoroscopeMoonPhaseReportAnswer(TypedDict):
    computed_data: HoroscopeMoonPhaseReportAnswerComputedData
    reading: HoroscopeMoonPhaseReportAnswerReading
    response_code: int
    response_time_ms: int


class HoroscopeTarotReadingRequest(TypedDict):
    spread: NotRequired[Literal["single", "three", "celtic_cross"]]
    question: NotRequired[str]
    """What the cards are asked"""
    birth_date: NotRequired[str]
    """Personalizes the reading"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class HoroscopeTarotReadingAnswerComputedDataDrawnCardsItem(TypedDict):
    name: str
    arcana: Literal["major", "minor"]
    number: int
    """Major 0-21, minor 1-14"""
    reversed: bool


class HoroscopeTarotReadingAnswerComputedData(TypedDict):
    spread: Literal["single", "three", "celtic_cross"]
    drawn_cards: list[HoroscopeTarotReadingAnswerComputedDataDrawnCardsItem]
    personalized: bool
    """Whether a birth date was given"""


class HoroscopeTarotReadingAnswerReadingCardsItem(TypedDict):
    position: str
    card: str
    meaning: str


class HoroscopeTarotReadingAnswerReading(TypedDict):
    cards: list[HoroscopeTarotReadingAnswerReadingCardsItem]
    overall: str


class HoroscopeTarotReadingAnswer(TypedDict):
    computed_data: HoroscopeTarotReadingAnswerComputedData
    reading: HoroscopeTarotReadingAnswerReading
    response_code: int
    response_time_ms: int


class HoroscopeWeeklyHoroscopeRequest(TypedDict):
    sign: NotRequired[ZodiacSign]
    """Name of a zodiac sign, in any letter case"""
    birth_date: NotRequired[str]
    """Day of birth"""
    birth_time: NotRequired[str]
    """Time of birth at the place of birth, for the moon and rising sign: a time as HH:MM (24 h)"""
    location: NotRequired[str]
    """Place of birth: a city, "city, country", or "latitude,longitude\""""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class HoroscopeWeeklyHoroscopeAnswerComputedData(TypedDict):
    sign: ZodiacSign
    """Name of a zodiac sign, in any letter case"""
    personalized: bool
    """Whether a birth date was given"""
    moon_sign: NotRequired[ZodiacSign]
    rising_sign: NotRequired[ZodiacSign]
    period: Literal["weekly"]
    week_start: str
    week_end: str


class HoroscopeWeeklyHoroscopeAnswerReadingHighlights(TypedDict):
    best_day: str
    challenging_day: str
    focus_area: str


class HoroscopeWeeklyHoroscopeAnswerReading(TypedDict):
    overview: str
    love: str
    career: str
    health: str
    highlights: HoroscopeWeeklyHoroscopeAnswerReadingHighlights


class HoroscopeWeeklyHoroscopeAnswer(TypedDict):
    computed_data: HoroscopeWeeklyHoroscopeAnswerComputedData
    reading: HoroscopeWeeklyHoroscopeAnswerReading
    response_code: int
    response_time_ms: int


class HoroscopeZodiacProfileRequest(TypedDict):
    sign: NotRequired[ZodiacSign]
    """Name of a zodiac sign, in any letter case"""
    birth_date: NotRequired[str]
    """Day of birth"""
    birth_time: NotRequired[str]
    """Time of birth at the place of birth, for the moon and rising sign: a time as HH:MM (24 h)"""
    location: NotRequired[str]
    """Place of birth: a city, "city, country", or "latitude,longitude\""""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class HoroscopeZodiacProfileAnswerReading(TypedDict):
    element: str
    ruling_planet: str
    strengths: str
    weaknesses: str
    description: str
    traits: list[str]
    compatibility: list[ZodiacSign]


class HoroscopeZodiacProfileAnswer(TypedDict):
    computed_data: ZodiacPlacement
    """The signs of whom a horoscope is for"""
    reading: HoroscopeZodiacProfileAnswerReading
    response_code: int
    response_time_ms: int


class NumerologyChallengeNumbersRequest(TypedDict):
    birth_date: str
    """Day of birth"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class NumerologyChallengeNumbersAnswerComputedData(TypedDict):
    type: Literal["challenge"]
    number: list[int]


class NumerologyChallengeNumbersAnswerReadingFirstChallenge(TypedDict):
    number: int
    meaning: str


class NumerologyChallengeNumbersAnswerReadingSecondChallenge(TypedDict):
    number: int
    meaning: str


class NumerologyChallengeNumbersAnswerReadingThirdChallenge(TypedDict):
    number: int
    meaning: str


class NumerologyChallengeNumbersAnswerReadingFourthChallenge(TypedDict):
    number: int
    meaning: str


class NumerologyChallengeNumbersAnswerReading(TypedDict):
    first_challenge: NumerologyChallengeNumbersAnswerReadingFirstChallenge
    second_challenge: NumerologyChallengeNumbersAnswerReadingSecondChallenge
    third_challenge: NumerologyChallengeNumbersAnswerReadingThirdChallenge
    fourth_challenge: NumerologyChallengeNumbersAnswerReadingFourthChallenge


class NumerologyChallengeNumbersAnswer(TypedDict):
    computed_data: NumerologyChallengeNumbersAnswerComputedData
    reading: NumerologyChallengeNumbersAnswerReading


class NumerologyExpressionNumberRequest(TypedDict):
    full_name: str
    """First, middle and last name as given at birth; other scripts are read in Latin letters"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class NumerologyExpressionNumberAnswerComputedData(TypedDict):
    type: Literal["expression"]
    number: int


class NumerologyExpressionNumberAnswerReading(TypedDict):
    number: int
    title: str
    meaning: str
    talents: list[str]


class NumerologyExpressionNumberAnswer(TypedDict):
    computed_data: NumerologyExpressionNumberAnswerComputedData
    reading: NumerologyExpressionNumberAnswerReading


class NumerologyLifepathNumberRequest(TypedDict):
    birth_date: str
    """Day of birth"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class NumerologyLifepathNumberAnswerComputedData(TypedDict):
    type: Literal["lifepath"]
    number: int


class NumerologyLifepathNumberAnswerReading(TypedDict):
    number: int
    title: str
    meaning: str
    strengths: list[str]
    challenges: list[str]
    career: str
    relationships: str


class NumerologyLifepathNumberAnswer(TypedDict):
    computed_data: NumerologyLifepathNumberAnswerComputedData
    reading: NumerologyLifepathNumberAnswerReading


class NumerologyNumerologicalNumbersRequest(TypedDict):
    birth_date: str
    """Day of birth"""
    full_name: NotRequired[str]
    """First, middle and last name as given at birth; other scripts are read in Latin letters"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class NumerologyNumerologicalNumbersAnswerComputedData(TypedDict):
    life_path: int
    expression: int | None
    soul_urge: int | None
    personality: int | None
    subconscious_self: int | None
    personal_year: int
    personal_month: int
    personal_day: int
    challenge: list[int]


class NumerologyNumerologicalNumbersAnswerReading(TypedDict):
    life_path: str
    expression: str | None
    soul_urge: str | None
    overall: str


class NumerologyNumerologicalNumbersAnswer(TypedDict):
    computed_data: NumerologyNumerologicalNumbersAnswerComputedData
    reading: NumerologyNumerologicalNumbersAnswerReading


class NumerologyPersonalDayPredictionRequest(TypedDict):
    birth_date: str
    """Day of birth"""
    date: NotRequired[str]
    """The day to read, by default today (UTC)"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class NumerologyPersonalDayPredictionAnswerComputedData(TypedDict):
    type: Literal["personal_day"]
    number: int


class NumerologyPersonalDayPredictionAnswerReading(TypedDict):
    number: int
    date: str
    theme: str
    advice: str
    best_for: list[str]
    avoid: list[str]


class NumerologyPersonalDayPredictionAnswer(TypedDict):
    computed_data: NumerologyPersonalDayPredictionAnswerComputedData
    reading: NumerologyPersonalDayPredictionAnswerReading


class NumerologyPersonalMonthPredictionRequest(TypedDict):
    birth_date: str
    """Day of birth"""
    month: NotRequired[str]
    """The month to read, by default the current one (UTC): a month as YYYY-MM"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class NumerologyPersonalMonthPredictionAnswerComputedData(TypedDict):
    type: Literal["personal_month"]
    number: int


class NumerologyPersonalMonthPredictionAnswerReading(TypedDict):
    number: int
    month: str
    """A month as YYYY-MM"""
    theme: str
    overview: str
    focus_areas: list[str]


class NumerologyPersonalMonthPredictionAnswer(TypedDict):
    computed_data: NumerologyPersonalMonthPredictionAnswerComputedData
    reading: NumerologyPersonalMonthPredictionAnswerReading


class NumerologyPersonalYearPredictionRequest(TypedDict):
    birth_date: str
    """Day of birth"""
    year: NotRequired[int]
    """The year to read, four digits, by default the current one (UTC)"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class NumerologyPersonalYearPredictionAnswerComputedData(TypedDict):
    type: Literal["personal_year"]
    number: int


class NumerologyPersonalYearPredictionAnswerReadingKeyMonths(TypedDict):
    best: list[int]
    challenging: list[int]


class NumerologyPersonalYearPredictionAnswerReading(TypedDict):
    number: int
    year: int
    theme: str
    overview: str
    key_months: NumerologyPersonalYearPredictionAnswerReadingKeyMonths


class NumerologyPersonalYearPredictionAnswer(TypedDict):
    computed_data: NumerologyPersonalYearPredictionAnswerComputedData
    reading: NumerologyPersonalYearPredictionAnswerReading


class NumerologyPersonalityNumberRequest(TypedDict):
    full_name: str
    """First, middle and last name as given at birth; other scripts are read in Latin letters"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class NumerologyPersonalityNumberAnswerComputedData(TypedDict):
    type: Literal["personality"]
    number: int


class NumerologyPersonalityNumberAnswerReading(TypedDict):
    number: int
    title: str
    meaning: str
    first_impression: str


class NumerologyPersonalityNumberAnswer(TypedDict):
    computed_data: NumerologyPersonalityNumberAnswerComputedData
    reading: NumerologyPersonalityNumberAnswerReading


class NumerologySoulUrgeNumberRequest(TypedDict):
    full_name: str
    """First, middle and last name as given at birth; other scripts are read in Latin letters"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class NumerologySoulUrgeNumberAnswerComputedData(TypedDict):
    type: Literal["soul_urge"]
    number: int


class NumerologySoulUrgeNumberAnswerReading(TypedDict):
    number: int
    title: str
    meaning: str
    desires: list[str]


class NumerologySoulUrgeNumberAnswer(TypedDict):
    computed_data: NumerologySoulUrgeNumberAnswerComputedData
    reading: NumerologySoulUrgeNumberAnswerReading


class NumerologySubconsciousSelfNumberRequest(TypedDict):
    full_name: str
    """First, middle and last name as given at birth; other scripts are read in Latin letters"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class NumerologySubconsciousSelfNumberAnswerComputedData(TypedDict):
    type: Literal["subconscious_self"]
    number: int


class NumerologySubconsciousSelfNumberAnswerReading(TypedDict):
    number: int
    meaning: str
    crisis_response: str


class NumerologySubconsciousSelfNumberAnswer(TypedDict):
    computed_data: NumerologySubconsciousSelfNumberAnswerComputedData
    reading: NumerologySubconsciousSelfNumberAnswerReading


class VideoPlatformGenerateAllInOneGeneratorRequest(TypedDict):
    topic: str
    """What the text is about; the first 120 characters are used"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""
    video: NotRequired[str]
    """URL or id of a video whose style is taken up"""
    channel: NotRequired[str]
    """Id of a channel whose style is taken up"""
    keywords: NotRequired[list[str]]
    """At most three are used, the first weighs most; unusual symbols are removed"""


class VideoPlatformGenerateAllInOneGeneratorAnswer(TypedDict):
    title: str
    description: str
    """About 1,000 characters of plain text"""
    tags: list[str]
    """At most 500 characters together"""
    language: str
    """Language of the text (ISO 639-1): English where the composer does not speak the requested one"""
    writer: str
    """`composer`, or `model` and the name of the language model"""


class VideoPlatformGenerateChannelDescriptionGeneratorRequest(TypedDict):
    topic: str
    """What the text is about; the first 120 characters are used"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""
    video: NotRequired[str]
    """URL or id of a video whose style is taken up"""
    channel: NotRequired[str]
    """Id of a channel whose style is taken up"""
    keywords: NotRequired[list[str]]
    """At most three are used, the first weighs most; unusual symbols are removed"""
    tone: NotRequired[Tone]


class VideoPlatformGenerateChannelDescriptionGeneratorAnswer(TypedDict):
    channelDescription: str
    language: str
    """Language of the text (ISO 639-1): English where the composer does not speak the requested one"""
    writer: str
    """`composer`, or `model` and the name of the language model"""


VideoPlatformGenerateChannelNameIdeasRequest = VideoTopic


class VideoPlatformGenerateChannelNameIdeasAnswer(TypedDict):
    suggestions: list[str]
    language: str
    """Language of the text (ISO 639-1): English where the composer does not speak the requested one"""
    writer: str
    """`composer`, or `model` and the name of the language model"""


class VideoPlatformGenerateCommentGeneratorRequest(TypedDict):
    topic: str
    """What the text is about; the first 120 characters are used"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""
    video: NotRequired[str]
    """URL or id of a video whose style is taken up"""
    channel: NotRequired[str]
    """Id of a channel whose style is taken up"""
    mood: NotRequired[Mood]
    tone: NotRequired[Tone]
    emojis_mode: NotRequired[Literal["none", "random_inject", "delimiter", "seo_block"]]
    """Whether and where emoji are put"""


class VideoPlatformGenerateCommentGeneratorAnswer(TypedDict):
    comment: str
    language: str
    """Language of the text (ISO 639-1): English where the composer does not speak the requested one"""
    writer: str
    """`composer`, or `model` and the name of the language model"""


class VideoPlatformGenerateDescriptionGeneratorRequest(TypedDict):
    topic: str
    """What the text is about; the first 120 characters are used"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""
    video: NotRequired[str]
    """URL or id of a video whose style is taken up"""
    channel: NotRequired[str]
    """Id of a channel whose style is taken up"""
    keywords: NotRequired[list[str]]
    """At most three are used, the first weighs most; unusual symbols are removed"""
    mood: NotRequired[Mood]
    tone: NotRequired[Tone]
    emojis_mode: NotRequired[Literal["none", "random_inject", "delimiter", "seo_block"]]
    """Whether and where emoji are put"""
    hashtags_mode: NotRequired[Literal["none", "end", "random_inject", "seo_block"]]
    """Whether and where hashtags go"""


class VideoPlatformGenerateDescriptionGeneratorAnswer(TypedDict):
    description: str
    """About 1,000 characters of plain text"""
    language: str
    """Language of the text (ISO 639-1): English where the composer does not speak the requested one"""
    writer: str
    """`composer`, or `model` and the name of the language model"""


class VideoPlatformGenerateHashtagGeneratorRequest(TypedDict):
    topic: str
    """What the text is about; the first 120 characters are used"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""
    video: NotRequired[str]
    """URL or id of a video whose style is taken up"""
    channel: NotRequired[str]
    """Id of a channel whose style is taken up"""
    hashtags_mode: NotRequired[Literal["end", "random_inject", "seo_block"]]
    """Where hashtags go"""


class VideoPlatformGenerateHashtagGeneratorAnswer(TypedDict):
    hashtags: list[str]
    language: str
    """Language of the text (ISO 639-1): English where the composer does not speak the requested one"""
    writer: str
    """`composer`, or `model` and the name of the language model"""


class VideoPlatformGenerateScriptGeneratorRequest(TypedDict):
    topic: str
    """What the text is about; the first 120 characters are used"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""
    video: NotRequired[str]
    """URL or id of a video whose style is taken up"""
    channel: NotRequired[str]
    """Id of a channel whose style is taken up"""
    person: NotRequired[Literal["1st", "3rd"]]
    """Grammatical person of the narration"""
    tone: NotRequired[Tone]


class VideoPlatformGenerateScriptGeneratorAnswer(TypedDict):
    script: str
    language: str
    """Language of the text (ISO 639-1): English where the composer does not speak the requested one"""
    writer: str
    """`composer`, or `model` and the name of the language model"""


class VideoPlatformGenerateSocialPostGeneratorRequest(TypedDict):
    topic: str
    """What the text is about; the first 120 characters are used"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""
    video: NotRequired[str]
    """URL or id of a video whose style is taken up"""
    channel: NotRequired[str]
    """Id of a channel whose style is taken up"""
    network: NotRequired[Literal["VIDEO_PLATFORM", "MICROBLOG", "SOCIAL_NETWORK"]]
    """Where it is posted; MICROBLOG caps it at 280 characters"""
    hashtags_mode: NotRequired[Literal["end", "random_inject", "seo_block"]]
    """Where hashtags go"""


class VideoPlatformGenerateSocialPostGeneratorAnswer(TypedDict):
    post: str
    language: str
    """Language of the text (ISO 639-1): English where the composer does not speak the requested one"""
    writer: str
    """`composer`, or `model` and the name of the language model"""


class VideoPlatformGenerateTagGeneratorRequest(TypedDict):
    topic: str
    """What the text is about; the first 120 characters are used"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""
    video: NotRequired[str]
    """URL or id of a video whose style is taken up"""
    channel: NotRequired[str]
    """Id of a channel whose style is taken up"""
    keywords: NotRequired[list[str]]
    """At most three are used, the first weighs most; unusual symbols are removed"""


class VideoPlatformGenerateTagGeneratorAnswer(TypedDict):
    tags: list[str]
    """At most 500 characters together"""
    language: str
    """Language of the text (ISO 639-1): English where the composer does not speak the requested one"""
    writer: str
    """`composer`, or `model` and the name of the language model"""


class VideoPlatformGenerateTitleGeneratorRequest(TypedDict):
    topic: str
    """What the text is about; the first 120 characters are used"""
    language: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""
    video: NotRequired[str]
    """URL or id of a video whose style is taken up"""
    channel: NotRequired[str]
    """Id of a channel whose style is taken up"""
    keywords: NotRequired[list[str]]
    """At most three are used, the first weighs most; unusual symbols are removed"""
    mood: NotRequired[Mood]
    tone: NotRequired[Tone]
    emojis_mode: NotRequired[Literal["none", "random_inject", "delimiter", "seo_block"]]
    """Whether and where emoji are put"""


class VideoPlatformGenerateTitleGeneratorAnswer(TypedDict):
    title: str
    language: str
    """Language of the text (ISO 639-1): English where the composer does not speak the requested one"""
    writer: str
    """`composer`, or `model` and the name of the language model"""


class VideoPlatformChannelAuditRequest(TypedDict):
    channel: str
    """Channel id starting with UC, handle, vanity name, or URL of the channel"""
    after: NotRequired[str]
    """Only what was published at or after this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)"""
    before: NotRequired[str]
    """Only what was published before this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)"""


class VideoPlatformChannelAuditAnswerTopVideosItem(TypedDict):
    id: str
    title: str
    views: int
    len_s: int


class VideoPlatformChannelAuditAnswer(TypedDict):
    bestUploadDay: str
    """Weekday (UTC) whose uploads were viewed most on average"""
    bestUploadHourUTC: str
    """Hour whose uploads were viewed most on average, HH:00"""
    avgVideoLengthSec: int
    topVideos: list[VideoPlatformChannelAuditAnswerTopVideosItem]
    language: str | None
    country: str | None
    category: str | None
    categoryRaw: str | None


class VideoPlatformChannelFindIdRequest(TypedDict):
    query: str
    """Handle or name of the channel"""


class VideoPlatformChannelFindIdAnswer(TypedDict):
    channel_id: str


class VideoPlatformChannelInfoRequest(TypedDict):
    channel: str
    """Channel id starting with UC, handle, vanity name, or URL of the channel"""


class VideoPlatformChannelInfoAnswer(TypedDict):
    id: str
    title: str
    description: str
    keywords: str
    topicCats: list[str]
    topicCatsRaw: list[str]
    country: str | None


class VideoPlatformChannelPlaylistsRequest(TypedDict):
    channel: str
    """Channel id starting with UC, handle, vanity name, or URL of the channel"""
    limit: NotRequired[int]
    order: NotRequired[Literal["date", "videos", "title"]]
    after: NotRequired[str]
    """Only what was published at or after this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)"""
    before: NotRequired[str]
    """Only what was published before this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)"""


class VideoPlatformChannelPlaylistsAnswerPlaylistsItem(TypedDict):
    id: str
    title: str
    description: str
    video_count: int
    published_at: str


class VideoPlatformChannelPlaylistsAnswer(TypedDict):
    playlists: list[VideoPlatformChannelPlaylistsAnswerPlaylistsItem]


class VideoPlatformChannelRegionRestrictionsRequest(TypedDict):
    channel: str
    """Channel id starting with UC, handle, vanity name, or URL of the channel"""


class VideoPlatformChannelRegionRestrictionsAnswer(TypedDict):
    madeForKids: bool


class VideoPlatformChannelSearchRequest(TypedDict):
    query: str
    """Keywords, or a handle beginning with @"""
    limit: NotRequired[int]
    order: NotRequired[Literal["relevance", "date", "rating", "viewCount", "title", "videoCount"]]
    period: NotRequired[Literal["today", "week", "month", "year"]]
    """Only what was published in this time up to now; after and before override it"""
    after: NotRequired[str]
    """Only what was published at or after this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)"""
    before: NotRequired[str]
    """Only what was published before this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)"""


VideoPlatformChannelSearchAnswer = list[VideoPlatformItem]


class VideoPlatformChannelSettingsRequest(TypedDict):
    channel: str
    """Channel id starting with UC, handle, vanity name, or URL of the channel"""


class VideoPlatformChannelSettingsAnswer(TypedDict):
    defaultLang: str | None
    country: str | None
    showRelatedChannels: bool
    featuredChannels: list[str]


class VideoPlatformChannelStatisticsRequest(TypedDict):
    channel: str
    """Channel id starting with UC, handle, vanity name, or URL of the channel"""


class VideoPlatformChannelStatisticsAnswer(TypedDict):
    subscribers: int
    """0 when hidden"""
    views: int
    videos: int
    hiddenSubs: bool


class VideoPlatformChannelSubscribeLinkGeneratorRequest(TypedDict):
    channel: str
    """Channel id starting with UC, handle, vanity name, or URL of the channel"""


class VideoPlatformChannelSubscribeLinkGeneratorAnswer(TypedDict):
    url: str


class VideoPlatformChannelThumbnailRequest(TypedDict):
    channel: str
    """Channel id starting with UC, handle, vanity name, or URL of the channel"""


class VideoPlatformChannelThumbnailAnswer(TypedDict):
    url: str


class VideoPlatformChannelVideosRequest(TypedDict):
    channel: str
    """Channel id starting with UC, handle, vanity name, or URL of the channel"""
    limit: NotRequired[int]
    order: NotRequired[Literal["date", "relevance", "rating", "viewCount", "title", "videoCount"]]
    period: NotRequired[Literal["today", "week", "month", "year"]]
    """Only what was published in this time up to now; after and before override it"""
    after: NotRequired[str]
    """Only what was published at or after this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)"""
    before: NotRequired[str]
    """Only what was published before this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)"""


VideoPlatformChannelVideosAnswer = list[VideoPlatformItem]


class VideoPlatformSearchAutocompleteRequest(TypedDict):
    q: str
    """What was typed so far"""
    hl: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class VideoPlatformSearchAutocompleteAnswerData(TypedDict):
    query: str
    lang: str
    suggestions: list[str]
    cnt_results: int


class VideoPlatformSearchAutocompleteAnswer(TypedDict):
    data: VideoPlatformSearchAutocompleteAnswerData


VideoPlatformSearchChannelsRequest = VideoSearchFilters


class VideoPlatformSearchChannelsAnswerData(TypedDict):
    cnt_results: int
    channels: list[VideoPlatformItem]


class VideoPlatformSearchChannelsAnswer(TypedDict):
    data: VideoPlatformSearchChannelsAnswerData


VideoPlatformSearchPlaylistsRequest = VideoSearchFilters


class VideoPlatformSearchPlaylistsAnswerDataPlaylistsItem(TypedDict):
    id: str
    title: str
    description: str
    publishedAt: str
    channelId: str
    items: int | None


class VideoPlatformSearchPlaylistsAnswerData(TypedDict):
    cnt_results: int
    playlists: list[VideoPlatformSearchPlaylistsAnswerDataPlaylistsItem]


class VideoPlatformSearchPlaylistsAnswer(TypedDict):
    data: VideoPlatformSearchPlaylistsAnswerData


class VideoPlatformSearchVideosRequest(TypedDict):
    q: str
    """What to search for"""
    limit: NotRequired[int]
    """1 to 50; what lies outside is brought inside"""
    sort: NotRequired[str]
    """relevance, date, rating, title or viewCount; anything else counts as relevance"""
    published_after: NotRequired[str]
    """Only what was published on or after this day (UTC), as YYYY-MM-DD; ignored when it is not a date"""
    published_before: NotRequired[str]
    """Only what was published before this day (UTC), as YYYY-MM-DD; ignored when it is not a date"""
    duration: NotRequired[Literal["any", "short", "medium", "long"]]


class VideoPlatformSearchVideosAnswerDataVideosItem(TypedDict):
    id: str
    title: str
    description: str
    publishedAt: str
    channelId: str
    durationISO: str | None
    views: int | None


class VideoPlatformSearchVideosAnswerData(TypedDict):
    cnt_results: int
    videos: list[VideoPlatformSearchVideosAnswerDataVideosItem]


class VideoPlatformSearchVideosAnswer(TypedDict):
    data: VideoPlatformSearchVideosAnswerData


class QrCodeBatchRequestRowsItem(TypedDict):
    qr_code_text: str
    """The content to encode, as it is"""
    name: NotRequired[str]
    """What name_pattern may use"""
    frame_text: NotRequired[str]
    """Caption of this code, instead of that of all"""


class QrCodeBatchRequest(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    rows: list[QrCodeBatchRequestRowsItem]
    """The codes"""
    name_pattern: NotRequired[str]
    """Names of the files: {n} is the number of the row, {name} its name, {text} what it holds"""
    image_width: NotRequired[int]
    """Width of each image in pixels, 96 to the inch in a PDF; SVG and PDF are sharp at any size"""


class QrCodeBatchAnswerFailedItem(TypedDict):
    row: int
    """Number of the row, from 1"""
    error: str
    type: str
    param: NotRequired[str]
    """The field of the row"""


class QrCodeBatchAnswer(TypedDict):
    made: int
    """Codes in the archive"""
    credits: float
    """What was charged for them"""
    mime: str
    bytes: int
    """Size of the archive; 0 when no code could be made"""
    file_url: NotRequired[str]
    """Where the archive can be fetched"""
    file_path: NotRequired[str]
    """Where it is on its disk"""
    failed: list[QrCodeBatchAnswerFailedItem]
    """Rows of which no code was made, and why; they are not charged"""


class QrCodeGenerateRequest(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: NotRequired[Literal["text", "url", "page"]]
    """page keeps the page document and encodes its public address"""
    action: NotRequired[Literal["generate"]]
    qr_code_text: NotRequired[str]
    """The content to encode, as it is; required unless type is page"""
    page: NotRequired[PageDocument]
    """The QR page document; required for type page"""


QrCodeGenerateAnswer = QrImage


class QrExperienceGenerateRequestPageExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestPageExperience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["page"]
    """What the code opens"""
    page: PageDocument
    """The QR page document"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestPageExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


class QrExperienceGenerateRequestUrlExperienceContent(TypedDict):
    """The fields of this type"""
    url: str
    """An http or https address"""
    title: NotRequired[str]


class QrExperienceGenerateRequestUrlExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestUrlExperience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["url"]
    """What the code opens"""
    content: QrExperienceGenerateRequestUrlExperienceContent
    """The fields of this type"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestUrlExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


class QrExperienceGenerateRequestTextExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    text: str
    align: NotRequired[Literal["left", "center", "right"]]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class QrExperienceGenerateRequestTextExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestTextExperience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["text"]
    """What the code opens"""
    content: QrExperienceGenerateRequestTextExperienceContent
    """The fields of this type"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestTextExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


class QrExperienceGenerateRequestRatingExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    question: NotRequired[str]
    max: NotRequired[int]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class QrExperienceGenerateRequestRatingExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestRatingExperience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["rating"]
    """What the code opens"""
    content: QrExperienceGenerateRequestRatingExperienceContent
    """The fields of this type"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestRatingExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


class QrExperienceGenerateRequestMp3ExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    url: str
    """An http or https address"""
    cover: NotRequired[str]
    """An http or https address"""
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class QrExperienceGenerateRequestMp3ExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestMp3Experience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["mp3"]
    """What the code opens"""
    content: QrExperienceGenerateRequestMp3ExperienceContent
    """The fields of this type"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestMp3ExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


class QrExperienceGenerateRequestPdfExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    url: str
    """An http or https address"""
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class QrExperienceGenerateRequestPdfExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestPdfExperience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["pdf"]
    """What the code opens"""
    content: QrExperienceGenerateRequestPdfExperienceContent
    """The fields of this type"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestPdfExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


class QrExperienceGenerateRequestSocialExperienceContentItemsItem(TypedDict):
    name: str
    url: str
    """An http, https, mailto, tel or sms link"""


class QrExperienceGenerateRequestSocialExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    items: list[QrExperienceGenerateRequestSocialExperienceContentItemsItem]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class QrExperienceGenerateRequestSocialExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestSocialExperience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["social"]
    """What the code opens"""
    content: QrExperienceGenerateRequestSocialExperienceContent
    """The fields of this type"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestSocialExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


class QrExperienceGenerateRequestImagesExperienceContentImagesItem(TypedDict):
    url: str
    """An http or https address"""
    alt: NotRequired[str]


class QrExperienceGenerateRequestImagesExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    scroll: NotRequired[bool]
    images: list[QrExperienceGenerateRequestImagesExperienceContentImagesItem]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class QrExperienceGenerateRequestImagesExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestImagesExperience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["images"]
    """What the code opens"""
    content: QrExperienceGenerateRequestImagesExperienceContent
    """The fields of this type"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestImagesExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


class QrExperienceGenerateRequestAppExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    ios: NotRequired[str]
    """An http or https address"""
    android: NotRequired[str]
    """An http or https address"""
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class QrExperienceGenerateRequestAppExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestAppExperience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["app"]
    """What the code opens"""
    content: QrExperienceGenerateRequestAppExperienceContent
    """The fields of this type"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestAppExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


class QrExperienceGenerateRequestVideosExperienceContentItemsItem(TypedDict):
    url: str
    """An http or https address"""
    title: NotRequired[str]


class QrExperienceGenerateRequestVideosExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    items: list[QrExperienceGenerateRequestVideosExperienceContentItemsItem]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class QrExperienceGenerateRequestVideosExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestVideosExperience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["videos"]
    """What the code opens"""
    content: QrExperienceGenerateRequestVideosExperienceContent
    """The fields of this type"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestVideosExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


class QrExperienceGenerateRequestEventExperienceContent(TypedDict):
    """The fields of this type"""
    title: str
    start: str
    """A date and time such as 2026-05-01T19:30, or a date"""
    end: NotRequired[str]
    """A date and time such as 2026-05-01T19:30, or a date"""
    timezone: NotRequired[str]
    location: NotRequired[str]
    description: NotRequired[str]
    url: NotRequired[str]
    """An http, https, mailto, tel or sms link"""
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class QrExperienceGenerateRequestEventExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestEventExperience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["event"]
    """What the code opens"""
    content: QrExperienceGenerateRequestEventExperienceContent
    """The fields of this type"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestEventExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


class QrExperienceGenerateRequestCouponExperienceContent(TypedDict):
    """The fields of this type"""
    title: str
    code: str
    description: NotRequired[str]
    valid_until: NotRequired[str]
    """A date and time such as 2026-05-01T19:30, or a date"""
    terms: NotRequired[str]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class QrExperienceGenerateRequestCouponExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestCouponExperience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["coupon"]
    """What the code opens"""
    content: QrExperienceGenerateRequestCouponExperienceContent
    """The fields of this type"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestCouponExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


class QrExperienceGenerateRequestFeedbackExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    question: NotRequired[str]
    email: NotRequired[str]
    """An email address"""
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class QrExperienceGenerateRequestFeedbackExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestFeedbackExperience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["feedback"]
    """What the code opens"""
    content: QrExperienceGenerateRequestFeedbackExperienceContent
    """The fields of this type"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestFeedbackExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


class QrExperienceGenerateRequestVcardPlusExperienceContent(TypedDict):
    """The fields of this type"""
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    org: NotRequired[str]
    job_title: NotRequired[str]
    phones: NotRequired[list[str]]
    emails: NotRequired[list[str]]
    url: NotRequired[str]
    """An http or https address"""
    address: NotRequired[str]
    note: NotRequired[str]
    photo_base64: NotRequired[str]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class QrExperienceGenerateRequestVcardPlusExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestVcardPlusExperience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["vcard_plus"]
    """What the code opens"""
    content: QrExperienceGenerateRequestVcardPlusExperienceContent
    """The fields of this type"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestVcardPlusExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


class QrExperienceGenerateRequestWifiExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    ssid: str
    """Name of the network"""
    password: NotRequired[str]
    security: NotRequired[Literal["WPA", "WEP", "nopass"]]
    """WPA stands for WPA2 and WPA3 as well"""
    hidden: NotRequired[bool]
    """Whether the network keeps its name to itself"""
    note: NotRequired[str]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class QrExperienceGenerateRequestWifiExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestWifiExperience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["wifi"]
    """What the code opens"""
    content: QrExperienceGenerateRequestWifiExperienceContent
    """The fields of this type"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestWifiExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


class QrExperienceGenerateRequestMenuExperienceContentSectionsItemItemsItem(TypedDict):
    name: str
    description: NotRequired[str]
    price: NotRequired[float]
    price_text: NotRequired[str]
    """Instead of a price, e.g. market price"""
    allergens: NotRequired[list[str]]
    photo: NotRequired[str]
    """An http or https address"""


class QrExperienceGenerateRequestMenuExperienceContentSectionsItem(TypedDict):
    title: NotRequired[str]
    description: NotRequired[str]
    items: list[QrExperienceGenerateRequestMenuExperienceContentSectionsItemItemsItem]


class QrExperienceGenerateRequestMenuExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    currency: NotRequired[str]
    """A currency code such as EUR"""
    sections: list[QrExperienceGenerateRequestMenuExperienceContentSectionsItem]
    note: NotRequired[str]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class QrExperienceGenerateRequestMenuExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestMenuExperience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["menu"]
    """What the code opens"""
    content: QrExperienceGenerateRequestMenuExperienceContent
    """The fields of this type"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestMenuExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


class QrExperienceGenerateRequestBusinessHoursExperienceContentHoursItem(TypedDict):
    day: Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    opens: str
    """A time as HH:MM (24 h)"""
    closes: str
    """A time before opens is on the next day: a time as HH:MM (24 h)"""


class QrExperienceGenerateRequestBusinessHoursExperienceContentHolidaysItem(TypedDict):
    date: str
    name: NotRequired[str]
    opens: NotRequired[str]
    """A time as HH:MM (24 h)"""
    closes: NotRequired[str]
    """A time as HH:MM (24 h)"""


class QrExperienceGenerateRequestBusinessHoursExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    timezone: NotRequired[str]
    hours: list[QrExperienceGenerateRequestBusinessHoursExperienceContentHoursItem]
    """A day may open several times; one that is not here is closed"""
    holidays: NotRequired[list[QrExperienceGenerateRequestBusinessHoursExperienceContentHolidaysItem]]
    """Days that are otherwise; closed without times"""
    note: NotRequired[str]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class QrExperienceGenerateRequestBusinessHoursExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestBusinessHoursExperience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["business_hours"]
    """What the code opens"""
    content: QrExperienceGenerateRequestBusinessHoursExperienceContent
    """The fields of this type"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestBusinessHoursExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


class QrExperienceGenerateRequestLeadFormExperienceContentFieldsItem(TypedDict):
    name: str
    """A name of small letters, digits and _"""
    label: str
    type: NotRequired[Literal["text", "email", "phone", "long", "choice", "yes"]]
    required: NotRequired[bool]
    options: NotRequired[list[str]]


class QrExperienceGenerateRequestLeadFormExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    text: NotRequired[str]
    fields: list[QrExperienceGenerateRequestLeadFormExperienceContentFieldsItem]
    consent: str
    """What a visitor agrees to, beside a box to tick"""
    privacy: NotRequired[str]
    """The address of the privacy notice"""
    button: NotRequired[str]
    thanks: NotRequired[str]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class QrExperienceGenerateRequestLeadFormExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestLeadFormExperience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["lead_form"]
    """What the code opens"""
    content: QrExperienceGenerateRequestLeadFormExperienceContent
    """The fields of this type"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestLeadFormExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


class QrExperienceGenerateRequestFaqExperienceContentItemsItem(TypedDict):
    question: str
    answer: str


class QrExperienceGenerateRequestFaqExperienceContent(TypedDict):
    """The fields of this type"""
    title: NotRequired[str]
    items: list[QrExperienceGenerateRequestFaqExperienceContentItemsItem]
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    theme: NotRequired[Theme]
    """How a page looks"""


class QrExperienceGenerateRequestFaqExperienceTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class QrExperienceGenerateRequestFaqExperience(TypedDict):
    image_format: NotRequired[Literal["SVG", "PNG", "JPG", "WEBP", "PDF"]]
    foreground_color: NotRequired[str]
    """Colour of the dark modules: a hex colour such as #1a2b3c"""
    background_color: NotRequired[str]
    """Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent"""
    gradient_color: NotRequired[str]
    """A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c"""
    gradient_type: NotRequired[Literal["linear", "radial"]]
    """Along a line, or from the middle to the corners"""
    gradient_angle: NotRequired[int]
    """Degrees, clockwise; 0 goes from left to right"""
    body_style: NotRequired[Literal["square", "dot", "rounded", "leaf", "soft-square", "small-square", "vertical-bars", "horizontal-bars"]]
    """Shape of the modules"""
    eye_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of the three eyes"""
    eye_ball_style: NotRequired[Literal["square", "circle", "rounded", "cushion", "leaf", "teardrop"]]
    """Shape of their pupils; by default that of the eyes"""
    eye_outer_color: NotRequired[str]
    """Colour of the rings of all eyes: a hex colour such as #1a2b3c"""
    eye_inner_color: NotRequired[str]
    """Colour of the pupils of all eyes: a hex colour such as #1a2b3c"""
    eye1_outer_color: NotRequired[str]
    """Colour of the ring of the top left eye: a hex colour such as #1a2b3c"""
    eye1_inner_color: NotRequired[str]
    """Colour of the pupil of the top left eye: a hex colour such as #1a2b3c"""
    eye2_outer_color: NotRequired[str]
    """Colour of the ring of the top right eye: a hex colour such as #1a2b3c"""
    eye2_inner_color: NotRequired[str]
    """Colour of the pupil of the top right eye: a hex colour such as #1a2b3c"""
    eye3_outer_color: NotRequired[str]
    """Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c"""
    eye3_inner_color: NotRequired[str]
    """Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c"""
    qr_code_logo: NotRequired[Literal["no-logo", "scan-me", "scan-me-square", "upload"]]
    """What stands in the middle"""
    logo_path: NotRequired[str]
    """An image on the storage disk, with qr_code_logo upload"""
    logo_data_base64: NotRequired[str]
    """A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload"""
    frame_name: NotRequired[Literal["no-frame", "bottom-banner", "top-header", "speech-bubble", "ribbon-tag", "badge"]]
    frame_color: NotRequired[str]
    """Colour of the frame: a hex colour such as #1a2b3c"""
    transparent_corners: NotRequired[bool]
    """1 paints nothing outside the frame; not for JPG"""
    frame_text: NotRequired[str]
    """Caption; SCAN ME when neither it nor an icon is given"""
    frame_text_color: NotRequired[str]
    """Colour of caption and icon: a hex colour such as #1a2b3c"""
    frame_icon_name: NotRequired[str]
    """File name of an icon of Bootstrap Icons, e.g. wifi"""
    storage_disk: NotRequired[str]
    """Disk for logo_path and save"""
    storage_folder: NotRequired[str]
    """Folder on the disk"""
    filename: NotRequired[str]
    """Name of the file; replaces an earlier one"""
    filename_base: NotRequired[str]
    """Start of a name that is made unique"""
    image_width: NotRequired[int]
    """Width of the image in pixels, 96 to the inch in a PDF"""
    save: NotRequired[bool]
    """1 keeps the image and answers file_url and file_path"""
    include_bytes: NotRequired[bool]
    """Whether the image is included as base64; by default 1, with save 0"""
    type: Literal["faq"]
    """What the code opens"""
    content: QrExperienceGenerateRequestFaqExperienceContent
    """The fields of this type"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[QrExperienceGenerateRequestFaqExperienceTargets]
    """Where phones are sent on to, whatever all others are shown"""


QrExperienceGenerateRequest = Union[QrExperienceGenerateRequestPageExperience, QrExperienceGenerateRequestUrlExperience, QrExperienceGenerateRequestTextExperience, QrExperienceGenerateRequestRatingExperience, QrExperienceGenerateRequestMp3Experience, QrExperienceGenerateRequestPdfExperience, QrExperienceGenerateRequestSocialExperience, QrExperienceGenerateRequestImagesExperience, QrExperienceGenerateRequestAppExperience, QrExperienceGenerateRequestVideosExperience, QrExperienceGenerateRequestEventExperience, QrExperienceGenerateRequestCouponExperience, QrExperienceGenerateRequestFeedbackExperience, QrExperienceGenerateRequestVcardPlusExperience, QrExperienceGenerateRequestWifiExperience, QrExperienceGenerateRequestMenuExperience, QrExperienceGenerateRequestBusinessHoursExperience, QrExperienceGenerateRequestLeadFormExperience, QrExperienceGenerateRequestFaqExperience]


class QrExperienceGenerateAnswerMetaShape(TypedDict):
    body: str
    eye: str
    ball: str


class QrExperienceGenerateAnswerMetaColors(TypedDict):
    foreground: str
    background: str
    gradient: str | None
    eye_outer: str | None
    eye_inner: str | None
    eye1_outer: str | None
    eye1_inner: str | None
    eye2_outer: str | None
    eye2_inner: str | None
    eye3_outer: str | None
    eye3_inner: str | None


class QrExperienceGenerateAnswerMetaFrame(TypedDict):
    name: str
    color: str | None
    text: str | None
    textColor: str | None
    icon: str | None


class QrExperienceGenerateAnswerMetaPage(TypedDict):
    version: int


class QrExperienceGenerateAnswerMeta(TypedDict):
    format: str
    logo: str
    shape: QrExperienceGenerateAnswerMetaShape
    colors: QrExperienceGenerateAnswerMetaColors
    frame: QrExperienceGenerateAnswerMetaFrame
    download: bool
    saved: bool
    type: str
    page: QrExperienceGenerateAnswerMetaPage | None


class QrExperienceGenerateAnswerExperience(TypedDict):
    id: int
    code: str
    type: ExperienceType
    title: str


class QrExperienceGenerateAnswer(TypedDict):
    mime: str
    ext: str
    width: int
    """Pixels"""
    height: int
    """Pixels"""
    saved: bool
    file_url: NotRequired[str]
    """Where the saved image can be fetched"""
    file_path: NotRequired[str]
    """Where it is on its disk"""
    scan_url: str
    """Public address of the page"""
    meta: QrExperienceGenerateAnswerMeta
    data_base64: str | None
    experience: QrExperienceGenerateAnswerExperience


class QrScanEventRequest(TypedDict):
    experience_id: NotRequired[int]
    """The experience, or else type and code"""
    type: NotRequired[ExperienceType]
    code: NotRequired[str]
    client_ip: NotRequired[str]
    """The visitor's address; by default the caller's own"""
    user_agent: NotRequired[str]
    """By default the call's own"""
    referrer: NotRequired[str]
    """By default the call's own"""
    event: str
    """E.g. cta_click, rating_submitted, download"""
    value: NotRequired[float | str]
    """Text or a number"""
    meta: NotRequired[dict[str, Any]]
    """An object with anything else; at most 4,096 characters of JSON"""


class QrScanEventAnswer(TypedDict):
    ok: bool


QrScanScanRequest = QrVisit


class QrScanScanAnswer(TypedDict):
    ok: bool
    experience_id: int
    code: str
    type: str


class MailcheckerRequest(TypedDict):
    email: str
    """One email address"""


class MailcheckerAnswerPartsItem(TypedDict):
    """What the score is the sum of, before its limits"""
    part: str
    points: int


class MailcheckerAnswerChecks(TypedDict):
    valid: bool
    reason: str | None
    normalized: str | None
    disposable: bool
    free: bool
    """Whether anyone can have a mailbox at the domain"""
    role: bool
    """Whether it is read by whoever has a task, not by a person"""
    mail: Literal["mx", "address_only", "null_mx", "none", "unknown"]
    mx: list[str]
    parked: bool | None
    spf: bool | None
    dmarc: Literal["absent", "none", "quarantine", "reject"] | None


class MailcheckerAnswer(TypedDict):
    email: str
    """The address checked"""
    trusted: Literal["high", "medium", "low", "unknown"]
    score: int
    risk: Literal["low", "medium", "high"]
    knownProvider: bool
    """Whether the domain is a common provider of mailboxes"""
    recommend: list[str]
    parts: list[MailcheckerAnswerPartsItem]
    checks: MailcheckerAnswerChecks


class DeviceAnalyzeRequest(TypedDict):
    ua: NotRequired[str]
    """The User-Agent string; by default the calling request's own. Its first 512 characters are analyzed"""


class DeviceAnalyzeAnswerDataBrowser(TypedDict):
    name: str | None
    version: str | None
    vendor: str | None


class DeviceAnalyzeAnswerDataEngine(TypedDict):
    name: str | None
    version: str | None


class DeviceAnalyzeAnswerDataOs(TypedDict):
    name: str | None
    version: str | None


class DeviceAnalyzeAnswerDataDevice(TypedDict):
    type: str | None
    brand: str | None
    model: str | None


class DeviceAnalyzeAnswerDataBot(TypedDict):
    name: str
    category: str | None
    url: str | None


class DeviceAnalyzeAnswerData(TypedDict):
    ua_string: str
    browser: DeviceAnalyzeAnswerDataBrowser
    engine: DeviceAnalyzeAnswerDataEngine
    os: DeviceAnalyzeAnswerDataOs
    device: DeviceAnalyzeAnswerDataDevice
    bot: DeviceAnalyzeAnswerDataBot | None
    is_mobile: bool
    is_tablet: bool
    is_bot: bool
    is_desktop: bool


class DeviceAnalyzeAnswer(TypedDict):
    data: DeviceAnalyzeAnswerData
    response_code: int
    response_time_ms: int


class WebSearchSearchAutocompleteRequest(TypedDict):
    q: str
    """Search phrase; short prefixes may have few suggestions or none"""
    hl: NotRequired[str]
    """ISO 639-1 code of the language of the answer: a language code such as en"""


class WebSearchSearchAutocompleteAnswer(TypedDict):
    query: str
    """The phrase that was looked up"""
    lang: str
    cnt_results: int
    suggestions: list[str]


class VatRequest(TypedDict):
    action: Literal["calculate", "list-countries", "country-profile", "country-rates"]
    net: NotRequired[float | str]
    """Amount without VAT; negative on a credit note: a number such as 1234.56 or 1.234,56"""
    gross: NotRequired[float | str]
    """Amount with VAT: a number such as 1234.56 or 1.234,56"""
    vat_amount: NotRequired[float | str]
    """The VAT itself: a number such as 1234.56 or 1.234,56"""
    vat_rate: NotRequired[float | str]
    """Rate in percent, 0 to 100; wins over country_code and vat_type: a number such as 1234.56 or 1.234,56"""
    country_code: NotRequired[str]
    """ISO 3166 two-letter code; EL (Greece), UK and XI (Northern Ireland) are understood too"""
    vat_type: NotRequired[Literal["standard", "reduced", "super-reduced", "zero"]]
    """Which of the country’s rates to use, standard by default"""
    mode: NotRequired[Literal["single_rate", "multi_rate"]]
    """multi_rate calculates one scenario for every rate of the country"""
    round: NotRequired[bool]
    """false gives unrounded amounts"""


class VatAnswer1(TypedDict):
    country_code: str | None
    scenario_type: Literal["multi_rate"]
    scenarios: list[VatCalculation]
    warnings: list[str]


class VatAnswer2CountriesItem(TypedDict):
    code: str
    name: str
    currency: str
    standard: float | None


class VatAnswer2(TypedDict):
    countries: list[VatAnswer2CountriesItem]
    count: int


class VatAnswer3Rounding(TypedDict):
    precision: int
    """Decimals"""
    mode: Literal["half_up", "half_even", "floor"]


class VatAnswer3(TypedDict):
    country_code: str
    name: str
    currency: str
    rates: VatRates
    default_rate: float | None
    rounding: VatAnswer3Rounding
    reverse_charge: bool
    """Whether business customers account for VAT on services from abroad"""
    vat_number_format: str | None
    notes: list[str]
    """Regions and goods for which other rates hold"""
    source: str
    """Where the rates were looked up"""


class VatAnswer4(TypedDict):
    country_code: str
    rates: VatRates
    updated_at: str
    """When the rates were checked"""
    notes: list[str]
    """Regions and goods for which other rates hold"""
    source: str
    """Where the rates were looked up"""


VatAnswer = VatCalculation | VatAnswer1 | VatAnswer2 | VatAnswer3 | VatAnswer4


CurrencyConvertRequest = TypedDict(
    "CurrencyConvertRequest",
    {
        # Code of the currency to convert from, e.g. EUR
        "from": str,
        # Code of the currency to convert to, e.g. USD
        "to": str,
        # Amount in the from currency
        "amount": float,
        # Whether to compare providers
        "include_platforms": NotRequired[bool],
    },
)


class CurrencyConvertAnswerMidMarket(TypedDict):
    rate: float
    result: float


class CurrencyConvertAnswerPlatformsValue(TypedDict):
    rate: float
    result: float
    fee: float
    total_cost: float
    markup: str


class CurrencyConvertAnswerSources(TypedDict):
    primary: Literal["primary", "secondary", "central_bank", "last_known"]
    """Which of the sources, asked in this order, the rate comes from"""


CurrencyConvertAnswer = TypedDict(
    "CurrencyConvertAnswer",
    {
        "from": str,
        "to": str,
        "amount": float,
        "mid_market": CurrencyConvertAnswerMidMarket,
        "platforms": dict[str, CurrencyConvertAnswerPlatformsValue],
        "sources": CurrencyConvertAnswerSources,
        "fetched_at": str,
    },
)


CurrencyCurrenciesRequest = dict[str, Any]


class CurrencyCurrenciesAnswerCurrenciesItem(TypedDict):
    code: str
    name: str
    symbol: str
    decimals: int
    type: Literal["fiat", "crypto", "metal"]


class CurrencyCurrenciesAnswer(TypedDict):
    currencies: list[CurrencyCurrenciesAnswerCurrenciesItem]
    total: int
    top_fiat: list[str]
    top_crypto: list[str]
    metals: list[str]


CurrencyHistoricalRequest = TypedDict(
    "CurrencyHistoricalRequest",
    {
        # Code of the currency to convert from, e.g. EUR
        "from": str,
        # Code of the currency to convert to, e.g. USD
        "to": str,
        # First day, by default 30 days ago
        "start_date": NotRequired[str],
        # Last day, by default today (UTC)
        "end_date": NotRequired[str],
    },
)


class CurrencyHistoricalAnswerRatesItem(TypedDict):
    date: str
    rate: float


CurrencyHistoricalAnswer = TypedDict(
    "CurrencyHistoricalAnswer",
    {
        "from": str,
        "to": str,
        "start_date": str,
        "end_date": str,
        "rates": list[CurrencyHistoricalAnswerRatesItem],
        "count": int,
    },
)


CurrencyPlatformsRequest = dict[str, Any]


class CurrencyPlatformsAnswerPlatformsValue(TypedDict):
    name: str
    markup: float
    fee_pct: float
    fee_flat: float
    weekend_extra: float


class CurrencyPlatformsAnswer(TypedDict):
    platforms: dict[str, CurrencyPlatformsAnswerPlatformsValue]


CurrencyRatesRequestPairsItem = TypedDict(
    "CurrencyRatesRequestPairsItem",
    {
        # Code of the currency to convert from, e.g. EUR
        "from": str,
        # Code of the currency to convert to, e.g. USD
        "to": str,
    },
)


CurrencyRatesRequest = TypedDict(
    "CurrencyRatesRequest",
    {
        # Code of the currency to convert from, e.g. EUR
        "from": NotRequired[str],
        # Code of the currency to convert to, e.g. USD
        "to": NotRequired[str],
        # Up to 20 pairs
        "pairs": NotRequired[list[CurrencyRatesRequestPairsItem]],
    },
)


CurrencyRatesAnswerRatesItem = TypedDict(
    "CurrencyRatesAnswerRatesItem",
    {
        "from": str,
        "to": str,
        "rate": float,
        # Which of the sources, asked in this order, the rate comes from
        "source": Literal["primary", "secondary", "central_bank", "last_known"],
        "fetched_at": str,
    },
)


class CurrencyRatesAnswer(TypedDict):
    rates: list[CurrencyRatesAnswerRatesItem]


class MusicChartDataRequest(TypedDict):
    action: Literal["search", "get-trends", "get-songs", "get-songs-by-trend", "get-artists", "get-artist-by-trend", "get-daily-chart", "get-weekly-chart", "get-monthly-chart", "get-artist-chart", "get-videos"]
    keyword: NotRequired[str]
    """search: song or artist, about 20 characters"""
    ids: NotRequired[str]
    """Comma-separated ids of songs, artists or trends"""
    trend: NotRequired[str]
    """Id of a trend (country or region)"""
    day: NotRequired[str]
    """Day of the chart"""
    yt_codes: NotRequired[str]
    """get-videos: comma-separated video codes"""
    charts: NotRequired[str]
    """Comma-separated charts to include: daily, weekly, monthly, artists"""
    stats: NotRequired[bool]
    """Whether to include statistics: yes or no"""
    songs: NotRequired[bool]
    """Whether to include an artist's songs: yes or no"""
    dailyStats: NotRequired[bool]
    """Whether to include a video's statistics by day: yes or no"""


class MusicChartDataAnswerMeta(TypedDict):
    provider: str
    upstream_response_code: int
    upstream_error_number: int | None
    endpoint: str
    """Name of the provider's method that was called"""


class MusicChartDataAnswer(TypedDict):
    data: list[dict[str, Any]]
    meta: MusicChartDataAnswerMeta


AccountRequest = dict[str, Any]


class AccountAnswerStorage(TypedDict):
    bytes_used: int
    """What is kept: saved images, pages with their photos, and kept answers"""
    bytes_limit: int
    """What may be kept"""


class AccountAnswerLotsItem(TypedDict):
    id: str
    bought_at: str
    expires_at: str
    credits_left: float


class AccountAnswerKey(TypedDict):
    id: str
    name: str
    mode: Literal["live", "test"]
    prefix: str
    scopes: list[str]
    ip_ranges: list[str]
    budget_per_day: float | None
    budget_per_month: float | None
    spent_today: float
    """Credits; counted while the key has a budget"""
    spent_this_month: float
    """Credits; counted while the key has a budget"""
    active: bool
    expires_at: str | None


class AccountAnswer(TypedDict):
    account: str
    name: str
    balance: float
    """Credits that can be spent"""
    held: float
    """Credits held for calls that are under way"""
    owed: float
    """Credits that were spent, and whose money went back since: the next purchase pays them"""
    credits_low_below: float | None
    credits_low_days: int | None
    errors_above_percent: float | None
    storage: AccountAnswerStorage
    lots: list[AccountAnswerLotsItem]
    """Those that are spent first, at most 100"""
    key: AccountAnswerKey
    limits: dict[str, int]


class ChangeAccountRequest(TypedDict):
    credits_low_below: NotRequired[float]
    """The balance below which `credits.low` is sent, in credits; 0 for never"""
    credits_low_days: NotRequired[int]
    """For how many days the balance must do at the pace of the last week, or `credits.running_out` is sent; 0 for never"""
    errors_above_percent: NotRequired[float]
    """The share of the calls of the last hour, of 20 at least, above which `errors.high` is sent; 0 for never"""


class ChangeAccountAnswer(TypedDict):
    account: str
    credits_low_below: float | None
    credits_low_days: int | None
    errors_above_percent: float | None


UsageRequest = TypedDict(
    "UsageRequest",
    {
        # First day (UTC), by default 29 days before the last
        "from": NotRequired[str],
        # Last day (UTC), by default today
        "to": NotRequired[str],
        "group_by": NotRequired[Literal["day", "endpoint", "key"]],
        # Rows per page
        "limit": NotRequired[int],
        # The `next` of the page before
        "after": NotRequired[str],
    },
)


class UsageAnswerRowsItem(TypedDict):
    group: str
    calls: int
    credits: float
    statuses: dict[str, int]


UsageAnswer = TypedDict(
    "UsageAnswer",
    {
        "from": str,
        "to": str,
        "group_by": str,
        "rows": list[UsageAnswerRowsItem],
        "next": str | None,
    },
)


RequestsRequest = TypedDict(
    "RequestsRequest",
    {
        # Calls of this endpoint only, e.g. `vat/validate`
        "endpoint": NotRequired[str],
        # Calls with the key of this id only
        "key": NotRequired[str],
        # Calls answered with this status only
        "status": NotRequired[int],
        # Calls answered with this type of error only
        "type": NotRequired[str],
        # Calls that were charged, or given back, only
        "state": NotRequired[Literal["charged", "given_back"]],
        # Calls that took longer only
        "slower_than_ms": NotRequired[int],
        # Calls answered at this instant or later
        "from": NotRequired[str],
        # Calls answered before this instant
        "to": NotRequired[str],
        # Calls per page
        "limit": NotRequired[int],
        # The `next` of the page before
        "after": NotRequired[str],
    },
)


class RequestsAnswerRequestsItem(TypedDict):
    request_id: str
    at: str
    """When it was answered"""
    endpoint: str
    key: str
    """Id of the key"""
    status: int
    type: str | None
    ms: int | None
    queue_ms: int | None
    state: Literal["charged", "given_back"]
    credits: float
    """What it cost in the end"""


class RequestsAnswer(TypedDict):
    requests: list[RequestsAnswerRequestsItem]
    next: str | None


class RequestRequest(TypedDict):
    request_id: str
    """X-Request-Id of the call"""


class RequestAnswerTimelineItem(TypedDict):
    at: str | None
    title: str
    details: dict[str, str]


class RequestAnswer(TypedDict):
    request_id: str
    endpoint: str | None
    timeline: list[RequestAnswerTimelineItem]


class CreateTokenRequest(TypedDict):
    scopes: NotRequired[list[str]]
    """Ids of groups and endpoints that it may call; by default the key's"""
    expires_in: NotRequired[int]
    """Seconds until it expires"""
    origin: NotRequired[str]
    """The one origin that it works from: an origin such as https://example.com"""


class CreateTokenAnswer(TypedDict):
    token: str
    expires_at: str
    scopes: list[str]
    origin: str | None


class JobsRequest(TypedDict):
    limit: NotRequired[int]
    """Jobs per page"""
    after: NotRequired[str]
    """The `next` of the page before"""


class JobsAnswerJobsItem(TypedDict):
    job_id: str
    endpoint: str
    submitted_at: str
    state: Literal["queued", "running", "finished"]
    status: int | None


class JobsAnswer(TypedDict):
    jobs: list[JobsAnswerJobsItem]
    next: str | None


ListPacksRequest = dict[str, Any]


class ListPacksAnswerPacksItem(TypedDict):
    pack: str
    credits: float
    price: int
    """In the smallest unit of the currency, e.g. cents"""
    currency: str
    """ISO 4217, in small letters"""


class ListPacksAnswer(TypedDict):
    packs: list[ListPacksAnswerPacksItem]


class BuyCreditsRequest(TypedDict):
    pack: str
    """Id of a pack"""
    save_method: NotRequired[bool]
    """Whether the payment method is kept, for automatic top-ups"""
    return_url: NotRequired[str]
    """Where the payer goes afterwards, with `order` in the query, and `paid=1` unless they went back"""


class BuyCreditsAnswerOrder(TypedDict):
    order: str
    """Also the id of its lot, once it is paid"""
    kind: Literal["checkout", "top_up"]
    state: Literal["open", "paid", "failed", "expired"]
    pack: str
    credits: float
    price: int
    """In the smallest unit of the currency, e.g. cents"""
    currency: str
    refunded: int
    """What of the price went back to the payer"""
    disputed: int
    """What of the price the payer's bank has taken back"""
    why: str | None
    created_at: str
    pay_until: str | None
    paid_at: str | None


class BuyCreditsAnswer(TypedDict):
    order: BuyCreditsAnswerOrder
    url: str
    """The page on which to pay, for a day"""


class OrdersRequest(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]
    """The `next` of the page before"""


class OrdersAnswerOrdersItem(TypedDict):
    order: str
    """Also the id of its lot, once it is paid"""
    kind: Literal["checkout", "top_up"]
    state: Literal["open", "paid", "failed", "expired"]
    pack: str
    credits: float
    price: int
    """In the smallest unit of the currency, e.g. cents"""
    currency: str
    refunded: int
    """What of the price went back to the payer"""
    disputed: int
    """What of the price the payer's bank has taken back"""
    why: str | None
    created_at: str
    pay_until: str | None
    paid_at: str | None


class OrdersAnswer(TypedDict):
    orders: list[OrdersAnswerOrdersItem]
    next: str | None


class OrderRequest(TypedDict):
    order: str
    """Id of an order (ord_…, top_…)"""


class OrderAnswerOrder(TypedDict):
    order: str
    """Also the id of its lot, once it is paid"""
    kind: Literal["checkout", "top_up"]
    state: Literal["open", "paid", "failed", "expired"]
    pack: str
    credits: float
    price: int
    """In the smallest unit of the currency, e.g. cents"""
    currency: str
    refunded: int
    """What of the price went back to the payer"""
    disputed: int
    """What of the price the payer's bank has taken back"""
    why: str | None
    created_at: str
    pay_until: str | None
    paid_at: str | None


class OrderAnswer(TypedDict):
    order: OrderAnswerOrder
    url: str | None


class CancelOrderRequest(TypedDict):
    order: str
    """Id of an order (ord_…)"""


class CancelOrderAnswerOrder(TypedDict):
    order: str
    """Also the id of its lot, once it is paid"""
    kind: Literal["checkout", "top_up"]
    state: Literal["open", "paid", "failed", "expired"]
    pack: str
    credits: float
    price: int
    """In the smallest unit of the currency, e.g. cents"""
    currency: str
    refunded: int
    """What of the price went back to the payer"""
    disputed: int
    """What of the price the payer's bank has taken back"""
    why: str | None
    created_at: str
    pay_until: str | None
    paid_at: str | None


class CancelOrderAnswer(TypedDict):
    order: CancelOrderAnswerOrder


TopUpRequest = dict[str, Any]


class TopUpAnswerTopUpSwitchedOff(TypedDict):
    at: str
    why: str
    """The payment provider's word for it"""


class TopUpAnswerTopUp(TypedDict):
    below: float
    """The balance below which it buys, in credits"""
    pack: str
    most_per_day: int
    """How often it buys in a day (UTC) at most"""
    on: bool
    switched_off: TopUpAnswerTopUpSwitchedOff | None


class TopUpAnswerMethod(TypedDict):
    brand: str
    last4: str


class TopUpAnswer(TypedDict):
    top_up: TopUpAnswerTopUp | None
    method: TopUpAnswerMethod | None


class SetTopUpRequest(TypedDict):
    below: float
    """In credits"""
    pack: str
    """Id of a pack"""
    most_per_day: int
    """In a day (UTC)"""


class SetTopUpAnswerTopUpSwitchedOff(TypedDict):
    at: str
    why: str
    """The payment provider's word for it"""


class SetTopUpAnswerTopUp(TypedDict):
    below: float
    """The balance below which it buys, in credits"""
    pack: str
    most_per_day: int
    """How often it buys in a day (UTC) at most"""
    on: bool
    switched_off: SetTopUpAnswerTopUpSwitchedOff | None


class SetTopUpAnswerMethod(TypedDict):
    brand: str
    last4: str


class SetTopUpAnswer(TypedDict):
    top_up: SetTopUpAnswerTopUp | None
    method: SetTopUpAnswerMethod | None


EndTopUpRequest = dict[str, Any]


class EndTopUpAnswerTopUpSwitchedOff(TypedDict):
    at: str
    why: str
    """The payment provider's word for it"""


class EndTopUpAnswerTopUp(TypedDict):
    below: float
    """The balance below which it buys, in credits"""
    pack: str
    most_per_day: int
    """How often it buys in a day (UTC) at most"""
    on: bool
    switched_off: EndTopUpAnswerTopUpSwitchedOff | None


class EndTopUpAnswerMethod(TypedDict):
    brand: str
    last4: str


class EndTopUpAnswer(TypedDict):
    top_up: EndTopUpAnswerTopUp | None
    method: EndTopUpAnswerMethod | None


class ExperiencesRequest(TypedDict):
    type: NotRequired[Literal["page", "url", "text", "rating", "mp3", "pdf", "social", "images", "app", "videos", "event", "coupon", "feedback", "vcard_plus", "wifi", "menu", "business_hours", "lead_form", "faq"]]
    """Those of this type only"""
    label: NotRequired[str]
    """Those with this label only"""
    state: NotRequired[Literal["active", "paused", "taken_down"]]
    """Those in this state only"""
    limit: NotRequired[int]
    """Pages in one answer"""
    after: NotRequired[str]
    """The `next` of the answer before"""


class ExperiencesAnswerExperiencesItemTakenDown(TypedDict):
    """When and why an operator has taken it down"""
    at: str
    reason: str


class ExperiencesAnswerExperiencesItem(TypedDict):
    id: int
    code: str
    """The code that is printed: it is valid for good"""
    type: str
    title: str
    label: str | None
    slug: str | None
    state: Literal["active", "paused", "taken_down"]
    """What is not active shows visitors a page that says so"""
    taken_down: ExperiencesAnswerExperiencesItemTakenDown | None
    scan_url: str
    """The address that is printed"""
    slug_url: str | None
    version: int
    """Rises with each edit"""
    etag: str
    """Names this version in If-Match"""
    created_at: str
    changed_at: str | None


class ExperiencesAnswer(TypedDict):
    experiences: list[ExperiencesAnswerExperiencesItem]
    next: str | None


class ExperienceRequest(TypedDict):
    id: int
    """Id of the experience"""


ExperienceAnswer = Experience


class ChangeExperienceRequestTargets(TypedDict):
    """Where phones are sent on to, whatever all others are shown"""
    ios: NotRequired[str]
    """Where iPhones and iPads are sent on to"""
    android: NotRequired[str]
    """Where Android phones are sent on to"""


class ChangeExperienceRequest(TypedDict):
    if_match: NotRequired[str]
    """The `etag` that this is to change, where it is not sent as the header If-Match"""
    page: NotRequired[PageDocument]
    """The page document, for type page; it takes the place of all of it"""
    content: NotRequired[Any]
    """The content of every other type, as in generate, all of it; at most 6,100,000 characters of JSON"""
    target: NotRequired[str]
    """Where visitors are sent on to, for type url"""
    label: NotRequired[str]
    """What you know it by"""
    slug: NotRequired[str]
    """A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away"""
    targets: NotRequired[ChangeExperienceRequestTargets]
    """Where phones are sent on to, whatever all others are shown"""
    theme: NotRequired[Theme]
    """How a page looks"""
    language: NotRequired[str]
    """Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en"""
    state: NotRequired[Literal["active", "paused"]]
    """Whether it is shown"""
    id: int
    """Id of the experience"""


ChangeExperienceAnswer = Experience


class DeleteExperienceRequest(TypedDict):
    if_match: NotRequired[str]
    """The `etag` that this is to change, where it is not sent as the header If-Match"""
    id: int
    """Id of the experience"""


class DeleteExperienceAnswer(TypedDict):
    id: int
    state: Literal["deleted"]


class ExperienceVersionsRequest(TypedDict):
    id: int
    """Id of the experience"""


class ExperienceVersionsAnswerVersionsItem(TypedDict):
    version: int
    is_current: bool
    """Whether it is what there is now"""
    at: str
    """When it came about"""
    key: str | None
    changed: list[str]
    """The fields that were sent with the edit"""
    title: str


class ExperienceVersionsAnswer(TypedDict):
    versions: list[ExperienceVersionsAnswerVersionsItem]


class ExperienceVersionRequest(TypedDict):
    id: int
    """Id of the experience"""
    version: int
    """Number of the version"""


class ExperienceVersionAnswer(TypedDict):
    version: int
    is_current: bool
    """Whether it is what there is now"""
    at: str
    """When it came about"""
    key: str | None
    changed: list[str]
    """The fields that were sent with the edit"""
    title: str
    label: str | None
    target: str | None
    page: NotRequired[Any]
    """The page document, of type page"""
    content: NotRequired[Any]
    """The content, of every other type"""


class RestoreExperienceRequest(TypedDict):
    if_match: NotRequired[str]
    """The `etag` that this is to change, where it is not sent as the header If-Match"""
    id: int
    """Id of the experience"""
    version: int
    """Number of the version"""


RestoreExperienceAnswer = Experience


ExperienceEventsRequest = TypedDict(
    "ExperienceEventsRequest",
    {
        # Id of the experience
        "id": int,
        # Events of this name only, e.g. `feedback_submitted`
        "event": NotRequired[str],
        # Events at this instant or later
        "from": NotRequired[str],
        # Events before this instant
        "to": NotRequired[str],
        # Events in one answer
        "limit": NotRequired[int],
        # The `next` of the answer before
        "after": NotRequired[str],
    },
)


class ExperienceEventsAnswerEventsItem(TypedDict):
    id: str
    at: str
    event: str
    """E.g. feedback_submitted, rating_submitted, link_click"""
    value: str | float | None
    block: str | None
    meta: dict[str, Any] | None
    device: str
    country: str | None
    language: str | None
    referrer: str | None
    bot: bool
    """Whether a crawler or a link preview did it, not a person"""


class ExperienceEventsAnswer(TypedDict):
    events: list[ExperienceEventsAnswerEventsItem]
    next: str | None


class DeleteExperienceEventsRequest(TypedDict):
    before: NotRequired[str]
    """Only what came before this instant"""
    id: int
    """Id of the experience"""


class DeleteExperienceEventsAnswer(TypedDict):
    id: int
    state: Literal["deleted"]
    before: str


ExportExperienceEventsRequest = TypedDict(
    "ExportExperienceEventsRequest",
    {
        # Id of the experience
        "id": int,
        # Events of this name only, e.g. `feedback_submitted`
        "event": NotRequired[str],
        # Events at this instant or later
        "from": NotRequired[str],
        # Events before this instant
        "to": NotRequired[str],
    },
)


ExportExperienceEventsAnswer = bytes


class ExperienceStatsRequest(TypedDict):
    id: int
    """Id of the experience"""


class ExperienceStatsAnswerExperience(TypedDict):
    id: int
    code: str
    type: str
    title: str


class ExperienceStatsAnswerScansPerDayItem(TypedDict):
    date: str
    count: int


class ExperienceStatsAnswerScans(TypedDict):
    total: int
    unique: int
    """Visitors that could be told apart; beyond 256 an estimate"""
    bots: int
    """Visits of crawlers and link previews"""
    per_day: list[ExperienceStatsAnswerScansPerDayItem]
    """The latest 366 days on which someone came"""


class ExperienceStatsAnswerBots(TypedDict):
    """The same of crawlers and link previews, which are in nothing else here"""
    devices: dict[str, int]
    countries: dict[str, int]
    languages: dict[str, int]
    referrers: dict[str, int]
    blocks: dict[str, int]
    events: dict[str, int]


class ExperienceStatsAnswer(TypedDict):
    experience: ExperienceStatsAnswerExperience
    scans: ExperienceStatsAnswerScans
    devices: dict[str, int]
    countries: dict[str, int]
    languages: dict[str, int]
    referrers: dict[str, int]
    blocks: dict[str, int]
    events: dict[str, int]
    bots: ExperienceStatsAnswerBots
    """The same of crawlers and link previews, which are in nothing else here"""


class CreateWebhookRequest(TypedDict):
    url: str
    """The https address that events are posted to"""
    events: list[Literal["job.completed", "job.failed", "experience.feedback", "experience.lead", "experience.reported", "credits.low", "credits.running_out", "credits.expiring", "budget.near", "budget.reached", "errors.high", "key.rotated", "top_up.failed"]]
    """The events that it is to be sent"""
    description: NotRequired[str]
    """What it is for, in your own words"""


class CreateWebhookAnswerSwitchedOff(TypedDict):
    """When and why the platform has switched it off; null where it has not"""
    at: str
    why: str


class CreateWebhookAnswerSecretsValidItem(TypedDict):
    until: str | None


class CreateWebhookAnswer(TypedDict):
    webhook: str
    url: str | None
    description: str
    events: list[Literal["job.completed", "job.failed", "experience.feedback", "experience.lead", "experience.reported", "credits.low", "credits.running_out", "credits.expiring", "budget.near", "budget.reached", "errors.high", "key.rotated", "top_up.failed"]]
    """The events that it is sent"""
    active: bool
    """Whether anything is sent there"""
    created_at: str
    failing_since: str | None
    switched_off: CreateWebhookAnswerSwitchedOff | None
    secrets_valid: list[CreateWebhookAnswerSecretsValidItem]
    """The secrets that messages are signed with now, the newest first"""
    secret: str
    """Signs what is sent there (Standard Webhooks, `whsec_…`); it is shown this once"""


WebhooksRequest = dict[str, Any]


class WebhooksAnswer(TypedDict):
    webhooks: list[Webhook]
    events_dropped: int
    """Events of the last two days beyond 5,000 in their hour (UTC): they were not sent"""


class WebhookRequest(TypedDict):
    webhook: str
    """Id of the webhook (whk_…); `callback` is the one that results of calls with a callback_url go through"""


WebhookAnswer = Webhook


class ChangeWebhookRequest(TypedDict):
    url: NotRequired[str]
    """The https address that events are posted to"""
    events: NotRequired[list[Literal["job.completed", "job.failed", "experience.feedback", "experience.lead", "experience.reported", "credits.low", "credits.running_out", "credits.expiring", "budget.near", "budget.reached", "errors.high", "key.rotated", "top_up.failed"]]]
    """The events that it is to be sent"""
    description: NotRequired[str]
    """What it is for, in your own words"""
    active: NotRequired[bool]
    """Whether anything is sent there"""
    webhook: str
    """Id of the webhook (whk_…); `callback` is the one that results of calls with a callback_url go through"""


ChangeWebhookAnswer = Webhook


class DeleteWebhookRequest(TypedDict):
    webhook: str
    """Id of the webhook (whk_…); `callback` is the one that results of calls with a callback_url go through"""


class DeleteWebhookAnswer(TypedDict):
    webhook: str
    state: Literal["deleted"]


class WebhookDeliveriesRequest(TypedDict):
    webhook: str
    """Id of the webhook (whk_…); `callback` is the one that results of calls with a callback_url go through"""
    state: NotRequired[Literal["pending", "delivered", "failed", "cancelled"]]
    """Deliveries in this state only"""
    limit: NotRequired[int]
    """Deliveries per page"""
    after: NotRequired[str]
    """The `next` of the page before"""


class WebhookDeliveriesAnswer(TypedDict):
    deliveries: list[WebhookDelivery]
    next: str | None


class RepeatDeliveryRequest(TypedDict):
    webhook: str
    """Id of the webhook (whk_…); `callback` is the one that results of calls with a callback_url go through"""
    delivery: str
    """Id of the delivery (dlv_…)"""


RepeatDeliveryAnswer = WebhookDelivery


class TestWebhookRequest(TypedDict):
    type: NotRequired[Literal["job.completed", "job.failed", "experience.feedback", "experience.lead", "experience.reported", "credits.low", "credits.running_out", "credits.expiring", "budget.near", "budget.reached", "errors.high", "key.rotated", "top_up.failed", "webhook.test"]]
    webhook: str
    """Id of the webhook (whk_…); `callback` is the one that results of calls with a callback_url go through"""


class TestWebhookAnswer(TypedDict):
    message: str
    """The `webhook-id` that the receiver gets; its delivery is listed in a moment"""


class RotateWebhookSecretRequest(TypedDict):
    webhook: str
    """Id of the webhook (whk_…); `callback` is the one that results of calls with a callback_url go through"""


class RotateWebhookSecretAnswer(TypedDict):
    webhook: str
    secret: str
    """The new secret"""
    old_valid_until: str | None
