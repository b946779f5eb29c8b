"""The two clients, without their resources."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import Any, AsyncIterator, Awaitable, Callable, Generator, Generic, Iterator, Optional, TypeVar

import httpx

from ._errors import ConnectionFailedError, FootnoteError
from ._request import (
    Call,
    EventReader,
    ServerEvent,
    Settings,
    build,
    delay_before,
    failure_of,
    read,
    retries_of,
    settings_of,
)

T = TypeVar("T")


def _data(kind: Any, response: httpx.Response) -> Any:
    if response.status_code == 204 or kind is None:
        return None
    return read(kind, response.json()["data"], response)


def _connection_failed(error: Exception, settings: Settings) -> ConnectionFailedError:
    reason = str(error) or type(error).__name__
    return ConnectionFailedError(f"The connection to {settings.base_url} failed: {reason}", code="connection")


class Page(Generic[T]):
    """One page of a list. Iterate over it to get its entries and those of all later pages."""

    def __init__(self, client: SyncClient, call: Call, kind: Any, body: Any, response: httpx.Response) -> None:
        self._client, self._call, self._kind = client, call, kind
        self.data: list[T] = read(list[kind], body["data"], response)
        self.next_cursor: Optional[str] = body["meta"].get("next_cursor")

    def next_page(self) -> Optional[Page[T]]:
        """None on the last page."""
        if self.next_cursor is None:
            return None
        return self._client.send_for_page(_after(self._call, self.next_cursor), self._kind)

    def __iter__(self) -> Iterator[T]:
        page: Optional[Page[T]] = self
        while page:
            yield from page.data
            page = page.next_page()


class AsyncPage(Generic[T]):
    """One page of a list. Iterate over it to get its entries and those of all later pages."""

    def __init__(self, client: AsyncClient, call: Call, kind: Any, body: Any, response: httpx.Response) -> None:
        self._client, self._call, self._kind = client, call, kind
        self.data: list[T] = read(list[kind], body["data"], response)
        self.next_cursor: Optional[str] = body["meta"].get("next_cursor")

    async def next_page(self) -> Optional[AsyncPage[T]]:
        """None on the last page."""
        if self.next_cursor is None:
            return None
        return await self._client.send_for_page(_after(self._call, self.next_cursor), self._kind)

    async def __aiter__(self) -> AsyncIterator[T]:
        page: Optional[AsyncPage[T]] = self
        while page:
            for each in page.data:
                yield each
            page = await page.next_page()


class AsyncPages(Generic[T]):
    """A list: `await` gives its first page, `async for` every entry."""

    def __init__(self, first: Callable[[], Awaitable[AsyncPage[T]]]) -> None:
        self._first = first

    def __await__(self) -> Generator[Any, None, AsyncPage[T]]:
        return self._first().__await__()

    async def __aiter__(self) -> AsyncIterator[T]:
        async for each in await self._first():
            yield each


def _after(call: Call, cursor: str) -> Call:
    return replace(call, query={**call.query, "cursor": cursor})


class SyncClient:
    """Sends requests. The resources call it."""

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        *,
        max_retries: int = 2,
        timeout: float = 120.0,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        self._settings: Settings = settings_of(api_key, base_url, max_retries, timeout)
        self._http = http_client or httpx.Client()

    @property
    def base_url(self) -> str:
        return self._settings.base_url

    def close(self) -> None:
        self._http.close()

    def send(self, call: Call, kind: Any) -> Any:
        """The `data` of the answer."""
        return _data(kind, self._request(call))

    def send_for_body(self, call: Call, kind: Any) -> Any:
        response = self._request(call)
        return read(kind, response.json(), response)

    def send_for_text(self, call: Call) -> str:
        return self._request(call).text

    def send_for_bytes(self, call: Call) -> bytes:
        return self._request(call).content

    def send_for_page(self, call: Call, kind: Any) -> Page[Any]:
        response = self._request(call)
        return Page(self, call, kind, response.json(), response)

    def stream_events(self, call: Call) -> Iterator[ServerEvent]:
        response = self._request(call, stream=True)
        reader = EventReader(response, is_endless=call.method == "GET")
        try:
            for line in response.iter_lines():
                yield from reader.feed(line)
            reader.check_end()
        except httpx.TransportError as error:
            raise _connection_failed(error, self._settings) from error
        finally:
            response.close()

    def _request(self, call: Call, stream: bool = False) -> httpx.Response:
        # One request for all attempts: they share the idempotency key.
        request = build(self._http, self._settings, call)
        attempt = 0
        while True:
            try:
                return self._attempt(request, stream)
            except FootnoteError as error:
                delay = delay_before(attempt, retries_of(self._settings, call), error)
                if delay is None:
                    raise
            time.sleep(delay)
            attempt += 1

    def _attempt(self, request: httpx.Request, stream: bool) -> httpx.Response:
        try:
            response = self._http.send(request, stream=stream)
            if not response.is_error:
                return response
            response.read()
        except httpx.TransportError as error:
            raise _connection_failed(error, self._settings) from error
        raise failure_of(response)


class AsyncClient:
    """Sends requests. The resources call it."""

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        *,
        max_retries: int = 2,
        timeout: float = 120.0,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        self._settings: Settings = settings_of(api_key, base_url, max_retries, timeout)
        self._http = http_client or httpx.AsyncClient()

    @property
    def base_url(self) -> str:
        return self._settings.base_url

    async def close(self) -> None:
        await self._http.aclose()

    async def send(self, call: Call, kind: Any) -> Any:
        """The `data` of the answer."""
        return _data(kind, await self._request(call))

    async def send_for_body(self, call: Call, kind: Any) -> Any:
        response = await self._request(call)
        return read(kind, response.json(), response)

    async def send_for_text(self, call: Call) -> str:
        return (await self._request(call)).text

    async def send_for_bytes(self, call: Call) -> bytes:
        return (await self._request(call)).content

    async def send_for_page(self, call: Call, kind: Any) -> AsyncPage[Any]:
        response = await self._request(call)
        return AsyncPage(self, call, kind, response.json(), response)

    def pages(self, call: Call, kind: Any) -> AsyncPages[Any]:
        return AsyncPages(lambda: self.send_for_page(call, kind))

    async def stream_events(self, call: Call) -> AsyncIterator[ServerEvent]:
        response = await self._request(call, stream=True)
        reader = EventReader(response, is_endless=call.method == "GET")
        try:
            async for line in response.aiter_lines():
                for event in reader.feed(line):
                    yield event
            reader.check_end()
        except httpx.TransportError as error:
            raise _connection_failed(error, self._settings) from error
        finally:
            await response.aclose()

    async def _request(self, call: Call, stream: bool = False) -> httpx.Response:
        request = build(self._http, self._settings, call)
        attempt = 0
        while True:
            try:
                return await self._attempt(request, stream)
            except FootnoteError as error:
                delay = delay_before(attempt, retries_of(self._settings, call), error)
                if delay is None:
                    raise
            await asyncio.sleep(delay)
            attempt += 1

    async def _attempt(self, request: httpx.Request, stream: bool) -> httpx.Response:
        try:
            response = await self._http.send(request, stream=stream)
            if not response.is_error:
                return response
            await response.aread()
        except httpx.TransportError as error:
            raise _connection_failed(error, self._settings) from error
        raise failure_of(response)


class Resource:
    """The calls of one noun of the API."""

    def __init__(self, client: SyncClient) -> None:
        self._client = client


class AsyncResource:
    """The calls of one noun of the API."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client
