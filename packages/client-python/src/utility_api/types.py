"""Requests and responses of all operations, e.g. ``CurrencyConvertRequest``, and webhook events."""

from .generated.types import *  # noqa: F403
