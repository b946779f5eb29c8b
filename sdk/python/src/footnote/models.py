"""Made from openapi.json by scripts/gen_models.py. Don't edit."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Dict, Literal

from footnote._model import Model
from pydantic import ConfigDict, Field, RootModel


class AuditEntryActor(Model):
    type: str | Literal['api_key', 'account', 'publishable_token', 'command_line', 'service']
    id: str | None
    name: str


class BulkResult(Model):
    changed: int
    """
    Does not count sources that already had the tags or metadata to set, had none of the tags to remove, or were in the knowledge base to move to.
    """
    missing: list[str]
    """
    Ids without a source.
    """


class ChatAnnotationUrlCitation(Model):
    start_index: int
    """
    Where the cited part of the content begins, in UTF-16 code units.
    """
    end_index: int
    """
    Where it ends, exclusive.
    """
    url: str
    """
    The web page at the cited words; for files and texts, the source in the dashboard.
    """
    title: str
    """
    The name of the source.
    """


class ChatAnswerHandover(Model):
    """
    Offers a person, or says how far the hand-over to one is. Absent otherwise.
    """

    reason: Literal['requested', 'low_confidence'] | str | None = None
    """
    A person is offered: the visitor asked for one, or the reply has a low confidence.
    """
    status: Literal['open', 'assigned'] | str | None = None
    """
    A hand-over is open, or a person has it.
    """


class ChatDeltaEventData(Model):
    text: str
    """
    The next piece of the reply.
    """


class ChatMetaEventData(Model):
    request_id: str
    """
    Names this request in logs, prefix `req_`.
    """
    session_id: str
    """
    The session of the reply.
    """
    message_id: str
    """
    The message that the reply becomes, prefix `msg_`.
    """
    welcome_message: str | None = None
    """
    In the first turn of a session, if the agent has one.
    """


class ChatSearchEventData(Model):
    query: str
    """
    What is searched for.
    """


class ChatWithdrawEventData(Model):
    start: int
    """
    Where the piece begins, in UTF-16 code units of the text so far.
    """
    end: int
    """
    Where it ends.
    """


class Citation(Model):
    number: int
    """
    Of the footnote, from 1. Citations of the same place have the same number.
    """
    source_id: str
    chunk_id: str
    start: int
    """
    Offset into the extracted text of the source, in UTF-16 code units.
    """
    end: int
    page: int | None = None
    heading: str | None = None
    """
    The headings above the cited passage, joined by ` › `.
    """
    url: str | None = None
    """
    Of a web page, with a text fragment that scrolls to the cited words.
    """
    file_name: str | None = None
    """
    Of a document.
    """
    external_id: str | None = None
    """
    Of the source, where it comes from.
    """
    link: str | None = None
    """
    The place, for people: of a web page its URL with a text fragment that scrolls to the words; of other sources a path of the dashboard, which marks them. Absent in replies that were given before it was kept.
    """
    snippet: str | None = None
    """
    The cited passage; absent in replies that were given before it was kept.
    """
    reply_start: int
    """
    Offset into the reply.
    """
    reply_end: int


class CompletionChunkHandover(Model):
    """
    Offers a person, or says how far the hand-over to one is. Absent otherwise.
    """

    reason: Literal['requested', 'low_confidence'] | str | None = None
    """
    A person is offered: the visitor asked for one, or the reply has a low confidence.
    """
    status: Literal['open', 'assigned'] | str | None = None
    """
    A hand-over is open, or a person has it.
    """


class CompletionHandover(Model):
    """
    Offers a person, or says how far the hand-over to one is. Absent otherwise.
    """

    reason: Literal['requested', 'low_confidence'] | str | None = None
    """
    A person is offered: the visitor asked for one, or the reply has a low confidence.
    """
    status: Literal['open', 'assigned'] | str | None = None
    """
    A hand-over is open, or a person has it.
    """


class CompletionUsage(Model):
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class ConfigurationLimits(Model):
    file_bytes: int
    pages: int
    content_characters: int
    message_characters: int
    query_characters: int
    tags: int
    knowledge_bases_of_an_agent: int
    crawl_pages: int
    conversation_retention_days: int | None = None
    """
    Conversations without activity for this long are deleted; absent if all are kept.
    """


class ConfigurationModelsChat(Model):
    """
    Absent if replies consist of sentences of the sources.
    """

    provider: str
    name: str


class ConfigurationModelsEmbedding(Model):
    provider: str
    name: str
    choices: list[str]
    """
    The models that a knowledge base can use.
    """


class ConfigurationModelsReranker(Model):
    provider: str
    name: str


class ContentChunkMatches(Model):
    start: int
    end: int


class ContentChunkScoreDetails(Model):
    """
    With `include: ["score_details"]`: the raw scores. `deep_cosine` is that of the deep model, if it has read the passage; `share` is `bm25` divided by the most that this query could reach; `retrieval_score` is the score before reranking.
    """

    cosine: float
    deep_cosine: float | None = None
    bm25: float
    share: float
    matched_words: float
    retrieval_score: float | None = None


class ConversationOfAgentAgent(Model):
    id: str
    name: str


class ConversationOfAgentRatings(Model):
    up: int
    down: int


class CrawlPages(Model):
    """
    The number of pages by outcome. Each added page is a source with this `crawl_id`.
    """

    waiting: int
    added: int
    skipped: int
    failed: int


class CrawledPage(Model):
    url: str
    depth: int
    """
    Number of links from the first page to this one.
    """
    kind: Literal['page', 'sitemap'] | str
    status: Literal['waiting', 'added', 'skipped', 'failed'] | str
    source_id: str | None = None
    reason: str | None = None
    """
    Why the page was skipped or failed.
    """


class CreatedSourcesResultsErrorDetails(Model):
    field: str
    reason: str


class DeliveryAttempt(Model):
    attempted_at: datetime
    """
    ISO 8601, UTC.
    """
    duration_ms: int
    status_code: int | None = None
    """
    Absent if there was no response.
    """
    error: str | None = None
    """
    Why it failed.
    """
    response: str | None = None
    """
    The first 500 bytes of the response.
    """


class DismissedGap(Model):
    question: str
    dismissed_at: datetime
    """
    ISO 8601, UTC.
    """


class EmbeddingListData(Model):
    object: Literal['embedding']
    index: int
    embedding: list[float] | str
    """
    A vector of the length 1, or of zeros for a text without known words.
    """


class EmbeddingListUsage(Model):
    """
    An estimate: these models charge nothing.
    """

    prompt_tokens: int
    total_tokens: int


class ErrorErrorDetails(Model):
    field: str
    reason: str


class EvaluationQuestionsQuestionsRelevant(Model):
    source_id: str
    text: str | None = None


class EvaluationResultLatencyMs(Model):
    """
    The time of a search for ten results, without HTTP.
    """

    p50: float | None
    p95: float | None
    p99: float | None


class EvaluationResultMetrics(Model):
    """
    Means over the questions, 0 to 1; null if no question counts. The first four rate rankings of sources, for questions that have an answer.
    """

    ndcg_at_10: float | None
    recall_at_5: float | None
    recall_at_10: float | None
    mrr_at_10: float | None
    calibration_error: float | None
    """
    Expected calibration error: how far scores are from the share of relevant results.
    """
    best_score_answerable: float | None
    """
    The mean highest score of questions that have an answer.
    """
    best_score_unanswerable: float | None


class EvaluationResultReliability(Model):
    from_: float = Field(..., alias='from')
    to: float
    count: int
    mean_score: float | None
    share_relevant: float | None


class FeedbackOnReplyAuthor(Model):
    """
    A visitor has the type `publishable_token` and the name of the token. Absent in ratings older than the field.
    """

    type: str | Literal['api_key', 'account', 'publishable_token', 'command_line', 'service']
    id: str | None
    name: str


class GapExample(Model):
    """
    The reply to the latest one.
    """

    agent_id: str
    session_id: str
    message_id: str


class GapSuggestion(Model):
    source_id: str
    source_name: str
    chunk_id: str
    text: str
    """
    The text of the chunk.
    """
    score: float
    """
    As in `POST /v1/query`, 0.2 or more.
    """


class Grant(Model):
    id: str
    """
    The prefix tells the type: `inv_`, `key_`, `tok_`, `wh_` or `acc_`.
    """
    type: Literal['invitation', 'api_key', 'publishable_token', 'webhook', 'member'] | str
    """
    All types end except `member`, which is someone who joined through an invitation of this member or key. Remove them separately if needed.
    """
    name: str
    """
    The name of a key, token or member; the URL of a webhook; the email address or role of an invitation.
    """
    environment: Literal['live', 'sandbox'] | str
    created_by: str | None
    """
    The account (`acc_`) or API key (`key_`) that made it or took it over, and whose removal ends it. Null if the service, the command line or an older version made it.
    """


class HandoverAssignee(Model):
    """
    Who has it, or who resolved it.
    """

    type: Literal['api_key', 'account'] | str
    id: str
    name: str


class HandoverContact(Model):
    """
    As the visitor gave it; an email address is not proved.
    """

    name: str | None = None
    email: str | None = None


class HandoverOfSessionAssignee(Model):
    """
    Who has it, or who resolved it.
    """

    type: Literal['api_key', 'account'] | str
    id: str
    name: str


class ImportResult(Model):
    created: int
    """
    Questions that had no answer yet.
    """
    updated: int
    """
    Answers that got a new version.
    """
    unchanged: int
    """
    Answers that were already as sent.
    """


class KnowledgeBaseEmbeddingSwitch(Model):
    to: str
    """
    The model whose index is being built.
    """
    progress: float
    """
    The share of sources that are done, 0 to 1.
    """
    error: str | None
    """
    Why it is stuck. Footnote keeps trying.
    """


class KnowledgeBaseUnderstanding(Model):
    status: Literal['pending', 'done', 'skipped'] | str
    """
    `skipped`: nothing waits, and some sources keep to the instant pass, because the workspace has as many chunks as `DEEP_CHUNKS_MAX`.
    """
    chunks: int
    """
    Of its indexed sources.
    """
    understood_chunks: int
    """
    How many of them the deep model has read.
    """


class LimitsRateLimitsRequests(Model):
    """
    Requests of each class per window, for each API key and each signed-in person.
    """

    read: int
    write: int
    query: int
    chat: int
    upload: int


class LimitsSizes(Model):
    """
    Maximum sizes. Names say if the unit is bytes, characters or seconds; the others are counts.
    """

    json_body_bytes: int
    small_body_bytes: int
    json_tokens: int
    small_json_tokens: int
    json_depth: int
    file_bytes: int
    content_characters: int
    extracted_characters: int
    pages: int
    archive_expansion: int
    archive_entries: int
    stream_bytes: int
    archive_bytes: int
    page_bytes: int
    redirects: int
    crawl_pages: int
    crawl_depth: int
    crawl_addresses_for_page: int
    name_characters: int
    external_id_characters: int
    passkeys_of_an_account: int
    passkey_body_bytes: int
    invitation_body_bytes: int
    description_characters: int
    message_characters: int
    completion_messages: int
    message_parts: int
    completion_parts: int
    embedded_texts: int
    embedded_characters: int
    token_budget: int
    query_characters: int
    system_prompt_characters: int
    agent_message_characters: int
    url_characters: int
    refresh_interval_hours: int
    tags: int
    tag_characters: int
    knowledge_bases_of_an_agent: int
    knowledge_bases_of_a_key: int
    source_ids_of_a_query: int
    similar_sources: int
    source_history: int
    sources_of_a_bulk_change: int
    sources_of_a_batch: int
    tag_counts: int
    insight_days: int
    gaps: int
    origins_of_a_token: int
    widget_messages_per_minute: int
    widget_message_characters: int
    top_sources: int
    session_id_characters: int
    password_min_characters: int
    password_characters: int
    metadata_keys: int
    metadata_key_characters: int
    metadata_value_characters: int
    source_metadata_keys: int
    source_metadata_key_characters: int
    source_metadata_list_items: int
    source_metadata_bytes: int
    filter_depth: int
    filter_conditions: int
    filter_values: int
    feedback_comment_characters: int
    handover_message_characters: int
    webhooks: int
    event_bytes: int
    page_size: int
    query_results: int
    pinned_answers: int
    pinned_answer_characters: int
    variants_of_an_answer: int
    imported_answers: int
    import_bytes: int
    sources_of_an_answer: int
    answer_versions: int
    evaluation_questions: int
    relevant_of_a_question: int
    must_of_a_question: int
    wait_seconds: int
    usage_days: int


class MessageAuthor(Model):
    """
    Who wrote the message of a person, with the name that visitors see.
    """

    id: str
    name: str | None = None


class Meta(Model):
    request_id: str
    """
    Names this request in logs, prefix `req_`.
    """
    timestamp: datetime


class ModelModel(Model):
    """
    As in OpenAI, with the name of the agent.
    """

    id: str
    """
    The id of the agent.
    """
    object: Literal['model']
    created: int
    """
    Seconds since 1970.
    """
    owned_by: str
    """
    Always `footnote`.
    """
    name: str
    """
    The name of the agent, which a request may send as `model` too.
    """


class ModelList(Model):
    """
    As in OpenAI, with the name of each agent.
    """

    object: Literal['list']
    data: list[ModelModel]
    """
    The active agents, newest first.
    """


class NewApiKey(Model):
    id: str
    """
    Prefix `key_`.
    """
    name: str
    scope: str | Literal['read_only', 'read_write', 'admin']
    environment: Literal['live', 'sandbox'] | str
    last_four: str
    """
    The last four characters of the key, to tell keys apart.
    """
    knowledge_base_ids: list[str] | None = None
    """
    The knowledge bases that the key is restricted to, including deleted ones; absent if it is not restricted.
    """
    created_by: str | None
    """
    The account (`acc_`) or API key (`key_`) that made it or took it over, and whose removal ends it. Null if the service, the command line or an older version made it.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    last_used_at: datetime | None = None
    """
    ISO 8601, UTC.
    """
    expires_at: datetime | None = None
    """
    ISO 8601, UTC.
    """
    revoked_at: datetime | None = None
    """
    ISO 8601, UTC.
    """
    key: str
    """
    The full key. Shown only once.
    """


class NewApiKeyResponse(Model):
    data: NewApiKey
    meta: Meta


class OutputRefusal(Model):
    type: Literal['refusal']
    refusal: str
    """
    Why there is no JSON, in words.
    """


class OverviewDays(Model):
    day: str
    """
    In UTC, such as 2026-11-22.
    """
    messages: int
    """
    Messages that agents replied to, small talk aside.
    """
    mean_confidence: float | None = None
    fallbacks: int
    latency_p50_ms: int | None = None
    latency_p95_ms: int | None = None


class OverviewJobs(Model):
    waiting: int
    """
    Jobs that are due and waiting.
    """
    oldest_seconds: float | None = None
    """
    How long the oldest has waited.
    """


class OverviewRatings(Model):
    up: int
    down: int


class OverviewSourcesByStatus(Model):
    processing: int
    indexed: int
    failed: int


class OverviewTopSources(Model):
    id: str
    name: str
    replies: int


class PageMeta(Model):
    request_id: str
    """
    Names this request in logs, prefix `req_`.
    """
    timestamp: datetime
    next_cursor: str | None = None
    """
    Pass it as `cursor` to get the next page; absent on the last page.
    """


class PinnedAnswerUpdatedBy(Model):
    """
    The author of this version.
    """

    type: str | Literal['api_key', 'account', 'publishable_token', 'command_line', 'service']
    id: str | None
    name: str


class PinnedAnswerVersionUpdatedBy(Model):
    """
    The author of this version.
    """

    type: str | Literal['api_key', 'account', 'publishable_token', 'command_line', 'service']
    id: str | None
    name: str


class QuestionOutcome(Model):
    id: str | None = None
    query: str
    ndcg_at_10: float | None
    """
    Null for a question without an answer.
    """
    rank: int | None
    """
    Rank of the first relevant source, from 1; null if it is not among the first 20.
    """
    best_score: float
    """
    The highest score; 0 if nothing was found.
    """
    source_ids: list[str]
    """
    The sources that were found, best first, at most ten.
    """


class ReplyOutcome(Model):
    query: str
    reply: str | None = None
    """
    Absent once a source of the reply was deleted.
    """
    kind: Literal['answer', 'pinned', 'fallback', 'small_talk', 'handover'] | str
    confidence: float
    right: bool
    """
    The reply holds an entry of `must`; without `must`, it cites a relevant source; for a question without an answer, it is a fallback.
    """
    holds_must: bool | None
    """
    Null for a question without `must`.
    """
    cites_relevant: bool | None
    """
    Null for a question without relevant sources.
    """
    source_ids: list[str]
    """
    The sources of the reply, best first.
    """


class ReplyResultsLatencyMs(Model):
    """
    The time of a reply.
    """

    p50: float | None
    p95: float | None


class ResponseAnnotation(Model):
    type: Literal['url_citation']
    start_index: int
    """
    Where the cited part of the content begins, in UTF-16 code units.
    """
    end_index: int
    """
    Where it ends, exclusive.
    """
    url: str
    """
    The web page at the cited words; for files and texts, the source in the dashboard.
    """
    title: str
    """
    The name of the source.
    """


class ResponseHandover(Model):
    """
    Offers a person, or says how far the hand-over to one is. Absent otherwise.
    """

    reason: Literal['requested', 'low_confidence'] | str | None = None
    """
    A person is offered: the visitor asked for one, or the reply has a low confidence.
    """
    status: Literal['open', 'assigned'] | str | None = None
    """
    A hand-over is open, or a person has it.
    """


class ResponseStreamEventResponseHandover(Model):
    """
    Offers a person, or says how far the hand-over to one is. Absent otherwise.
    """

    reason: Literal['requested', 'low_confidence'] | str | None = None
    """
    A person is offered: the visitor asked for one, or the reply has a low confidence.
    """
    status: Literal['open', 'assigned'] | str | None = None
    """
    A hand-over is open, or a person has it.
    """


class ResponseStreamEventResponseTextFormat(Model):
    type: Literal['text', 'json_object', 'json_schema'] | str


class ResponseTextFormat(Model):
    type: Literal['text', 'json_object', 'json_schema'] | str


class ResponseUsageInputTokensDetails(Model):
    cached_tokens: int


class ResponseUsageOutputTokensDetails(Model):
    reasoning_tokens: int


class SimilarSourcesSources(Model):
    id: str
    name: str
    knowledge_base_id: str
    similarity: float
    """
    0 to 1. 1 is the same text, 0 is as unlike as two texts about different things. Nearly the same text has 0.9 or more; a good translation 0.4 to 0.8; pages of one manual about 0.4 to 0.7. Lower than 0.36 is left out.
    """
    kind: Literal['duplicate', 'translation', 'related'] | str
    """
    `duplicate`: nearly the same text. `translation`: nearly the same meaning in another language, only with `deep`. `related`: anything else.
    """


class SourceChunk(Model):
    id: str
    """
    Prefix `chunk_`.
    """
    position: int
    start: int
    end: int
    page: int | None = None
    heading: str | None = None
    text: str


class SourceChunkPage(Model):
    data: list[SourceChunk]
    meta: PageMeta


class SourceContentHeadings(Model):
    start: int
    end: int
    level: int
    text: str


class SourceContentPages(Model):
    page: int
    start: int


class SourceCountsTags(Model):
    tag: str
    count: int


class SourceDeletedEventData(Model):
    id: str
    """
    The id that the source had.
    """


class SourceHistoryEntryActor(Model):
    type: str | Literal['api_key', 'account', 'publishable_token', 'command_line', 'service']
    id: str | None
    name: str


class SourceHistoryEntryDetailsEmbeddingModel(Model):
    from_: str = Field(..., alias='from')
    to: str


class SourceHistoryEntryDetailsExternalId(Model):
    from_: str | None = Field(..., alias='from')
    to: str | None


class SourceHistoryEntryDetailsFileName(Model):
    from_: str | None = Field(..., alias='from')
    to: str | None


class SourceHistoryEntryDetailsKnowledgeBaseId(Model):
    """
    The source was moved.
    """

    from_: str = Field(..., alias='from')
    to: str


class SourceHistoryEntryDetailsName(Model):
    from_: str | None = Field(..., alias='from')
    to: str | None


class SourceHistoryEntryDetailsRefreshIntervalHours(Model):
    from_: int | None = Field(..., alias='from')
    to: int | None


class SourceHistoryEntryDetailsTags(Model):
    from_: list[str] = Field(..., alias='from')
    to: list[str]


class SourceHistoryEntryDetailsUrl(Model):
    from_: str | None = Field(..., alias='from')
    to: str | None


class SourceReadyEventData(Model):
    pass


class SourceReference(Model):
    id: str
    name: str
    snippet: str
    url: str | None = None
    """
    Of a web page.
    """
    file_name: str | None = None
    """
    Of a document.
    """
    page: int | None = None
    """
    Of the snippet.
    """
    external_id: str | None = None
    """
    Of the source, where it comes from.
    """
    link: str | None = None
    """
    The place, for people: of a web page its URL with a text fragment that scrolls to the words; of other sources a path of the dashboard, which marks them. Absent in replies that were given before it was kept.
    """


class TokenBudget(Model):
    """
    Input and output tokens of the language model. Once a budget is used up, chats get 429 until it renews.
    """

    per_day: int | None
    """
    Tokens per day (UTC); null means no limit.
    """
    per_month: int | None
    """
    Tokens per calendar month (UTC); null means no limit.
    """


class TokenBudgetUseDay(Model):
    limit: int | None
    """
    Tokens; null means no limit.
    """
    spent: int
    renews_at: datetime
    """
    ISO 8601, UTC.
    """


class TokenBudgetUseMonth(Model):
    limit: int | None
    """
    Tokens; null means no limit.
    """
    spent: int
    renews_at: datetime
    """
    ISO 8601, UTC.
    """


class Usage(Model):
    """
    What the language model used; absent when it was not asked.
    """

    model: str
    input_tokens: int
    output_tokens: int
    cost: float | None = None
    """
    In the currency of the configured prices; absent if none are configured.
    """


class UsageGroupKey(Model):
    """
    An API key, the account of a signed-in person, or the publishable token of a chat widget.
    """

    id: str | None
    """
    Null for activity without a key, such as a crawl.
    """
    name: str | None = None


class UsageReportTotals(Model):
    requests: int
    """
    Authorized requests, whatever the answer.
    """
    queries: int
    """
    Searches, except those of chats.
    """
    messages: int
    """
    Messages that agents answered.
    """
    input_tokens: int
    """
    Input tokens of the language model for these replies.
    """
    output_tokens: int
    """
    Output tokens of the language model in these replies.
    """
    sources: int
    """
    Added sources. Those of a crawl belong to no key.
    """
    storage_bytes: int
    """
    Bytes of the original content of all sources now.
    """


class VerdictAuthor(Model):
    type: str | Literal['api_key', 'account', 'publishable_token', 'command_line', 'service']
    id: str | None
    name: str


class Webhook(Model):
    id: str
    """
    Prefix `wh_`.
    """
    url: str
    description: str
    events: list[str | Literal['source.indexed', 'source.failed', 'source.deleted', 'agent.created', 'agent.updated', 'agent.deleted', 'conversation.started', 'conversation.handover', 'conversation.handover_updated', 'message.feedback', 'message.verdict', 'budget.warning', 'budget.exceeded', 'key.created', 'key.revoked', 'webhook.test']] | None
    """
    Null means all events, including types added later.
    """
    enabled: bool
    disabled_reason: str | None = None
    """
    Why Footnote disabled it.
    """
    failing_since: datetime | None = None
    """
    No delivery has succeeded since then.
    """
    previous_secret_until: datetime | None = None
    """
    Until then, deliveries are also signed with the previous secret.
    """
    created_by: str | None
    """
    The account (`acc_`) or API key (`key_`) that made it or took it over, and whose removal ends it. Null if the service, the command line or an older version made it.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    updated_at: datetime
    """
    ISO 8601, UTC.
    """


class WebhookPage(Model):
    data: list[Webhook]
    meta: PageMeta


class WebhookResponse(Model):
    data: Webhook
    meta: Meta


class WebhookWithSecret(Model):
    id: str
    """
    Prefix `wh_`.
    """
    url: str
    description: str
    events: list[str | Literal['source.indexed', 'source.failed', 'source.deleted', 'agent.created', 'agent.updated', 'agent.deleted', 'conversation.started', 'conversation.handover', 'conversation.handover_updated', 'message.feedback', 'message.verdict', 'budget.warning', 'budget.exceeded', 'key.created', 'key.revoked', 'webhook.test']] | None
    """
    Null means all events, including types added later.
    """
    enabled: bool
    disabled_reason: str | None = None
    """
    Why Footnote disabled it.
    """
    failing_since: datetime | None = None
    """
    No delivery has succeeded since then.
    """
    previous_secret_until: datetime | None = None
    """
    Until then, deliveries are also signed with the previous secret.
    """
    created_by: str | None
    """
    The account (`acc_`) or API key (`key_`) that made it or took it over, and whose removal ends it. Null if the service, the command line or an older version made it.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    updated_at: datetime
    """
    ISO 8601, UTC.
    """
    secret: str
    """
    Verify signatures with it. Shown only once.
    """


class WebhookWithSecretResponse(Model):
    data: WebhookWithSecret
    meta: Meta


class Workspace(Model):
    id: str
    """
    Prefix `ws_`.
    """
    name: str
    environment: Literal['live', 'sandbox'] | str
    default_knowledge_base_id: str
    members_may_publish: bool
    """
    Whether members and read_write keys can create publishable tokens, as admins can.
    """
    token_budget: TokenBudget
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    updated_at: datetime
    """
    ISO 8601, UTC.
    """


class WorkspaceResponse(Model):
    data: Workspace
    meta: Meta


class Agent(Model):
    id: str
    """
    Prefix `agt_`.
    """
    name: str
    status: str | Literal['active', 'inactive']
    knowledge_base_ids: list[str]
    welcome_message: str | None
    """
    Sent when a new session starts; null means none.
    """
    fallback_message: str | None
    """
    Sent when no source answers; null means a general sentence.
    """
    system_prompt: str | None
    """
    Persona and behaviour.
    """
    response_length: str | Literal['short', 'medium', 'detailed']
    min_confidence: float | None
    """
    Replies below this confidence, 0 to 1, are replaced by the fallback message; null uses the default of the service.
    """
    temperature: float | None
    """
    Temperature of the language model, 0 to 2; null means the default of the provider.
    """
    handover: str | Literal['never', 'on_request', 'on_low_confidence']
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    token_budget: TokenBudget
    updated_at: datetime
    """
    ISO 8601, UTC.
    """


class AgentPage(Model):
    data: list[Agent]
    meta: PageMeta


class AgentResponse(Model):
    data: Agent
    meta: Meta


class ApiKey(Model):
    id: str
    """
    Prefix `key_`.
    """
    name: str
    scope: str | Literal['read_only', 'read_write', 'admin']
    environment: Literal['live', 'sandbox'] | str
    last_four: str
    """
    The last four characters of the key, to tell keys apart.
    """
    knowledge_base_ids: list[str] | None = None
    """
    The knowledge bases that the key is restricted to, including deleted ones; absent if it is not restricted.
    """
    created_by: str | None
    """
    The account (`acc_`) or API key (`key_`) that made it or took it over, and whose removal ends it. Null if the service, the command line or an older version made it.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    last_used_at: datetime | None = None
    """
    ISO 8601, UTC.
    """
    expires_at: datetime | None = None
    """
    ISO 8601, UTC.
    """
    revoked_at: datetime | None = None
    """
    ISO 8601, UTC.
    """


class ApiKeyPage(Model):
    data: list[ApiKey]
    meta: PageMeta


class ApiKeyResponse(Model):
    data: ApiKey
    meta: Meta


class AuditEntry(Model):
    id: str
    """
    Prefix `aud_`.
    """
    actor: AuditEntryActor
    action: str
    """
    A noun and a verb in the past tense; currently `account.signed_in`, `account.sign_in_failed`, `account.signed_out`, `account.updated`, `account.email_proved`, `account.reclaimed`, `account.reclaim_refused`, `account.confirmation_failed`, `account.recovery_code_used`, `account.removed`, `agent.created`, `agent.updated`, `agent.deleted`, `backup.created`, `conversation.deleted`, `crawl.started`, `crawl.cancelled`, `export.started`, `invitation.created`, `invitation.deleted`, `key.created`, `key.updated`, `key.revoked`, `knowledge_base.created`, `knowledge_base.updated`, `knowledge_base.deleted`, `member.added`, `member.updated`, `member.removed`, `passkey.added`, `passkey.updated`, `passkey.removed`, `publishable_token.created`, `publishable_token.updated`, `publishable_token.deleted`, `source.deleted`, `source.bulk_changed`, `second_factor.enabled`, `second_factor.disabled`, `second_factor.recovery_codes_created`, `webhook.created`, `webhook.updated`, `webhook.secret_rotated`, `webhook.disabled`, `webhook.deleted`, `workspace.created`, `workspace.updated`, `workspace.deleted`.
    """
    subject_id: str
    details: dict[str, Any]
    """
    More about the action; changed fields as `{from, to}`. Never a secret.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """


class AuditEntryPage(Model):
    data: list[AuditEntry]
    meta: PageMeta


class BulkResultResponse(Model):
    data: BulkResult
    meta: Meta


class ChatAnnotation(Model):
    type: Literal['url_citation']
    url_citation: ChatAnnotationUrlCitation


class ChatAnswer(Model):
    reply: str
    sources: list[SourceReference]
    """
    The sources that the reply rests on, best first, one entry per source.
    """
    session_id: str
    confidence: float
    """
    0 to 1. Below 0.5 the knowledge base may lack the information.
    """
    kind: str | Literal['answer', 'pinned', 'fallback', 'small_talk', 'handover'] | None = (
        None
    )
    """
    `answer`: from the sources. `pinned`: a pinned answer, word for word. `fallback`: the message that there is no answer. `small_talk`: a reply to a greeting or thanks. `handover`: what is said about a hand-over to a person. Absent in older transcripts.
    """
    confidence_reason: str | None = None
    """
    A sentence in English that explains the confidence.
    """
    degraded: Literal[True] | None = None
    """
    The language model gave no whole reply: `confidence_reason` says why, and the reply has what it wrote or is made without it.
    """
    usage: Usage | None = None
    pinned_answer_id: str | None = None
    """
    The pinned answer that the reply is.
    """
    handover: ChatAnswerHandover | None = None
    citations: list[Citation]
    message_id: str
    welcome_message: str | None = None
    """
    In the first turn of a session, if the agent has one.
    """


class ChatAnswerResponse(Model):
    data: ChatAnswer
    meta: Meta


class ChatDeltaEvent(Model):
    """
    The reply goes on.
    """

    event: Literal['delta']
    data: ChatDeltaEventData


class ChatDoneEvent(Model):
    """
    The last event, with the whole answer.
    """

    event: Literal['done']
    data: ChatAnswer


class ChatMetaEvent(Model):
    """
    The first event.
    """

    event: Literal['meta']
    data: ChatMetaEventData


class ChatSearchEvent(Model):
    """
    The language model asked for another search.
    """

    event: Literal['search']
    data: ChatSearchEventData


class ChatSourcesEventData(Model):
    sources: list[SourceReference]
    citations: list[Citation]


class ChatWithdrawEvent(Model):
    """
    Remove a piece of the reply, which does not stand.
    """

    event: Literal['withdraw']
    data: ChatWithdrawEventData


class CompletionChoicesMessage(Model):
    role: Literal['assistant']
    content: str | None
    refusal: str | None
    """
    Why there is no JSON, in words; null otherwise.
    """
    annotations: list[ChatAnnotation]
    """
    The sources, with links.
    """


class CompletionChunkChoicesDelta(Model):
    role: Literal['assistant'] | None = None
    content: str | None = None
    refusal: str | None = None
    annotations: list[ChatAnnotation] | None = None


class ConfigurationModels(Model):
    chat: ConfigurationModelsChat | None = None
    embedding: ConfigurationModelsEmbedding
    reranker: ConfigurationModelsReranker | None = None


class ContentChunk(Model):
    id: str
    """
    Prefix `chunk_`.
    """
    source_id: str
    source_name: str
    text: str
    score: float
    """
    Relevance from 0 to 1, on the same scale for all search types. Higher is more relevant.
    """
    knowledge_base_id: str
    position: int
    """
    Position among the chunks of the source, from 0.
    """
    start: int
    """
    Offset into the extracted text of the source, in UTF-16 code units.
    """
    end: int
    url: str | None = None
    """
    Of a web page.
    """
    file_name: str | None = None
    """
    Of a document.
    """
    external_id: str | None = None
    """
    Of the source, where it comes from.
    """
    link: str
    """
    The place, for people: of a web page its URL with a text fragment that scrolls to the words; of other sources a path of the dashboard, which marks them.
    """
    page: int | None = None
    heading: str | None = None
    tags: list[str]
    metadata: dict[str, str | float | bool | list[str]]
    """
    The metadata of the source.
    """
    score_details: ContentChunkScoreDetails | None = None
    matches: list[ContentChunkMatches] | None = None
    """
    With `include: ["matches"]`: where the matched words, in any form, are in `text`, as offsets in UTF-16 code units, in order and without overlaps. Function words are omitted unless the query has no others. If no word matched, as in `semantic` searches, it is the one block (paragraph, list item, table row, code) nearest in meaning; empty until the deep model has read the source.
    """


class Crawl(Model):
    id: str
    """
    Prefix `crawl_`.
    """
    url: str
    mode: str | Literal['links', 'sitemap']
    status: str | Literal['running', 'completed', 'cancelled', 'failed']
    knowledge_base_id: str
    tags: list[str]
    metadata: dict[str, str | float | bool | list[str]]
    """
    The metadata of each added source.
    """
    max_pages: int
    max_depth: int
    refresh_interval_hours: int | None = None
    progress: float
    """
    The share of known pages that are done, 0 to 1; 1 when the crawl has ended.
    """
    pages: CrawlPages
    error: str | None = None
    """
    Why the crawl failed.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    updated_at: datetime
    """
    ISO 8601, UTC.
    """
    ended_at: datetime | None = None
    """
    ISO 8601, UTC.
    """


class CrawlPage(Model):
    data: list[Crawl]
    meta: PageMeta


class CrawlResponse(Model):
    data: Crawl
    meta: Meta


class CrawledPagePage(Model):
    data: list[CrawledPage]
    meta: PageMeta


class CreatedSourcesResultsError(Model):
    """
    Why it was refused. Nothing was stored of it.
    """

    code: str
    message: str
    details: list[CreatedSourcesResultsErrorDetails] | None = None


class Delivery(Model):
    id: str
    """
    Prefix `dlv_`.
    """
    event_id: str
    event_type: str | Literal['source.indexed', 'source.failed', 'source.deleted', 'agent.created', 'agent.updated', 'agent.deleted', 'conversation.started', 'conversation.handover', 'conversation.handover_updated', 'message.feedback', 'message.verdict', 'budget.warning', 'budget.exceeded', 'key.created', 'key.revoked', 'webhook.test']
    status: str | Literal['pending', 'delivered', 'failed']
    attempts: list[DeliveryAttempt]
    """
    The latest 20 attempts, oldest first.
    """
    next_attempt_at: datetime | None = None
    """
    Absent once the delivery has ended, and while it waits for an earlier event about the same subject.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    ended_at: datetime | None = None
    """
    ISO 8601, UTC.
    """


class DeliveryPage(Model):
    data: list[Delivery]
    meta: PageMeta


class DismissedGapResponse(Model):
    data: DismissedGap
    meta: Meta


class EmbeddingList(Model):
    """
    As in OpenAI.
    """

    object: Literal['list']
    data: list[EmbeddingListData]
    model: str
    usage: EmbeddingListUsage


class ErrorError(Model):
    code: str | Literal['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'conflict', 'unprocessable_entity', 'rate_limited', 'internal_error', 'unavailable']
    message: str
    """
    What is wrong, and what to do about it.
    """
    request_id: str
    details: list[ErrorErrorDetails] | None = None
    type: str | None = None
    """
    Only on OpenAI-compatible endpoints.
    """
    param: str | None = None
    """
    Only on OpenAI-compatible endpoints.
    """


class EvaluationQuestionsQuestions(Model):
    query: str
    relevant: list[EvaluationQuestionsQuestionsRelevant]
    must: list[str]
    unanswerable: bool


class EvaluationResult(Model):
    search_type: Literal['hybrid', 'semantic', 'keyword'] | str
    metrics: EvaluationResultMetrics
    latency_ms: EvaluationResultLatencyMs
    reliability: list[EvaluationResultReliability]
    """
    The first ten results of each question, by score.
    """


class Event(Model):
    id: str
    """
    Prefix `evt_`; the `webhook-id` of its deliveries.
    """
    type: str | Literal['source.indexed', 'source.failed', 'source.deleted', 'agent.created', 'agent.updated', 'agent.deleted', 'conversation.started', 'conversation.handover', 'conversation.handover_updated', 'message.feedback', 'message.verdict', 'budget.warning', 'budget.exceeded', 'key.created', 'key.revoked', 'webhook.test']
    timestamp: datetime
    """
    ISO 8601, UTC.
    """
    workspace_id: str
    environment: Literal['live', 'sandbox'] | str
    data: dict[str, Any]
    """
    What the event is about, as the API shows it; once that is deleted, its id and `erased: true`. If a body would be larger than 20 KB, its longest texts are cut and `truncated` names them.
    """


class EventBody(Model):
    type: str | Literal['source.indexed', 'source.failed', 'source.deleted', 'agent.created', 'agent.updated', 'agent.deleted', 'conversation.started', 'conversation.handover', 'conversation.handover_updated', 'message.feedback', 'message.verdict', 'budget.warning', 'budget.exceeded', 'key.created', 'key.revoked', 'webhook.test']
    timestamp: datetime
    """
    ISO 8601, UTC.
    """
    workspace_id: str
    environment: Literal['live', 'sandbox'] | str
    data: dict[str, Any]
    """
    What the event is about, as the API shows it; once that is deleted, its id and `erased: true`. If a body would be larger than 20 KB, its longest texts are cut and `truncated` names them.
    """


class EventPage(Model):
    data: list[Event]
    meta: PageMeta


class FeedbackOnReply(Model):
    rating: Literal['up', 'down'] | str
    comment: str | None = None
    author: FeedbackOnReplyAuthor | None = None


class Gap(Model):
    question: str
    """
    As it was last asked.
    """
    other_wordings: list[str] | None = None
    """
    Other wordings of the question, the latest first, at most 20. Absent without any.
    """
    count: int
    last_asked_at: datetime
    """
    ISO 8601, UTC.
    """
    best_confidence: float
    agent_ids: list[str]
    example: GapExample
    suggestion: GapSuggestion | None = None
    """
    The chunk of the agent's knowledge bases that comes nearest to an answer. Only for the first 20 gaps, and absent if nothing comes near.
    """


class Gaps(Model):
    total: int
    """
    All gaps, including those not shown.
    """
    gaps: list[Gap]
    """
    At most 100, most frequent first.
    """


class GapsResponse(Model):
    data: Gaps
    meta: Meta


class GrantPage(Model):
    data: list[Grant]
    meta: PageMeta


class Handover(Model):
    status: str | Literal['open', 'assigned', 'resolved']
    contact: HandoverContact
    message: str | None = None
    assignee: HandoverAssignee | None = None
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    assigned_at: datetime | None = None
    """
    ISO 8601, UTC.
    """
    resolved_at: datetime | None = None
    """
    ISO 8601, UTC.
    """


class HandoverOfSession(Model):
    status: str | Literal['open', 'assigned', 'resolved']
    contact: HandoverContact
    message: str | None = None
    assignee: HandoverOfSessionAssignee | None = None
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    assigned_at: datetime | None = None
    """
    ISO 8601, UTC.
    """
    resolved_at: datetime | None = None
    """
    ISO 8601, UTC.
    """
    agent_id: str
    session_id: str


class HandoverOfSessionResponse(Model):
    data: HandoverOfSession
    meta: Meta


class ImportResultResponse(Model):
    data: ImportResult
    meta: Meta


class Invitation(Model):
    id: str
    """
    Prefix `inv_`.
    """
    role: str | Literal['viewer', 'member', 'admin', 'owner']
    email: str | None = None
    """
    The email address that the invitation is for, if any.
    """
    created_by: str | None
    """
    The account (`acc_`) or API key (`key_`) that made it or took it over, and whose removal ends it. Null if the service, the command line or an older version made it.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    expires_at: datetime
    """
    ISO 8601, UTC.
    """


class InvitationPage(Model):
    data: list[Invitation]
    meta: PageMeta


class InvitationResponse(Model):
    data: Invitation
    meta: Meta


class KnowledgeBase(Model):
    id: str
    """
    Prefix `kb_`.
    """
    name: str
    description: str
    is_default: bool
    """
    For sources that name no knowledge base.
    """
    source_count: int
    embedding_model: str
    """
    The model whose index answers queries.
    """
    embedding_switch: KnowledgeBaseEmbeddingSwitch | None
    """
    Present while the knowledge base switches to another model. Queries use the current index until all sources are done, then the new one.
    """
    understanding: KnowledgeBaseUnderstanding | None
    """
    How far the deep model has come, which reads what is indexed; null without one. Queries use what there is.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    updated_at: datetime
    """
    ISO 8601, UTC.
    """


class KnowledgeBasePage(Model):
    data: list[KnowledgeBase]
    meta: PageMeta


class KnowledgeBaseResponse(Model):
    data: KnowledgeBase
    meta: Meta


class LimitsRateLimits(Model):
    enabled: bool
    """
    If false, the other rate limits have no effect.
    """
    window_seconds: int
    requests: LimitsRateLimitsRequests
    failed_authentications: int
    """
    Failed authentications per window from one IP address.
    """
    concurrent_chats: int
    """
    Chats that may run at the same time.
    """
    open_streams: int
    """
    Change streams and requests with `wait` that may be open at the same time.
    """


class Member(Model):
    id: str
    """
    The account id, prefix `acc_`.
    """
    email: str
    email_proved: bool
    """
    Whether OpenID Connect, or an invitation of this workspace to the email address, has proved that it is theirs. If false, anyone could have entered it.
    """
    name: str
    role: str | Literal['viewer', 'member', 'admin', 'owner']
    created_at: datetime
    """
    When they joined.
    """
    last_sign_in_at: datetime | None = None
    """
    ISO 8601, UTC.
    """


class MemberPage(Model):
    data: list[Member]
    meta: PageMeta


class MemberResponse(Model):
    data: Member
    meta: Meta


class NewInvitation(Model):
    id: str
    """
    Prefix `inv_`.
    """
    role: str | Literal['viewer', 'member', 'admin', 'owner']
    email: str | None = None
    """
    The email address that the invitation is for, if any.
    """
    created_by: str | None
    """
    The account (`acc_`) or API key (`key_`) that made it or took it over, and whose removal ends it. Null if the service, the command line or an older version made it.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    expires_at: datetime
    """
    ISO 8601, UTC.
    """
    link: str
    """
    Opens the page to join. Works once, and is shown only once.
    """


class NewInvitationResponse(Model):
    data: NewInvitation
    meta: Meta


class OutcomesOfSearch(Model):
    search_type: Literal['hybrid', 'semantic', 'keyword'] | str
    questions: list[QuestionOutcome]


class OutputText(Model):
    type: Literal['output_text']
    text: str
    annotations: list[ResponseAnnotation]
    """
    The sources, with links.
    """
    logprobs: list[Any]


class Overview(Model):
    days: list[OverviewDays]
    """
    One entry per day, oldest first.
    """
    messages: int
    mean_confidence: float | None = None
    """
    Absent if there are no replies.
    """
    confidence_histogram: list[int]
    """
    Replies with a confidence of 0 to 0.1, 0.1 to 0.2 and so on, to 1.
    """
    fallback_share: float | None = None
    """
    The share of replies that say there is no answer.
    """
    ratings: OverviewRatings
    top_sources: list[OverviewTopSources]
    """
    The sources that most replies rest on.
    """
    gaps: int
    sources_by_status: OverviewSourcesByStatus
    jobs: OverviewJobs


class OverviewResponse(Model):
    data: Overview
    meta: Meta


class PinnedAnswer(Model):
    id: str
    """
    Prefix `ans_`.
    """
    knowledge_base_id: str
    question: str
    variants: list[str]
    answer: str
    source_ids: list[str]
    enabled: bool
    version: int
    """
    Starts at 1; each update adds one.
    """
    updated_by: PinnedAnswerUpdatedBy
    hits: int
    """
    How many replies were this answer.
    """
    last_hit_at: datetime | None = None
    """
    ISO 8601, UTC.
    """
    needs_review: bool
    """
    A source of the answer was deleted or replaced since the answer was last updated. Updating it clears this.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    updated_at: datetime
    """
    ISO 8601, UTC.
    """


class PinnedAnswerPage(Model):
    data: list[PinnedAnswer]
    meta: PageMeta


class PinnedAnswerResponse(Model):
    data: PinnedAnswer
    meta: Meta


class PinnedAnswerVersion(Model):
    question: str
    variants: list[str]
    answer: str
    source_ids: list[str]
    enabled: bool
    version: int
    """
    Starts at 1; each update adds one.
    """
    updated_by: PinnedAnswerVersionUpdatedBy
    created_at: datetime
    """
    When this version was written.
    """


class PinnedAnswerVersionPage(Model):
    data: list[PinnedAnswerVersion]
    meta: PageMeta


class PublishableToken(Model):
    id: str
    """
    Prefix `tok_`.
    """
    name: str
    token: str
    """
    `pub_live_…` or `pub_test_…`. Not a secret: it is part of web pages.
    """
    allowed_origins: list[str]
    enabled: bool
    messages_per_minute: int
    created_by: str | None
    """
    The account (`acc_`) or API key (`key_`) that made it or took it over, and whose removal ends it. Null if the service, the command line or an older version made it.
    """
    token_budget: TokenBudget
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    last_used_at: datetime | None = None
    """
    ISO 8601, UTC.
    """


class PublishableTokenPage(Model):
    data: list[PublishableToken]
    meta: PageMeta


class PublishableTokenResponse(Model):
    data: PublishableToken
    meta: Meta


class ReplyResults(Model):
    """
    Shares and means over the questions, 0 to 1.
    """

    questions: int
    right: float | None
    """
    Replies that hold an entry of `must`; without `must`, replies that cite a relevant source; for a question without an answer, fallbacks.
    """
    holds_must: float | None
    """
    Of the questions with `must`.
    """
    cites_relevant: float | None
    """
    Of the questions with relevant sources.
    """
    cites_relevant_first: float | None
    """
    The first source of the reply is a relevant one.
    """
    answerable_fallbacks: float | None
    """
    Questions that have an answer and got none.
    """
    unanswerable_fallbacks: float | None
    """
    Questions that have no answer and got none.
    """
    mean_confidence: float | None
    calibration_error: float | None
    """
    How far the confidence is from the share of replies that answer rightly. No reply answers an unanswerable question.
    """
    latency_ms: ReplyResultsLatencyMs


class ResponseStreamEventResponseText(Model):
    format: ResponseStreamEventResponseTextFormat


class ResponseText(Model):
    format: ResponseTextFormat


class ResponseUsage(Model):
    """
    Zero without a language model.
    """

    input_tokens: int
    input_tokens_details: ResponseUsageInputTokensDetails
    output_tokens: int
    output_tokens_details: ResponseUsageOutputTokensDetails
    total_tokens: int


class SearchResult(Model):
    results: list[ContentChunk]
    total: int
    """
    The number of results in this answer.
    """
    degraded: Literal[True] | None = None
    """
    A model could not be reached, or had no time for the query: the results were found and ranked without it.
    """


class SearchResultResponse(Model):
    data: SearchResult
    meta: Meta


class SimilarSources(Model):
    by: Literal['deep', 'instant'] | str
    """
    What was compared: with `deep`, what the deep model has read, in any language, among the sources that it has read; with `instant`, the vectors of the index, which hardly work across languages.
    """
    sources: list[SimilarSourcesSources]
    """
    Most similar first. Empty while nothing of the source is indexed.
    """


class SimilarSourcesResponse(Model):
    data: SimilarSources
    meta: Meta


class SourceContent(Model):
    source_id: str
    title: str | None = None
    """
    The title in the document.
    """
    text: str
    """
    The extracted text. All offsets are in UTF-16 code units of this text.
    """
    headings: list[SourceContentHeadings]
    pages: list[SourceContentPages]


class SourceContentResponse(Model):
    data: SourceContent
    meta: Meta


class SourceCounts(Model):
    total: int
    by_status: dict[str, int]
    by_type: dict[str, int]
    by_knowledge_base: dict[str, int]
    """
    By knowledge base id, without empty knowledge bases.
    """
    tags: list[SourceCountsTags]
    """
    The 100 most frequent tags, most frequent first.
    """


class SourceCountsResponse(Model):
    data: SourceCounts
    meta: Meta


class SourceDeletedEvent(Model):
    """
    A source was deleted.
    """

    event: Literal['source_deleted']
    data: SourceDeletedEventData


class SourceError(Model):
    code: str | Literal['unsupported_format', 'unreadable_file', 'encrypted_file', 'no_text', 'too_large', 'too_many_pages', 'fetch_failed', 'fetch_blocked', 'fetch_timeout', 'parse_timeout', 'embedding_failed', 'internal_error']
    message: str
    """
    What is wrong, and what to do about it.
    """
    stage: str | Literal['queued', 'fetching', 'parsing', 'chunking', 'embedding', 'indexing', 'done']
    retryable: bool
    """
    Whether reindexing the same content may succeed.
    """


class SourceHistoryEntryDetailsMetadata(Model):
    from_: dict[str, str | float | bool | list[str]] = Field(..., alias='from')
    to: dict[str, str | float | bool | list[str]]


class SourceReadyEvent(Model):
    """
    Read the list now: later changes follow. Sent again when changes were left out.
    """

    event: Literal['ready']
    data: SourceReadyEventData


class TokenBudgetUse(Model):
    type: Literal['workspace', 'agent', 'publishable_token'] | str
    id: str
    name: str
    day: TokenBudgetUseDay
    month: TokenBudgetUseMonth


class UpsertedSource(Model):
    id: str
    """
    Prefix `src_`.
    """
    type: str | Literal['document', 'url', 'text']
    name: str
    status: str | Literal['processing', 'indexed', 'failed']
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    knowledge_base_id: str
    tags: list[str]
    external_id: str | None = None
    """
    The id of the source where it comes from, if its client gave one.
    """
    metadata: dict[str, str | float | bool | list[str]]
    """
    What you noted about it; `{}` without any.
    """
    url: str | None = None
    file_name: str | None = None
    mime_type: str | None = None
    size_bytes: int | None = None
    """
    Bytes of the original content.
    """
    content_sha256: str | None = None
    stage: str | Literal['queued', 'fetching', 'parsing', 'chunking', 'embedding', 'indexing', 'done']
    progress: float
    """
    Progress of the indexing, 0 to 1.
    """
    chunk_count: int
    understanding: Literal['pending', 'done', 'skipped'] | str | None = None
    """
    Whether the deep model has read what is indexed: `pending` sources are found by the instant pass meanwhile, `skipped` ones are beyond `DEEP_CHUNKS_MAX` and stay with it. Absent until the source is indexed, if its knowledge base has no such model, and in events.
    """
    updated_at: datetime
    """
    ISO 8601, UTC.
    """
    indexed_at: datetime | None = None
    """
    ISO 8601, UTC.
    """
    error: SourceError | None = None
    """
    Present if the last indexing failed.
    """
    duplicate_of: str | None = None
    """
    The oldest source of the knowledge base with the same bytes, at the time of upload.
    """
    canonical_url: str | None = None
    """
    The canonical URL that the page names, or else the URL at the end of redirects from `url`.
    """
    fetched_at: datetime | None = None
    """
    When the page was last fetched.
    """
    refresh_interval_hours: int | None = None
    refresh_at: datetime | None = None
    """
    When the page will be fetched next.
    """
    refresh_error: SourceError | None = None
    """
    Why the last refresh failed. The previous content keeps answering.
    """
    crawl_id: str | None = None
    """
    The crawl that added it.
    """
    outcome: Literal['created', 'updated', 'unchanged'] | str
    """
    `unchanged`: the source was already so. It was not indexed again, and has no new entry in its history.
    """


class UpsertedSourceResponse(Model):
    data: UpsertedSource
    meta: Meta


class UsageGroup(Model):
    day: str | None = None
    """
    A day in UTC, such as `2026-11-22`.
    """
    key: UsageGroupKey | None = None
    requests: int
    """
    Authorized requests, whatever the answer.
    """
    queries: int
    """
    Searches, except those of chats.
    """
    messages: int
    """
    Messages that agents answered.
    """
    input_tokens: int
    """
    Input tokens of the language model for these replies.
    """
    output_tokens: int
    """
    Output tokens of the language model in these replies.
    """
    sources: int
    """
    Added sources. Those of a crawl belong to no key.
    """
    storage_bytes: int | None = None
    """
    Stored bytes at the end of the day; absent if they were not recorded, and in groups by key.
    """


class UsageReport(Model):
    from_: str = Field(..., alias='from')
    """
    A day in UTC, such as `2026-11-22`.
    """
    to: str
    """
    A day in UTC, such as `2026-11-22`.
    """
    group_by: list[Literal['day', 'key'] | str]
    totals: UsageReportTotals
    groups: list[UsageGroup]
    """
    By day: every day of the range, oldest first. By key: most requests first.
    """
    token_budgets: list[TokenBudgetUse]
    """
    Language model tokens spent today and this month (UTC): first the workspace, then each agent and publishable token that has a budget or spent tokens this month.
    """


class UsageReportResponse(Model):
    data: UsageReport
    meta: Meta


class Verdict(Model):
    verdict: Literal['right', 'wrong', 'incomplete'] | str
    note: str | None = None
    """
    What the reviewer says about the reply.
    """
    must: list[str]
    """
    Phrases; a right reply contains at least one.
    """
    source_ids: list[str]
    """
    Without sources that were deleted since.
    """
    author: VerdictAuthor
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    updated_at: datetime
    """
    ISO 8601, UTC.
    """


class ChatSourcesEvent(Model):
    """
    The sources and citations of the whole reply.
    """

    event: Literal['sources']
    data: ChatSourcesEventData


class CompletionChoices(Model):
    index: int
    message: CompletionChoicesMessage
    logprobs: None
    finish_reason: Literal['stop']


class CompletionChunkChoices(Model):
    index: int
    delta: CompletionChunkChoicesDelta
    logprobs: None
    finish_reason: Literal['stop'] | None


class Configuration(Model):
    version: str
    environment: Literal['live', 'sandbox'] | str
    models: ConfigurationModels
    limits: ConfigurationLimits


class ConfigurationResponse(Model):
    data: Configuration
    meta: Meta


class Conversation(Model):
    session_id: str
    message_count: int
    metadata: dict[str, str]
    started_at: datetime
    """
    ISO 8601, UTC.
    """
    last_activity_at: datetime
    """
    ISO 8601, UTC.
    """
    handover: Handover | None = None
    """
    The latest hand-over to a person; absent without one.
    """


class ConversationOfAgent(Model):
    session_id: str
    message_count: int
    metadata: dict[str, str]
    started_at: datetime
    """
    ISO 8601, UTC.
    """
    last_activity_at: datetime
    """
    ISO 8601, UTC.
    """
    handover: Handover | None = None
    """
    The latest hand-over to a person; absent without one.
    """
    agent: ConversationOfAgentAgent
    first_question: str | None = None
    """
    The beginning of the first message of the person: the title of the conversation.
    """
    last_question: str | None = None
    """
    The beginning of the last message of the person.
    """
    lowest_confidence: float | None = None
    """
    The lowest confidence of the replies; absent without one.
    """
    ratings: ConversationOfAgentRatings


class ConversationOfAgentPage(Model):
    data: list[ConversationOfAgent]
    meta: PageMeta


class ConversationPage(Model):
    data: list[Conversation]
    meta: PageMeta


class CreatedSourcesResults(Model):
    status: int
    """
    The status that the source would get by itself: 201, 200, 400, 409 or 422.
    """
    data: UpsertedSource | None = None
    """
    The source, if it was accepted.
    """
    error: CreatedSourcesResultsError | None = None


class DeliveryWithPayload(Model):
    id: str
    """
    Prefix `dlv_`.
    """
    event_id: str
    event_type: str | Literal['source.indexed', 'source.failed', 'source.deleted', 'agent.created', 'agent.updated', 'agent.deleted', 'conversation.started', 'conversation.handover', 'conversation.handover_updated', 'message.feedback', 'message.verdict', 'budget.warning', 'budget.exceeded', 'key.created', 'key.revoked', 'webhook.test']
    status: str | Literal['pending', 'delivered', 'failed']
    attempts: list[DeliveryAttempt]
    """
    The latest 20 attempts, oldest first.
    """
    next_attempt_at: datetime | None = None
    """
    Absent once the delivery has ended, and while it waits for an earlier event about the same subject.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    ended_at: datetime | None = None
    """
    ISO 8601, UTC.
    """
    payload: EventBody


class DeliveryWithPayloadResponse(Model):
    data: DeliveryWithPayload
    meta: Meta


class Error(Model):
    error: ErrorError


class Evaluation(Model):
    id: str
    """
    Prefix `eval_`.
    """
    name: str | None = None
    status: str | Literal['running', 'completed', 'failed']
    progress: float
    """
    0 to 1.
    """
    knowledge_base_ids: list[str] | None = None
    """
    Defaults to all.
    """
    search_types: list[Literal['hybrid', 'semantic', 'keyword'] | str]
    question_count: int
    agent_id: str | None = None
    """
    The agent whose replies are judged too.
    """
    skipped: int | None = None
    """
    Replies of `from_conversations` that did not become a question, because nothing says what answers it, or the question is too long.
    """
    merged: int | None = None
    """
    Replies of `from_conversations` whose question is the question of a later reply, which counts instead.
    """
    replies: ReplyResults | None = None
    """
    With an agent, once completed.
    """
    results: list[EvaluationResult] | None = None
    """
    Once completed.
    """
    error: str | None = None
    """
    Why it failed.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    updated_at: datetime
    """
    ISO 8601, UTC.
    """
    ended_at: datetime | None = None
    """
    ISO 8601, UTC.
    """


class EvaluationPage(Model):
    data: list[Evaluation]
    meta: PageMeta


class EvaluationQuestions(Model):
    questions: list[EvaluationQuestionsQuestions]


class EvaluationQuestionsResponse(Model):
    data: EvaluationQuestions
    meta: Meta


class EvaluationResponse(Model):
    data: Evaluation
    meta: Meta


class EvaluationWithOutcomes(Model):
    id: str
    """
    Prefix `eval_`.
    """
    name: str | None = None
    status: str | Literal['running', 'completed', 'failed']
    progress: float
    """
    0 to 1.
    """
    knowledge_base_ids: list[str] | None = None
    """
    Defaults to all.
    """
    search_types: list[Literal['hybrid', 'semantic', 'keyword'] | str]
    question_count: int
    agent_id: str | None = None
    """
    The agent whose replies are judged too.
    """
    skipped: int | None = None
    """
    Replies of `from_conversations` that did not become a question, because nothing says what answers it, or the question is too long.
    """
    merged: int | None = None
    """
    Replies of `from_conversations` whose question is the question of a later reply, which counts instead.
    """
    replies: ReplyResults | None = None
    """
    With an agent, once completed.
    """
    results: list[EvaluationResult] | None = None
    """
    Once completed.
    """
    error: str | None = None
    """
    Why it failed.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    updated_at: datetime
    """
    ISO 8601, UTC.
    """
    ended_at: datetime | None = None
    """
    ISO 8601, UTC.
    """
    outcomes: list[OutcomesOfSearch] | None = None
    """
    The outcome of each question, worst first, once completed.
    """
    reply_outcomes: list[ReplyOutcome] | None = None
    """
    What the agent replied to each question, sure mistakes first, once completed.
    """


class EvaluationWithOutcomesResponse(Model):
    data: EvaluationWithOutcomes
    meta: Meta


class Limits(Model):
    rate_limits: LimitsRateLimits
    sizes: LimitsSizes


class LimitsResponse(Model):
    data: Limits
    meta: Meta


class Message(Model):
    id: str
    """
    Prefix `msg_`.
    """
    role: Literal['welcome', 'user', 'agent', 'person'] | str
    """
    `person` is someone who answers in place of the agent.
    """
    text: str
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    confidence: float | None = None
    kind: str | Literal['answer', 'pinned', 'fallback', 'small_talk', 'handover'] | None = (
        None
    )
    """
    `answer`: from the sources. `pinned`: a pinned answer, word for word. `fallback`: the message that there is no answer. `small_talk`: a reply to a greeting or thanks. `handover`: what is said about a hand-over to a person. Absent in older transcripts.
    """
    confidence_reason: str | None = None
    """
    A sentence in English that explains the confidence.
    """
    degraded: Literal[True] | None = None
    """
    The language model gave no whole reply: `confidence_reason` says why, and the reply has what it wrote or is made without it.
    """
    usage: Usage | None = None
    pinned_answer_id: str | None = None
    """
    The pinned answer that the reply is.
    """
    sources: list[SourceReference] | None = None
    citations: list[Citation] | None = None
    feedback: FeedbackOnReply | None = None
    """
    The latest rating of the reply.
    """
    verdicts: list[Verdict] | None = None
    """
    What reviewers say of the reply, one verdict each, oldest first. Absent without any.
    """
    author: MessageAuthor | None = None


class MessagePage(Model):
    data: list[Message]
    meta: PageMeta


class MessageResponse(Model):
    data: Message
    meta: Meta


class OutputMessage(Model):
    id: str
    """
    An `item_reference` may name it.
    """
    type: Literal['message']
    status: Literal['completed']
    role: Literal['assistant']
    content: list[OutputText | OutputRefusal]


class Response(Model):
    """
    As in OpenAI, with the other fields of a chat answer.
    """

    id: str
    """
    A later request may send it as `previous_response_id`.
    """
    object: Literal['response']
    created_at: int
    """
    Seconds since 1970.
    """
    completed_at: int
    """
    Seconds since 1970.
    """
    status: Literal['completed']
    background: Literal[False]
    error: None
    incomplete_details: None
    instructions: None
    max_output_tokens: None
    model: str
    """
    The id of the agent.
    """
    output: list[OutputMessage]
    """
    One message.
    """
    parallel_tool_calls: Literal[False]
    previous_response_id: str | None
    reasoning: None
    store: bool
    temperature: None
    text: ResponseText
    tool_choice: Literal['auto']
    tools: list[Any]
    top_p: None
    truncation: Literal['disabled']
    usage: ResponseUsage
    user: str | None
    metadata: dict[str, str]
    message_id: str
    """
    The id of the message in the transcript, prefix `msg_`.
    """
    session_id: str
    """
    The session that the reply belongs to.
    """
    sources: list[SourceReference]
    """
    The sources that the reply rests on, best first, one entry per source.
    """
    citations: list[Citation]
    """
    The places that the reply cites, with offsets into the content.
    """
    confidence: float
    """
    0 to 1. Below 0.5 the knowledge base may lack the information.
    """
    kind: str | Literal['answer', 'pinned', 'fallback', 'small_talk', 'handover'] | None = (
        None
    )
    """
    `answer`: from the sources. `pinned`: a pinned answer, word for word. `fallback`: the message that there is no answer. `small_talk`: a reply to a greeting or thanks. `handover`: what is said about a hand-over to a person. Absent in older transcripts.
    """
    confidence_reason: str
    """
    A sentence in English that explains the confidence.
    """
    degraded: Literal[True] | None = None
    """
    The language model gave no whole reply: `confidence_reason` says why, and the reply has what it wrote or is made without it.
    """
    pinned_answer_id: str | None = None
    """
    The pinned answer that the reply is.
    """
    handover: ResponseHandover | None = None


class ResponseStreamEventResponse(Model):
    """
    With `response.created`, `response.in_progress` and `response.completed`.
    """

    id: str | None = None
    """
    A later request may send it as `previous_response_id`.
    """
    object: Literal['response'] | None = None
    created_at: int | None = None
    """
    Seconds since 1970.
    """
    completed_at: int | None = None
    """
    Seconds since 1970.
    """
    status: Literal['completed'] | None = None
    background: Literal[False] | None = None
    error: None = Field(None)
    incomplete_details: None = Field(None)
    instructions: None = Field(None)
    max_output_tokens: None = Field(None)
    model: str | None = None
    """
    The id of the agent.
    """
    output: list[OutputMessage] | None = None
    """
    One message.
    """
    parallel_tool_calls: Literal[False] | None = None
    previous_response_id: str | None = None
    reasoning: None = Field(None)
    store: bool | None = None
    temperature: None = Field(None)
    text: ResponseStreamEventResponseText | None = None
    tool_choice: Literal['auto'] | None = None
    tools: list[Any] | None = None
    top_p: None = Field(None)
    truncation: Literal['disabled'] | None = None
    usage: ResponseUsage | None = None
    user: str | None = None
    metadata: dict[str, str] | None = None
    message_id: str | None = None
    """
    The id of the message in the transcript, prefix `msg_`.
    """
    session_id: str | None = None
    """
    The session that the reply belongs to.
    """
    sources: list[SourceReference] | None = None
    """
    The sources that the reply rests on, best first, one entry per source.
    """
    citations: list[Citation] | None = None
    """
    The places that the reply cites, with offsets into the content.
    """
    confidence: float | None = None
    """
    0 to 1. Below 0.5 the knowledge base may lack the information.
    """
    kind: str | Literal['answer', 'pinned', 'fallback', 'small_talk', 'handover'] | None = (
        None
    )
    """
    `answer`: from the sources. `pinned`: a pinned answer, word for word. `fallback`: the message that there is no answer. `small_talk`: a reply to a greeting or thanks. `handover`: what is said about a hand-over to a person. Absent in older transcripts.
    """
    confidence_reason: str | None = None
    """
    A sentence in English that explains the confidence.
    """
    degraded: Literal[True] | None = None
    """
    The language model gave no whole reply: `confidence_reason` says why, and the reply has what it wrote or is made without it.
    """
    pinned_answer_id: str | None = None
    """
    The pinned answer that the reply is.
    """
    handover: ResponseStreamEventResponseHandover | None = None


class Source(Model):
    id: str
    """
    Prefix `src_`.
    """
    type: str | Literal['document', 'url', 'text']
    name: str
    status: str | Literal['processing', 'indexed', 'failed']
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    knowledge_base_id: str
    tags: list[str]
    external_id: str | None = None
    """
    The id of the source where it comes from, if its client gave one.
    """
    metadata: dict[str, str | float | bool | list[str]]
    """
    What you noted about it; `{}` without any.
    """
    url: str | None = None
    file_name: str | None = None
    mime_type: str | None = None
    size_bytes: int | None = None
    """
    Bytes of the original content.
    """
    content_sha256: str | None = None
    stage: str | Literal['queued', 'fetching', 'parsing', 'chunking', 'embedding', 'indexing', 'done']
    progress: float
    """
    Progress of the indexing, 0 to 1.
    """
    chunk_count: int
    understanding: Literal['pending', 'done', 'skipped'] | str | None = None
    """
    Whether the deep model has read what is indexed: `pending` sources are found by the instant pass meanwhile, `skipped` ones are beyond `DEEP_CHUNKS_MAX` and stay with it. Absent until the source is indexed, if its knowledge base has no such model, and in events.
    """
    updated_at: datetime
    """
    ISO 8601, UTC.
    """
    indexed_at: datetime | None = None
    """
    ISO 8601, UTC.
    """
    error: SourceError | None = None
    """
    Present if the last indexing failed.
    """
    duplicate_of: str | None = None
    """
    The oldest source of the knowledge base with the same bytes, at the time of upload.
    """
    canonical_url: str | None = None
    """
    The canonical URL that the page names, or else the URL at the end of redirects from `url`.
    """
    fetched_at: datetime | None = None
    """
    When the page was last fetched.
    """
    refresh_interval_hours: int | None = None
    refresh_at: datetime | None = None
    """
    When the page will be fetched next.
    """
    refresh_error: SourceError | None = None
    """
    Why the last refresh failed. The previous content keeps answering.
    """
    crawl_id: str | None = None
    """
    The crawl that added it.
    """


class SourceChangedEvent(Model):
    """
    A source was added or changed.
    """

    event: Literal['source']
    data: Source


class SourceHistoryEntryDetails(Model):
    """
    More about the entry; changed fields as `{from, to}`.
    """

    type: str | Literal['document', 'url', 'text'] | None = None
    crawl_id: str | None = None
    """
    The crawl that added it.
    """
    name: SourceHistoryEntryDetailsName | None = None
    tags: SourceHistoryEntryDetailsTags | None = None
    metadata: SourceHistoryEntryDetailsMetadata | None = None
    refresh_interval_hours: SourceHistoryEntryDetailsRefreshIntervalHours | None = None
    external_id: SourceHistoryEntryDetailsExternalId | None = None
    knowledge_base_id: SourceHistoryEntryDetailsKnowledgeBaseId | None = None
    url: SourceHistoryEntryDetailsUrl | None = None
    file_name: SourceHistoryEntryDetailsFileName | None = None
    size_bytes: int | None = None
    """
    Bytes of the original content after the change.
    """
    chunk_count: int | None = None
    duration_ms: int | None = None
    """
    How long the job ran, without the time in the queue.
    """
    outcome: Literal['unchanged', 'changed', 'failed'] | str | None = None
    """
    The result of looking for changes. A changed page is indexed next.
    """
    reason: Literal['embedding_model', 'new_version', 'lost_job'] | str | None = None
    """
    Why Footnote reindexed it: another embedding model, a version that indexes differently, or a lost job.
    """
    embedding_model: SourceHistoryEntryDetailsEmbeddingModel | None = None
    error: SourceError | None = None
    times: int | None = None
    """
    How often the same happened in a row, last at `created_at`.
    """
    since: datetime | None = None
    """
    When it first happened, if `times` is present.
    """


class SourcePage(Model):
    data: list[Source]
    meta: PageMeta


class SourceResponse(Model):
    data: Source
    meta: Meta


class StreamErrorEvent(Model):
    """
    The stream ends early, for this reason.
    """

    event: Literal['error']
    data: Error


class ChatErrorEvent(Model):
    """
    The stream ends without `done`, for this reason.
    """

    event: Literal['error']
    data: Error


class ChatStreamEvent(
    RootModel[
        ChatMetaEvent
        | ChatSearchEvent
        | ChatDeltaEvent
        | ChatWithdrawEvent
        | ChatSourcesEvent
        | ChatDoneEvent
        | ChatErrorEvent
    ]
):
    root: ChatMetaEvent | ChatSearchEvent | ChatDeltaEvent | ChatWithdrawEvent | ChatSourcesEvent | ChatDoneEvent | ChatErrorEvent
    """
    One server-sent event: its name and its data. Ignore events with other names.
    """


class Completion(Model):
    """
    As in OpenAI, with the other fields of a chat answer.
    """

    id: str
    """
    The id of the message, prefix `msg_`.
    """
    object: Literal['chat.completion']
    created: int
    """
    Seconds since 1970.
    """
    model: str
    choices: list[CompletionChoices]
    usage: CompletionUsage
    session_id: str
    """
    The session that the reply belongs to.
    """
    sources: list[SourceReference]
    """
    The sources that the reply rests on, best first, one entry per source.
    """
    citations: list[Citation]
    """
    The places that the reply cites, with offsets into the content.
    """
    confidence: float
    """
    0 to 1. Below 0.5 the knowledge base may lack the information.
    """
    kind: str | Literal['answer', 'pinned', 'fallback', 'small_talk', 'handover'] | None = (
        None
    )
    """
    `answer`: from the sources. `pinned`: a pinned answer, word for word. `fallback`: the message that there is no answer. `small_talk`: a reply to a greeting or thanks. `handover`: what is said about a hand-over to a person. Absent in older transcripts.
    """
    confidence_reason: str
    """
    A sentence in English that explains the confidence.
    """
    degraded: Literal[True] | None = None
    """
    The language model gave no whole reply: `confidence_reason` says why, and the reply has what it wrote or is made without it.
    """
    pinned_answer_id: str | None = None
    """
    The pinned answer that the reply is.
    """
    handover: CompletionHandover | None = None


class CompletionChunk(Model):
    """
    The data of one server-sent event, as in OpenAI. The last chunk of the reply has the other fields of a chat answer; `[DONE]` ends the stream.
    """

    id: str
    """
    The id of the message, prefix `msg_`.
    """
    object: Literal['chat.completion.chunk']
    created: int
    """
    Seconds since 1970.
    """
    model: str
    choices: list[CompletionChunkChoices]
    session_id: str | None = None
    """
    The session that the reply belongs to.
    """
    sources: list[SourceReference] | None = None
    """
    The sources that the reply rests on, best first, one entry per source.
    """
    citations: list[Citation] | None = None
    """
    The places that the reply cites, with offsets into the content.
    """
    confidence: float | None = None
    """
    0 to 1. Below 0.5 the knowledge base may lack the information.
    """
    kind: str | Literal['answer', 'pinned', 'fallback', 'small_talk', 'handover'] | None = (
        None
    )
    """
    `answer`: from the sources. `pinned`: a pinned answer, word for word. `fallback`: the message that there is no answer. `small_talk`: a reply to a greeting or thanks. `handover`: what is said about a hand-over to a person. Absent in older transcripts.
    """
    confidence_reason: str | None = None
    """
    A sentence in English that explains the confidence.
    """
    degraded: Literal[True] | None = None
    """
    The language model gave no whole reply: `confidence_reason` says why, and the reply has what it wrote or is made without it.
    """
    pinned_answer_id: str | None = None
    """
    The pinned answer that the reply is.
    """
    handover: CompletionChunkHandover | None = None
    usage: CompletionUsage | None = None


class CreatedSources(Model):
    results: list[CreatedSourcesResults]
    """
    One for each source, in the order of the request.
    """


class CreatedSourcesResponse(Model):
    data: CreatedSources
    meta: Meta


class ResponseStreamEvent(Model):
    """
    The data of one server-sent event, as in OpenAI.
    """

    model_config = ConfigDict(
        extra='allow',
        )
    __annotations__ = {
        '__pydantic_extra__': Dict[str, Any],
    }
    type: Literal['response.created', 'response.in_progress', 'response.output_item.added', 'response.content_part.added', 'response.output_text.delta', 'response.output_text.annotation.added', 'response.output_text.done', 'response.refusal.delta', 'response.refusal.done', 'response.content_part.done', 'response.output_item.done', 'response.completed', 'error'] | str
    """
    What the event says; it decides the other fields.
    """
    sequence_number: int | None = None
    """
    Counts the events of the answer, from 0.
    """
    response: ResponseStreamEventResponse | None = None
    delta: str | None = None
    """
    The next piece of the reply, or of its refusal.
    """
    text: str | None = None
    """
    With `response.output_text.done`: the whole reply.
    """


class SourceHistoryEntry(Model):
    id: str
    """
    Prefix `his_`. A change of several sources may have the same id in the history of each.
    """
    action: Literal['added', 'updated', 'replaced', 'reindex_requested', 'refreshed', 'indexed', 'failed'] | str
    actor: SourceHistoryEntryActor
    details: SourceHistoryEntryDetails
    created_at: datetime
    """
    ISO 8601, UTC.
    """


class SourceHistoryEntryPage(Model):
    data: list[SourceHistoryEntry]
    meta: PageMeta


class SourceStreamEvent(
    RootModel[
        SourceReadyEvent
        | SourceChangedEvent
        | SourceDeletedEvent
        | StreamErrorEvent
    ]
):
    root: SourceReadyEvent | SourceChangedEvent | SourceDeletedEvent | StreamErrorEvent
    """
    One server-sent event: its name and its data. Ignore events with other names.
    """
