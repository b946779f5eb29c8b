"""The calls of the README, with a client that check.sh makes."""

from footnote_client import AuthenticatedClient
from footnote_client.api.agents import agents_chat, agents_create
from footnote_client.api.search import search_query
from footnote_client.api.sources import sources_create, sources_get
from footnote_client.models import (
    AgentResponse, ChatAnswerResponse, ChatBody, CreateAgent, CreateTextSource, SearchBody, SearchResultResponse, SourceResponse,
)

client = AuthenticatedClient(base_url="http://localhost:8080", token="svc_test_0")


def story() -> str:
    body = CreateTextSource(type_="text", name="Opening hours", content="A ticket costs 12 euros.")
    added = sources_create.sync(client=client, body=body)
    assert isinstance(added, SourceResponse)
    source = added.data
    ready = sources_get.sync(source.id, client=client, wait=30)
    assert isinstance(ready, SourceResponse)
    found = search_query.sync(client=client, body=SearchBody(query="How much is a ticket?"))
    assert isinstance(found, SearchResultResponse)
    agent = agents_create.sync(
        client=client, body=CreateAgent(name="Guide", knowledge_base_ids=[source.knowledge_base_id])
    )
    assert isinstance(agent, AgentResponse)
    chat = agents_chat.sync(agent.data.id, client=client, body=ChatBody(message="What does a ticket cost?"))
    assert isinstance(chat, ChatAnswerResponse)
    score: float = found.data.results[0].score
    return f"{ready.data.status} {score} {chat.data.reply}"
