"""Requests and answers of all endpoints, e.g. ``CurrencyConvertRequest``."""

from .generated.types import *  # noqa: F403
