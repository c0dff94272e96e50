# Made from openapi.json by `npm run generate`; changes here are lost.

"""The fields of what several requests have in common."""

from .._unknown_fields import Fields

HOROSCOPE_SUBJECT: Fields = {
    "sign": True,
    "birth_date": True,
    "birth_time": True,
    "location": True,
}

VIDEO_TOPIC: Fields = {
    "topic": True,
    "language": True,
    "video": True,
    "channel": True,
}

VIDEO_SEARCH_FILTERS: Fields = {
    "q": True,
    "limit": True,
    "sort": True,
    "published_after": True,
    "published_before": True,
}

QR_LOOK: Fields = {
    "image_format": True,
    "foreground_color": True,
    "background_color": True,
    "gradient_color": True,
    "gradient_type": True,
    "gradient_angle": True,
    "body_style": True,
    "eye_style": True,
    "eye_ball_style": True,
    "eye_outer_color": True,
    "eye_inner_color": True,
    "eye1_outer_color": True,
    "eye1_inner_color": True,
    "eye2_outer_color": True,
    "eye2_inner_color": True,
    "eye3_outer_color": True,
    "eye3_inner_color": True,
    "qr_code_logo": True,
    "logo_path": True,
    "logo_data_base64": True,
    "frame_name": True,
    "frame_color": True,
    "transparent_corners": True,
    "frame_text": True,
    "frame_text_color": True,
    "frame_icon_name": True,
    "storage_disk": True,
    "storage_folder": True,
    "filename": True,
    "filename_base": True,
}

QR_IMAGE_OPTIONS: Fields = {
    **QR_LOOK,
    "image_width": True,
    "save": True,
    "include_bytes": True,
}

THEME: Fields = {
    "preset": True,
    "primary": True,
    "accent": True,
    "surface": True,
    "background": {
        "color": True,
        "gradient": {
            "from": True,
            "to": True,
            "angle": True,
        },
        "image": True,
    },
    "font": True,
    "corners": True,
    "buttons": True,
    "header": True,
    "logo": True,
    "logo_data_base64": True,
    "logo_shape": True,
}

BLOCK: Fields = {
    "type": True,
    "props": True,
    "children": True,
}

PAGE_DOCUMENT: Fields = {
    "version": True,
    "title": True,
    "language": True,
    "theme": THEME,
    "layout": {
        "cols": True,
        "gap": True,
        "sections": {
            "enabled": True,
            "collapsible": True,
            "default_open": True,
            "style": True,
            "radius": True,
            "border": True,
            "background": True,
        },
    },
    "blocks": [BLOCK],
}

QR_VISIT: Fields = {
    "experience_id": True,
    "type": True,
    "code": True,
    "client_ip": True,
    "user_agent": True,
    "referrer": True,
}
