"""Made from openapi.json by scripts/gen_models.py. Don't edit."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from typing_extensions import NotRequired


class BulkChange(TypedDict):
    action: Literal['delete', 'reindex', 'add_tags', 'remove_tags']
    source_ids: list[str]
    tags: NotRequired[list[str]]


class ChangeTokenBudget(TypedDict):
    """
    Changes only the fields that you send. Needs a key with scope admin, or an admin.
    """

    per_day: NotRequired[int | None]
    per_month: NotRequired[int | None]


class ChatBody(TypedDict):
    message: str
    session_id: NotRequired[str]
    stream: NotRequired[bool]
    format: NotRequired[Literal['markdown', 'text']]
    metadata: NotRequired[dict[str, str]]


class CompletionBodyMessagesContent(TypedDict):
    type: str
    text: NotRequired[str]


class CompletionBodyResponseFormat(TypedDict):
    type: Literal['text']


class CompletionBodyStreamOptions(TypedDict):
    include_usage: NotRequired[bool | None]


class CreateCrawl(TypedDict):
    url: str
    mode: NotRequired[Literal['links', 'sitemap']]
    max_pages: NotRequired[int]
    max_depth: NotRequired[int]
    tags: NotRequired[list[str]]
    refresh_interval_hours: NotRequired[int]
    knowledge_base_id: NotRequired[str]


class CreateDocumentSource(TypedDict):
    type: Literal['document']
    file: str
    name: str
    tags: NotRequired[list[str]]
    on_duplicate: NotRequired[Literal['keep', 'skip', 'error']]
    knowledge_base_id: NotRequired[str]


class CreateKnowledgeBase(TypedDict):
    name: str
    description: NotRequired[str]
    embedding_model: NotRequired[str | None]


class CreatePinnedAnswer(TypedDict):
    knowledge_base_id: NotRequired[str]
    question: str
    variants: NotRequired[list[str]]
    answer: str
    source_ids: NotRequired[list[str]]
    enabled: NotRequired[bool]


class CreatePublishableToken(TypedDict):
    name: str
    allowed_origins: list[str]
    messages_per_minute: NotRequired[int]
    token_budget: NotRequired[ChangeTokenBudget]


class CreateTextSource(TypedDict):
    type: Literal['text']
    content: str
    name: str
    tags: NotRequired[list[str]]
    on_duplicate: NotRequired[Literal['keep', 'skip', 'error']]
    knowledge_base_id: NotRequired[str]


class CreateUrlSource(TypedDict):
    type: Literal['url']
    url: str
    refresh_interval_hours: NotRequired[int]
    name: str
    tags: NotRequired[list[str]]
    on_duplicate: NotRequired[Literal['keep', 'skip', 'error']]
    knowledge_base_id: NotRequired[str]


class DismissGap(TypedDict):
    question: str


class Feedback(TypedDict):
    rating: Literal['up', 'down']
    comment: NotRequired[str]


class FromConversations(TypedDict):
    agent_id: NotRequired[str]
    verdicts: NotRequired[list[Literal['right', 'wrong', 'incomplete']]]
    ratings: NotRequired[list[Literal['up', 'down']]]
    since: NotRequired[str]
    until: NotRequired[str]
    limit: NotRequired[int]


class GoldenQuestionRelevant(TypedDict):
    source_id: str
    text: NotRequired[str]


class ImportedAnswer(TypedDict):
    question: str
    variants: NotRequired[list[str]]
    answer: str
    sources: NotRequired[list[str]]
    knowledge_base_id: NotRequired[str]
    enabled: NotRequired[bool]


class PersonMessage(TypedDict):
    text: str
    author_name: NotRequired[str]


class RequestHandoverContact(TypedDict):
    name: NotRequired[str]
    email: NotRequired[str]


class SearchBody(TypedDict):
    query: str
    limit: NotRequired[int]
    search_type: NotRequired[Literal['semantic', 'keyword', 'hybrid']]
    source_ids: NotRequired[list[str]]
    min_score: NotRequired[float]
    knowledge_base_ids: NotRequired[list[str]]
    tags: NotRequired[list[str]]
    max_per_source: NotRequired[int]
    include: NotRequired[list[Literal['score_details', 'matches']]]


class UpdateAgent(TypedDict):
    name: NotRequired[str]
    knowledge_base_ids: NotRequired[list[str]]
    welcome_message: NotRequired[str | None]
    fallback_message: NotRequired[str | None]
    system_prompt: NotRequired[str | None]
    min_confidence: NotRequired[float | None]
    temperature: NotRequired[float | None]
    response_length: NotRequired[Literal['short', 'medium', 'detailed']]
    handover: NotRequired[Literal['never', 'on_request', 'on_low_confidence']]
    token_budget: NotRequired[ChangeTokenBudget]
    status: NotRequired[Literal['active', 'inactive']]


class UpdateApiKey(TypedDict):
    name: str


class UpdateHandover(TypedDict):
    status: Literal['open', 'assigned', 'resolved']
    take_over: NotRequired[bool]


class UpdateKnowledgeBase(TypedDict):
    name: NotRequired[str]
    description: NotRequired[str]
    embedding_model: NotRequired[str | None]


class UpdateMember(TypedDict):
    role: NotRequired[Literal['viewer', 'member', 'admin', 'owner']]


class UpdatePinnedAnswer(TypedDict):
    question: NotRequired[str]
    variants: NotRequired[list[str]]
    answer: NotRequired[str]
    source_ids: NotRequired[list[str]]
    enabled: NotRequired[bool]


class UpdatePublishableToken(TypedDict):
    name: NotRequired[str]
    allowed_origins: NotRequired[list[str]]
    enabled: NotRequired[bool]
    messages_per_minute: NotRequired[int]
    token_budget: NotRequired[ChangeTokenBudget]


class UpdateSource(TypedDict):
    name: NotRequired[str]
    tags: NotRequired[list[str]]
    content: NotRequired[str]
    url: NotRequired[str]
    refresh_interval_hours: NotRequired[int | None]


class UpdateSourceForm(TypedDict):
    """
    As the JSON body, or with a new file for a document.
    """

    name: NotRequired[str]
    tags: NotRequired[list[str]]
    content: NotRequired[str]
    url: NotRequired[str]
    refresh_interval_hours: NotRequired[int | None]
    file: NotRequired[str]


class UpdateWebhook(TypedDict):
    url: NotRequired[str]
    events: NotRequired[list[Literal['source.indexed', 'source.failed', 'source.deleted', 'agent.created', 'agent.updated', 'agent.deleted', 'conversation.started', 'conversation.handover', 'conversation.handover_updated', 'message.feedback', 'message.verdict', 'budget.warning', 'budget.exceeded', 'key.created', 'key.revoked', 'webhook.test']] | None]
    description: NotRequired[str]
    enabled: NotRequired[bool]


class UpdateWorkspace(TypedDict):
    name: NotRequired[str]
    members_may_publish: NotRequired[bool]
    token_budget: NotRequired[ChangeTokenBudget]


class VerdictOfReviewer(TypedDict):
    verdict: Literal['right', 'wrong', 'incomplete']
    note: NotRequired[str]
    must: NotRequired[list[str]]
    source_ids: NotRequired[list[str]]


class CompletionBodyMessages(TypedDict):
    role: Literal['system', 'developer', 'user', 'assistant', 'tool', 'function']
    content: NotRequired[str | list[CompletionBodyMessagesContent] | None]


class CreateAgent(TypedDict):
    name: str
    knowledge_base_ids: list[str]
    welcome_message: NotRequired[str | None]
    fallback_message: NotRequired[str | None]
    system_prompt: NotRequired[str | None]
    min_confidence: NotRequired[float | None]
    temperature: NotRequired[float | None]
    response_length: NotRequired[Literal['short', 'medium', 'detailed']]
    handover: NotRequired[Literal['never', 'on_request', 'on_low_confidence']]
    token_budget: NotRequired[ChangeTokenBudget]


class CreateApiKey(TypedDict):
    name: str
    scope: Literal['read_only', 'read_write', 'admin']
    expires_at: NotRequired[str]
    knowledge_base_ids: NotRequired[list[str]]


class CreateInvitation(TypedDict):
    role: Literal['viewer', 'member', 'admin', 'owner']
    email: NotRequired[str]


CreateSource: TypeAlias = CreateTextSource | CreateUrlSource


class CreateWebhook(TypedDict):
    url: str
    events: NotRequired[list[Literal['source.indexed', 'source.failed', 'source.deleted', 'agent.created', 'agent.updated', 'agent.deleted', 'conversation.started', 'conversation.handover', 'conversation.handover_updated', 'message.feedback', 'message.verdict', 'budget.warning', 'budget.exceeded', 'key.created', 'key.revoked', 'webhook.test']] | None]
    description: NotRequired[str]


class GoldenQuestion(TypedDict):
    query: str
    relevant: NotRequired[list[GoldenQuestionRelevant]]
    must: NotRequired[list[str]]
    unanswerable: NotRequired[bool]


class ImportAnswers(TypedDict):
    answers: list[ImportedAnswer]


class RequestHandover(TypedDict):
    contact: NotRequired[RequestHandoverContact]
    message: NotRequired[str]


class CompletionBody(TypedDict):
    model: str
    messages: list[CompletionBodyMessages]
    stream: NotRequired[bool | None]
    stream_options: NotRequired[CompletionBodyStreamOptions | None]
    session_id: NotRequired[str]
    metadata: NotRequired[dict[str, str] | None]
    n: NotRequired[Literal[1] | None]
    response_format: NotRequired[CompletionBodyResponseFormat | None]


class CreateEvaluation(TypedDict):
    questions: NotRequired[list[GoldenQuestion]]
    from_conversations: NotRequired[FromConversations]
    agent_id: NotRequired[str]
    name: NotRequired[str]
    knowledge_base_ids: NotRequired[list[str]]
    search_types: NotRequired[list[Literal['hybrid', 'semantic', 'keyword']]]
