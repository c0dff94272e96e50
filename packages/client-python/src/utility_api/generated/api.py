# Made from openapi.json by `npm run generate`; changes here are lost.

"""The clients, one method for each endpoint and each route beside them."""

from typing import Any, Literal, cast, overload

from .._client import AsyncClient, SyncClient
from .._job import AsyncJob, Job
from .._options import CallOptions
from . import types as t


class _Horoscope:
    """Calculated zodiac profiles, horoscopes, compatibility, tarot, Chinese zodiac, moon phases and biorhythm."""

    def __init__(self, client: SyncClient) -> None:
        self._client = client

    def biorhythm(
        self, request: t.HoroscopeBiorhythmRequest, options: CallOptions | None = None
    ) -> t.HoroscopeBiorhythmAnswer:
        """The 23, 28 and 33 day cycles of a birth date on one day.

        birth_date and date must be from 1800 to 2200.
        `POST /v1/horoscope/biorhythm`, 0.02 credits.
        """
        answer = self._client.call("horoscope/biorhythm", request, options)
        return cast(t.HoroscopeBiorhythmAnswer, answer)

    def chinese_year_forecast(
        self, request: t.HoroscopeChineseYearForecastRequest, options: CallOptions | None = None
    ) -> t.HoroscopeChineseYearForecastAnswer:
        """What a lunar year holds for a birth year.

        One of birth_year, birth_date is required.
        birth_date must be from 1800 to 2200.
        `POST /v1/horoscope/chinese-year-forecast`, 0.02 credits.
        """
        answer = self._client.call("horoscope/chinese-year-forecast", request, options)
        return cast(t.HoroscopeChineseYearForecastAnswer, answer)

    def chinese_zodiac(
        self, request: t.HoroscopeChineseZodiacRequest, options: CallOptions | None = None
    ) -> t.HoroscopeChineseZodiacAnswer:
        """The animal and element of a birth year, by the real lunar new year.

        One of birth_year, birth_date is required.
        birth_date must be from 1800 to 2200.
        `POST /v1/horoscope/chinese-zodiac`, 0.02 credits.
        """
        answer = self._client.call("horoscope/chinese-zodiac", request, options)
        return cast(t.HoroscopeChineseZodiacAnswer, answer)

    def compatibility(
        self, request: t.HoroscopeCompatibilityRequest, options: CallOptions | None = None
    ) -> t.HoroscopeCompatibilityAnswer:
        """How two signs, or two birth dates, get on in love, friendship and talk.

        Each side needs its sign or its birth date.
        birth_date_a and birth_date_b must be from 1800 to 2200.
        `POST /v1/horoscope/compatibility`, 0.02 credits.
        """
        answer = self._client.call("horoscope/compatibility", request, options)
        return cast(t.HoroscopeCompatibilityAnswer, answer)

    def daily_horoscope(
        self, request: t.HoroscopeDailyHoroscopeRequest, options: CallOptions | None = None
    ) -> t.HoroscopeDailyHoroscopeAnswer:
        """The horoscope of one sign for one day.

        One of sign, birth_date is required.
        birth_date and date must be from 1800 to 2200.
        `POST /v1/horoscope/daily-horoscope`, 0.02 credits.
        """
        answer = self._client.call("horoscope/daily-horoscope", request, options)
        return cast(t.HoroscopeDailyHoroscopeAnswer, answer)

    def monthly_horoscope(
        self, request: t.HoroscopeMonthlyHoroscopeRequest, options: CallOptions | None = None
    ) -> t.HoroscopeMonthlyHoroscopeAnswer:
        """The horoscope of one sign for one month.

        One of sign, birth_date is required.
        birth_date and month must be from 1800 to 2200.
        `POST /v1/horoscope/monthly-horoscope`, 0.02 credits.
        """
        answer = self._client.call("horoscope/monthly-horoscope", request, options)
        return cast(t.HoroscopeMonthlyHoroscopeAnswer, answer)

    def moon_phase_report(
        self, request: t.HoroscopeMoonPhaseReportRequest, options: CallOptions | None = None
    ) -> t.HoroscopeMoonPhaseReportAnswer:
        """The moon on one day: phase, light, sign, the next new and full moon, and what to do with them.

        date and birth_date must be from 1800 to 2200.
        `POST /v1/horoscope/moon-phase-report`, 0.02 credits.
        """
        answer = self._client.call("horoscope/moon-phase-report", request, options)
        return cast(t.HoroscopeMoonPhaseReportAnswer, answer)

    def tarot_reading(
        self, request: t.HoroscopeTarotReadingRequest, options: CallOptions | None = None
    ) -> t.HoroscopeTarotReadingAnswer:
        """Draw tarot cards at random and read them in their positions.

        birth_date must be from 1800 to 2200.
        `POST /v1/horoscope/tarot-reading`, 0.03 credits.
        """
        answer = self._client.call("horoscope/tarot-reading", request, options)
        return cast(t.HoroscopeTarotReadingAnswer, answer)

    def weekly_horoscope(
        self, request: t.HoroscopeWeeklyHoroscopeRequest, options: CallOptions | None = None
    ) -> t.HoroscopeWeeklyHoroscopeAnswer:
        """The horoscope of one sign for the current week, Monday to Sunday.

        One of sign, birth_date is required.
        birth_date must be from 1800 to 2200.
        `POST /v1/horoscope/weekly-horoscope`, 0.02 credits.
        """
        answer = self._client.call("horoscope/weekly-horoscope", request, options)
        return cast(t.HoroscopeWeeklyHoroscopeAnswer, answer)

    def zodiac_profile(
        self, request: t.HoroscopeZodiacProfileRequest, options: CallOptions | None = None
    ) -> t.HoroscopeZodiacProfileAnswer:
        """The character of a zodiac sign, or of a birth chart.

        One of sign, birth_date is required.
        birth_date must be from 1800 to 2200.
        `POST /v1/horoscope/zodiac-profile`, 0.02 credits.
        """
        answer = self._client.call("horoscope/zodiac-profile", request, options)
        return cast(t.HoroscopeZodiacProfileAnswer, answer)


class _Numerology:
    """Pythagorean numbers from a birth date and a full name, each with a written reading."""

    def __init__(self, client: SyncClient) -> None:
        self._client = client

    def challenge_numbers(
        self, request: t.NumerologyChallengeNumbersRequest, options: CallOptions | None = None
    ) -> t.NumerologyChallengeNumbersAnswer:
        """The four challenges of a birth date.

        `POST /v1/numerology/challenge-numbers`, 0.02 credits.
        """
        answer = self._client.call("numerology/challenge-numbers", request, options)
        return cast(t.NumerologyChallengeNumbersAnswer, answer)

    def expression_number(
        self, request: t.NumerologyExpressionNumberRequest, options: CallOptions | None = None
    ) -> t.NumerologyExpressionNumberAnswer:
        """The number of all letters of a name: what its bearer can do.

        `POST /v1/numerology/expression-number`, 0.02 credits.
        """
        answer = self._client.call("numerology/expression-number", request, options)
        return cast(t.NumerologyExpressionNumberAnswer, answer)

    def lifepath_number(
        self, request: t.NumerologyLifepathNumberRequest, options: CallOptions | None = None
    ) -> t.NumerologyLifepathNumberAnswer:
        """The life path number of a birth date.

        `POST /v1/numerology/lifepath-number`, 0.02 credits.
        """
        answer = self._client.call("numerology/lifepath-number", request, options)
        return cast(t.NumerologyLifepathNumberAnswer, answer)

    def numerological_numbers(
        self, request: t.NumerologyNumerologicalNumbersRequest, options: CallOptions | None = None
    ) -> t.NumerologyNumerologicalNumbersAnswer:
        """All numbers of a birth date and, when given, a full name.

        `POST /v1/numerology/numerological-numbers`, 0.03 credits.
        """
        answer = self._client.call("numerology/numerological-numbers", request, options)
        return cast(t.NumerologyNumerologicalNumbersAnswer, answer)

    def personal_day_prediction(
        self, request: t.NumerologyPersonalDayPredictionRequest, options: CallOptions | None = None
    ) -> t.NumerologyPersonalDayPredictionAnswer:
        """The personal day number of a birth date on one day.

        `POST /v1/numerology/personal-day-prediction`, 0.02 credits.
        """
        answer = self._client.call("numerology/personal-day-prediction", request, options)
        return cast(t.NumerologyPersonalDayPredictionAnswer, answer)

    def personal_month_prediction(
        self, request: t.NumerologyPersonalMonthPredictionRequest, options: CallOptions | None = None
    ) -> t.NumerologyPersonalMonthPredictionAnswer:
        """The personal month number of a birth date in one month.

        `POST /v1/numerology/personal-month-prediction`, 0.02 credits.
        """
        answer = self._client.call("numerology/personal-month-prediction", request, options)
        return cast(t.NumerologyPersonalMonthPredictionAnswer, answer)

    def personal_year_prediction(
        self, request: t.NumerologyPersonalYearPredictionRequest, options: CallOptions | None = None
    ) -> t.NumerologyPersonalYearPredictionAnswer:
        """The personal year number of a birth date in one year.

        `POST /v1/numerology/personal-year-prediction`, 0.02 credits.
        """
        answer = self._client.call("numerology/personal-year-prediction", request, options)
        return cast(t.NumerologyPersonalYearPredictionAnswer, answer)

    def personality_number(
        self, request: t.NumerologyPersonalityNumberRequest, options: CallOptions | None = None
    ) -> t.NumerologyPersonalityNumberAnswer:
        """The number of the consonants of a name: how others see its bearer.

        `POST /v1/numerology/personality-number`, 0.02 credits.
        """
        answer = self._client.call("numerology/personality-number", request, options)
        return cast(t.NumerologyPersonalityNumberAnswer, answer)

    def soul_urge_number(
        self, request: t.NumerologySoulUrgeNumberRequest, options: CallOptions | None = None
    ) -> t.NumerologySoulUrgeNumberAnswer:
        """The number of the vowels of a name: what its bearer wants.

        `POST /v1/numerology/soul-urge-number`, 0.02 credits.
        """
        answer = self._client.call("numerology/soul-urge-number", request, options)
        return cast(t.NumerologySoulUrgeNumberAnswer, answer)

    def subconscious_self_number(
        self, request: t.NumerologySubconsciousSelfNumberRequest, options: CallOptions | None = None
    ) -> t.NumerologySubconsciousSelfNumberAnswer:
        """How many of the digits 1 to 9 a name holds: what its bearer falls back on.

        `POST /v1/numerology/subconscious-self-number`, 0.02 credits.
        """
        answer = self._client.call("numerology/subconscious-self-number", request, options)
        return cast(t.NumerologySubconsciousSelfNumberAnswer, answer)


class _VideoPlatformGenerate:
    """Titles, descriptions, tags, scripts and posts for videos and channels."""

    def __init__(self, client: SyncClient) -> None:
        self._client = client

    def all_in_one_generator(
        self, request: t.VideoPlatformGenerateAllInOneGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateAllInOneGeneratorAnswer:
        """Write the title, the description and the tags of a video that belong together.

        `POST /v1/video-platform/generate/all-in-one-generator`, 0.1 credits.
        """
        answer = self._client.call("video-platform/generate/all-in-one-generator", request, options)
        return cast(t.VideoPlatformGenerateAllInOneGeneratorAnswer, answer)

    def channel_description_generator(
        self, request: t.VideoPlatformGenerateChannelDescriptionGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateChannelDescriptionGeneratorAnswer:
        """Write the description of a channel.

        `POST /v1/video-platform/generate/channel-description-generator`, 0.009 credits.
        """
        answer = self._client.call("video-platform/generate/channel-description-generator", request, options)
        return cast(t.VideoPlatformGenerateChannelDescriptionGeneratorAnswer, answer)

    def channel_name_ideas(
        self, request: t.VideoPlatformGenerateChannelNameIdeasRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateChannelNameIdeasAnswer:
        """Suggest ten names for a channel.

        `POST /v1/video-platform/generate/channel-name-ideas`, 0.009 credits.
        """
        answer = self._client.call("video-platform/generate/channel-name-ideas", request, options)
        return cast(t.VideoPlatformGenerateChannelNameIdeasAnswer, answer)

    def comment_generator(
        self, request: t.VideoPlatformGenerateCommentGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateCommentGeneratorAnswer:
        """Write a comment under a video.

        `POST /v1/video-platform/generate/comment-generator`, 0.01 credits.
        """
        answer = self._client.call("video-platform/generate/comment-generator", request, options)
        return cast(t.VideoPlatformGenerateCommentGeneratorAnswer, answer)

    def description_generator(
        self, request: t.VideoPlatformGenerateDescriptionGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateDescriptionGeneratorAnswer:
        """Write the description of a video.

        `POST /v1/video-platform/generate/description-generator`, 0.02 credits.
        """
        answer = self._client.call("video-platform/generate/description-generator", request, options)
        return cast(t.VideoPlatformGenerateDescriptionGeneratorAnswer, answer)

    def hashtag_generator(
        self, request: t.VideoPlatformGenerateHashtagGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateHashtagGeneratorAnswer:
        """Find hashtags for a video.

        `POST /v1/video-platform/generate/hashtag-generator`, 0.009 credits.
        """
        answer = self._client.call("video-platform/generate/hashtag-generator", request, options)
        return cast(t.VideoPlatformGenerateHashtagGeneratorAnswer, answer)

    def script_generator(
        self, request: t.VideoPlatformGenerateScriptGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateScriptGeneratorAnswer:
        """Write the script of a video.

        `POST /v1/video-platform/generate/script-generator`, 0.05 credits.
        """
        answer = self._client.call("video-platform/generate/script-generator", request, options)
        return cast(t.VideoPlatformGenerateScriptGeneratorAnswer, answer)

    def social_post_generator(
        self, request: t.VideoPlatformGenerateSocialPostGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateSocialPostGeneratorAnswer:
        """Write a post that announces a video.

        `POST /v1/video-platform/generate/social-post-generator`, 0.01 credits.
        """
        answer = self._client.call("video-platform/generate/social-post-generator", request, options)
        return cast(t.VideoPlatformGenerateSocialPostGeneratorAnswer, answer)

    def tag_generator(
        self, request: t.VideoPlatformGenerateTagGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateTagGeneratorAnswer:
        """Find tags for a video.

        `POST /v1/video-platform/generate/tag-generator`, 0.009 credits.
        """
        answer = self._client.call("video-platform/generate/tag-generator", request, options)
        return cast(t.VideoPlatformGenerateTagGeneratorAnswer, answer)

    def title_generator(
        self, request: t.VideoPlatformGenerateTitleGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateTitleGeneratorAnswer:
        """Write the title of a video.

        `POST /v1/video-platform/generate/title-generator`, 0.009 credits.
        """
        answer = self._client.call("video-platform/generate/title-generator", request, options)
        return cast(t.VideoPlatformGenerateTitleGeneratorAnswer, answer)


class _VideoPlatformChannel:
    """Facts, videos, playlists, statistics and an audit of channels of the video platform."""

    def __init__(self, client: SyncClient) -> None:
        self._client = client

    def audit(
        self, request: t.VideoPlatformChannelAuditRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelAuditAnswer:
        """When a channel uploads best, how long its videos are and which do best.

        after must not be later than before.
        `POST /v1/video-platform/channel/audit`, 0.01 credits.
        """
        answer = self._client.call("video-platform/channel/audit", request, options)
        return cast(t.VideoPlatformChannelAuditAnswer, answer)

    def find_id(
        self, request: t.VideoPlatformChannelFindIdRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelFindIdAnswer:
        """The id of a channel, from its handle or name.

        `POST /v1/video-platform/channel/find-id`, 0.001 credits.
        """
        answer = self._client.call("video-platform/channel/find-id", request, options)
        return cast(t.VideoPlatformChannelFindIdAnswer, answer)

    def info(
        self, request: t.VideoPlatformChannelInfoRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelInfoAnswer:
        """Title, description, keywords, topics and country of a channel.

        `POST /v1/video-platform/channel/info`, 0.005 credits.
        """
        answer = self._client.call("video-platform/channel/info", request, options)
        return cast(t.VideoPlatformChannelInfoAnswer, answer)

    def playlists(
        self, request: t.VideoPlatformChannelPlaylistsRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelPlaylistsAnswer:
        """Playlists of a channel.

        after must not be later than before.
        `POST /v1/video-platform/channel/playlists`, 0.009 credits.
        """
        answer = self._client.call("video-platform/channel/playlists", request, options)
        return cast(t.VideoPlatformChannelPlaylistsAnswer, answer)

    def region_restrictions(
        self, request: t.VideoPlatformChannelRegionRestrictionsRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelRegionRestrictionsAnswer:
        """Whether a channel is made for kids.

        `POST /v1/video-platform/channel/region-restrictions`, 0.003 credits.
        """
        answer = self._client.call("video-platform/channel/region-restrictions", request, options)
        return cast(t.VideoPlatformChannelRegionRestrictionsAnswer, answer)

    def search(
        self, request: t.VideoPlatformChannelSearchRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelSearchAnswer:
        """Channels that match keywords or a handle.

        after must not be later than before.
        `POST /v1/video-platform/channel/search`, 0.009 credits.
        """
        answer = self._client.call("video-platform/channel/search", request, options)
        return cast(t.VideoPlatformChannelSearchAnswer, answer)

    def settings(
        self, request: t.VideoPlatformChannelSettingsRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelSettingsAnswer:
        """Language, country and featured channels of a channel.

        `POST /v1/video-platform/channel/settings`, 0.005 credits.
        """
        answer = self._client.call("video-platform/channel/settings", request, options)
        return cast(t.VideoPlatformChannelSettingsAnswer, answer)

    def statistics(
        self, request: t.VideoPlatformChannelStatisticsRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelStatisticsAnswer:
        """Subscribers, views and number of videos of a channel.

        `POST /v1/video-platform/channel/statistics`, 0.007 credits.
        """
        answer = self._client.call("video-platform/channel/statistics", request, options)
        return cast(t.VideoPlatformChannelStatisticsAnswer, answer)

    def subscribe_link_generator(
        self, request: t.VideoPlatformChannelSubscribeLinkGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelSubscribeLinkGeneratorAnswer:
        """A link that asks whoever opens it to subscribe to a channel.

        `POST /v1/video-platform/channel/subscribe-link-generator`, 0.001 credits.
        """
        answer = self._client.call("video-platform/channel/subscribe-link-generator", request, options)
        return cast(t.VideoPlatformChannelSubscribeLinkGeneratorAnswer, answer)

    def thumbnail(
        self, request: t.VideoPlatformChannelThumbnailRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelThumbnailAnswer:
        """The picture of a channel.

        `POST /v1/video-platform/channel/thumbnail`, 0.001 credits.
        """
        answer = self._client.call("video-platform/channel/thumbnail", request, options)
        return cast(t.VideoPlatformChannelThumbnailAnswer, answer)

    def videos(
        self, request: t.VideoPlatformChannelVideosRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelVideosAnswer:
        """Videos of a channel.

        after must not be later than before.
        `POST /v1/video-platform/channel/videos`, 0.009 credits.
        """
        answer = self._client.call("video-platform/channel/videos", request, options)
        return cast(t.VideoPlatformChannelVideosAnswer, answer)


class _VideoPlatformSearch:
    """Videos, channels and playlists of the video platform by words, and suggestions while typing."""

    def __init__(self, client: SyncClient) -> None:
        self._client = client

    def autocomplete(
        self, request: t.VideoPlatformSearchAutocompleteRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformSearchAutocompleteAnswer:
        """What people search for that begins like this.

        `POST /v1/video-platform/search/autocomplete`, 0.01 credits.
        """
        answer = self._client.call("video-platform/search/autocomplete", request, options)
        return cast(t.VideoPlatformSearchAutocompleteAnswer, answer)

    def channels(
        self, request: t.VideoPlatformSearchChannelsRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformSearchChannelsAnswer:
        """Channels that match words.

        `POST /v1/video-platform/search/channels`, 0.006 credits.
        """
        answer = self._client.call("video-platform/search/channels", request, options)
        return cast(t.VideoPlatformSearchChannelsAnswer, answer)

    def playlists(
        self, request: t.VideoPlatformSearchPlaylistsRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformSearchPlaylistsAnswer:
        """Playlists that match words.

        `POST /v1/video-platform/search/playlists`, 0.006 credits.
        """
        answer = self._client.call("video-platform/search/playlists", request, options)
        return cast(t.VideoPlatformSearchPlaylistsAnswer, answer)

    def videos(
        self, request: t.VideoPlatformSearchVideosRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformSearchVideosAnswer:
        """Videos that match words.

        `POST /v1/video-platform/search/videos`, 0.006 credits.
        """
        answer = self._client.call("video-platform/search/videos", request, options)
        return cast(t.VideoPlatformSearchVideosAnswer, answer)


class _QrCode:
    """QR image rendering."""

    def __init__(self, client: SyncClient) -> None:
        self._client = client

    def batch(
        self, request: t.QrCodeBatchRequest, options: CallOptions | None = None
    ) -> t.QrCodeBatchAnswer:
        """Render up to 1,000 QR codes of one look into a ZIP archive.

        `POST /v1/qr-code/batch`, 0.01 credits a code.
        """
        answer = self._client.call("qr-code/batch", request, options)
        return cast(t.QrCodeBatchAnswer, answer)

    def generate(
        self, request: t.QrCodeGenerateRequest, options: CallOptions | None = None
    ) -> t.QrCodeGenerateAnswer:
        """Render a QR code as SVG, PDF, PNG, JPG or WEBP.

        qr_code_text is required unless type is page, then page is.
        `POST /v1/qr-code/generate`, 0.01 credits.
        """
        answer = self._client.call("qr-code/generate", request, options)
        return cast(t.QrCodeGenerateAnswer, answer)

    def generate_file(self, request: t.QrCodeGenerateRequest, options: CallOptions | None = None) -> bytes:
        """Render a QR code as SVG, PDF, PNG, JPG or WEBP.

        qr_code_text is required unless type is page, then page is.
        `POST /v1/qr-code/generate`, 0.01 credits.
        The answer is the file itself.
        """
        return self._client.file("qr-code/generate", request, options)


class _QrExperience:
    """Hosted mobile pages behind QR codes."""

    def __init__(self, client: SyncClient) -> None:
        self._client = client

    def generate(
        self, request: t.QrExperienceGenerateRequest, options: CallOptions | None = None
    ) -> t.QrExperienceGenerateAnswer:
        """Create a hosted mobile page and the QR code that opens it.

        `POST /v1/qr-experience/generate`, 0.02 credits.
        """
        answer = self._client.call("qr-experience/generate", request, options)
        return cast(t.QrExperienceGenerateAnswer, answer)

    def generate_file(self, request: t.QrExperienceGenerateRequest, options: CallOptions | None = None) -> bytes:
        """Create a hosted mobile page and the QR code that opens it.

        `POST /v1/qr-experience/generate`, 0.02 credits.
        The answer is the file itself.
        """
        return self._client.file("qr-experience/generate", request, options)


class _QrScan:
    """Scan and event logging."""

    def __init__(self, client: SyncClient) -> None:
        self._client = client

    def event(
        self, request: t.QrScanEventRequest, options: CallOptions | None = None
    ) -> t.QrScanEventAnswer:
        """Log something that a visitor did.

        `POST /v1/qr-scan/event`, 0.001 credits.
        """
        answer = self._client.call("qr-scan/event", request, options)
        return cast(t.QrScanEventAnswer, answer)

    def scan(
        self, request: t.QrScanScanRequest | None = None, options: CallOptions | None = None
    ) -> t.QrScanScanAnswer:
        """Log a scan of an experience.

        `POST /v1/qr-scan/scan`, 0.001 credits.
        """
        answer = self._client.call("qr-scan/scan", request or {}, options)
        return cast(t.QrScanScanAnswer, answer)


class _WebSearch:
    """Query suggestions."""

    def __init__(self, client: SyncClient) -> None:
        self._client = client

    def autocomplete(
        self, request: t.WebSearchSearchAutocompleteRequest, options: CallOptions | None = None
    ) -> t.WebSearchSearchAutocompleteAnswer:
        """What people search the web for that begins like this, up to ten.

        `POST /v1/web-search/search/autocomplete`, 0.01 credits.
        """
        answer = self._client.call("web-search/search/autocomplete", request, options)
        return cast(t.WebSearchSearchAutocompleteAnswer, answer)


class _Currency:
    """Currency list, exchange rates, conversion with a comparison of providers, history."""

    def __init__(self, client: SyncClient) -> None:
        self._client = client

    def convert(
        self, request: t.CurrencyConvertRequest, options: CallOptions | None = None
    ) -> t.CurrencyConvertAnswer:
        """Convert an amount at the mid-market rate and compare what eight kinds of provider would give.

        `POST /v1/currency/convert`, 0.009 credits.
        """
        answer = self._client.call("currency/convert", request, options)
        return cast(t.CurrencyConvertAnswer, answer)

    def currencies(
        self, request: t.CurrencyCurrenciesRequest | None = None, options: CallOptions | None = None
    ) -> t.CurrencyCurrenciesAnswer:
        """All currencies, crypto coins and precious metals that can be converted.

        `POST /v1/currency/currencies`, 0.001 credits.
        """
        answer = self._client.call("currency/currencies", request or {}, options)
        return cast(t.CurrencyCurrenciesAnswer, answer)

    def historical(
        self, request: t.CurrencyHistoricalRequest, options: CallOptions | None = None
    ) -> t.CurrencyHistoricalAnswer:
        """One rate of a pair for each day of up to a year; on days without publication the last published rate stands.

        `POST /v1/currency/historical`, 0.02 credits.
        """
        answer = self._client.call("currency/historical", request, options)
        return cast(t.CurrencyHistoricalAnswer, answer)

    def platforms(
        self, request: t.CurrencyPlatformsRequest | None = None, options: CallOptions | None = None
    ) -> t.CurrencyPlatformsAnswer:
        """Markups and fees of the eight kinds of provider that convert compares.

        `POST /v1/currency/platforms`, 0.001 credits.
        """
        answer = self._client.call("currency/platforms", request or {}, options)
        return cast(t.CurrencyPlatformsAnswer, answer)

    def rates(
        self, request: t.CurrencyRatesRequest, options: CallOptions | None = None
    ) -> t.CurrencyRatesAnswer:
        """Exchange rates of one pair or of up to twenty.

        Either pairs, or both from and to, is required.
        `POST /v1/currency/rates`, 0.005 credits.
        """
        answer = self._client.call("currency/rates", request, options)
        return cast(t.CurrencyRatesAnswer, answer)


class _Music:
    """Songs, artists, trends, charts and videos, chosen by an action."""

    def __init__(self, client: SyncClient) -> None:
        self._client = client

    def chart_data(
        self, request: t.MusicChartDataRequest, options: CallOptions | None = None
    ) -> t.MusicChartDataAnswer:
        """Songs, artists, trends, charts and videos of the music charts of many countries.

        Each action needs its own fields.
        `POST /v1/music/chart-data`, 0.01 credits.
        """
        answer = self._client.call("music/chart-data", request, options)
        return cast(t.MusicChartDataAnswer, answer)


class UtilityApi(SyncClient):
    """The service: every endpoint is a method of its group."""

    @property
    def horoscope(self) -> _Horoscope:
        """Calculated zodiac profiles, horoscopes, compatibility, tarot, Chinese zodiac, moon phases and biorhythm."""
        return _Horoscope(self)

    @property
    def numerology(self) -> _Numerology:
        """Pythagorean numbers from a birth date and a full name, each with a written reading."""
        return _Numerology(self)

    @property
    def video_platform_generate(self) -> _VideoPlatformGenerate:
        """Titles, descriptions, tags, scripts and posts for videos and channels."""
        return _VideoPlatformGenerate(self)

    @property
    def video_platform_channel(self) -> _VideoPlatformChannel:
        """Facts, videos, playlists, statistics and an audit of channels of the video platform."""
        return _VideoPlatformChannel(self)

    @property
    def video_platform_search(self) -> _VideoPlatformSearch:
        """Videos, channels and playlists of the video platform by words, and suggestions while typing."""
        return _VideoPlatformSearch(self)

    @property
    def qr_code(self) -> _QrCode:
        """QR image rendering."""
        return _QrCode(self)

    @property
    def qr_experience(self) -> _QrExperience:
        """Hosted mobile pages behind QR codes."""
        return _QrExperience(self)

    @property
    def qr_scan(self) -> _QrScan:
        """Scan and event logging."""
        return _QrScan(self)

    @property
    def web_search(self) -> _WebSearch:
        """Query suggestions."""
        return _WebSearch(self)

    @property
    def currency(self) -> _Currency:
        """Currency list, exchange rates, conversion with a comparison of providers, history."""
        return _Currency(self)

    @property
    def music(self) -> _Music:
        """Songs, artists, trends, charts and videos, chosen by an action."""
        return _Music(self)

    def mailchecker(
        self, request: t.MailcheckerRequest, options: CallOptions | None = None
    ) -> t.MailcheckerAnswer:
        """Rate an email address by its syntax, its domain and what the DNS says of mail to it, without sending any.

        `POST /v1/mailchecker`, 0.005 credits.
        """
        answer = self.call("mailchecker", request, options)
        return cast(t.MailcheckerAnswer, answer)

    def device_analyze(
        self, request: t.DeviceAnalyzeRequest | None = None, options: CallOptions | None = None
    ) -> t.DeviceAnalyzeAnswer:
        """Say what a User-Agent string tells of its browser, system and device.

        `POST /v1/device-analyze`, 0.002 credits.
        """
        answer = self.call("device-analyze", request or {}, options)
        return cast(t.DeviceAnalyzeAnswer, answer)

    def vat(
        self, request: t.VatRequest, options: CallOptions | None = None
    ) -> t.VatAnswer:
        """Calculate VAT, or look up the VAT rates and profile of a country.

        country_code is required for country-profile and country-rates.
        `POST /v1/vat`, 0.001 credits.
        """
        answer = self.call("vat", request, options)
        return cast(t.VatAnswer, answer)

    def account(
        self, request: t.AccountRequest | None = None, options: CallOptions | None = None
    ) -> t.AccountAnswer:
        """The balance of the account, its purchases with their expiry, and the key that asks.

        `GET /v1/account`, free.
        """
        answer = self.ask("account", request or {}, options)
        return cast(t.AccountAnswer, answer)

    def change_account(
        self, request: t.ChangeAccountRequest | None = None, options: CallOptions | None = None
    ) -> t.ChangeAccountAnswer:
        """Say what the account is to be warned of: a balance that is low or does not last, and calls that fail.

        `PATCH /v1/account`, free.
        """
        answer = self.ask("changeAccount", request or {}, options)
        return cast(t.ChangeAccountAnswer, answer)

    def usage(
        self, request: t.UsageRequest | None = None, options: CallOptions | None = None
    ) -> t.UsageAnswer:
        """Calls, credits and statuses of the account by day, endpoint or key.

        `GET /v1/usage`, free.
        """
        answer = self.ask("usage", request or {}, options)
        return cast(t.UsageAnswer, answer)

    def requests(
        self, request: t.RequestsRequest | None = None, options: CallOptions | None = None
    ) -> t.RequestsAnswer:
        """The account's calls of the last 30 days whose credits were taken, the latest first; those of other keys with `account:read`.

        `GET /v1/requests`, free.
        """
        answer = self.ask("requests", request or {}, options)
        return cast(t.RequestsAnswer, answer)

    def request(
        self, request: t.RequestRequest, options: CallOptions | None = None
    ) -> t.RequestAnswer:
        """What became of one call: its credits, its job, its answer, step by step.

        `GET /v1/requests/{request_id}`, free.
        """
        answer = self.ask("request", request, options)
        return cast(t.RequestAnswer, answer)

    def create_token(
        self, request: t.CreateTokenRequest | None = None, options: CallOptions | None = None
    ) -> t.CreateTokenAnswer:
        """Get a short-lived token for a browser, with no more rights than the key.

        `POST /v1/tokens`, free.
        """
        answer = self.ask("createToken", request or {}, options)
        return cast(t.CreateTokenAnswer, answer)

    def jobs(
        self, request: t.JobsRequest | None = None, options: CallOptions | None = None
    ) -> t.JobsAnswer:
        """The calls made with `Prefer: respond-async` in the last hour, the latest first; those of other keys with `account:read`.

        `GET /v1/jobs`, free.
        """
        answer = self.ask("jobs", request or {}, options)
        return cast(t.JobsAnswer, answer)

    def list_packs(
        self, request: t.ListPacksRequest | None = None, options: CallOptions | None = None
    ) -> t.ListPacksAnswer:
        """What can be bought, and at what price.

        `GET /v1/account/packs`, free.
        """
        answer = self.ask("listPacks", request or {}, options)
        return cast(t.ListPacksAnswer, answer)

    def buy_credits(
        self, request: t.BuyCreditsRequest, options: CallOptions | None = None
    ) -> t.BuyCreditsAnswer:
        """Order a pack; it is paid on the page at `url`, and credited when the payment provider confirms the payment.

        `POST /v1/account/orders`, free.
        """
        answer = self.ask("buyCredits", request, options)
        return cast(t.BuyCreditsAnswer, answer)

    def orders(
        self, request: t.OrdersRequest | None = None, options: CallOptions | None = None
    ) -> t.OrdersAnswer:
        """What the account has ordered and paid, automatic top-ups included, the latest first.

        `GET /v1/account/orders`, free.
        """
        answer = self.ask("orders", request or {}, options)
        return cast(t.OrdersAnswer, answer)

    def order(
        self, request: t.OrderRequest, options: CallOptions | None = None
    ) -> t.OrderAnswer:
        """What became of an order, and where one goes on paying it while that is open.

        `GET /v1/account/orders/{order}`, free.
        """
        answer = self.ask("order", request, options)
        return cast(t.OrderAnswer, answer)

    def cancel_order(
        self, request: t.CancelOrderRequest, options: CallOptions | None = None
    ) -> t.CancelOrderAnswer:
        """Cancel an open order: its payment page is closed, and the order expires. A payment that was made before is credited.

        `POST /v1/account/orders/{order}/cancel`, free.
        """
        answer = self.ask("cancelOrder", request, options)
        return cast(t.CancelOrderAnswer, answer)

    def top_up(
        self, request: t.TopUpRequest | None = None, options: CallOptions | None = None
    ) -> t.TopUpAnswer:
        """When credits are bought automatically, and with which saved payment method.

        `GET /v1/account/top-up`, free.
        """
        answer = self.ask("topUp", request or {}, options)
        return cast(t.TopUpAnswer, answer)

    def set_top_up(
        self, request: t.SetTopUpRequest, options: CallOptions | None = None
    ) -> t.SetTopUpAnswer:
        """Buy a pack with the saved payment method whenever the balance is below an amount; on again after a decline.

        `PUT /v1/account/top-up`, free.
        """
        answer = self.ask("setTopUp", request, options)
        return cast(t.SetTopUpAnswer, answer)

    def end_top_up(
        self, request: t.EndTopUpRequest | None = None, options: CallOptions | None = None
    ) -> t.EndTopUpAnswer:
        """Buy nothing automatically any more; what is being paid for at the moment is still credited.

        `DELETE /v1/account/top-up`, free.
        """
        answer = self.ask("endTopUp", request or {}, options)
        return cast(t.EndTopUpAnswer, answer)

    def experiences(
        self, request: t.ExperiencesRequest | None = None, options: CallOptions | None = None
    ) -> t.ExperiencesAnswer:
        """The hosted pages of the account, the latest first.

        `GET /v1/qr-experience`, free.
        """
        answer = self.ask("experiences", request or {}, options)
        return cast(t.ExperiencesAnswer, answer)

    def experience(
        self, request: t.ExperienceRequest, options: CallOptions | None = None
    ) -> t.ExperienceAnswer:
        """What a hosted page shows, whether it is shown, and its version, in the fields in which it can be sent back.

        `GET /v1/qr-experience/{id}`, free.
        """
        answer = self.ask("experience", request, options)
        return cast(t.ExperienceAnswer, answer)

    def change_experience(
        self, request: t.ChangeExperienceRequest, options: CallOptions | None = None
    ) -> t.ChangeExperienceAnswer:
        """Change what a printed code shows, where it leads or whether it is shown, guarded by If-Match; what is not sent stays as it is, and what it was can be restored.

        `PATCH /v1/qr-experience/{id}`, free.
        """
        answer = self.ask("changeExperience", request, options)
        return cast(t.ChangeExperienceAnswer, answer)

    def delete_experience(
        self, request: t.DeleteExperienceRequest, options: CallOptions | None = None
    ) -> t.DeleteExperienceAnswer:
        """Delete a hosted page for good, with its versions, photos, visits, events and statistics, guarded by If-Match; its code and slug lead to a page that says so.

        `DELETE /v1/qr-experience/{id}`, free.
        """
        answer = self.ask("deleteExperience", request, options)
        return cast(t.DeleteExperienceAnswer, answer)

    def experience_versions(
        self, request: t.ExperienceVersionsRequest, options: CallOptions | None = None
    ) -> t.ExperienceVersionsAnswer:
        """The latest 20 versions of a hosted page, the latest first: every edit makes one.

        `GET /v1/qr-experience/{id}/versions`, free.
        """
        answer = self.ask("experienceVersions", request, options)
        return cast(t.ExperienceVersionsAnswer, answer)

    def experience_version(
        self, request: t.ExperienceVersionRequest, options: CallOptions | None = None
    ) -> t.ExperienceVersionAnswer:
        """What a hosted page has shown at one of its versions.

        `GET /v1/qr-experience/{id}/versions/{version}`, free.
        """
        answer = self.ask("experienceVersion", request, options)
        return cast(t.ExperienceVersionAnswer, answer)

    def restore_experience(
        self, request: t.RestoreExperienceRequest, options: CallOptions | None = None
    ) -> t.RestoreExperienceAnswer:
        """Have a hosted page show again what it has shown at one of its versions: a new version, guarded by If-Match. State and slug stay as they are.

        `POST /v1/qr-experience/{id}/versions/{version}/restore`, free.
        """
        answer = self.ask("restoreExperience", request, options)
        return cast(t.RestoreExperienceAnswer, answer)

    def experience_events(
        self, request: t.ExperienceEventsRequest, options: CallOptions | None = None
    ) -> t.ExperienceEventsAnswer:
        """Texts, ratings and clicks as visitors of a hosted page gave them, the latest first.

        `GET /v1/qr-experience/{id}/events`, free.
        """
        answer = self.ask("experienceEvents", request, options)
        return cast(t.ExperienceEventsAnswer, answer)

    def delete_experience_events(
        self, request: t.DeleteExperienceEventsRequest, options: CallOptions | None = None
    ) -> t.DeleteExperienceEventsAnswer:
        """Delete what visitors of a hosted page said and did until now, or before an instant. What was counted of it stays in the statistics.

        `DELETE /v1/qr-experience/{id}/events`, free.
        """
        answer = self.ask("deleteExperienceEvents", request, options)
        return cast(t.DeleteExperienceEventsAnswer, answer)

    def export_experience_events(
        self, request: t.ExportExperienceEventsRequest, options: CallOptions | None = None
    ) -> t.ExportExperienceEventsAnswer:
        """All of them, the oldest first, as a file for spreadsheets (RFC 4180); text that a spreadsheet would take for a formula has an apostrophe before it.

        `GET /v1/qr-experience/{id}/events.csv`, free.
        """
        answer = self.ask("exportExperienceEvents", request, options)
        return cast(t.ExportExperienceEventsAnswer, answer)

    def experience_stats(
        self, request: t.ExperienceStatsRequest, options: CallOptions | None = None
    ) -> t.ExperienceStatsAnswer:
        """What became of a hosted page: scans per day, devices, countries, languages, referring hosts, blocks, events by name; crawlers and link previews apart.

        `GET /v1/qr-experience/{id}/stats`, free.
        """
        answer = self.ask("experienceStats", request, options)
        return cast(t.ExperienceStatsAnswer, answer)

    def create_webhook(
        self, request: t.CreateWebhookRequest, options: CallOptions | None = None
    ) -> t.CreateWebhookAnswer:
        """Have events of the account posted to an address, signed with a secret that is shown this once.

        `POST /v1/webhooks`, free.
        """
        answer = self.ask("createWebhook", request, options)
        return cast(t.CreateWebhookAnswer, answer)

    def webhooks(
        self, request: t.WebhooksRequest | None = None, options: CallOptions | None = None
    ) -> t.WebhooksAnswer:
        """The webhooks of the account, and how many events of the last hours were too many to be sent.

        `GET /v1/webhooks`, free.
        """
        answer = self.ask("webhooks", request or {}, options)
        return cast(t.WebhooksAnswer, answer)

    def webhook(
        self, request: t.WebhookRequest, options: CallOptions | None = None
    ) -> t.WebhookAnswer:
        """Where a webhook leads, what it is sent, and whether it fails or was switched off, since when and why.

        `GET /v1/webhooks/{webhook}`, free.
        """
        answer = self.ask("webhook", request, options)
        return cast(t.WebhookAnswer, answer)

    def change_webhook(
        self, request: t.ChangeWebhookRequest, options: CallOptions | None = None
    ) -> t.ChangeWebhookAnswer:
        """Change where a webhook leads or what it is sent, or switch it off or on; switched on, it starts with a clean sheet.

        `PATCH /v1/webhooks/{webhook}`, free.
        """
        answer = self.ask("changeWebhook", request, options)
        return cast(t.ChangeWebhookAnswer, answer)

    def delete_webhook(
        self, request: t.DeleteWebhookRequest, options: CallOptions | None = None
    ) -> t.DeleteWebhookAnswer:
        """Delete a webhook; what is still on its way there is cancelled.

        `DELETE /v1/webhooks/{webhook}`, free.
        """
        answer = self.ask("deleteWebhook", request, options)
        return cast(t.DeleteWebhookAnswer, answer)

    def webhook_deliveries(
        self, request: t.WebhookDeliveriesRequest, options: CallOptions | None = None
    ) -> t.WebhookDeliveriesAnswer:
        """What was sent to a webhook in 30 days, the latest first, with every attempt and what came of it.

        `GET /v1/webhooks/{webhook}/deliveries`, free.
        """
        answer = self.ask("webhookDeliveries", request, options)
        return cast(t.WebhookDeliveriesAnswer, answer)

    def repeat_delivery(
        self, request: t.RepeatDeliveryRequest, options: CallOptions | None = None
    ) -> t.RepeatDeliveryAnswer:
        """Send a message again at once, whatever became of it, with all further attempts if that fails.

        `POST /v1/webhooks/{webhook}/deliveries/{delivery}/repeat`, free.
        """
        answer = self.ask("repeatDelivery", request, options)
        return cast(t.RepeatDeliveryAnswer, answer)

    def test_webhook(
        self, request: t.TestWebhookRequest, options: CallOptions | None = None
    ) -> t.TestWebhookAnswer:
        """Send an example of an event to a webhook, marked as a test, whether it has chosen that event or not.

        `POST /v1/webhooks/{webhook}/test`, free.
        """
        answer = self.ask("testWebhook", request, options)
        return cast(t.TestWebhookAnswer, answer)

    def rotate_webhook_secret(
        self, request: t.RotateWebhookSecretRequest, options: CallOptions | None = None
    ) -> t.RotateWebhookSecretAnswer:
        """Make a new secret, which is shown this once; for 24 hours messages are signed with the old one as well. The first of `callback` is made in the same way.

        `POST /v1/webhooks/{webhook}/rotate-secret`, free.
        """
        answer = self.ask("rotateWebhookSecret", request, options)
        return cast(t.RotateWebhookSecretAnswer, answer)

    @overload
    def submit(
        self, endpoint: Literal["horoscope/biorhythm"], request: t.HoroscopeBiorhythmRequest, options: CallOptions | None = None
    ) -> Job[t.HoroscopeBiorhythmAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["horoscope/chinese-year-forecast"], request: t.HoroscopeChineseYearForecastRequest, options: CallOptions | None = None
    ) -> Job[t.HoroscopeChineseYearForecastAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["horoscope/chinese-zodiac"], request: t.HoroscopeChineseZodiacRequest, options: CallOptions | None = None
    ) -> Job[t.HoroscopeChineseZodiacAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["horoscope/compatibility"], request: t.HoroscopeCompatibilityRequest, options: CallOptions | None = None
    ) -> Job[t.HoroscopeCompatibilityAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["horoscope/daily-horoscope"], request: t.HoroscopeDailyHoroscopeRequest, options: CallOptions | None = None
    ) -> Job[t.HoroscopeDailyHoroscopeAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["horoscope/monthly-horoscope"], request: t.HoroscopeMonthlyHoroscopeRequest, options: CallOptions | None = None
    ) -> Job[t.HoroscopeMonthlyHoroscopeAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["horoscope/moon-phase-report"], request: t.HoroscopeMoonPhaseReportRequest, options: CallOptions | None = None
    ) -> Job[t.HoroscopeMoonPhaseReportAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["horoscope/tarot-reading"], request: t.HoroscopeTarotReadingRequest, options: CallOptions | None = None
    ) -> Job[t.HoroscopeTarotReadingAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["horoscope/weekly-horoscope"], request: t.HoroscopeWeeklyHoroscopeRequest, options: CallOptions | None = None
    ) -> Job[t.HoroscopeWeeklyHoroscopeAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["horoscope/zodiac-profile"], request: t.HoroscopeZodiacProfileRequest, options: CallOptions | None = None
    ) -> Job[t.HoroscopeZodiacProfileAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["numerology/challenge-numbers"], request: t.NumerologyChallengeNumbersRequest, options: CallOptions | None = None
    ) -> Job[t.NumerologyChallengeNumbersAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["numerology/expression-number"], request: t.NumerologyExpressionNumberRequest, options: CallOptions | None = None
    ) -> Job[t.NumerologyExpressionNumberAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["numerology/lifepath-number"], request: t.NumerologyLifepathNumberRequest, options: CallOptions | None = None
    ) -> Job[t.NumerologyLifepathNumberAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["numerology/numerological-numbers"], request: t.NumerologyNumerologicalNumbersRequest, options: CallOptions | None = None
    ) -> Job[t.NumerologyNumerologicalNumbersAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["numerology/personal-day-prediction"], request: t.NumerologyPersonalDayPredictionRequest, options: CallOptions | None = None
    ) -> Job[t.NumerologyPersonalDayPredictionAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["numerology/personal-month-prediction"], request: t.NumerologyPersonalMonthPredictionRequest, options: CallOptions | None = None
    ) -> Job[t.NumerologyPersonalMonthPredictionAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["numerology/personal-year-prediction"], request: t.NumerologyPersonalYearPredictionRequest, options: CallOptions | None = None
    ) -> Job[t.NumerologyPersonalYearPredictionAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["numerology/personality-number"], request: t.NumerologyPersonalityNumberRequest, options: CallOptions | None = None
    ) -> Job[t.NumerologyPersonalityNumberAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["numerology/soul-urge-number"], request: t.NumerologySoulUrgeNumberRequest, options: CallOptions | None = None
    ) -> Job[t.NumerologySoulUrgeNumberAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["numerology/subconscious-self-number"], request: t.NumerologySubconsciousSelfNumberRequest, options: CallOptions | None = None
    ) -> Job[t.NumerologySubconsciousSelfNumberAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/generate/all-in-one-generator"], request: t.VideoPlatformGenerateAllInOneGeneratorRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformGenerateAllInOneGeneratorAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/generate/channel-description-generator"], request: t.VideoPlatformGenerateChannelDescriptionGeneratorRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformGenerateChannelDescriptionGeneratorAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/generate/channel-name-ideas"], request: t.VideoPlatformGenerateChannelNameIdeasRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformGenerateChannelNameIdeasAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/generate/comment-generator"], request: t.VideoPlatformGenerateCommentGeneratorRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformGenerateCommentGeneratorAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/generate/description-generator"], request: t.VideoPlatformGenerateDescriptionGeneratorRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformGenerateDescriptionGeneratorAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/generate/hashtag-generator"], request: t.VideoPlatformGenerateHashtagGeneratorRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformGenerateHashtagGeneratorAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/generate/script-generator"], request: t.VideoPlatformGenerateScriptGeneratorRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformGenerateScriptGeneratorAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/generate/social-post-generator"], request: t.VideoPlatformGenerateSocialPostGeneratorRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformGenerateSocialPostGeneratorAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/generate/tag-generator"], request: t.VideoPlatformGenerateTagGeneratorRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformGenerateTagGeneratorAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/generate/title-generator"], request: t.VideoPlatformGenerateTitleGeneratorRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformGenerateTitleGeneratorAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/channel/audit"], request: t.VideoPlatformChannelAuditRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformChannelAuditAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/channel/find-id"], request: t.VideoPlatformChannelFindIdRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformChannelFindIdAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/channel/info"], request: t.VideoPlatformChannelInfoRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformChannelInfoAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/channel/playlists"], request: t.VideoPlatformChannelPlaylistsRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformChannelPlaylistsAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/channel/region-restrictions"], request: t.VideoPlatformChannelRegionRestrictionsRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformChannelRegionRestrictionsAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/channel/search"], request: t.VideoPlatformChannelSearchRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformChannelSearchAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/channel/settings"], request: t.VideoPlatformChannelSettingsRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformChannelSettingsAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/channel/statistics"], request: t.VideoPlatformChannelStatisticsRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformChannelStatisticsAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/channel/subscribe-link-generator"], request: t.VideoPlatformChannelSubscribeLinkGeneratorRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformChannelSubscribeLinkGeneratorAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/channel/thumbnail"], request: t.VideoPlatformChannelThumbnailRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformChannelThumbnailAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/channel/videos"], request: t.VideoPlatformChannelVideosRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformChannelVideosAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/search/autocomplete"], request: t.VideoPlatformSearchAutocompleteRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformSearchAutocompleteAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/search/channels"], request: t.VideoPlatformSearchChannelsRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformSearchChannelsAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/search/playlists"], request: t.VideoPlatformSearchPlaylistsRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformSearchPlaylistsAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["video-platform/search/videos"], request: t.VideoPlatformSearchVideosRequest, options: CallOptions | None = None
    ) -> Job[t.VideoPlatformSearchVideosAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["qr-code/batch"], request: t.QrCodeBatchRequest, options: CallOptions | None = None
    ) -> Job[t.QrCodeBatchAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["qr-code/generate"], request: t.QrCodeGenerateRequest, options: CallOptions | None = None
    ) -> Job[t.QrCodeGenerateAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["qr-experience/generate"], request: t.QrExperienceGenerateRequest, options: CallOptions | None = None
    ) -> Job[t.QrExperienceGenerateAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["qr-scan/event"], request: t.QrScanEventRequest, options: CallOptions | None = None
    ) -> Job[t.QrScanEventAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["qr-scan/scan"], request: t.QrScanScanRequest, options: CallOptions | None = None
    ) -> Job[t.QrScanScanAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["mailchecker"], request: t.MailcheckerRequest, options: CallOptions | None = None
    ) -> Job[t.MailcheckerAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["device-analyze"], request: t.DeviceAnalyzeRequest, options: CallOptions | None = None
    ) -> Job[t.DeviceAnalyzeAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["web-search/search/autocomplete"], request: t.WebSearchSearchAutocompleteRequest, options: CallOptions | None = None
    ) -> Job[t.WebSearchSearchAutocompleteAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["vat"], request: t.VatRequest, options: CallOptions | None = None
    ) -> Job[t.VatAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["currency/convert"], request: t.CurrencyConvertRequest, options: CallOptions | None = None
    ) -> Job[t.CurrencyConvertAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["currency/currencies"], request: t.CurrencyCurrenciesRequest, options: CallOptions | None = None
    ) -> Job[t.CurrencyCurrenciesAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["currency/historical"], request: t.CurrencyHistoricalRequest, options: CallOptions | None = None
    ) -> Job[t.CurrencyHistoricalAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["currency/platforms"], request: t.CurrencyPlatformsRequest, options: CallOptions | None = None
    ) -> Job[t.CurrencyPlatformsAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["currency/rates"], request: t.CurrencyRatesRequest, options: CallOptions | None = None
    ) -> Job[t.CurrencyRatesAnswer]: ...

    @overload
    def submit(
        self, endpoint: Literal["music/chart-data"], request: t.MusicChartDataRequest, options: CallOptions | None = None
    ) -> Job[t.MusicChartDataAnswer]: ...

    def submit(self, endpoint: str, request: Any, options: CallOptions | None = None) -> Job[Any]:
        """Hands a call in without waiting for its answer."""
        return self.hand_in(endpoint, request, options)


class _AsyncHoroscope:
    """Calculated zodiac profiles, horoscopes, compatibility, tarot, Chinese zodiac, moon phases and biorhythm."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def biorhythm(
        self, request: t.HoroscopeBiorhythmRequest, options: CallOptions | None = None
    ) -> t.HoroscopeBiorhythmAnswer:
        """The 23, 28 and 33 day cycles of a birth date on one day.

        birth_date and date must be from 1800 to 2200.
        `POST /v1/horoscope/biorhythm`, 0.02 credits.
        """
        answer = await self._client.call("horoscope/biorhythm", request, options)
        return cast(t.HoroscopeBiorhythmAnswer, answer)

    async def chinese_year_forecast(
        self, request: t.HoroscopeChineseYearForecastRequest, options: CallOptions | None = None
    ) -> t.HoroscopeChineseYearForecastAnswer:
        """What a lunar year holds for a birth year.

        One of birth_year, birth_date is required.
        birth_date must be from 1800 to 2200.
        `POST /v1/horoscope/chinese-year-forecast`, 0.02 credits.
        """
        answer = await self._client.call("horoscope/chinese-year-forecast", request, options)
        return cast(t.HoroscopeChineseYearForecastAnswer, answer)

    async def chinese_zodiac(
        self, request: t.HoroscopeChineseZodiacRequest, options: CallOptions | None = None
    ) -> t.HoroscopeChineseZodiacAnswer:
        """The animal and element of a birth year, by the real lunar new year.

        One of birth_year, birth_date is required.
        birth_date must be from 1800 to 2200.
        `POST /v1/horoscope/chinese-zodiac`, 0.02 credits.
        """
        answer = await self._client.call("horoscope/chinese-zodiac", request, options)
        return cast(t.HoroscopeChineseZodiacAnswer, answer)

    async def compatibility(
        self, request: t.HoroscopeCompatibilityRequest, options: CallOptions | None = None
    ) -> t.HoroscopeCompatibilityAnswer:
        """How two signs, or two birth dates, get on in love, friendship and talk.

        Each side needs its sign or its birth date.
        birth_date_a and birth_date_b must be from 1800 to 2200.
        `POST /v1/horoscope/compatibility`, 0.02 credits.
        """
        answer = await self._client.call("horoscope/compatibility", request, options)
        return cast(t.HoroscopeCompatibilityAnswer, answer)

    async def daily_horoscope(
        self, request: t.HoroscopeDailyHoroscopeRequest, options: CallOptions | None = None
    ) -> t.HoroscopeDailyHoroscopeAnswer:
        """The horoscope of one sign for one day.

        One of sign, birth_date is required.
        birth_date and date must be from 1800 to 2200.
        `POST /v1/horoscope/daily-horoscope`, 0.02 credits.
        """
        answer = await self._client.call("horoscope/daily-horoscope", request, options)
        return cast(t.HoroscopeDailyHoroscopeAnswer, answer)

    async def monthly_horoscope(
        self, request: t.HoroscopeMonthlyHoroscopeRequest, options: CallOptions | None = None
    ) -> t.HoroscopeMonthlyHoroscopeAnswer:
        """The horoscope of one sign for one month.

        One of sign, birth_date is required.
        birth_date and month must be from 1800 to 2200.
        `POST /v1/horoscope/monthly-horoscope`, 0.02 credits.
        """
        answer = await self._client.call("horoscope/monthly-horoscope", request, options)
        return cast(t.HoroscopeMonthlyHoroscopeAnswer, answer)

    async def moon_phase_report(
        self, request: t.HoroscopeMoonPhaseReportRequest, options: CallOptions | None = None
    ) -> t.HoroscopeMoonPhaseReportAnswer:
        """The moon on one day: phase, light, sign, the next new and full moon, and what to do with them.

        date and birth_date must be from 1800 to 2200.
        `POST /v1/horoscope/moon-phase-report`, 0.02 credits.
        """
        answer = await self._client.call("horoscope/moon-phase-report", request, options)
        return cast(t.HoroscopeMoonPhaseReportAnswer, answer)

    async def tarot_reading(
        self, request: t.HoroscopeTarotReadingRequest, options: CallOptions | None = None
    ) -> t.HoroscopeTarotReadingAnswer:
        """Draw tarot cards at random and read them in their positions.

        birth_date must be from 1800 to 2200.
        `POST /v1/horoscope/tarot-reading`, 0.03 credits.
        """
        answer = await self._client.call("horoscope/tarot-reading", request, options)
        return cast(t.HoroscopeTarotReadingAnswer, answer)

    async def weekly_horoscope(
        self, request: t.HoroscopeWeeklyHoroscopeRequest, options: CallOptions | None = None
    ) -> t.HoroscopeWeeklyHoroscopeAnswer:
        """The horoscope of one sign for the current week, Monday to Sunday.

        One of sign, birth_date is required.
        birth_date must be from 1800 to 2200.
        `POST /v1/horoscope/weekly-horoscope`, 0.02 credits.
        """
        answer = await self._client.call("horoscope/weekly-horoscope", request, options)
        return cast(t.HoroscopeWeeklyHoroscopeAnswer, answer)

    async def zodiac_profile(
        self, request: t.HoroscopeZodiacProfileRequest, options: CallOptions | None = None
    ) -> t.HoroscopeZodiacProfileAnswer:
        """The character of a zodiac sign, or of a birth chart.

        One of sign, birth_date is required.
        birth_date must be from 1800 to 2200.
        `POST /v1/horoscope/zodiac-profile`, 0.02 credits.
        """
        answer = await self._client.call("horoscope/zodiac-profile", request, options)
        return cast(t.HoroscopeZodiacProfileAnswer, answer)


class _AsyncNumerology:
    """Pythagorean numbers from a birth date and a full name, each with a written reading."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def challenge_numbers(
        self, request: t.NumerologyChallengeNumbersRequest, options: CallOptions | None = None
    ) -> t.NumerologyChallengeNumbersAnswer:
        """The four challenges of a birth date.

        `POST /v1/numerology/challenge-numbers`, 0.02 credits.
        """
        answer = await self._client.call("numerology/challenge-numbers", request, options)
        return cast(t.NumerologyChallengeNumbersAnswer, answer)

    async def expression_number(
        self, request: t.NumerologyExpressionNumberRequest, options: CallOptions | None = None
    ) -> t.NumerologyExpressionNumberAnswer:
        """The number of all letters of a name: what its bearer can do.

        `POST /v1/numerology/expression-number`, 0.02 credits.
        """
        answer = await self._client.call("numerology/expression-number", request, options)
        return cast(t.NumerologyExpressionNumberAnswer, answer)

    async def lifepath_number(
        self, request: t.NumerologyLifepathNumberRequest, options: CallOptions | None = None
    ) -> t.NumerologyLifepathNumberAnswer:
        """The life path number of a birth date.

        `POST /v1/numerology/lifepath-number`, 0.02 credits.
        """
        answer = await self._client.call("numerology/lifepath-number", request, options)
        return cast(t.NumerologyLifepathNumberAnswer, answer)

    async def numerological_numbers(
        self, request: t.NumerologyNumerologicalNumbersRequest, options: CallOptions | None = None
    ) -> t.NumerologyNumerologicalNumbersAnswer:
        """All numbers of a birth date and, when given, a full name.

        `POST /v1/numerology/numerological-numbers`, 0.03 credits.
        """
        answer = await self._client.call("numerology/numerological-numbers", request, options)
        return cast(t.NumerologyNumerologicalNumbersAnswer, answer)

    async def personal_day_prediction(
        self, request: t.NumerologyPersonalDayPredictionRequest, options: CallOptions | None = None
    ) -> t.NumerologyPersonalDayPredictionAnswer:
        """The personal day number of a birth date on one day.

        `POST /v1/numerology/personal-day-prediction`, 0.02 credits.
        """
        answer = await self._client.call("numerology/personal-day-prediction", request, options)
        return cast(t.NumerologyPersonalDayPredictionAnswer, answer)

    async def personal_month_prediction(
        self, request: t.NumerologyPersonalMonthPredictionRequest, options: CallOptions | None = None
    ) -> t.NumerologyPersonalMonthPredictionAnswer:
        """The personal month number of a birth date in one month.

        `POST /v1/numerology/personal-month-prediction`, 0.02 credits.
        """
        answer = await self._client.call("numerology/personal-month-prediction", request, options)
        return cast(t.NumerologyPersonalMonthPredictionAnswer, answer)

    async def personal_year_prediction(
        self, request: t.NumerologyPersonalYearPredictionRequest, options: CallOptions | None = None
    ) -> t.NumerologyPersonalYearPredictionAnswer:
        """The personal year number of a birth date in one year.

        `POST /v1/numerology/personal-year-prediction`, 0.02 credits.
        """
        answer = await self._client.call("numerology/personal-year-prediction", request, options)
        return cast(t.NumerologyPersonalYearPredictionAnswer, answer)

    async def personality_number(
        self, request: t.NumerologyPersonalityNumberRequest, options: CallOptions | None = None
    ) -> t.NumerologyPersonalityNumberAnswer:
        """The number of the consonants of a name: how others see its bearer.

        `POST /v1/numerology/personality-number`, 0.02 credits.
        """
        answer = await self._client.call("numerology/personality-number", request, options)
        return cast(t.NumerologyPersonalityNumberAnswer, answer)

    async def soul_urge_number(
        self, request: t.NumerologySoulUrgeNumberRequest, options: CallOptions | None = None
    ) -> t.NumerologySoulUrgeNumberAnswer:
        """The number of the vowels of a name: what its bearer wants.

        `POST /v1/numerology/soul-urge-number`, 0.02 credits.
        """
        answer = await self._client.call("numerology/soul-urge-number", request, options)
        return cast(t.NumerologySoulUrgeNumberAnswer, answer)

    async def subconscious_self_number(
        self, request: t.NumerologySubconsciousSelfNumberRequest, options: CallOptions | None = None
    ) -> t.NumerologySubconsciousSelfNumberAnswer:
        """How many of the digits 1 to 9 a name holds: what its bearer falls back on.

        `POST /v1/numerology/subconscious-self-number`, 0.02 credits.
        """
        answer = await self._client.call("numerology/subconscious-self-number", request, options)
        return cast(t.NumerologySubconsciousSelfNumberAnswer, answer)


class _AsyncVideoPlatformGenerate:
    """Titles, descriptions, tags, scripts and posts for videos and channels."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def all_in_one_generator(
        self, request: t.VideoPlatformGenerateAllInOneGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateAllInOneGeneratorAnswer:
        """Write the title, the description and the tags of a video that belong together.

        `POST /v1/video-platform/generate/all-in-one-generator`, 0.1 credits.
        """
        answer = await self._client.call("video-platform/generate/all-in-one-generator", request, options)
        return cast(t.VideoPlatformGenerateAllInOneGeneratorAnswer, answer)

    async def channel_description_generator(
        self, request: t.VideoPlatformGenerateChannelDescriptionGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateChannelDescriptionGeneratorAnswer:
        """Write the description of a channel.

        `POST /v1/video-platform/generate/channel-description-generator`, 0.009 credits.
        """
        answer = await self._client.call("video-platform/generate/channel-description-generator", request, options)
        return cast(t.VideoPlatformGenerateChannelDescriptionGeneratorAnswer, answer)

    async def channel_name_ideas(
        self, request: t.VideoPlatformGenerateChannelNameIdeasRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateChannelNameIdeasAnswer:
        """Suggest ten names for a channel.

        `POST /v1/video-platform/generate/channel-name-ideas`, 0.009 credits.
        """
        answer = await self._client.call("video-platform/generate/channel-name-ideas", request, options)
        return cast(t.VideoPlatformGenerateChannelNameIdeasAnswer, answer)

    async def comment_generator(
        self, request: t.VideoPlatformGenerateCommentGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateCommentGeneratorAnswer:
        """Write a comment under a video.

        `POST /v1/video-platform/generate/comment-generator`, 0.01 credits.
        """
        answer = await self._client.call("video-platform/generate/comment-generator", request, options)
        return cast(t.VideoPlatformGenerateCommentGeneratorAnswer, answer)

    async def description_generator(
        self, request: t.VideoPlatformGenerateDescriptionGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateDescriptionGeneratorAnswer:
        """Write the description of a video.

        `POST /v1/video-platform/generate/description-generator`, 0.02 credits.
        """
        answer = await self._client.call("video-platform/generate/description-generator", request, options)
        return cast(t.VideoPlatformGenerateDescriptionGeneratorAnswer, answer)

    async def hashtag_generator(
        self, request: t.VideoPlatformGenerateHashtagGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateHashtagGeneratorAnswer:
        """Find hashtags for a video.

        `POST /v1/video-platform/generate/hashtag-generator`, 0.009 credits.
        """
        answer = await self._client.call("video-platform/generate/hashtag-generator", request, options)
        return cast(t.VideoPlatformGenerateHashtagGeneratorAnswer, answer)

    async def script_generator(
        self, request: t.VideoPlatformGenerateScriptGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateScriptGeneratorAnswer:
        """Write the script of a video.

        `POST /v1/video-platform/generate/script-generator`, 0.05 credits.
        """
        answer = await self._client.call("video-platform/generate/script-generator", request, options)
        return cast(t.VideoPlatformGenerateScriptGeneratorAnswer, answer)

    async def social_post_generator(
        self, request: t.VideoPlatformGenerateSocialPostGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateSocialPostGeneratorAnswer:
        """Write a post that announces a video.

        `POST /v1/video-platform/generate/social-post-generator`, 0.01 credits.
        """
        answer = await self._client.call("video-platform/generate/social-post-generator", request, options)
        return cast(t.VideoPlatformGenerateSocialPostGeneratorAnswer, answer)

    async def tag_generator(
        self, request: t.VideoPlatformGenerateTagGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateTagGeneratorAnswer:
        """Find tags for a video.

        `POST /v1/video-platform/generate/tag-generator`, 0.009 credits.
        """
        answer = await self._client.call("video-platform/generate/tag-generator", request, options)
        return cast(t.VideoPlatformGenerateTagGeneratorAnswer, answer)

    async def title_generator(
        self, request: t.VideoPlatformGenerateTitleGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformGenerateTitleGeneratorAnswer:
        """Write the title of a video.

        `POST /v1/video-platform/generate/title-generator`, 0.009 credits.
        """
        answer = await self._client.call("video-platform/generate/title-generator", request, options)
        return cast(t.VideoPlatformGenerateTitleGeneratorAnswer, answer)


class _AsyncVideoPlatformChannel:
    """Facts, videos, playlists, statistics and an audit of channels of the video platform."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def audit(
        self, request: t.VideoPlatformChannelAuditRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelAuditAnswer:
        """When a channel uploads best, how long its videos are and which do best.

        after must not be later than before.
        `POST /v1/video-platform/channel/audit`, 0.01 credits.
        """
        answer = await self._client.call("video-platform/channel/audit", request, options)
        return cast(t.VideoPlatformChannelAuditAnswer, answer)

    async def find_id(
        self, request: t.VideoPlatformChannelFindIdRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelFindIdAnswer:
        """The id of a channel, from its handle or name.

        `POST /v1/video-platform/channel/find-id`, 0.001 credits.
        """
        answer = await self._client.call("video-platform/channel/find-id", request, options)
        return cast(t.VideoPlatformChannelFindIdAnswer, answer)

    async def info(
        self, request: t.VideoPlatformChannelInfoRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelInfoAnswer:
        """Title, description, keywords, topics and country of a channel.

        `POST /v1/video-platform/channel/info`, 0.005 credits.
        """
        answer = await self._client.call("video-platform/channel/info", request, options)
        return cast(t.VideoPlatformChannelInfoAnswer, answer)

    async def playlists(
        self, request: t.VideoPlatformChannelPlaylistsRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelPlaylistsAnswer:
        """Playlists of a channel.

        after must not be later than before.
        `POST /v1/video-platform/channel/playlists`, 0.009 credits.
        """
        answer = await self._client.call("video-platform/channel/playlists", request, options)
        return cast(t.VideoPlatformChannelPlaylistsAnswer, answer)

    async def region_restrictions(
        self, request: t.VideoPlatformChannelRegionRestrictionsRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelRegionRestrictionsAnswer:
        """Whether a channel is made for kids.

        `POST /v1/video-platform/channel/region-restrictions`, 0.003 credits.
        """
        answer = await self._client.call("video-platform/channel/region-restrictions", request, options)
        return cast(t.VideoPlatformChannelRegionRestrictionsAnswer, answer)

    async def search(
        self, request: t.VideoPlatformChannelSearchRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelSearchAnswer:
        """Channels that match keywords or a handle.

        after must not be later than before.
        `POST /v1/video-platform/channel/search`, 0.009 credits.
        """
        answer = await self._client.call("video-platform/channel/search", request, options)
        return cast(t.VideoPlatformChannelSearchAnswer, answer)

    async def settings(
        self, request: t.VideoPlatformChannelSettingsRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelSettingsAnswer:
        """Language, country and featured channels of a channel.

        `POST /v1/video-platform/channel/settings`, 0.005 credits.
        """
        answer = await self._client.call("video-platform/channel/settings", request, options)
        return cast(t.VideoPlatformChannelSettingsAnswer, answer)

    async def statistics(
        self, request: t.VideoPlatformChannelStatisticsRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelStatisticsAnswer:
        """Subscribers, views and number of videos of a channel.

        `POST /v1/video-platform/channel/statistics`, 0.007 credits.
        """
        answer = await self._client.call("video-platform/channel/statistics", request, options)
        return cast(t.VideoPlatformChannelStatisticsAnswer, answer)

    async def subscribe_link_generator(
        self, request: t.VideoPlatformChannelSubscribeLinkGeneratorRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelSubscribeLinkGeneratorAnswer:
        """A link that asks whoever opens it to subscribe to a channel.

        `POST /v1/video-platform/channel/subscribe-link-generator`, 0.001 credits.
        """
        answer = await self._client.call("video-platform/channel/subscribe-link-generator", request, options)
        return cast(t.VideoPlatformChannelSubscribeLinkGeneratorAnswer, answer)

    async def thumbnail(
        self, request: t.VideoPlatformChannelThumbnailRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelThumbnailAnswer:
        """The picture of a channel.

        `POST /v1/video-platform/channel/thumbnail`, 0.001 credits.
        """
        answer = await self._client.call("video-platform/channel/thumbnail", request, options)
        return cast(t.VideoPlatformChannelThumbnailAnswer, answer)

    async def videos(
        self, request: t.VideoPlatformChannelVideosRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformChannelVideosAnswer:
        """Videos of a channel.

        after must not be later than before.
        `POST /v1/video-platform/channel/videos`, 0.009 credits.
        """
        answer = await self._client.call("video-platform/channel/videos", request, options)
        return cast(t.VideoPlatformChannelVideosAnswer, answer)


class _AsyncVideoPlatformSearch:
    """Videos, channels and playlists of the video platform by words, and suggestions while typing."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def autocomplete(
        self, request: t.VideoPlatformSearchAutocompleteRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformSearchAutocompleteAnswer:
        """What people search for that begins like this.

        `POST /v1/video-platform/search/autocomplete`, 0.01 credits.
        """
        answer = await self._client.call("video-platform/search/autocomplete", request, options)
        return cast(t.VideoPlatformSearchAutocompleteAnswer, answer)

    async def channels(
        self, request: t.VideoPlatformSearchChannelsRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformSearchChannelsAnswer:
        """Channels that match words.

        `POST /v1/video-platform/search/channels`, 0.006 credits.
        """
        answer = await self._client.call("video-platform/search/channels", request, options)
        return cast(t.VideoPlatformSearchChannelsAnswer, answer)

    async def playlists(
        self, request: t.VideoPlatformSearchPlaylistsRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformSearchPlaylistsAnswer:
        """Playlists that match words.

        `POST /v1/video-platform/search/playlists`, 0.006 credits.
        """
        answer = await self._client.call("video-platform/search/playlists", request, options)
        return cast(t.VideoPlatformSearchPlaylistsAnswer, answer)

    async def videos(
        self, request: t.VideoPlatformSearchVideosRequest, options: CallOptions | None = None
    ) -> t.VideoPlatformSearchVideosAnswer:
        """Videos that match words.

        `POST /v1/video-platform/search/videos`, 0.006 credits.
        """
        answer = await self._client.call("video-platform/search/videos", request, options)
        return cast(t.VideoPlatformSearchVideosAnswer, answer)


class _AsyncQrCode:
    """QR image rendering."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def batch(
        self, request: t.QrCodeBatchRequest, options: CallOptions | None = None
    ) -> t.QrCodeBatchAnswer:
        """Render up to 1,000 QR codes of one look into a ZIP archive.

        `POST /v1/qr-code/batch`, 0.01 credits a code.
        """
        answer = await self._client.call("qr-code/batch", request, options)
        return cast(t.QrCodeBatchAnswer, answer)

    async def generate(
        self, request: t.QrCodeGenerateRequest, options: CallOptions | None = None
    ) -> t.QrCodeGenerateAnswer:
        """Render a QR code as SVG, PDF, PNG, JPG or WEBP.

        qr_code_text is required unless type is page, then page is.
        `POST /v1/qr-code/generate`, 0.01 credits.
        """
        answer = await self._client.call("qr-code/generate", request, options)
        return cast(t.QrCodeGenerateAnswer, answer)

    async def generate_file(self, request: t.QrCodeGenerateRequest, options: CallOptions | None = None) -> bytes:
        """Render a QR code as SVG, PDF, PNG, JPG or WEBP.

        qr_code_text is required unless type is page, then page is.
        `POST /v1/qr-code/generate`, 0.01 credits.
        The answer is the file itself.
        """
        return await self._client.file("qr-code/generate", request, options)


class _AsyncQrExperience:
    """Hosted mobile pages behind QR codes."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def generate(
        self, request: t.QrExperienceGenerateRequest, options: CallOptions | None = None
    ) -> t.QrExperienceGenerateAnswer:
        """Create a hosted mobile page and the QR code that opens it.

        `POST /v1/qr-experience/generate`, 0.02 credits.
        """
        answer = await self._client.call("qr-experience/generate", request, options)
        return cast(t.QrExperienceGenerateAnswer, answer)

    async def generate_file(self, request: t.QrExperienceGenerateRequest, options: CallOptions | None = None) -> bytes:
        """Create a hosted mobile page and the QR code that opens it.

        `POST /v1/qr-experience/generate`, 0.02 credits.
        The answer is the file itself.
        """
        return await self._client.file("qr-experience/generate", request, options)


class _AsyncQrScan:
    """Scan and event logging."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def event(
        self, request: t.QrScanEventRequest, options: CallOptions | None = None
    ) -> t.QrScanEventAnswer:
        """Log something that a visitor did.

        `POST /v1/qr-scan/event`, 0.001 credits.
        """
        answer = await self._client.call("qr-scan/event", request, options)
        return cast(t.QrScanEventAnswer, answer)

    async def scan(
        self, request: t.QrScanScanRequest | None = None, options: CallOptions | None = None
    ) -> t.QrScanScanAnswer:
        """Log a scan of an experience.

        `POST /v1/qr-scan/scan`, 0.001 credits.
        """
        answer = await self._client.call("qr-scan/scan", request or {}, options)
        return cast(t.QrScanScanAnswer, answer)


class _AsyncWebSearch:
    """Query suggestions."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def autocomplete(
        self, request: t.WebSearchSearchAutocompleteRequest, options: CallOptions | None = None
    ) -> t.WebSearchSearchAutocompleteAnswer:
        """What people search the web for that begins like this, up to ten.

        `POST /v1/web-search/search/autocomplete`, 0.01 credits.
        """
        answer = await self._client.call("web-search/search/autocomplete", request, options)
        return cast(t.WebSearchSearchAutocompleteAnswer, answer)


class _AsyncCurrency:
    """Currency list, exchange rates, conversion with a comparison of providers, history."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def convert(
        self, request: t.CurrencyConvertRequest, options: CallOptions | None = None
    ) -> t.CurrencyConvertAnswer:
        """Convert an amount at the mid-market rate and compare what eight kinds of provider would give.

        `POST /v1/currency/convert`, 0.009 credits.
        """
        answer = await self._client.call("currency/convert", request, options)
        return cast(t.CurrencyConvertAnswer, answer)

    async def currencies(
        self, request: t.CurrencyCurrenciesRequest | None = None, options: CallOptions | None = None
    ) -> t.CurrencyCurrenciesAnswer:
        """All currencies, crypto coins and precious metals that can be converted.

        `POST /v1/currency/currencies`, 0.001 credits.
        """
        answer = await self._client.call("currency/currencies", request or {}, options)
        return cast(t.CurrencyCurrenciesAnswer, answer)

    async def historical(
        self, request: t.CurrencyHistoricalRequest, options: CallOptions | None = None
    ) -> t.CurrencyHistoricalAnswer:
        """One rate of a pair for each day of up to a year; on days without publication the last published rate stands.

        `POST /v1/currency/historical`, 0.02 credits.
        """
        answer = await self._client.call("currency/historical", request, options)
        return cast(t.CurrencyHistoricalAnswer, answer)

    async def platforms(
        self, request: t.CurrencyPlatformsRequest | None = None, options: CallOptions | None = None
    ) -> t.CurrencyPlatformsAnswer:
        """Markups and fees of the eight kinds of provider that convert compares.

        `POST /v1/currency/platforms`, 0.001 credits.
        """
        answer = await self._client.call("currency/platforms", request or {}, options)
        return cast(t.CurrencyPlatformsAnswer, answer)

    async def rates(
        self, request: t.CurrencyRatesRequest, options: CallOptions | None = None
    ) -> t.CurrencyRatesAnswer:
        """Exchange rates of one pair or of up to twenty.

        Either pairs, or both from and to, is required.
        `POST /v1/currency/rates`, 0.005 credits.
        """
        answer = await self._client.call("currency/rates", request, options)
        return cast(t.CurrencyRatesAnswer, answer)


class _AsyncMusic:
    """Songs, artists, trends, charts and videos, chosen by an action."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def chart_data(
        self, request: t.MusicChartDataRequest, options: CallOptions | None = None
    ) -> t.MusicChartDataAnswer:
        """Songs, artists, trends, charts and videos of the music charts of many countries.

        Each action needs its own fields.
        `POST /v1/music/chart-data`, 0.01 credits.
        """
        answer = await self._client.call("music/chart-data", request, options)
        return cast(t.MusicChartDataAnswer, answer)


class AsyncUtilityApi(AsyncClient):
    """The service: every endpoint is a method of its group, to be awaited."""

    @property
    def horoscope(self) -> _AsyncHoroscope:
        """Calculated zodiac profiles, horoscopes, compatibility, tarot, Chinese zodiac, moon phases and biorhythm."""
        return _AsyncHoroscope(self)

    @property
    def numerology(self) -> _AsyncNumerology:
        """Pythagorean numbers from a birth date and a full name, each with a written reading."""
        return _AsyncNumerology(self)

    @property
    def video_platform_generate(self) -> _AsyncVideoPlatformGenerate:
        """Titles, descriptions, tags, scripts and posts for videos and channels."""
        return _AsyncVideoPlatformGenerate(self)

    @property
    def video_platform_channel(self) -> _AsyncVideoPlatformChannel:
        """Facts, videos, playlists, statistics and an audit of channels of the video platform."""
        return _AsyncVideoPlatformChannel(self)

    @property
    def video_platform_search(self) -> _AsyncVideoPlatformSearch:
        """Videos, channels and playlists of the video platform by words, and suggestions while typing."""
        return _AsyncVideoPlatformSearch(self)

    @property
    def qr_code(self) -> _AsyncQrCode:
        """QR image rendering."""
        return _AsyncQrCode(self)

    @property
    def qr_experience(self) -> _AsyncQrExperience:
        """Hosted mobile pages behind QR codes."""
        return _AsyncQrExperience(self)

    @property
    def qr_scan(self) -> _AsyncQrScan:
        """Scan and event logging."""
        return _AsyncQrScan(self)

    @property
    def web_search(self) -> _AsyncWebSearch:
        """Query suggestions."""
        return _AsyncWebSearch(self)

    @property
    def currency(self) -> _AsyncCurrency:
        """Currency list, exchange rates, conversion with a comparison of providers, history."""
        return _AsyncCurrency(self)

    @property
    def music(self) -> _AsyncMusic:
        """Songs, artists, trends, charts and videos, chosen by an action."""
        return _AsyncMusic(self)

    async def mailchecker(
        self, request: t.MailcheckerRequest, options: CallOptions | None = None
    ) -> t.MailcheckerAnswer:
        """Rate an email address by its syntax, its domain and what the DNS says of mail to it, without sending any.

        `POST /v1/mailchecker`, 0.005 credits.
        """
        answer = await self.call("mailchecker", request, options)
        return cast(t.MailcheckerAnswer, answer)

    async def device_analyze(
        self, request: t.DeviceAnalyzeRequest | None = None, options: CallOptions | None = None
    ) -> t.DeviceAnalyzeAnswer:
        """Say what a User-Agent string tells of its browser, system and device.

        `POST /v1/device-analyze`, 0.002 credits.
        """
        answer = await self.call("device-analyze", request or {}, options)
        return cast(t.DeviceAnalyzeAnswer, answer)

    async def vat(
        self, request: t.VatRequest, options: CallOptions | None = None
    ) -> t.VatAnswer:
        """Calculate VAT, or look up the VAT rates and profile of a country.

        country_code is required for country-profile and country-rates.
        `POST /v1/vat`, 0.001 credits.
        """
        answer = await self.call("vat", request, options)
        return cast(t.VatAnswer, answer)

    async def account(
        self, request: t.AccountRequest | None = None, options: CallOptions | None = None
    ) -> t.AccountAnswer:
        """The balance of the account, its purchases with their expiry, and the key that asks.

        `GET /v1/account`, free.
        """
        answer = await self.ask("account", request or {}, options)
        return cast(t.AccountAnswer, answer)

    async def change_account(
        self, request: t.ChangeAccountRequest | None = None, options: CallOptions | None = None
    ) -> t.ChangeAccountAnswer:
        """Say what the account is to be warned of: a balance that is low or does not last, and calls that fail.

        `PATCH /v1/account`, free.
        """
        answer = await self.ask("changeAccount", request or {}, options)
        return cast(t.ChangeAccountAnswer, answer)

    async def usage(
        self, request: t.UsageRequest | None = None, options: CallOptions | None = None
    ) -> t.UsageAnswer:
        """Calls, credits and statuses of the account by day, endpoint or key.

        `GET /v1/usage`, free.
        """
        answer = await self.ask("usage", request or {}, options)
        return cast(t.UsageAnswer, answer)

    async def requests(
        self, request: t.RequestsRequest | None = None, options: CallOptions | None = None
    ) -> t.RequestsAnswer:
        """The account's calls of the last 30 days whose credits were taken, the latest first; those of other keys with `account:read`.

        `GET /v1/requests`, free.
        """
        answer = await self.ask("requests", request or {}, options)
        return cast(t.RequestsAnswer, answer)

    async def request(
        self, request: t.RequestRequest, options: CallOptions | None = None
    ) -> t.RequestAnswer:
        """What became of one call: its credits, its job, its answer, step by step.

        `GET /v1/requests/{request_id}`, free.
        """
        answer = await self.ask("request", request, options)
        return cast(t.RequestAnswer, answer)

    async def create_token(
        self, request: t.CreateTokenRequest | None = None, options: CallOptions | None = None
    ) -> t.CreateTokenAnswer:
        """Get a short-lived token for a browser, with no more rights than the key.

        `POST /v1/tokens`, free.
        """
        answer = await self.ask("createToken", request or {}, options)
        return cast(t.CreateTokenAnswer, answer)

    async def jobs(
        self, request: t.JobsRequest | None = None, options: CallOptions | None = None
    ) -> t.JobsAnswer:
        """The calls made with `Prefer: respond-async` in the last hour, the latest first; those of other keys with `account:read`.

        `GET /v1/jobs`, free.
        """
        answer = await self.ask("jobs", request or {}, options)
        return cast(t.JobsAnswer, answer)

    async def list_packs(
        self, request: t.ListPacksRequest | None = None, options: CallOptions | None = None
    ) -> t.ListPacksAnswer:
        """What can be bought, and at what price.

        `GET /v1/account/packs`, free.
        """
        answer = await self.ask("listPacks", request or {}, options)
        return cast(t.ListPacksAnswer, answer)

    async def buy_credits(
        self, request: t.BuyCreditsRequest, options: CallOptions | None = None
    ) -> t.BuyCreditsAnswer:
        """Order a pack; it is paid on the page at `url`, and credited when the payment provider confirms the payment.

        `POST /v1/account/orders`, free.
        """
        answer = await self.ask("buyCredits", request, options)
        return cast(t.BuyCreditsAnswer, answer)

    async def orders(
        self, request: t.OrdersRequest | None = None, options: CallOptions | None = None
    ) -> t.OrdersAnswer:
        """What the account has ordered and paid, automatic top-ups included, the latest first.

        `GET /v1/account/orders`, free.
        """
        answer = await self.ask("orders", request or {}, options)
        return cast(t.OrdersAnswer, answer)

    async def order(
        self, request: t.OrderRequest, options: CallOptions | None = None
    ) -> t.OrderAnswer:
        """What became of an order, and where one goes on paying it while that is open.

        `GET /v1/account/orders/{order}`, free.
        """
        answer = await self.ask("order", request, options)
        return cast(t.OrderAnswer, answer)

    async def cancel_order(
        self, request: t.CancelOrderRequest, options: CallOptions | None = None
    ) -> t.CancelOrderAnswer:
        """Cancel an open order: its payment page is closed, and the order expires. A payment that was made before is credited.

        `POST /v1/account/orders/{order}/cancel`, free.
        """
        answer = await self.ask("cancelOrder", request, options)
        return cast(t.CancelOrderAnswer, answer)

    async def top_up(
        self, request: t.TopUpRequest | None = None, options: CallOptions | None = None
    ) -> t.TopUpAnswer:
        """When credits are bought automatically, and with which saved payment method.

        `GET /v1/account/top-up`, free.
        """
        answer = await self.ask("topUp", request or {}, options)
        return cast(t.TopUpAnswer, answer)

    async def set_top_up(
        self, request: t.SetTopUpRequest, options: CallOptions | None = None
    ) -> t.SetTopUpAnswer:
        """Buy a pack with the saved payment method whenever the balance is below an amount; on again after a decline.

        `PUT /v1/account/top-up`, free.
        """
        answer = await self.ask("setTopUp", request, options)
        return cast(t.SetTopUpAnswer, answer)

    async def end_top_up(
        self, request: t.EndTopUpRequest | None = None, options: CallOptions | None = None
    ) -> t.EndTopUpAnswer:
        """Buy nothing automatically any more; what is being paid for at the moment is still credited.

        `DELETE /v1/account/top-up`, free.
        """
        answer = await self.ask("endTopUp", request or {}, options)
        return cast(t.EndTopUpAnswer, answer)

    async def experiences(
        self, request: t.ExperiencesRequest | None = None, options: CallOptions | None = None
    ) -> t.ExperiencesAnswer:
        """The hosted pages of the account, the latest first.

        `GET /v1/qr-experience`, free.
        """
        answer = await self.ask("experiences", request or {}, options)
        return cast(t.ExperiencesAnswer, answer)

    async def experience(
        self, request: t.ExperienceRequest, options: CallOptions | None = None
    ) -> t.ExperienceAnswer:
        """What a hosted page shows, whether it is shown, and its version, in the fields in which it can be sent back.

        `GET /v1/qr-experience/{id}`, free.
        """
        answer = await self.ask("experience", request, options)
        return cast(t.ExperienceAnswer, answer)

    async def change_experience(
        self, request: t.ChangeExperienceRequest, options: CallOptions | None = None
    ) -> t.ChangeExperienceAnswer:
        """Change what a printed code shows, where it leads or whether it is shown, guarded by If-Match; what is not sent stays as it is, and what it was can be restored.

        `PATCH /v1/qr-experience/{id}`, free.
        """
        answer = await self.ask("changeExperience", request, options)
        return cast(t.ChangeExperienceAnswer, answer)

    async def delete_experience(
        self, request: t.DeleteExperienceRequest, options: CallOptions | None = None
    ) -> t.DeleteExperienceAnswer:
        """Delete a hosted page for good, with its versions, photos, visits, events and statistics, guarded by If-Match; its code and slug lead to a page that says so.

        `DELETE /v1/qr-experience/{id}`, free.
        """
        answer = await self.ask("deleteExperience", request, options)
        return cast(t.DeleteExperienceAnswer, answer)

    async def experience_versions(
        self, request: t.ExperienceVersionsRequest, options: CallOptions | None = None
    ) -> t.ExperienceVersionsAnswer:
        """The latest 20 versions of a hosted page, the latest first: every edit makes one.

        `GET /v1/qr-experience/{id}/versions`, free.
        """
        answer = await self.ask("experienceVersions", request, options)
        return cast(t.ExperienceVersionsAnswer, answer)

    async def experience_version(
        self, request: t.ExperienceVersionRequest, options: CallOptions | None = None
    ) -> t.ExperienceVersionAnswer:
        """What a hosted page has shown at one of its versions.

        `GET /v1/qr-experience/{id}/versions/{version}`, free.
        """
        answer = await self.ask("experienceVersion", request, options)
        return cast(t.ExperienceVersionAnswer, answer)

    async def restore_experience(
        self, request: t.RestoreExperienceRequest, options: CallOptions | None = None
    ) -> t.RestoreExperienceAnswer:
        """Have a hosted page show again what it has shown at one of its versions: a new version, guarded by If-Match. State and slug stay as they are.

        `POST /v1/qr-experience/{id}/versions/{version}/restore`, free.
        """
        answer = await self.ask("restoreExperience", request, options)
        return cast(t.RestoreExperienceAnswer, answer)

    async def experience_events(
        self, request: t.ExperienceEventsRequest, options: CallOptions | None = None
    ) -> t.ExperienceEventsAnswer:
        """Texts, ratings and clicks as visitors of a hosted page gave them, the latest first.

        `GET /v1/qr-experience/{id}/events`, free.
        """
        answer = await self.ask("experienceEvents", request, options)
        return cast(t.ExperienceEventsAnswer, answer)

    async def delete_experience_events(
        self, request: t.DeleteExperienceEventsRequest, options: CallOptions | None = None
    ) -> t.DeleteExperienceEventsAnswer:
        """Delete what visitors of a hosted page said and did until now, or before an instant. What was counted of it stays in the statistics.

        `DELETE /v1/qr-experience/{id}/events`, free.
        """
        answer = await self.ask("deleteExperienceEvents", request, options)
        return cast(t.DeleteExperienceEventsAnswer, answer)

    async def export_experience_events(
        self, request: t.ExportExperienceEventsRequest, options: CallOptions | None = None
    ) -> t.ExportExperienceEventsAnswer:
        """All of them, the oldest first, as a file for spreadsheets (RFC 4180); text that a spreadsheet would take for a formula has an apostrophe before it.

        `GET /v1/qr-experience/{id}/events.csv`, free.
        """
        answer = await self.ask("exportExperienceEvents", request, options)
        return cast(t.ExportExperienceEventsAnswer, answer)

    async def experience_stats(
        self, request: t.ExperienceStatsRequest, options: CallOptions | None = None
    ) -> t.ExperienceStatsAnswer:
        """What became of a hosted page: scans per day, devices, countries, languages, referring hosts, blocks, events by name; crawlers and link previews apart.

        `GET /v1/qr-experience/{id}/stats`, free.
        """
        answer = await self.ask("experienceStats", request, options)
        return cast(t.ExperienceStatsAnswer, answer)

    async def create_webhook(
        self, request: t.CreateWebhookRequest, options: CallOptions | None = None
    ) -> t.CreateWebhookAnswer:
        """Have events of the account posted to an address, signed with a secret that is shown this once.

        `POST /v1/webhooks`, free.
        """
        answer = await self.ask("createWebhook", request, options)
        return cast(t.CreateWebhookAnswer, answer)

    async def webhooks(
        self, request: t.WebhooksRequest | None = None, options: CallOptions | None = None
    ) -> t.WebhooksAnswer:
        """The webhooks of the account, and how many events of the last hours were too many to be sent.

        `GET /v1/webhooks`, free.
        """
        answer = await self.ask("webhooks", request or {}, options)
        return cast(t.WebhooksAnswer, answer)

    async def webhook(
        self, request: t.WebhookRequest, options: CallOptions | None = None
    ) -> t.WebhookAnswer:
        """Where a webhook leads, what it is sent, and whether it fails or was switched off, since when and why.

        `GET /v1/webhooks/{webhook}`, free.
        """
        answer = await self.ask("webhook", request, options)
        return cast(t.WebhookAnswer, answer)

    async def change_webhook(
        self, request: t.ChangeWebhookRequest, options: CallOptions | None = None
    ) -> t.ChangeWebhookAnswer:
        """Change where a webhook leads or what it is sent, or switch it off or on; switched on, it starts with a clean sheet.

        `PATCH /v1/webhooks/{webhook}`, free.
        """
        answer = await self.ask("changeWebhook", request, options)
        return cast(t.ChangeWebhookAnswer, answer)

    async def delete_webhook(
        self, request: t.DeleteWebhookRequest, options: CallOptions | None = None
    ) -> t.DeleteWebhookAnswer:
        """Delete a webhook; what is still on its way there is cancelled.

        `DELETE /v1/webhooks/{webhook}`, free.
        """
        answer = await self.ask("deleteWebhook", request, options)
        return cast(t.DeleteWebhookAnswer, answer)

    async def webhook_deliveries(
        self, request: t.WebhookDeliveriesRequest, options: CallOptions | None = None
    ) -> t.WebhookDeliveriesAnswer:
        """What was sent to a webhook in 30 days, the latest first, with every attempt and what came of it.

        `GET /v1/webhooks/{webhook}/deliveries`, free.
        """
        answer = await self.ask("webhookDeliveries", request, options)
        return cast(t.WebhookDeliveriesAnswer, answer)

    async def repeat_delivery(
        self, request: t.RepeatDeliveryRequest, options: CallOptions | None = None
    ) -> t.RepeatDeliveryAnswer:
        """Send a message again at once, whatever became of it, with all further attempts if that fails.

        `POST /v1/webhooks/{webhook}/deliveries/{delivery}/repeat`, free.
        """
        answer = await self.ask("repeatDelivery", request, options)
        return cast(t.RepeatDeliveryAnswer, answer)

    async def test_webhook(
        self, request: t.TestWebhookRequest, options: CallOptions | None = None
    ) -> t.TestWebhookAnswer:
        """Send an example of an event to a webhook, marked as a test, whether it has chosen that event or not.

        `POST /v1/webhooks/{webhook}/test`, free.
        """
        answer = await self.ask("testWebhook", request, options)
        return cast(t.TestWebhookAnswer, answer)

    async def rotate_webhook_secret(
        self, request: t.RotateWebhookSecretRequest, options: CallOptions | None = None
    ) -> t.RotateWebhookSecretAnswer:
        """Make a new secret, which is shown this once; for 24 hours messages are signed with the old one as well. The first of `callback` is made in the same way.

        `POST /v1/webhooks/{webhook}/rotate-secret`, free.
        """
        answer = await self.ask("rotateWebhookSecret", request, options)
        return cast(t.RotateWebhookSecretAnswer, answer)

    @overload
    async def submit(
        self, endpoint: Literal["horoscope/biorhythm"], request: t.HoroscopeBiorhythmRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.HoroscopeBiorhythmAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["horoscope/chinese-year-forecast"], request: t.HoroscopeChineseYearForecastRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.HoroscopeChineseYearForecastAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["horoscope/chinese-zodiac"], request: t.HoroscopeChineseZodiacRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.HoroscopeChineseZodiacAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["horoscope/compatibility"], request: t.HoroscopeCompatibilityRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.HoroscopeCompatibilityAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["horoscope/daily-horoscope"], request: t.HoroscopeDailyHoroscopeRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.HoroscopeDailyHoroscopeAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["horoscope/monthly-horoscope"], request: t.HoroscopeMonthlyHoroscopeRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.HoroscopeMonthlyHoroscopeAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["horoscope/moon-phase-report"], request: t.HoroscopeMoonPhaseReportRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.HoroscopeMoonPhaseReportAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["horoscope/tarot-reading"], request: t.HoroscopeTarotReadingRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.HoroscopeTarotReadingAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["horoscope/weekly-horoscope"], request: t.HoroscopeWeeklyHoroscopeRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.HoroscopeWeeklyHoroscopeAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["horoscope/zodiac-profile"], request: t.HoroscopeZodiacProfileRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.HoroscopeZodiacProfileAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["numerology/challenge-numbers"], request: t.NumerologyChallengeNumbersRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.NumerologyChallengeNumbersAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["numerology/expression-number"], request: t.NumerologyExpressionNumberRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.NumerologyExpressionNumberAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["numerology/lifepath-number"], request: t.NumerologyLifepathNumberRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.NumerologyLifepathNumberAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["numerology/numerological-numbers"], request: t.NumerologyNumerologicalNumbersRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.NumerologyNumerologicalNumbersAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["numerology/personal-day-prediction"], request: t.NumerologyPersonalDayPredictionRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.NumerologyPersonalDayPredictionAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["numerology/personal-month-prediction"], request: t.NumerologyPersonalMonthPredictionRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.NumerologyPersonalMonthPredictionAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["numerology/personal-year-prediction"], request: t.NumerologyPersonalYearPredictionRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.NumerologyPersonalYearPredictionAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["numerology/personality-number"], request: t.NumerologyPersonalityNumberRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.NumerologyPersonalityNumberAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["numerology/soul-urge-number"], request: t.NumerologySoulUrgeNumberRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.NumerologySoulUrgeNumberAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["numerology/subconscious-self-number"], request: t.NumerologySubconsciousSelfNumberRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.NumerologySubconsciousSelfNumberAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/generate/all-in-one-generator"], request: t.VideoPlatformGenerateAllInOneGeneratorRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformGenerateAllInOneGeneratorAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/generate/channel-description-generator"], request: t.VideoPlatformGenerateChannelDescriptionGeneratorRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformGenerateChannelDescriptionGeneratorAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/generate/channel-name-ideas"], request: t.VideoPlatformGenerateChannelNameIdeasRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformGenerateChannelNameIdeasAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/generate/comment-generator"], request: t.VideoPlatformGenerateCommentGeneratorRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformGenerateCommentGeneratorAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/generate/description-generator"], request: t.VideoPlatformGenerateDescriptionGeneratorRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformGenerateDescriptionGeneratorAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/generate/hashtag-generator"], request: t.VideoPlatformGenerateHashtagGeneratorRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformGenerateHashtagGeneratorAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/generate/script-generator"], request: t.VideoPlatformGenerateScriptGeneratorRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformGenerateScriptGeneratorAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/generate/social-post-generator"], request: t.VideoPlatformGenerateSocialPostGeneratorRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformGenerateSocialPostGeneratorAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/generate/tag-generator"], request: t.VideoPlatformGenerateTagGeneratorRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformGenerateTagGeneratorAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/generate/title-generator"], request: t.VideoPlatformGenerateTitleGeneratorRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformGenerateTitleGeneratorAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/channel/audit"], request: t.VideoPlatformChannelAuditRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformChannelAuditAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/channel/find-id"], request: t.VideoPlatformChannelFindIdRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformChannelFindIdAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/channel/info"], request: t.VideoPlatformChannelInfoRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformChannelInfoAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/channel/playlists"], request: t.VideoPlatformChannelPlaylistsRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformChannelPlaylistsAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/channel/region-restrictions"], request: t.VideoPlatformChannelRegionRestrictionsRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformChannelRegionRestrictionsAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/channel/search"], request: t.VideoPlatformChannelSearchRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformChannelSearchAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/channel/settings"], request: t.VideoPlatformChannelSettingsRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformChannelSettingsAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/channel/statistics"], request: t.VideoPlatformChannelStatisticsRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformChannelStatisticsAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/channel/subscribe-link-generator"], request: t.VideoPlatformChannelSubscribeLinkGeneratorRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformChannelSubscribeLinkGeneratorAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/channel/thumbnail"], request: t.VideoPlatformChannelThumbnailRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformChannelThumbnailAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/channel/videos"], request: t.VideoPlatformChannelVideosRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformChannelVideosAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/search/autocomplete"], request: t.VideoPlatformSearchAutocompleteRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformSearchAutocompleteAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/search/channels"], request: t.VideoPlatformSearchChannelsRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformSearchChannelsAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/search/playlists"], request: t.VideoPlatformSearchPlaylistsRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformSearchPlaylistsAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["video-platform/search/videos"], request: t.VideoPlatformSearchVideosRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VideoPlatformSearchVideosAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["qr-code/batch"], request: t.QrCodeBatchRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.QrCodeBatchAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["qr-code/generate"], request: t.QrCodeGenerateRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.QrCodeGenerateAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["qr-experience/generate"], request: t.QrExperienceGenerateRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.QrExperienceGenerateAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["qr-scan/event"], request: t.QrScanEventRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.QrScanEventAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["qr-scan/scan"], request: t.QrScanScanRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.QrScanScanAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["mailchecker"], request: t.MailcheckerRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.MailcheckerAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["device-analyze"], request: t.DeviceAnalyzeRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.DeviceAnalyzeAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["web-search/search/autocomplete"], request: t.WebSearchSearchAutocompleteRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.WebSearchSearchAutocompleteAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["vat"], request: t.VatRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.VatAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["currency/convert"], request: t.CurrencyConvertRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.CurrencyConvertAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["currency/currencies"], request: t.CurrencyCurrenciesRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.CurrencyCurrenciesAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["currency/historical"], request: t.CurrencyHistoricalRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.CurrencyHistoricalAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["currency/platforms"], request: t.CurrencyPlatformsRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.CurrencyPlatformsAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["currency/rates"], request: t.CurrencyRatesRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.CurrencyRatesAnswer]: ...

    @overload
    async def submit(
        self, endpoint: Literal["music/chart-data"], request: t.MusicChartDataRequest, options: CallOptions | None = None
    ) -> AsyncJob[t.MusicChartDataAnswer]: ...

    async def submit(self, endpoint: str, request: Any, options: CallOptions | None = None) -> AsyncJob[Any]:
        """Hands a call in without waiting for its answer."""
        return await self.hand_in(endpoint, request, options)
