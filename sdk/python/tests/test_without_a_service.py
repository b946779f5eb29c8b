"""What the clients do when the service is slow, busy, newer or gone."""

import base64
import hashlib
import hmac
import json
import time
from typing import Callable

import httpx
import pytest

from footnote import ConnectionFailedError, Footnote, FootnoteError, RateLimitedError, WebhookVerificationError, verify_webhook

META = {"request_id": "req_1", "timestamp": "2026-01-01T00:00:00Z"}


def client_of(answer: Callable[[httpx.Request], httpx.Response], max_retries: int = 2) -> Footnote:
    return Footnote(
        "svc_live_x", "http://footnote.test/v1/", max_retries=max_retries, http_client=httpx.Client(transport=httpx.MockTransport(answer))
    )


def failing(times: int, failure: Callable[[], httpx.Response]) -> tuple[list[httpx.Request], Callable[[httpx.Request], httpx.Response]]:
    seen: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        if len(seen) <= times:
            return failure()
        return httpx.Response(200, json={"data": {"status": "processing"}, "meta": META})

    return seen, answer


@pytest.fixture(autouse=True)
def no_sleep(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    return slept


def test_a_busy_service_is_asked_again_when_it_says(no_sleep: list[float]) -> None:
    seen, answer = failing(1, lambda: httpx.Response(429, headers={"retry-after": "7"}, json={"error": {"code": "rate_limited", "message": "Wait."}}))
    client_of(answer).webhooks.delete("wh_1")
    assert (len(seen), no_sleep) == (2, [7.0])


def test_a_failed_connection_names_the_service_and_the_reason() -> None:
    def refuse(_: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("Connection refused")

    with pytest.raises(ConnectionFailedError, match="^The connection to http://footnote.test failed: Connection refused$"):
        client_of(refuse).agents.get("agt_1")


def test_a_url_without_a_scheme_is_refused_before_any_call() -> None:
    with pytest.raises(FootnoteError, match='`base_url` must begin with http:// or https://, and is "localhost:8080".'):
        Footnote("svc_live_x", "localhost:8080")


def test_all_attempts_of_a_call_have_one_idempotency_key() -> None:
    def broken() -> httpx.Response:
        raise httpx.ReadError("reset")

    seen, answer = failing(2, broken)
    with pytest.raises(Exception):
        client_of(answer).sources.reindex("src_1")
    assert len({each.headers["idempotency-key"] for each in seen}) == 1
    assert [str(each.url) for each in seen] == ["http://footnote.test/v1/knowledge-base/sources/src_1/reindex"] * 3


def test_the_last_failure_is_raised(no_sleep: list[float]) -> None:
    seen, answer = failing(9, lambda: httpx.Response(429, json={"error": {"code": "rate_limited", "message": "Wait."}}))
    with pytest.raises(RateLimitedError):
        client_of(answer).agents.get("agt_1")
    assert len(seen) == 3
    assert all(0 < each <= 8 for each in no_sleep)


def test_what_cannot_succeed_is_not_repeated() -> None:
    seen, answer = failing(9, lambda: httpx.Response(502, text="<html>"))
    with pytest.raises(FootnoteError):
        client_of(answer, max_retries=0).agents.get("agt_1")
    seen_twice, answer = failing(9, lambda: httpx.Response(400, json={"error": {"code": "invalid_request", "message": "No."}}))
    with pytest.raises(FootnoteError):
        client_of(answer).agents.get("agt_1")
    assert (len(seen), len(seen_twice)) == (1, 1)


def test_a_stream_that_breaks_off_is_an_error() -> None:
    cut = client_of(lambda _: httpx.Response(200, text='event: delta\ndata: {"text": "The"}\n\n'))
    with pytest.raises(ConnectionFailedError):
        list(cut.agents.stream("agt_1", message="?"))
    failed = client_of(lambda _: httpx.Response(200, text='event: error\ndata: {"error": {"code": "unavailable", "message": "Stopping."}}\n\n'))
    with pytest.raises(FootnoteError, match="Stopping"):
        list(failed.agents.stream("agt_1", message="?"))


def test_new_fields_and_values_are_taken() -> None:
    body = {"data": {"question": "?", "dismissed_at": "2026-01-01T00:00:00Z", "later": {"a": 1}}, "meta": META}
    answer = client_of(lambda _: httpx.Response(200, json=body)).insights.dismiss_gap(question="?")
    assert answer.model_extra and answer.model_extra["later"] == {"a": 1}


def test_a_key_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOOTNOTE_API_KEY", raising=False)
    with pytest.raises(FootnoteError, match="FOOTNOTE_API_KEY"):
        Footnote()


def test_only_signed_webhooks_of_now_are_verified() -> None:
    secret = "whsec_" + base64.b64encode(b"a secret of 24 bytes....").decode()
    body = json.dumps({"type": "source.indexed", "timestamp": "2026-01-01T00:00:00Z", "workspace_id": "ws_1", "environment": "live", "data": {"id": "src_1"}})

    def signed(at: int) -> dict[str, str]:
        digest = hmac.digest(base64.b64decode(secret[6:]), f"evt_1.{at}.{body}".encode(), hashlib.sha256)
        return {"Webhook-Id": "evt_1", "Webhook-Timestamp": str(at), "Webhook-Signature": "v1,AAAA v1," + base64.b64encode(digest).decode()}

    now = int(time.time())
    assert verify_webhook(body, signed(now), secret).type == "source.indexed"
    assert verify_webhook(body.encode(), signed(now), ["whsec_AAAA", secret]).type == "source.indexed"
    for payload, headers in ((body + " ", signed(now)), (body, signed(now - 400)), (body, {})):
        with pytest.raises(WebhookVerificationError):
            verify_webhook(payload, headers, secret)
