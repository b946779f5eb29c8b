"""The Python client of Footnote: put content in, search it, and get answers that cite it."""

from __future__ import annotations

from types import TracebackType
from typing import Optional, Type

import httpx

from . import models, params
from ._api import Api, AsyncApi
from ._client import AsyncPage, AsyncPages, Page
from ._errors import (
    ConflictError,
    ConnectionFailedError,
    FootnoteError,
    ForbiddenError,
    InvalidRequestError,
    NotFoundError,
    RateLimitedError,
    ServerError,
    SourceFailedError,
    UnauthorizedError,
    UnprocessableEntityError,
    WaitTimeoutError,
    WebhookVerificationError,
)
from ._request import RequestOptions, ServerEvent
from ._webhook import verify_webhook

__version__ = "0.1.0"


class Footnote(Api):
    """A client of Footnote: one attribute for each resource, one method for each call.

    api_key: a key of one environment; by default the environment variable FOOTNOTE_API_KEY.
    base_url: the URL of that environment; by default FOOTNOTE_URL, or http://localhost:8080.
    max_retries: how often a request is repeated after 429, 5xx, a broken connection or a timeout.
    timeout: how many seconds a connection, and then its silence, may take.
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        *,
        max_retries: int = 2,
        timeout: float = 120.0,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        super().__init__(api_key, base_url, max_retries=max_retries, timeout=timeout, http_client=http_client)
        self._open_resources()

    def __enter__(self) -> Footnote:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()


class AsyncFootnote(AsyncApi):
    """The same as Footnote, for asyncio."""

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        *,
        max_retries: int = 2,
        timeout: float = 120.0,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        super().__init__(api_key, base_url, max_retries=max_retries, timeout=timeout, http_client=http_client)
        self._open_resources()

    async def __aenter__(self) -> AsyncFootnote:
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()


__all__ = [
    "AsyncFootnote",
    "AsyncPage",
    "AsyncPages",
    "ConflictError",
    "ConnectionFailedError",
    "Footnote",
    "FootnoteError",
    "ForbiddenError",
    "InvalidRequestError",
    "NotFoundError",
    "Page",
    "RateLimitedError",
    "RequestOptions",
    "ServerError",
    "ServerEvent",
    "SourceFailedError",
    "UnauthorizedError",
    "UnprocessableEntityError",
    "WaitTimeoutError",
    "WebhookVerificationError",
    "models",
    "params",
    "verify_webhook",
]
