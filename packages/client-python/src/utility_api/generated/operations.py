# Made from openapi.json by `npm run generate`; changes here are lost.

"""The fields of each endpoint by its id, and the routes beside them by name."""

from collections.abc import Mapping

from .._routes import Route
from .._unknown_fields import Fields
from . import shapes

ENDPOINTS: Mapping[str, Fields] = {
    "horoscope/biorhythm": {
        "birth_date": True,
        "date": True,
        "language": True,
    },
    "horoscope/chinese-year-forecast": {
        "birth_year": True,
        "birth_date": True,
        "year": True,
        "language": True,
    },
    "horoscope/chinese-zodiac": {
        "birth_year": True,
        "birth_date": True,
        "language": True,
    },
    "horoscope/compatibility": {
        "sign_a": True,
        "sign_b": True,
        "birth_date_a": True,
        "birth_date_b": True,
        "language": True,
    },
    "horoscope/daily-horoscope": {
        **shapes.HOROSCOPE_SUBJECT,
        "date": True,
        "language": True,
    },
    "horoscope/monthly-horoscope": {
        **shapes.HOROSCOPE_SUBJECT,
        "month": True,
        "language": True,
    },
    "horoscope/moon-phase-report": {
        "date": True,
        "birth_date": True,
        "language": True,
    },
    "horoscope/tarot-reading": {
        "spread": True,
        "question": True,
        "birth_date": True,
        "language": True,
    },
    "horoscope/weekly-horoscope": {
        **shapes.HOROSCOPE_SUBJECT,
        "language": True,
    },
    "horoscope/zodiac-profile": {
        **shapes.HOROSCOPE_SUBJECT,
        "language": True,
    },
    "numerology/challenge-numbers": {
        "birth_date": True,
        "language": True,
    },
    "numerology/expression-number": {
        "full_name": True,
        "language": True,
    },
    "numerology/lifepath-number": {
        "birth_date": True,
        "language": True,
    },
    "numerology/numerological-numbers": {
        "birth_date": True,
        "full_name": True,
        "language": True,
    },
    "numerology/personal-day-prediction": {
        "birth_date": True,
        "date": True,
        "language": True,
    },
    "numerology/personal-month-prediction": {
        "birth_date": True,
        "month": True,
        "language": True,
    },
    "numerology/personal-year-prediction": {
        "birth_date": True,
        "year": True,
        "language": True,
    },
    "numerology/personality-number": {
        "full_name": True,
        "language": True,
    },
    "numerology/soul-urge-number": {
        "full_name": True,
        "language": True,
    },
    "numerology/subconscious-self-number": {
        "full_name": True,
        "language": True,
    },
    "video-platform/generate/all-in-one-generator": {
        **shapes.VIDEO_TOPIC,
        "keywords": True,
    },
    "video-platform/generate/channel-description-generator": {
        **shapes.VIDEO_TOPIC,
        "keywords": True,
        "tone": True,
    },
    "video-platform/generate/channel-name-ideas": shapes.VIDEO_TOPIC,
    "video-platform/generate/comment-generator": {
        **shapes.VIDEO_TOPIC,
        "mood": True,
        "tone": True,
        "emojis_mode": True,
    },
    "video-platform/generate/description-generator": {
        **shapes.VIDEO_TOPIC,
        "keywords": True,
        "mood": True,
        "tone": True,
        "emojis_mode": True,
        "hashtags_mode": True,
    },
    "video-platform/generate/hashtag-generator": {
        **shapes.VIDEO_TOPIC,
        "hashtags_mode": True,
    },
    "video-platform/generate/script-generator": {
        **shapes.VIDEO_TOPIC,
        "person": True,
        "tone": True,
    },
    "video-platform/generate/social-post-generator": {
        **shapes.VIDEO_TOPIC,
        "network": True,
        "hashtags_mode": True,
    },
    "video-platform/generate/tag-generator": {
        **shapes.VIDEO_TOPIC,
        "keywords": True,
    },
    "video-platform/generate/title-generator": {
        **shapes.VIDEO_TOPIC,
        "keywords": True,
        "mood": True,
        "tone": True,
        "emojis_mode": True,
    },
    "video-platform/channel/audit": {
        "channel": True,
        "after": True,
        "before": True,
    },
    "video-platform/channel/find-id": {
        "query": True,
    },
    "video-platform/channel/info": {
        "channel": True,
    },
    "video-platform/channel/playlists": {
        "channel": True,
        "limit": True,
        "order": True,
        "after": True,
        "before": True,
    },
    "video-platform/channel/region-restrictions": {
        "channel": True,
    },
    "video-platform/channel/search": {
        "query": True,
        "limit": True,
        "order": True,
        "period": True,
        "after": True,
        "before": True,
    },
    "video-platform/channel/settings": {
        "channel": True,
    },
    "video-platform/channel/statistics": {
        "channel": True,
    },
    "video-platform/channel/subscribe-link-generator": {
        "channel": True,
    },
    "video-platform/channel/thumbnail": {
        "channel": True,
    },
    "video-platform/channel/videos": {
        "channel": True,
        "limit": True,
        "order": True,
        "period": True,
        "after": True,
        "before": True,
    },
    "video-platform/search/autocomplete": {
        "q": True,
        "hl": True,
    },
    "video-platform/search/channels": shapes.VIDEO_SEARCH_FILTERS,
    "video-platform/search/playlists": shapes.VIDEO_SEARCH_FILTERS,
    "video-platform/search/videos": {
        **shapes.VIDEO_SEARCH_FILTERS,
        "duration": True,
    },
    "qr-code/batch": {
        **shapes.QR_LOOK,
        "rows": [{
            "qr_code_text": True,
            "name": True,
            "frame_text": True,
        }],
        "name_pattern": True,
        "image_width": True,
    },
    "qr-code/generate": {
        **shapes.QR_IMAGE_OPTIONS,
        "type": True,
        "action": True,
        "qr_code_text": True,
        "page": shapes.PAGE_DOCUMENT,
        "download": True,
    },
    "qr-experience/generate": {
        **shapes.QR_IMAGE_OPTIONS,
        "type": True,
        "page": shapes.PAGE_DOCUMENT,
        "content": True,
        "label": True,
        "slug": True,
        "targets": {
            "ios": True,
            "android": True,
        },
        "download": True,
    },
    "qr-scan/event": {
        **shapes.QR_VISIT,
        "event": True,
        "value": True,
        "meta": True,
    },
    "qr-scan/scan": shapes.QR_VISIT,
    "mailchecker": {
        "email": True,
    },
    "device-analyze": {
        "ua": True,
    },
    "web-search/search/autocomplete": {
        "q": True,
        "hl": True,
    },
    "vat": {
        "action": True,
        "net": True,
        "gross": True,
        "vat_amount": True,
        "vat_rate": True,
        "country_code": True,
        "vat_type": True,
        "mode": True,
        "round": True,
    },
    "currency/convert": {
        "from": True,
        "to": True,
        "amount": True,
        "include_platforms": True,
    },
    "currency/currencies": {},
    "currency/historical": {
        "from": True,
        "to": True,
        "start_date": True,
        "end_date": True,
    },
    "currency/platforms": {},
    "currency/rates": {
        "from": True,
        "to": True,
        "pairs": [{
            "from": True,
            "to": True,
        }],
    },
    "music/chart-data": {
        "action": True,
        "keyword": True,
        "ids": True,
        "trend": True,
        "day": True,
        "yt_codes": True,
        "charts": True,
        "stats": True,
        "songs": True,
        "dailyStats": True,
    },
}

ROUTES: Mapping[str, Route] = {
    "account": Route(method="GET", path="/v1/account", fields={}),
    "changeAccount": Route(method="PATCH", path="/v1/account", fields={
        "credits_low_below": True,
        "credits_low_days": True,
        "errors_above_percent": True,
    }),
    "usage": Route(method="GET", path="/v1/usage", fields={
        "from": True,
        "to": True,
        "group_by": True,
        "limit": True,
        "after": True,
    }),
    "requests": Route(method="GET", path="/v1/requests", fields={
        "endpoint": True,
        "key": True,
        "status": True,
        "type": True,
        "state": True,
        "slower_than_ms": True,
        "from": True,
        "to": True,
        "limit": True,
        "after": True,
    }),
    "request": Route(method="GET", path="/v1/requests/{request_id}", fields={
        "request_id": True,
    }),
    "createToken": Route(method="POST", path="/v1/tokens", fields={
        "scopes": True,
        "expires_in": True,
        "origin": True,
    }),
    "jobs": Route(method="GET", path="/v1/jobs", fields={
        "limit": True,
        "after": True,
    }),
    "listPacks": Route(method="GET", path="/v1/account/packs", fields={}),
    "buyCredits": Route(method="POST", path="/v1/account/orders", fields={
        "pack": True,
        "save_method": True,
        "return_url": True,
    }),
    "orders": Route(method="GET", path="/v1/account/orders", fields={
        "limit": True,
        "after": True,
    }),
    "order": Route(method="GET", path="/v1/account/orders/{order}", fields={
        "order": True,
    }),
    "cancelOrder": Route(method="POST", path="/v1/account/orders/{order}/cancel", fields={
        "order": True,
    }),
    "topUp": Route(method="GET", path="/v1/account/top-up", fields={}),
    "setTopUp": Route(method="PUT", path="/v1/account/top-up", fields={
        "below": True,
        "pack": True,
        "most_per_day": True,
    }),
    "endTopUp": Route(method="DELETE", path="/v1/account/top-up", fields={}),
    "experiences": Route(method="GET", path="/v1/qr-experience", fields={
        "type": True,
        "label": True,
        "state": True,
        "limit": True,
        "after": True,
    }),
    "experience": Route(method="GET", path="/v1/qr-experience/{id}", fields={
        "id": True,
    }),
    "changeExperience": Route(method="PATCH", path="/v1/qr-experience/{id}", fields={
        "if_match": True,
        "page": shapes.PAGE_DOCUMENT,
        "content": True,
        "target": True,
        "label": True,
        "slug": True,
        "targets": {
            "ios": True,
            "android": True,
        },
        "theme": shapes.THEME,
        "language": True,
        "state": True,
        "id": True,
    }),
    "deleteExperience": Route(method="DELETE", path="/v1/qr-experience/{id}", fields={
        "if_match": True,
        "id": True,
    }),
    "experienceVersions": Route(method="GET", path="/v1/qr-experience/{id}/versions", fields={
        "id": True,
    }),
    "experienceVersion": Route(method="GET", path="/v1/qr-experience/{id}/versions/{version}", fields={
        "id": True,
        "version": True,
    }),
    "restoreExperience": Route(method="POST", path="/v1/qr-experience/{id}/versions/{version}/restore", fields={
        "if_match": True,
        "id": True,
        "version": True,
    }),
    "experienceEvents": Route(method="GET", path="/v1/qr-experience/{id}/events", fields={
        "id": True,
        "event": True,
        "from": True,
        "to": True,
        "limit": True,
        "after": True,
    }),
    "deleteExperienceEvents": Route(method="DELETE", path="/v1/qr-experience/{id}/events", fields={
        "before": True,
        "id": True,
    }),
    "exportExperienceEvents": Route(method="GET", path="/v1/qr-experience/{id}/events.csv", fields={
        "id": True,
        "event": True,
        "from": True,
        "to": True,
    }),
    "experienceStats": Route(method="GET", path="/v1/qr-experience/{id}/stats", fields={
        "id": True,
    }),
    "createWebhook": Route(method="POST", path="/v1/webhooks", fields={
        "url": True,
        "events": True,
        "description": True,
    }),
    "webhooks": Route(method="GET", path="/v1/webhooks", fields={}),
    "webhook": Route(method="GET", path="/v1/webhooks/{webhook}", fields={
        "webhook": True,
    }),
    "changeWebhook": Route(method="PATCH", path="/v1/webhooks/{webhook}", fields={
        "url": True,
        "events": True,
        "description": True,
        "active": True,
        "webhook": True,
    }),
    "deleteWebhook": Route(method="DELETE", path="/v1/webhooks/{webhook}", fields={
        "webhook": True,
    }),
    "webhookDeliveries": Route(method="GET", path="/v1/webhooks/{webhook}/deliveries", fields={
        "webhook": True,
        "state": True,
        "limit": True,
        "after": True,
    }),
    "repeatDelivery": Route(method="POST", path="/v1/webhooks/{webhook}/deliveries/{delivery}/repeat", fields={
        "webhook": True,
        "delivery": True,
    }),
    "testWebhook": Route(method="POST", path="/v1/webhooks/{webhook}/test", fields={
        "type": True,
        "webhook": True,
    }),
    "rotateWebhookSecret": Route(method="POST", path="/v1/webhooks/{webhook}/rotate-secret", fields={
        "webhook": True,
    }),
}
