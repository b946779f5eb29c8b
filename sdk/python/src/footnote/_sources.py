"""The hand-written part of sources: uploads and waiting."""

from __future__ import annotations

import time
from typing import Any, Optional

from . import models
from ._errors import SourceFailedError, WaitTimeoutError
from ._request import RequestOptions
from ._upload import Form, OnProgress, UploadFile, upload_call
from .resources import AsyncSourcesResource, SourcesResource


class Sources(SourcesResource):
    """Texts, documents and web pages that agents answer from."""

    def upload(
        self,
        file: UploadFile,
        *,
        file_name: Optional[str] = None,
        on_progress: Optional[OnProgress] = None,
        options: Optional[RequestOptions] = None,
        **fields: Any,
    ) -> models.Source:
        """Add a document: a path, bytes or an open binary file. Its name is the file's, unless you pass `name`.

        fields: those of `create`, such as `name`, `tags` and `knowledge_base_id`. on_progress: called with the bytes sent so far
        and all of them, or None. A file that you opened can't be sent again, so it isn't retried.
        """
        form = Form(file, file_name, fields, on_progress)
        source: models.Source = self._client.send(upload_call(form, False, options), models.Source)
        return source

    def wait_until_indexed(self, id: str, *, timeout: float = 300.0) -> models.Source:
        """Wait until the source is indexed. Raises SourceFailedError if it can't be, WaitTimeoutError if it takes too long."""
        ends_at = time.monotonic() + timeout
        while True:
            source = self.get(id, wait=_wait(ends_at))
            if _is_indexed(source, ends_at, timeout):
                return source


class AsyncSources(AsyncSourcesResource):
    """Texts, documents and web pages that agents answer from."""

    async def upload(
        self,
        file: UploadFile,
        *,
        file_name: Optional[str] = None,
        on_progress: Optional[OnProgress] = None,
        options: Optional[RequestOptions] = None,
        **fields: Any,
    ) -> models.Source:
        """Add a document: a path, bytes or an open binary file. Its name is the file's, unless you pass `name`.

        fields: those of `create`, such as `name`, `tags` and `knowledge_base_id`. on_progress: called with the bytes sent so far
        and all of them, or None. A file that you opened can't be sent again, so it isn't retried.
        """
        form = Form(file, file_name, fields, on_progress)
        source: models.Source = await self._client.send(upload_call(form, True, options), models.Source)
        return source

    async def wait_until_indexed(self, id: str, *, timeout: float = 300.0) -> models.Source:
        """Wait until the source is indexed. Raises SourceFailedError if it can't be, WaitTimeoutError if it takes too long."""
        ends_at = time.monotonic() + timeout
        while True:
            source = await self.get(id, wait=_wait(ends_at))
            if _is_indexed(source, ends_at, timeout):
                return source


def _wait(ends_at: float) -> int:
    """The service holds the answer while the source is being processed."""
    return min(30, max(0, int(ends_at - time.monotonic())))


def _is_indexed(source: models.Source, ends_at: float, timeout: float) -> bool:
    if source.status == "failed":
        code = source.error.code if source.error else "failed"
        message = source.error.message if source.error else "The source could not be indexed."
        raise SourceFailedError(message, code=code)
    if source.status != "indexed" and time.monotonic() >= ends_at:
        raise WaitTimeoutError(f"Source {source.id} was not indexed within {timeout:g} seconds.", code="timeout")
    return source.status == "indexed"
