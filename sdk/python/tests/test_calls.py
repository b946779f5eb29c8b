"""Calls of both clients to the real service."""

import asyncio
import io
from pathlib import Path
from typing import Optional, Union

import pytest

from conftest import Service
from footnote import (
    AsyncFootnote,
    Footnote,
    FootnoteError,
    NotFoundError,
    SourceFailedError,
    UnauthorizedError,
    UnprocessableEntityError,
)


def test_an_agent_replies_with_citations(footnote: Footnote, agent_id: str) -> None:
    answer = footnote.agents.chat(agent_id, message="How long is the pier?")
    assert answer.reply == "The pier is 300 metres long."
    assert answer.citations[0].snippet == "The pier is 300 metres long."
    assert answer._request_id and answer._request_id.startswith("req_")


def test_a_stream_ends_with_the_whole_answer(footnote: Footnote, agent_id: str) -> None:
    events = list(footnote.agents.stream(agent_id, message="How long is the pier?"))
    assert [events[0].event, events[-1].event] == ["meta", "done"]
    assert "".join(each.data.text for each in events if each.event == "delta") == events[-1].data.reply


def test_a_stream_can_be_left(footnote: Footnote, agent_id: str) -> None:
    for event in footnote.agents.stream(agent_id, message="How long is the pier?"):
        assert event.event == "meta"
        break


def test_search_is_callable_and_has_methods(footnote: Footnote, agent_id: str) -> None:
    assert footnote.search(query="pier").results[0].text == footnote.search.query(query="pier").results[0].text


def test_a_list_gives_the_entries_of_all_pages(footnote: Footnote) -> None:
    base = footnote.knowledge_bases.create(name="Pages").id
    names = [f"Page {number}" for number in range(5)]
    for name in names:
        footnote.sources.create(type="text", name=name, content=name, knowledge_base_id=base)
    page = footnote.sources.list(knowledge_base_ids=[base], limit=2)
    assert len(page.data) == 2 and page.next_cursor
    assert sorted(each.name for each in page) == names


def test_none_clears_a_field_and_what_is_left_out_stays(footnote: Footnote, agent_id: str) -> None:
    assert footnote.agents.update(agent_id, welcome_message="Hello").welcome_message == "Hello"
    assert footnote.agents.update(agent_id, name="Guide").welcome_message == "Hello"
    assert footnote.agents.update(agent_id, welcome_message=None).welcome_message is None


@pytest.mark.parametrize("form", ["path", "bytes", "file"])
def test_documents_are_uploaded_with_progress(footnote: Footnote, tmp_path: Path, form: str) -> None:
    content = f"# Gulls\n\nGulls of the {form} eat fish.\n".encode() * 5000
    path = tmp_path / 'gulls "1".md'
    path.write_bytes(content)
    files: dict[str, Union[Path, bytes, io.BytesIO]] = {"path": path, "bytes": content, "file": io.BytesIO(content)}
    steps: list[tuple[int, Optional[int]]] = []
    source = footnote.sources.upload(
        files[form], name="Gulls", tags=["birds", "sea"], on_progress=lambda sent, total: steps.append((sent, total))
    )
    assert (source.name, source.tags, source.size_bytes) == ("Gulls", ["birds", "sea"], len(content))
    assert steps[-1][0] > len(content)
    assert steps[-1][1] == (None if form == "file" else steps[-1][0])
    assert footnote.sources.wait_until_indexed(source.id).status == "indexed"


def test_a_document_that_cannot_be_read_raises_its_error(footnote: Footnote) -> None:
    source = footnote.sources.upload(b"%PDF-1.7 broken", file_name="broken.pdf")
    with pytest.raises(SourceFailedError) as caught:
        footnote.sources.wait_until_indexed(source.id)
    assert caught.value.code != "failed"


def test_errors_are_typed_and_name_the_field(footnote: Footnote, service: Service) -> None:
    with pytest.raises(NotFoundError) as missing:
        footnote.agents.get("agt_0")
    assert (missing.value.code, missing.value.status) == ("not_found", 404)
    assert missing.value.request_id
    with pytest.raises(UnprocessableEntityError) as wrong:
        footnote.search(query="pier", limit=500)
    assert wrong.value.details[0]["field"] == "limit"
    with pytest.raises(UnauthorizedError):
        Footnote("svc_live_wrong", service.base_url).agents.list()


def test_an_id_cannot_leave_its_path(footnote: Footnote) -> None:
    for id in ("", ".", ".."):
        with pytest.raises(ValueError):
            footnote.agents.get(id)
    with pytest.raises(FootnoteError):
        footnote.agents.get("../usage")


def test_the_async_client_does_the_same(service: Service, agent_id: str) -> None:
    async def run() -> None:
        async with AsyncFootnote(service.key, service.base_url) as footnote:
            answer = await footnote.agents.chat(agent_id, message="How long is the pier?")
            assert answer.reply == "The pier is 300 metres long."
            events = [each.event async for each in footnote.agents.stream(agent_id, message="How long is the pier?")]
            assert events[-1] == "done"
            assert [each.id async for each in footnote.agents.list(limit=1)] == [agent_id]
            assert (await footnote.agents.list()).data[0].id == agent_id
            source = await footnote.sources.upload(b"Seals sleep on the sand.", name="Seals")
            assert (await footnote.sources.wait_until_indexed(source.id)).name == "Seals"
            assert (await footnote.search(query="seals")).results
            await footnote.sources.delete(source.id)
            with pytest.raises(NotFoundError):
                await footnote.sources.get(source.id)

    asyncio.run(run())
