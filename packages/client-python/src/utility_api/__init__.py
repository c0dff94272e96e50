"""The typed client of utility-api, to be called or awaited."""

from ._errors import ConnectionFailed, FieldError, UnknownFieldError, UtilityApiError
from ._job import AsyncJob, Job, JobState, Standing
from ._options import AnswerFacts, CallOptions
from ._webhooks import WebhookVerificationError, verify_webhook
from .generated.api import AsyncUtilityApi, UtilityApi
from .generated.errors import ErrorType

__all__ = [
    "AnswerFacts",
    "AsyncJob",
    "AsyncUtilityApi",
    "CallOptions",
    "ConnectionFailed",
    "ErrorType",
    "FieldError",
    "Job",
    "JobState",
    "Standing",
    "UnknownFieldError",
    "UtilityApi",
    "UtilityApiError",
    "WebhookVerificationError",
    "verify_webhook",
]
