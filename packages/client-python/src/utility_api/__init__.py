"""Typed client of utility-api, synchronous and asynchronous."""

from ._batch_job import AsyncBatchJob, BatchJob, BatchResult
from ._errors import (
    ApiConnectionError,
    ApiError,
    ConfigurationError,
    FieldError,
    InvalidValueError,
    RequestTimeoutError,
    UnknownFieldError,
    UtilityApiError,
    WebhookVerificationError,
)
from ._job import AsyncJob, Job, JobState, JobStatus
from ._responses import File, Metadata, metadata_of
from ._version import __version__
from ._webhooks import verify_webhook
from .generated.api import AsyncUtilityApi, UtilityApi
from .generated.errors import ErrorType

__all__ = [
    "ApiConnectionError",
    "ApiError",
    "AsyncBatchJob",
    "AsyncJob",
    "AsyncUtilityApi",
    "BatchJob",
    "BatchResult",
    "ConfigurationError",
    "ErrorType",
    "FieldError",
    "File",
    "InvalidValueError",
    "Job",
    "JobState",
    "JobStatus",
    "Metadata",
    "RequestTimeoutError",
    "UnknownFieldError",
    "UtilityApi",
    "UtilityApiError",
    "WebhookVerificationError",
    "__version__",
    "metadata_of",
    "verify_webhook",
]
