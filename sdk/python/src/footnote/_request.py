"""What a request consists of, for both clients."""

from __future__ import annotations

import json
import os
import random
import uuid
from dataclasses import dataclass, field
from typing import Any, Iterator, Mapping, Optional, TypedDict, Union
from urllib.parse import quote

import httpx
from pydantic import TypeAdapter

from ._errors import ConnectionFailedError, FootnoteError, error_of
from ._model import Model

# The longest Retry-After that is obeyed; beyond it the error is yours.
_LONGEST_WAIT = 120.0


class Omit:
    """The default of parameters that may be left out, because None is a value: it clears a field."""

    def __repr__(self) -> str:
        return "OMIT"


OMIT = Omit()


class RequestOptions(TypedDict, total=False):
    """How one request differs from the others."""

    timeout: float
    max_retries: int
    idempotency_key: str
    headers: Mapping[str, str]


@dataclass(frozen=True)
class ServerEvent:
    """An event of a stream. Ignore names that you don't know: later versions may send more."""

    event: str
    data: Any


@dataclass
class Call:
    """One request, before it is sent."""

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    json: Optional[Mapping[str, Any]] = None
    content: Any = None
    content_type: str = "application/json"
    can_repeat: bool = True
    options: Optional[RequestOptions] = None


@dataclass(frozen=True)
class Settings:
    """How a client behaves."""

    api_key: str
    base_url: str
    max_retries: int
    timeout: float


def settings_of(api_key: Optional[str], base_url: Optional[str], max_retries: int, timeout: float) -> Settings:
    key = api_key or os.environ.get("FOOTNOTE_API_KEY")
    if not key:
        raise FootnoteError("Pass `api_key`, or set the environment variable FOOTNOTE_API_KEY.", code="unauthorized")
    url = base_url or os.environ.get("FOOTNOTE_URL") or "http://localhost:8080"
    if not url.lower().startswith(("http://", "https://")):
        raise FootnoteError(f'`base_url` must begin with http:// or https://, and is "{url}".', code="invalid_request")
    # OpenAI clients have a base URL that ends in /v1, and people copy it.
    return Settings(key, url.rstrip("/").removesuffix("/v1"), max_retries, timeout)


def at(path: str, *values: str) -> str:
    """A path with its parameters. An empty one, or a dot, would name another path."""
    for value in values:
        if value in ("", ".", ".."):
            raise ValueError(f"An id must not be {value!r}.")
    return path.format(*(quote(value, safe="") for value in values))


def given(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if not isinstance(value, Omit)}


def build(client: httpx.Client | httpx.AsyncClient, settings: Settings, call: Call) -> httpx.Request:
    options: RequestOptions = call.options or {}
    headers = {"accept": "application/json", "authorization": f"Bearer {settings.api_key}"}
    content = call.content
    if call.json is not None:
        content = json.dumps(given(call.json), default=_plain).encode()
    if content is not None:
        headers["content-type"] = call.content_type
    if call.method in ("POST", "PATCH"):
        headers["idempotency-key"] = options.get("idempotency_key") or str(uuid.uuid4())
    headers.update(options.get("headers", {}))
    return client.build_request(
        call.method,
        f"{settings.base_url}{call.path}",
        params=_query(call.query) or None,
        content=content,
        headers=headers,
        timeout=options.get("timeout", settings.timeout),
    )


def _query(query: Mapping[str, Any]) -> list[tuple[str, Union[str, int, float, bool, None]]]:
    pairs: list[tuple[str, Union[str, int, float, bool, None]]] = []
    for name, value in given(query).items():
        for each in value if isinstance(value, (list, tuple, set)) else [value]:
            pairs.append((name, ("true" if each else "false") if isinstance(each, bool) else str(each)))
    return pairs


def _plain(value: Any) -> Any:
    if isinstance(value, Model):
        return value.model_dump(mode="json", exclude_unset=True)
    if hasattr(value, "isoformat"):
        return value.isoformat().replace("+00:00", "Z")
    raise TypeError(f"{value!r} can't be sent as JSON.")


def retries_of(settings: Settings, call: Call) -> int:
    return (call.options or {}).get("max_retries", settings.max_retries) if call.can_repeat else 0


def delay_before(attempt: int, retries: int, error: FootnoteError) -> Optional[float]:
    """How many seconds to wait before the next attempt; None if there should be none."""
    status = error.status
    is_temporary = (
        status is None
        or status in (408, 429)
        or status >= 500
        # The first attempt is still running, and the service says when to come back.
        or (status == 409 and error.retry_after is not None)
    )
    if attempt >= retries or not is_temporary:
        return None
    if error.retry_after is not None:
        return error.retry_after if error.retry_after <= _LONGEST_WAIT else None
    # With jitter, so that clients that failed together don't all retry together.
    return min(8.0, 0.5 * (1 << min(attempt, 10))) * random.uniform(0.5, 1)


def failure_of(response: httpx.Response) -> FootnoteError:
    try:
        return error_of(response.json(), response)
    except ValueError:
        # A page of a proxy.
        return error_of(None, response)


def read(kind: Any, value: Any, response: httpx.Response) -> Any:
    """The value as what the annotation says."""
    result = TypeAdapter(kind).validate_python(value)
    for each in result if isinstance(result, list) else [result]:
        if isinstance(each, Model):
            each._request_id = response.headers.get("x-request-id")
    return result


def _loose(value: Any) -> Any:
    """Objects whose fields are attributes, however deep."""
    if isinstance(value, dict):
        return Model.model_validate({name: _loose(each) for name, each in value.items()})
    return [_loose(each) for each in value] if isinstance(value, list) else value


@dataclass
class EventReader:
    """Turns the lines of server-sent events into events. Those without a name are named 'message', as in a browser."""

    response: httpx.Response
    is_endless: bool
    done: bool = False
    _name: str = ""
    _data: list[str] = field(default_factory=list)

    def feed(self, line: str) -> Iterator[ServerEvent]:
        if line.startswith("event:"):
            self._name = line[6:].strip()
        elif line.startswith("data:"):
            self._data.append(line[5:].removeprefix(" "))
        elif line == "" and self._data:
            name, text = self._name, "\n".join(self._data)
            self._name, self._data = "", []
            if text == "[DONE]":
                self.done = True
                return
            value = json.loads(text)
            if name == "error" or (not name and "error" in value):
                raise error_of(value, self.response)
            self.done = self.done or name == "done"
            yield ServerEvent(name or "message", _loose(value))

    def check_end(self) -> None:
        if not self.done and not self.is_endless:
            raise ConnectionFailedError("The stream broke off before its end.", code="connection")
