"""Requests to your webhook."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Mapping, Sequence, Union

from ._errors import WebhookVerificationError
from .models import EventBody


def verify_webhook(
    payload: Union[bytes, str],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
) -> EventBody:
    """The event in a request, once its signature and its age are checked (Standard Webhooks).

    payload: the raw body; re-serialised JSON will not match. secret: one or, while you rotate it, several.
    """
    found = {name.lower(): value for name, value in headers.items()}
    sent_at = found.get("webhook-timestamp", "")
    if not (sent_at.isascii() and sent_at.isdigit()) or abs(time.time() - int(sent_at)) > tolerance:
        raise _refuse("The request is too old, or the clock is wrong.")
    body = payload.encode() if isinstance(payload, str) else payload
    signed = f"{found.get('webhook-id', '')}.{sent_at}.".encode() + body
    signatures = found.get("webhook-signature", "").split(" ")
    for each in [secret] if isinstance(secret, str) else secret:
        key = base64.b64decode(each.removeprefix("whsec_"))
        expected = b"v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256))
        if any(hmac.compare_digest(expected, given.encode()) for given in signatures):
            return EventBody.model_validate(json.loads(body))
    raise _refuse("The signature is wrong.")


def _refuse(message: str) -> WebhookVerificationError:
    return WebhookVerificationError(message, code="webhook_verification")
