"""Forms with a file, sent as they are read."""

from __future__ import annotations

import io
import json
import os
import uuid
from pathlib import Path
from typing import Any, AsyncIterator, BinaryIO, Callable, Iterator, Mapping, Optional, Union

from ._request import Call, RequestOptions, given

UploadFile = Union[str, os.PathLike[str], bytes, BinaryIO]
OnProgress = Callable[[int, Optional[int]], None]
_CHUNK = 65_536


class Form:
    """A multipart form. Read by both kinds of client; files are opened when the form is read, and closed after it."""

    def __init__(self, file: UploadFile, file_name: Optional[str], fields: Mapping[str, Any], on_progress: Optional[OnProgress]):
        self._file, self._on_progress = file, on_progress
        path = Path(file) if isinstance(file, (str, os.PathLike)) else None
        own = path.name if path else os.path.basename(str(getattr(file, "name", ""))) or None
        self.boundary = f"footnote-{uuid.uuid4()}"
        values = {"type": "document", **given(fields)}
        if not values.get("name"):
            values["name"] = file_name or own or "document"
        name = (file_name or own or values["name"]).replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
        self._head = "".join(
            f'--{self.boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{_text(each)}\r\n'
            for key, value in values.items()
            for each in (value if isinstance(value, (list, tuple)) else [value])
        )
        self._head += (
            f'--{self.boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        )
        self._end = f"\r\n--{self.boundary}--\r\n"
        # A path and bytes can be read again, a file that you opened can't.
        self.can_repeat = path is not None or isinstance(file, bytes)
        size = path.stat().st_size if path else len(file) if isinstance(file, bytes) else None
        self._total = None if size is None else size + len(self._head.encode()) + len(self._end)

    def _chunks(self) -> Iterator[bytes]:
        yield self._head.encode()
        if isinstance(self._file, (str, os.PathLike)):
            with open(self._file, "rb") as file:
                yield from iter(lambda: file.read(_CHUNK), b"")
        else:
            source = io.BytesIO(self._file) if isinstance(self._file, bytes) else self._file
            yield from iter(lambda: source.read(_CHUNK), b"")
        yield self._end.encode()

    def __iter__(self) -> Iterator[bytes]:
        sent = 0
        for chunk in self._chunks():
            yield chunk
            sent += len(chunk)
            if self._on_progress:
                self._on_progress(sent, self._total)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self:
            yield chunk


def upload_call(form: Form, is_async: bool, options: Optional[RequestOptions]) -> Call:
    return Call(
        "POST",
        "/v1/knowledge-base/sources",
        content=_Async(form) if is_async else _Sync(form),
        content_type=f"multipart/form-data; boundary={form.boundary}",
        can_repeat=form.can_repeat,
        options=options,
    )


class _Sync:
    # httpx takes what is iterable in one way only.
    def __init__(self, form: Form) -> None:
        self._form = form

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._form)


class _Async:
    def __init__(self, form: Form) -> None:
        self._form = form

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._form.__aiter__()


def _text(value: Any) -> str:
    return json.dumps(value) if isinstance(value, (dict, bool)) else str(value)
