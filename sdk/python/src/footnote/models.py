"""Made from openapi.json by scripts/gen_models.py. Don't edit."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Dict, Literal

from footnote._model import Model
from pydantic import ConfigDict, Field, RootModel


class AddedQuestionsRows(Model):
    place: str
    """
    Where it was sent, such as `line 4`.
    """
    question: str
    """
    The question.
    """
    change: Literal['added', 'updated', 'unchanged'] | str
    """
    What would happen to it.
    """


class AgentActivityAgents(Model):
    agent_id: str
    """
    The agent.
    """
    messages: int
    """
    Replies that it gave.
    """
    confidence: float
    """
    Their mean confidence, 0 to 1.
    """
    unsure: int
    """
    Replies below a confidence of 0.5, and fallbacks.
    """


class AgentDraftAuthor(Model):
    """
    Who did it.
    """

    type: str | Literal['api_key', 'account', 'publishable_token', 'command_line', 'service']
    """
    What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself.
    """
    id: str | None
    """
    The account, API key or publishable token; null for the command line and the service.
    """
    name: str
    """
    The name that it had then.
    """


class AgentModel(Model):
    """
    As in OpenAI, with the name of the agent.
    """

    id: str
    """
    The id of the agent.
    """
    object: Literal['model']
    """
    Always `model`.
    """
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


class AgentVersionAuthor(Model):
    """
    Who did it.
    """

    type: str | Literal['api_key', 'account', 'publishable_token', 'command_line', 'service']
    """
    What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself.
    """
    id: str | None
    """
    The account, API key or publishable token; null for the command line and the service.
    """
    name: str
    """
    The name that it had then.
    """


class ArchiveEntries(Model):
    """
    The number of entries by outcome, without folders. Zero until they are listed.
    """

    waiting: int
    """
    Not unpacked yet, or never if the archive failed.
    """
    created: int
    """
    Became a new source.
    """
    updated: int
    """
    Changed a source, which is indexed again.
    """
    unchanged: int
    """
    Were already a source, with the same content and fields.
    """
    skipped: int
    """
    Became no source; each says why.
    """


class Assignee(Model):
    """
    Who looks after something.
    """

    type: Literal['api_key', 'account'] | str
    """
    A program or a signed-in person.
    """
    id: str
    """
    The API key or account.
    """
    name: str
    """
    The name that it had then.
    """


class AttentionItems(Model):
    kind: Literal['model_unreachable', 'handovers_waiting', 'failed_sources', 'failing_webhook', 'failing_connector', 'budget_nearly_used', 'bad_ratings', 'new_gaps'] | str
    """
    `model_unreachable`: a model failed its last request. `handovers_waiting`: people wait for a person. `failed_sources`: sources could not be indexed. `failing_webhook`, `failing_connector`: its last attempts failed. `budget_nearly_used`: 80% or more of a token budget. `bad_ratings`: open conversations with a reply of the last 7 days rated down. `new_gaps`: questions without a good answer, first asked in the last 7 days.
    """
    count: int | None = None
    """
    How many there are.
    """
    id: str | None = None
    """
    The webhook, the connector, or what has the budget.
    """
    name: str | None = None
    """
    What people call it: the URL of a webhook, the name of a connector or of what has the budget, or the model.
    """
    share: float | None = None
    """
    Of the budget, 0 to 1 or more.
    """


class AuditEntryActor(Model):
    """
    Who did it.
    """

    type: str | Literal['api_key', 'account', 'publishable_token', 'command_line', 'service']
    """
    What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself.
    """
    id: str | None
    """
    The account, API key or publishable token; null for the command line and the service.
    """
    name: str
    """
    The name that it had then.
    """


class BulkResult(Model):
    """
    What a change of many sources did.
    """

    changed: int
    """
    Does not count sources that already had the tags, metadata or principals to set, had none of the tags to remove, or were in the knowledge base to move to.
    """
    missing: list[str]
    """
    Ids without a source.
    """


class ChatAnnotationUrlCitation(Model):
    """
    What is cited, and where.
    """

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
    """
    What to append.
    """

    text: str
    """
    The next piece of the reply.
    """


class ChatMetaEventData(Model):
    """
    What is known before the reply.
    """

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
    """
    The search.
    """

    query: str
    """
    What is searched for.
    """


class ChatWithdrawEventData(Model):
    """
    What to remove.
    """

    start: int
    """
    Where the piece begins, in UTF-16 code units of the text so far.
    """
    end: int
    """
    Where it ends, exclusive.
    """


class Citation(Model):
    """
    A place in a source that a place in a reply rests on.
    """

    number: int
    """
    Of the footnote, from 1. Citations of the same place have the same number.
    """
    source_id: str
    """
    The cited source, prefix `src_`.
    """
    chunk_id: str
    """
    The cited chunk, prefix `chunk_`.
    """
    start: int
    """
    Offset into the extracted text of the source, in UTF-16 code units.
    """
    end: int
    """
    Where the cited passage ends, exclusive.
    """
    page: int | None = None
    """
    The page of a document, from 1.
    """
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
    """
    Where the reply stops resting on it, exclusive.
    """


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
    """
    Tokens of the language model; zero without one.
    """

    prompt_tokens: int
    """
    Tokens of the prompts.
    """
    completion_tokens: int
    """
    Tokens of the reply.
    """
    total_tokens: int
    """
    Both together.
    """


class ConfigurationLimits(Model):
    """
    The largest values that forms may send; `GET /v1/limits` has all of them.
    """

    file_bytes: int
    """
    Bytes of an uploaded file.
    """
    pages: int
    """
    Pages or slides of a document.
    """
    content_characters: int
    """
    Characters of a text source.
    """
    message_characters: int
    """
    Characters of a chat message.
    """
    query_characters: int
    """
    Characters of a query.
    """
    tags: int
    """
    Tags of a source.
    """
    knowledge_bases_of_an_agent: int
    """
    Knowledge bases of an agent.
    """
    crawl_pages: int
    """
    Pages of a crawl.
    """
    conversation_retention_days: int | None = None
    """
    Conversations without activity for this long are deleted; absent if all are kept.
    """


class ConfigurationModelsChat(Model):
    """
    Absent if replies consist of sentences of the sources.
    """

    provider: str
    """
    Who runs it.
    """
    name: str
    """
    As the provider calls it.
    """


class ConfigurationModelsEmbedding(Model):
    """
    The default of new knowledge bases.
    """

    provider: str
    """
    Who runs it.
    """
    name: str
    """
    As the provider calls it.
    """
    choices: list[str]
    """
    The models that a knowledge base can use.
    """


class ConfigurationModelsReranker(Model):
    """
    Reads the best results again; absent without one.
    """

    provider: str
    """
    Who runs it.
    """
    name: str
    """
    As the provider calls it.
    """


class ContentChunkMatches(Model):
    start: int
    """
    Where the word begins.
    """
    end: int
    """
    Where it ends, exclusive.
    """


class ContentChunkScoreDetails(Model):
    """
    With `include: ["score_details"]`: the raw scores. `deep_cosine` is that of the deep model, if it has read the passage; `share` is `bm25` divided by the most that this query could reach; `retrieval_score` is the score before reranking.
    """

    cosine: float
    """
    Likeness in meaning by the instant model, -1 to 1.
    """
    deep_cosine: float | None = None
    """
    The same by the deep model; absent if it has not read the passage.
    """
    bm25: float
    """
    How well the words match; 0 if none does.
    """
    share: float
    """
    `bm25` divided by the most that this query could reach, 0 to 1.
    """
    matched_words: float
    """
    The share of the words of the query that it contains, 0 to 1.
    """
    retrieval_score: float | None = None
    """
    The score before reranking; absent without a reranker.
    """


class ConversationCountsChannels(Model):
    channel: str
    """
    A channel of conversations.
    """
    count: int
    """
    How many conversations.
    """


class ConversationCountsHandovers(Model):
    """
    Hand-overs that are not resolved.
    """

    open: int
    """
    Wait for a person.
    """
    assigned: int
    """
    A person has them.
    """
    mine: int
    """
    You have them.
    """


class ConversationCountsLanguages(Model):
    language: str
    """
    In ISO 639-1.
    """
    count: int
    """
    How many conversations.
    """


class ConversationCountsTags(Model):
    tag: str
    """
    A tag of conversations.
    """
    count: int
    """
    How many conversations.
    """


class ConversationOfAgentAgent(Model):
    """
    The agent of the session.
    """

    id: str
    """
    Prefix `agt_`.
    """
    name: str
    """
    What people call it.
    """


class ConversationOfAgentRatings(Model):
    """
    How many replies people rated.
    """

    up: int
    """
    Replies rated up.
    """
    down: int
    """
    Replies rated down.
    """


class CrawlPages(Model):
    """
    The number of pages by outcome. Each added page is a source with this `crawl_id`.
    """

    waiting: int
    """
    Found, not fetched yet.
    """
    added: int
    """
    Added as sources.
    """
    skipped: int
    """
    Not added, such as pages that robots.txt excludes.
    """
    failed: int
    """
    Could not be fetched.
    """


class CreatedSourcesResultsErrorDetails(Model):
    field: str
    """
    The field or parameter, such as `questions.0.query`.
    """
    reason: str
    """
    What it must be.
    """


class DeliveryAttempt(Model):
    """
    One request to the endpoint.
    """

    attempted_at: datetime
    """
    ISO 8601, UTC.
    """
    duration_ms: int
    """
    Until the response or the failure.
    """
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
    """
    A gap that was dismissed.
    """

    question: str
    """
    As it was sent.
    """
    dismissed_at: datetime
    """
    ISO 8601, UTC.
    """


class EmbeddingListData(Model):
    object: Literal['embedding']
    """
    Always `embedding`.
    """
    index: int
    """
    The place of the text in the request, from 0.
    """
    embedding: list[float] | str
    """
    A vector of the length 1, or of zeros for a text without known words.
    """


class EmbeddingListUsage(Model):
    """
    An estimate: these models charge nothing.
    """

    prompt_tokens: int
    """
    Tokens of the texts.
    """
    total_tokens: int
    """
    The same: nothing is written.
    """


class ErrorErrorDetails(Model):
    field: str
    """
    The field or parameter, such as `questions.0.query`.
    """
    reason: str
    """
    What it must be.
    """


class EvaluatedAgentSettings(Model):
    """
    What an agent was set to when it was evaluated.
    """

    name: str
    """
    Its name.
    """
    system_prompt: str | None
    """
    Its instructions; null without any.
    """
    response_length: str
    """
    `short`, `medium` or `long`.
    """
    min_confidence: float | None
    """
    Replies below it were the fallback message; null for the default.
    """
    temperature: float | None
    """
    Of the language model; null for its default.
    """
    handover: str
    """
    When it offered a person.
    """
    fallback_message: str | None
    """
    Null for the default.
    """
    knowledge_base_ids: list[str]
    """
    What it answered from.
    """


class EvaluationQuestionsQuestionsRelevant(Model):
    source_id: str
    """
    Prefix `src_`.
    """
    text: str | None = None
    """
    Words of the relevant passages; all passages are relevant when absent.
    """


class EvaluationResultLatencyMs(Model):
    """
    The time of a search for ten results, without HTTP.
    """

    p50: float | None
    """
    Half took no longer.
    """
    p95: float | None
    """
    95% took no longer.
    """
    p99: float | None
    """
    99% took no longer.
    """


class EvaluationResultMetrics(Model):
    """
    Means over the questions, 0 to 1; null if no question counts. The first four rate rankings of sources, for questions that have an answer.
    """

    ndcg_at_10: float | None
    """
    Quality of the first ten results; 1 is the best order.
    """
    recall_at_5: float | None
    """
    The share of relevant sources among the first five.
    """
    recall_at_10: float | None
    """
    The share of relevant sources among the first ten.
    """
    mrr_at_10: float | None
    """
    The mean of 1 / rank of the first relevant source.
    """
    calibration_error: float | None
    """
    Expected calibration error: how far scores are from the share of relevant results.
    """
    best_score_answerable: float | None
    """
    The mean highest score of questions that have an answer.
    """
    best_score_unanswerable: float | None
    """
    The mean highest score of questions that have no answer.
    """


class EvaluationResultReliability(Model):
    from_: float = Field(..., alias='from')
    """
    The lowest score of the group.
    """
    to: float
    """
    The highest score of the group.
    """
    count: int
    """
    Results in the group.
    """
    mean_score: float | None
    """
    Their mean score; null without results.
    """
    share_relevant: float | None
    """
    The share of them that is relevant, 0 to 1; null without results.
    """


class FeedbackOnReplyAuthor(Model):
    """
    A visitor has the type `publishable_token` and the name of the token. Absent in ratings older than the field.
    """

    type: str | Literal['api_key', 'account', 'publishable_token', 'command_line', 'service']
    """
    What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself.
    """
    id: str | None
    """
    The account, API key or publishable token; null for the command line and the service.
    """
    name: str
    """
    The name that it had then.
    """


class GapExample(Model):
    """
    The reply to the latest one.
    """

    agent_id: str
    """
    Its agent.
    """
    session_id: str
    """
    Its session.
    """
    message_id: str
    """
    The reply, prefix `msg_`.
    """


class GapExamples(Model):
    question: str
    """
    As it was asked.
    """
    agent_id: str
    """
    Its agent.
    """
    session_id: str
    """
    Its session.
    """
    message_id: str
    """
    The reply, prefix `msg_`.
    """


class GapSuggestion(Model):
    """
    A passage that comes near to an answer.
    """

    source_id: str
    """
    The source of the chunk, prefix `src_`.
    """
    source_name: str
    """
    The name of the source.
    """
    chunk_id: str
    """
    Prefix `chunk_`.
    """
    text: str
    """
    The text of the chunk.
    """
    score: float
    """
    As in `POST /v1/query`, 0.2 or more.
    """


class Grant(Model):
    """
    Something that a member or a key made, and that ends with them.
    """

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
    """
    The environment that it belongs to. Nothing passes from one to the other.
    """
    created_by: str | None
    """
    The account (`acc_`) or API key (`key_`) that made it or took it over, and whose removal ends it. Null if the service, the command line or an older version made it.
    """


class HandoverContact(Model):
    """
    As the visitor gave it; an email address is not proved.
    """

    name: str | None = None
    """
    How to address the visitor.
    """
    email: str | None = None
    """
    Where to reach the visitor.
    """


class ImportResultRows(Model):
    place: str
    """
    Where it was sent, such as `line 4` or `answers[2]`.
    """
    question: str
    """
    The question that the answer is for.
    """
    change: Literal['created', 'updated', 'unchanged'] | str
    """
    What the import would do with it.
    """


class KnowledgeBaseActivityKnowledgeBases(Model):
    """
    Of one knowledge base.
    """

    knowledge_base_id: str
    """
    Prefix `kb_`.
    """
    indexed_count: int
    """
    Sources that answer queries.
    """
    processing_count: int
    """
    Sources that are being indexed.
    """
    failed_count: int
    """
    Sources whose last indexing failed.
    """
    size_bytes: int
    """
    Of the original files of its sources.
    """
    changed_at: datetime | None
    """
    When one of its sources was last changed; null without sources.
    """
    agent_count: int
    """
    Agents that answer from it. A restricted key counts those it sees.
    """
    question_count: int
    """
    Questions that these agents got in the last 7 days, without small talk and without tests in the dashboard.
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
    """
    GET requests that belong to no other class.
    """
    write: int
    """
    All other methods that belong to no other class.
    """
    query: int
    """
    Searches and embeddings.
    """
    chat: int
    """
    Messages to agents.
    """
    upload: int
    """
    New and changed content.
    """


class LimitsSizes(Model):
    """
    Maximum sizes. Names say if the unit is bytes, characters or seconds; the others are counts.
    """

    json_body_bytes: int
    """
    Bytes of a JSON body that brings content.
    """
    small_body_bytes: int
    """
    Bytes of any other JSON body.
    """
    json_tokens: int
    """
    Commas, colons and opening brackets of a JSON body, outside of strings.
    """
    small_json_tokens: int
    """
    The same for bodies of at most `small_body_bytes`.
    """
    json_depth: int
    """
    Lists and objects of a JSON body inside each other.
    """
    file_bytes: int
    """
    Bytes of an uploaded file.
    """
    workspace_chunks: int
    """
    Chunks of a workspace.
    """
    unfinished_uploads: int
    """
    Resumable uploads of a workspace that are not finished.
    """
    unfinished_upload_bytes: int
    """
    Bytes that these announced together.
    """
    unfinished_archives: int
    """
    Uploaded archives of a workspace that are being unpacked.
    """
    unpacked_bytes: int
    """
    Bytes that an uploaded archive may unpack to.
    """
    kept_archives: int
    """
    Archives of a workspace that are listed; older ones are forgotten.
    """
    content_characters: int
    """
    Characters of the content of a text source.
    """
    content_part_characters: int
    """
    Characters of a part of the text of a source.
    """
    extracted_characters: int
    """
    Characters of the text that a document may yield.
    """
    pages: int
    """
    Pages or slides of a document.
    """
    archive_expansion: int
    """
    How many times its own size an archive, such as DOCX or EPUB, may expand to.
    """
    archive_entries: int
    """
    Files in an archive.
    """
    stream_bytes: int
    """
    Bytes of an unpacked part of a PDF.
    """
    archive_bytes: int
    """
    Bytes that are read out of an archive.
    """
    image_pixels: int
    """
    Pixels of a picture of text, PNG, JPEG, TIFF or WebP, or of a page of a scan.
    """
    page_bytes: int
    """
    Bytes of a fetched web page.
    """
    redirects: int
    """
    Redirects on the way to a web page.
    """
    crawl_pages: int
    """
    Pages that a crawl may add.
    """
    crawl_depth: int
    """
    Links that a crawl may follow from its first page.
    """
    crawl_addresses_for_page: int
    """
    URLs that a crawl remembers for each page that it may add.
    """
    connectors: int
    """
    Connectors of a workspace.
    """
    connector_documents: int
    """
    Documents of a connector.
    """
    connector_page_changes: int
    """
    Changes that a place may name at once.
    """
    connector_document_id_characters: int
    """
    Characters of the id of a document in its place.
    """
    connector_version_characters: int
    """
    Characters of the version of a document in its place.
    """
    connector_cursor_bytes: int
    """
    Bytes of what a place gives to go on from.
    """
    connector_runs: int
    """
    Runs of a connector that are kept.
    """
    connector_min_minutes: int
    """
    The fewest minutes between two runs of a connector.
    """
    connector_max_minutes: int
    """
    Minutes between two runs of a connector.
    """
    connector_settings_bytes: int
    """
    Bytes of the settings of a connector as JSON, and of its credentials.
    """
    name_characters: int
    """
    Characters of a name.
    """
    external_id_characters: int
    """
    Characters of the external id of a source.
    """
    passkeys_of_an_account: int
    """
    Passkeys of an account.
    """
    passkey_body_bytes: int
    """
    Bytes of a body with a passkey in it.
    """
    invitation_body_bytes: int
    """
    Bytes of a body with the token of an invitation in it.
    """
    description_characters: int
    """
    Characters of the description of a knowledge base or webhook.
    """
    message_characters: int
    """
    Characters of a chat message.
    """
    trial_history_messages: int
    """
    Messages before that of a trial.
    """
    completion_messages: int
    """
    Messages of a chat in the OpenAI protocol.
    """
    message_parts: int
    """
    Parts of one of these messages.
    """
    completion_parts: int
    """
    Parts of all of these messages together.
    """
    embedded_texts: int
    """
    Texts of one request for embeddings.
    """
    embedded_characters: int
    """
    Characters of one of these texts.
    """
    embedded_characters_together: int
    """
    Characters of all of these texts together.
    """
    embedding_body_bytes: int
    """
    Bytes of the body of a request for embeddings.
    """
    mcp_text_characters: int
    """
    Characters of a text that a tool of the Model Context Protocol adds.
    """
    token_budget: int
    """
    Tokens of a token budget.
    """
    query_characters: int
    """
    Characters of a query.
    """
    system_prompt_characters: int
    """
    Characters of the system prompt of an agent.
    """
    agent_message_characters: int
    """
    Characters of the welcome and the fallback message of an agent.
    """
    versions_of_an_agent: int
    """
    Versions that are kept of an agent.
    """
    version_note_characters: int
    """
    Characters of the note of a version.
    """
    widget_logo_bytes: int
    """
    Bytes of the logo of a chat widget.
    """
    starter_questions: int
    """
    Starter questions of a chat widget, in each language.
    """
    starter_question_characters: int
    """
    Characters of a starter question.
    """
    url_characters: int
    """
    Characters of a URL.
    """
    refresh_interval_hours: int
    """
    Hours between two refreshes of a web page.
    """
    tags: int
    """
    Tags of a source or conversation, and of a filter by tags.
    """
    tag_characters: int
    """
    Characters of a tag.
    """
    knowledge_bases_of_an_agent: int
    """
    Knowledge bases of an agent, and of a search.
    """
    knowledge_bases_of_a_key: int
    """
    Knowledge bases that a restricted key may use.
    """
    source_ids_of_a_query: int
    """
    Sources that a search may be limited to.
    """
    similar_sources: int
    """
    Similar sources that one request returns.
    """
    source_history: int
    """
    Entries that are kept of the history of a source, beside its first.
    """
    sources_of_a_bulk_change: int
    """
    Sources that are changed together.
    """
    sources_of_a_batch: int
    """
    Sources that are added together.
    """
    tag_counts: int
    """
    Tags that are counted.
    """
    source_folders: int
    """
    Folders of sources that are listed.
    """
    insight_days: int
    """
    Days that insights look back.
    """
    gaps: int
    """
    Gaps that one request returns.
    """
    origins_of_a_token: int
    """
    Origins of a publishable token.
    """
    widget_messages_per_minute: int
    """
    Messages per minute that a publishable token may allow.
    """
    widget_message_characters: int
    """
    Characters of a message in a chat widget.
    """
    top_sources: int
    """
    Sources that the overview names.
    """
    session_id_characters: int
    """
    Characters of a session id.
    """
    password_min_characters: int
    """
    The fewest characters of a new password.
    """
    password_characters: int
    """
    Characters of a password.
    """
    metadata_keys: int
    """
    Keys of the metadata of a session.
    """
    metadata_key_characters: int
    """
    Characters of one of these keys.
    """
    metadata_value_characters: int
    """
    Characters of a value, also in the metadata of a source.
    """
    source_metadata_keys: int
    """
    Keys of the metadata of a source.
    """
    source_metadata_key_characters: int
    """
    Characters of one of these keys.
    """
    source_metadata_list_items: int
    """
    Strings in a list of the metadata of a source.
    """
    source_metadata_bytes: int
    """
    Bytes of the metadata of a source, as JSON.
    """
    principal_characters: int
    """
    Characters of a principal, a user or group.
    """
    principals_of_a_source: int
    """
    Principals who may see a source.
    """
    principals_of_a_user: int
    """
    Principals in `as_user`.
    """
    filter_depth: int
    """
    Conditions of a filter inside each other.
    """
    filter_conditions: int
    """
    Conditions of a filter.
    """
    filter_values: int
    """
    Values of one condition.
    """
    feedback_comment_characters: int
    """
    Characters of a comment on a reply.
    """
    conversation_search_characters: int
    """
    Characters of a search in conversations.
    """
    conversations_of_a_bulk_change: int
    """
    Conversations that are changed together.
    """
    saved_views_of_an_owner: int
    """
    Saved views of a person or API key.
    """
    shared_views: int
    """
    Saved views that a workspace shares.
    """
    filters_of_a_view: int
    """
    Filters of a saved view.
    """
    filter_of_a_view_characters: int
    """
    Characters of a value of such a filter.
    """
    values_of_a_view_filter: int
    """
    Values of such a filter.
    """
    handover_message_characters: int
    """
    Characters of what a visitor writes for the person who takes over.
    """
    webhooks: int
    """
    Webhooks of a workspace.
    """
    event_bytes: int
    """
    Bytes of the body that a webhook receives.
    """
    page_size: int
    """
    Items on a page of a list.
    """
    query_results: int
    """
    Results of a search.
    """
    pinned_answers: int
    """
    Pinned answers of a knowledge base.
    """
    pinned_answer_characters: int
    """
    Characters of a pinned answer.
    """
    variants_of_an_answer: int
    """
    Other wordings of the question of a pinned answer.
    """
    imported_answers: int
    """
    Pinned answers of an import.
    """
    import_bytes: int
    """
    Bytes of the body of an import.
    """
    sources_of_an_answer: int
    """
    Sources of a pinned answer.
    """
    answer_versions: int
    """
    Earlier versions that are kept of a pinned answer.
    """
    evaluation_questions: int
    """
    Questions of an evaluation, and of a question set.
    """
    question_sets: int
    """
    Question sets of a workspace.
    """
    conversations_of_an_addition: int
    """
    Conversations whose questions are added to a question set at once.
    """
    relevant_of_a_question: int
    """
    Sources that a question of an evaluation names as relevant.
    """
    must_of_a_question: int
    """
    Phrases in `must` of a question.
    """
    wait_seconds: int
    """
    Seconds that `wait` may hold a request.
    """
    usage_days: int
    """
    Days of a usage report.
    """


class ListedAgentVersionAuthor(Model):
    """
    Who did it.
    """

    type: str | Literal['api_key', 'account', 'publishable_token', 'command_line', 'service']
    """
    What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself.
    """
    id: str | None
    """
    The account, API key or publishable token; null for the command line and the service.
    """
    name: str
    """
    The name that it had then.
    """


class MessageAuthor(Model):
    """
    Who wrote the message of a person, with the name that visitors see.
    """

    id: str
    """
    The account or API key.
    """
    name: str | None = None
    """
    Absent for an API key that gave none.
    """


class Meta(Model):
    """
    About the answer.
    """

    request_id: str
    """
    Names this request in logs, prefix `req_`.
    """
    timestamp: datetime
    """
    When it was answered, ISO 8601, UTC.
    """


class ModelList(Model):
    """
    As in OpenAI, with the name of each agent.
    """

    object: Literal['list']
    """
    Always `list`.
    """
    data: list[AgentModel]
    """
    The active agents, newest first.
    """


class ModelState(Model):
    """
    A model of the installation, and how it does.
    """

    role: str | Literal['embedding', 'deep', 'reranker', 'chat', 'fallback', 'ocr']
    """
    `embedding`: finds passages by meaning, at once. `deep`: reads them again, whole. `reranker`: reads the best results again. `chat`: writes replies. `fallback`: writes them when that one fails. `ocr`: reads pictures of text.
    """
    state: Literal['ready', 'failing', 'off'] | str
    """
    `ready`: set up, and its last request did not fail. `failing`: it cannot run, or its last request failed. `off`: not set up.
    """
    provider: str | None = None
    """
    Where it runs, as its setting names it.
    """
    name: str | None = None
    """
    The name of the model.
    """
    reason: str | None = None
    """
    Why it fails, if that is known.
    """
    can_test: bool
    """
    Whether `POST` to this path can test it.
    """


class ModelStatePage(Model):
    data: list[ModelState]
    """
    One for each role.
    """
    meta: Meta


class ModelTest(Model):
    """
    How a model answered one small request.
    """

    ok: bool
    """
    Whether it answered.
    """
    duration_ms: float
    """
    How long it took, in milliseconds.
    """
    input_tokens: int | None = None
    """
    Tokens of the prompt.
    """
    output_tokens: int | None = None
    """
    Tokens of the answer.
    """
    dimensions: int | None = None
    """
    Numbers in a vector of an embedding model.
    """
    error: str | None = None
    """
    Why it did not answer, and the setting to check.
    """


class ModelTestResponse(Model):
    data: ModelTest
    meta: Meta


class NewApiKey(Model):
    """
    A key that was just created, with its secret part.
    """

    id: str
    """
    Prefix `key_`.
    """
    name: str
    """
    To tell keys apart.
    """
    scope: str | Literal['read_only', 'read_write', 'admin']
    """
    `read_only`: GET requests only. `read_write`: all methods. `admin`: all methods, and workspace settings and keys.
    """
    environment: Literal['live', 'sandbox'] | str
    """
    The environment that it belongs to. Nothing passes from one to the other.
    """
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
    """
    Why there is no JSON.
    """

    type: Literal['refusal']
    """
    Always `refusal`.
    """
    refusal: str
    """
    Why there is no JSON, in words.
    """


class OverviewDaysRatings(Model):
    """
    How people rated the replies of the day.
    """

    up: int
    """
    Replies rated up.
    """
    down: int
    """
    Replies rated down.
    """


class OverviewJobs(Model):
    """
    Work in the background, of the whole installation.
    """

    waiting: int
    """
    Jobs that are due and waiting.
    """
    oldest_seconds: float | None = None
    """
    How long the oldest has waited.
    """


class OverviewPreviousRatings(Model):
    """
    How people rated the replies.
    """

    up: int
    """
    Replies rated up.
    """
    down: int
    """
    Replies rated down.
    """


class OverviewRatings(Model):
    """
    How people rated the replies.
    """

    up: int
    """
    Replies rated up.
    """
    down: int
    """
    Replies rated down.
    """


class OverviewSourcesByStatus(Model):
    """
    Sources of all knowledge bases, now.
    """

    processing: int
    """
    Being indexed.
    """
    indexed: int
    """
    Found by searches.
    """
    failed: int
    """
    Could not be indexed.
    """


class OverviewTopSources(Model):
    id: str
    """
    Prefix `src_`.
    """
    name: str
    """
    The name of the source.
    """
    replies: int
    """
    Replies that rest on it.
    """


class PageMeta(Model):
    """
    About the page.
    """

    request_id: str
    """
    Names this request in logs, prefix `req_`.
    """
    timestamp: datetime
    """
    When it was answered, ISO 8601, UTC.
    """
    next_cursor: str | None = None
    """
    Pass it as `cursor` to get the next page; absent on the last page.
    """


class PinnedAnswerUpdatedBy(Model):
    """
    The author of this version.
    """

    type: str | Literal['api_key', 'account', 'publishable_token', 'command_line', 'service']
    """
    What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself.
    """
    id: str | None
    """
    The account, API key or publishable token; null for the command line and the service.
    """
    name: str
    """
    The name that it had then.
    """


class PinnedAnswerVersionUpdatedBy(Model):
    """
    The author of this version.
    """

    type: str | Literal['api_key', 'account', 'publishable_token', 'command_line', 'service']
    """
    What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself.
    """
    id: str | None
    """
    The account, API key or publishable token; null for the command line and the service.
    """
    name: str
    """
    The name that it had then.
    """


class PossibleAssignee(Model):
    """
    A member who may look after conversations.
    """

    id: str
    """
    The account, prefix `acc_`.
    """
    name: str
    """
    The name of the person.
    """


class PossibleAssigneePage(Model):
    data: list[PossibleAssignee]
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class QuestionOutcome(Model):
    """
    What the search found for one question.
    """

    id: str | None = None
    """
    The id that the question had in an older evaluation; absent otherwise.
    """
    query: str
    """
    The question.
    """
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


class QuestionSet(Model):
    """
    Questions that are kept to be asked again and again.
    """

    id: str
    """
    Prefix `qset_`.
    """
    name: str
    """
    What people call it.
    """
    question_count: int
    """
    How many questions it has.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    updated_at: datetime
    """
    ISO 8601, UTC.
    """


class QuestionSetPage(Model):
    data: list[QuestionSet]
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class QuestionSetResponse(Model):
    data: QuestionSet
    meta: Meta


class RemovedSentence(Model):
    """
    A sentence that was left out of the reply.
    """

    text: str
    """
    What the language model wrote.
    """
    reason: Literal['unsupported', 'repeated'] | str
    """
    `unsupported`: no source says it. `repeated`: it was said before.
    """


class ReplyOutcome(Model):
    """
    What the agent replied to one question, and whether that was right.
    """

    query: str
    """
    The question.
    """
    reply: str | None = None
    """
    Absent once a source of the reply was deleted.
    """
    kind: Literal['answer', 'pinned', 'fallback', 'small_talk', 'handover'] | str
    """
    How the reply came about, as in `POST /v1/agents/{id}/chat`.
    """
    confidence: float
    """
    0 to 1.
    """
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
    """
    Half took no longer.
    """
    p95: float | None
    """
    95% took no longer.
    """


class ResponseAnnotation(Model):
    """
    A source that the reply cites, as in OpenAI.
    """

    type: Literal['url_citation']
    """
    Always `url_citation`.
    """
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
    """
    The form of the reply.
    """

    type: Literal['text', 'json_object', 'json_schema'] | str
    """
    Words, or JSON.
    """


class ResponseTextFormat(Model):
    """
    The form of the reply.
    """

    type: Literal['text', 'json_object', 'json_schema'] | str
    """
    Words, or JSON.
    """


class ResponseUsageInputTokensDetails(Model):
    """
    Details of the input.
    """

    cached_tokens: int
    """
    Always 0: not measured.
    """


class ResponseUsageOutputTokensDetails(Model):
    """
    Details of the output.
    """

    reasoning_tokens: int
    """
    Always 0: not measured.
    """


class SavedViewOwner(Model):
    """
    Who made it.
    """

    type: str | Literal['api_key', 'account', 'publishable_token', 'command_line', 'service']
    """
    What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself.
    """
    id: str | None
    """
    The account, API key or publishable token; null for the command line and the service.
    """
    name: str
    """
    The name that it had then.
    """


class SessionOfAgent(Model):
    """
    A conversation by its agent and session.
    """

    agent_id: str
    """
    The agent of the session, prefix `agt_`.
    """
    session_id: str
    """
    The session.
    """


class SetQuestionFrom(Model):
    """
    The conversation in which it was asked; it may be deleted since.
    """

    agent_id: str
    """
    Prefix `agt_`.
    """
    session_id: str
    """
    The session of the conversation.
    """
    message_id: str
    """
    The reply to it. Prefix `msg_`.
    """


class SetQuestionRelevant(Model):
    source_id: str
    """
    Prefix `src_`.
    """
    text: str | None = None
    """
    Words of the relevant passages; all passages are relevant when absent.
    """


class SimilarSourcesSources(Model):
    id: str
    """
    Prefix `src_`.
    """
    name: str
    """
    The name of the source.
    """
    knowledge_base_id: str
    """
    The knowledge base that both are in.
    """
    similarity: float
    """
    0 to 1. 1 is the same text, 0 is as unlike as two texts about different things. Nearly the same text has 0.9 or more; a good translation 0.4 to 0.8; pages of one manual about 0.4 to 0.7. Lower than 0.36 is left out.
    """
    kind: Literal['duplicate', 'translation', 'related'] | str
    """
    `duplicate`: nearly the same text. `translation`: nearly the same meaning in another language, only with `deep`. `related`: anything else.
    """


class SourceChunk(Model):
    """
    A passage of a source, as searches return it.
    """

    id: str
    """
    Prefix `chunk_`.
    """
    position: int
    """
    Its place among the chunks of the source, from 0.
    """
    start: int
    """
    Offset into the extracted text, in UTF-16 code units.
    """
    end: int
    """
    Where it ends, exclusive.
    """
    page: int | None = None
    """
    The page that it begins on, from 1; absent without pages.
    """
    heading: str | None = None
    """
    The headings above it, joined by ` › `; absent without any.
    """
    text: str
    """
    The passage.
    """


class SourceChunkPage(Model):
    data: list[SourceChunk]
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class SourceContentHeadings(Model):
    start: int
    """
    Where the heading begins.
    """
    end: int
    """
    Where it ends, exclusive.
    """
    level: int
    """
    1 for the highest.
    """
    text: str
    """
    The words of the heading.
    """


class SourceContentPages(Model):
    page: int
    """
    The number of the page, from 1.
    """
    start: int
    """
    Where the page begins in the text.
    """


class SourceCountsByStatus(Model):
    """
    By status.
    """

    processing: int
    """
    Sources that are `processing`.
    """
    indexed: int
    """
    Sources that are `indexed`.
    """
    failed: int
    """
    Sources that are `failed`.
    """


class SourceCountsByType(Model):
    """
    By type.
    """

    document: int
    """
    Sources that are `document`.
    """
    url: int
    """
    Sources that are `url`.
    """
    text: int
    """
    Sources that are `text`.
    """


class SourceCountsTags(Model):
    tag: str
    """
    As sources have it.
    """
    count: int
    """
    Sources with it.
    """


class SourceDeletedEventData(Model):
    """
    Which source it was.
    """

    id: str
    """
    The id that the source had.
    """


class SourceFoldersFolders(Model):
    prefix: str
    """
    For `name_prefix`; ends with a slash.
    """
    count: int
    """
    Sources in it, and in folders below it.
    """


class SourceHistoryEntryActor(Model):
    """
    Who did it.
    """

    type: str | Literal['api_key', 'account', 'publishable_token', 'command_line', 'service']
    """
    What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself.
    """
    id: str | None
    """
    The account, API key or publishable token; null for the command line and the service.
    """
    name: str
    """
    The name that it had then.
    """


class SourceHistoryEntryDetailsAllowed(Model):
    """
    Who may see it changed.
    """

    from_: list[str] | None = Field(..., alias='from')
    """
    Before the change; null for none.
    """
    to: list[str] | None
    """
    After it; null for none.
    """


class SourceHistoryEntryDetailsEmbeddingModel(Model):
    """
    The model of the index changed.
    """

    from_: str = Field(..., alias='from')
    """
    Before the change; null for none.
    """
    to: str
    """
    After it; null for none.
    """


class SourceHistoryEntryDetailsExternalId(Model):
    """
    The external id changed.
    """

    from_: str | None = Field(..., alias='from')
    """
    Before the change; null for none.
    """
    to: str | None
    """
    After it; null for none.
    """


class SourceHistoryEntryDetailsFileName(Model):
    """
    The uploaded file changed.
    """

    from_: str | None = Field(..., alias='from')
    """
    Before the change; null for none.
    """
    to: str | None
    """
    After it; null for none.
    """


class SourceHistoryEntryDetailsKnowledgeBaseId(Model):
    """
    The source was moved.
    """

    from_: str = Field(..., alias='from')
    """
    Before the change; null for none.
    """
    to: str
    """
    After it; null for none.
    """


class SourceHistoryEntryDetailsName(Model):
    """
    The name changed.
    """

    from_: str | None = Field(..., alias='from')
    """
    Before the change; null for none.
    """
    to: str | None
    """
    After it; null for none.
    """


class SourceHistoryEntryDetailsRefreshIntervalHours(Model):
    """
    The refresh interval changed.
    """

    from_: int | None = Field(..., alias='from')
    """
    Before the change; null for none.
    """
    to: int | None
    """
    After it; null for none.
    """


class SourceHistoryEntryDetailsTags(Model):
    """
    The tags changed.
    """

    from_: list[str] = Field(..., alias='from')
    """
    Before the change; null for none.
    """
    to: list[str]
    """
    After it; null for none.
    """


class SourceHistoryEntryDetailsUrl(Model):
    """
    The address changed.
    """

    from_: str | None = Field(..., alias='from')
    """
    Before the change; null for none.
    """
    to: str | None
    """
    After it; null for none.
    """


class SourceMetadata(RootModel[dict[str, str | float | bool | list[str]]]):
    """
    What you note about the source, for filters: a flat object of strings, numbers, booleans and lists of strings. At most 64 keys and 8 KB.
    """

    root: dict[str, str | float | bool | list[str]] = Field(..., max_length=64)


class SourcePlacesCells(Model):
    sheet: str | None = None
    """
    The name of the sheet; absent for CSV files.
    """
    range: str
    """
    The cells in A1 notation, as `B4:D9`.
    """


class SourcePlacesOcr(Model):
    """
    What OCR read in the source; absent if it read nothing.
    """

    pages: int
    """
    How many pages of the source OCR read.
    """
    mean_confidence: float
    """
    How sure it is of their words, 0 to 100.
    """


class SourcePlacesPagesBoxes(Model):
    x: float
    """
    From the left of the page, in points.
    """
    y: float
    """
    From the top of the page, in points.
    """
    width: float
    """
    The width of the box, in points.
    """
    height: float
    """
    The height of the box, in points.
    """


class SourceReadyEventData(Model):
    """
    Empty.
    """



class SourceReference(Model):
    """
    A source that a reply rests on.
    """

    id: str
    """
    Prefix `src_`.
    """
    name: str
    """
    The name of the source.
    """
    snippet: str
    """
    Its passage that fits best.
    """
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


class SourcesContinuedEventData(Model):
    """
    Empty.
    """



class SuggestedAnswer(Model):
    """
    A suggestion: someone has to read it before it is used.
    """

    text: str | None = None
    """
    A draft by the language model, with the numbers of its passages in brackets, such as `[1]`. Absent without a language model, and if the passages do not answer.
    """
    model: str | None = None
    """
    The language model that wrote it.
    """
    passages: list[GapSuggestion]
    """
    The passages that come nearest to an answer, at most 5. The first is `[1]`.
    """


class SuggestedAnswerResponse(Model):
    data: SuggestedAnswer
    meta: Meta


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
    """
    Today, in UTC.
    """

    limit: int | None
    """
    Tokens; null means no limit.
    """
    spent: int
    """
    Input and output tokens so far.
    """
    renews_at: datetime
    """
    ISO 8601, UTC.
    """


class TokenBudgetUseMonth(Model):
    """
    This calendar month, in UTC.
    """

    limit: int | None
    """
    Tokens; null means no limit.
    """
    spent: int
    """
    Input and output tokens so far.
    """
    renews_at: datetime
    """
    ISO 8601, UTC.
    """


class TrialMetaEventData(Model):
    """
    What is known before the reply.
    """

    request_id: str
    """
    Names this request in logs, prefix `req_`.
    """


class TrialModels(Model):
    """
    What a trial may choose.
    """

    models: list[str]
    """
    The language models that a trial may name, besides `none`. The first is that of chats.
    """


class TrialModelsResponse(Model):
    data: TrialModels
    meta: Meta


class TrialPassage(Model):
    """
    A passage that was looked at.
    """

    chunk_id: str
    """
    Prefix `chunk_`.
    """
    source_id: str
    """
    Prefix `src_`.
    """
    source_name: str
    """
    The name of the source.
    """
    heading: str | None = None
    """
    The headings above it, joined by ` › `.
    """
    page: int | None = None
    """
    The page of a document, from 1.
    """
    start: int
    """
    Offset into the extracted text of the source, in UTF-16 code units.
    """
    end: int
    """
    Where it ends, exclusive.
    """
    text: str
    """
    The passage.
    """
    score: float
    """
    The probability that it is relevant, 0 to 1.
    """
    closeness: float
    """
    How close its meaning is to the question, 0 to 1.
    """
    share: float
    """
    The share of the words of the question that it has, 0 to 1.
    """
    rank: int | None = None
    """
    Its place in what the language model was sent, from 1. Absent: not sent.
    """
    is_neighbour: bool
    """
    It was not found, but stands beside a passage that was.
    """
    is_cited: bool
    """
    The reply cites it.
    """


class Upload(Model):
    """
    A file that is uploaded in parts, by the tus protocol.
    """

    id: str
    """
    Prefix `up_`.
    """
    status: Literal['receiving', 'stored'] | str
    """
    `receiving` until all bytes have arrived, then `stored`: there is a source.
    """
    offset: int
    """
    Bytes that have arrived.
    """
    length: int
    """
    Bytes of the whole file.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    expires_at: datetime
    """
    When it is deleted. The source stays.
    """
    source_id: str | None = None
    """
    The source, once the upload is `stored`.
    """


class UploadResponse(Model):
    data: Upload
    meta: Meta


class Usage(Model):
    """
    What the language model used; absent when it was not asked.
    """

    model: str
    """
    The name of the language model.
    """
    input_tokens: int
    """
    Tokens of the prompts.
    """
    output_tokens: int
    """
    Tokens of what it wrote.
    """
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
    """
    The name that it has now; absent once it was deleted.
    """


class UsageReportTotals(Model):
    """
    All groups together.
    """

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
    """
    Who did it.
    """

    type: str | Literal['api_key', 'account', 'publishable_token', 'command_line', 'service']
    """
    What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself.
    """
    id: str | None
    """
    The account, API key or publishable token; null for the command line and the service.
    """
    name: str
    """
    The name that it had then.
    """


class Webhook(Model):
    """
    An endpoint of yours that receives events.
    """

    id: str
    """
    Prefix `wh_`.
    """
    url: str
    """
    Where events are sent.
    """
    description: str
    """
    What it is for, in your words; may be empty.
    """
    events: list[str | Literal['source.indexed', 'source.failed', 'source.deleted', 'connector.failed', 'agent.created', 'agent.updated', 'agent.published', 'agent.deleted', 'conversation.started', 'conversation.updated', 'conversation.handover', 'conversation.handover_updated', 'message.feedback', 'message.verdict', 'budget.warning', 'budget.exceeded', 'key.created', 'key.revoked', 'webhook.test']] | None
    """
    Null means all events, including types added later.
    """
    enabled: bool
    """
    If false, it receives nothing.
    """
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
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class WebhookResponse(Model):
    data: Webhook
    meta: Meta


class WebhookWithSecret(Model):
    """
    A webhook with the secret that signs its deliveries.
    """

    id: str
    """
    Prefix `wh_`.
    """
    url: str
    """
    Where events are sent.
    """
    description: str
    """
    What it is for, in your words; may be empty.
    """
    events: list[str | Literal['source.indexed', 'source.failed', 'source.deleted', 'connector.failed', 'agent.created', 'agent.updated', 'agent.published', 'agent.deleted', 'conversation.started', 'conversation.updated', 'conversation.handover', 'conversation.handover_updated', 'message.feedback', 'message.verdict', 'budget.warning', 'budget.exceeded', 'key.created', 'key.revoked', 'webhook.test']] | None
    """
    Null means all events, including types added later.
    """
    enabled: bool
    """
    If false, it receives nothing.
    """
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


class WidgetAppearanceTranslations(Model):
    greeting: str | None
    """
    Said in an empty chat; null takes the welcome message of the agent.
    """
    starter_questions: list[str]
    """
    Questions that visitors ask with a click, in an empty chat.
    """


class WidgetLogo(Model):
    """
    The logo of a chat widget.
    """

    media_type: Literal['image/png', 'image/jpeg', 'image/webp'] | str
    """
    As its bytes say.
    """
    size_bytes: int
    """
    Its size.
    """
    content: str
    """
    The image, in base64.
    """


class WidgetLogoResponse(Model):
    data: WidgetLogo
    meta: Meta


class Workspace(Model):
    """
    A workspace in one environment.
    """

    id: str
    """
    Prefix `ws_`.
    """
    name: str
    """
    What its members call it.
    """
    environment: Literal['live', 'sandbox'] | str
    """
    The environment that it belongs to. Nothing passes from one to the other.
    """
    default_knowledge_base_id: str
    """
    Where sources go that name no knowledge base.
    """
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


class AddedQuestions(Model):
    """
    How many questions were added.
    """

    added: int
    """
    Questions that are new to the set.
    """
    updated: int
    """
    Questions that the set had and that changed.
    """
    unchanged: int
    """
    Questions that the set had already.
    """
    skipped: int
    """
    Replies whose question could not be read, such as those of small talk.
    """
    rows: list[AddedQuestionsRows] | None = None
    """
    Each row of a file; only with `dry_run`.
    """


class AddedQuestionsResponse(Model):
    data: AddedQuestions
    meta: Meta


class Agent(Model):
    """
    Answers questions from the knowledge bases it is connected to.
    """

    id: str
    """
    Prefix `agt_`.
    """
    name: str
    """
    What people call it. OpenAI clients can send it as `model`.
    """
    status: str | Literal['active', 'inactive']
    """
    `active` agents reply; `inactive` ones refuse messages and keep their conversations.
    """
    knowledge_base_ids: list[str]
    """
    The knowledge bases that it answers from.
    """
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
    """
    How long replies are.
    """
    min_confidence: float | None
    """
    Replies below this confidence, 0 to 1, are replaced by the fallback message; null uses the default of the service.
    """
    temperature: float | None
    """
    Temperature of the language model, 0 to 2; null means the default of the provider.
    """
    handover: str | Literal['never', 'on_request', 'on_low_confidence']
    """
    When the agent offers that a person takes over: never, if the visitor asks for one, or also with replies below a confidence of 0.5.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    token_budget: TokenBudget
    version: int
    """
    The number of the version that is live.
    """
    draft_saved_at: datetime | None
    """
    When the draft was saved that is not live yet; null without one.
    """
    updated_at: datetime
    """
    ISO 8601, UTC.
    """


class AgentActivity(Model):
    """
    What the agents answered lately.
    """

    days: int
    """
    The days that are counted.
    """
    agents: list[AgentActivityAgents]
    """
    Agents that replied, in no order.
    """


class AgentActivityResponse(Model):
    data: AgentActivity
    meta: Meta


class AgentConfiguration(Model):
    """
    The settings of an agent that have versions: all but its status and its budget.
    """

    name: str
    """
    What people call it. OpenAI clients can send it as `model`.
    """
    knowledge_base_ids: list[str]
    """
    The knowledge bases that it answers from.
    """
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
    """
    How long replies are.
    """
    min_confidence: float | None
    """
    Replies below this confidence, 0 to 1, are replaced by the fallback message; null uses the default of the service.
    """
    temperature: float | None
    """
    Temperature of the language model, 0 to 2; null means the default of the provider.
    """
    handover: str | Literal['never', 'on_request', 'on_low_confidence']
    """
    When the agent offers that a person takes over: never, if the visitor asks for one, or also with replies below a confidence of 0.5.
    """


class AgentDraft(Model):
    """
    Settings of an agent that are saved and not live.
    """

    configuration: AgentConfiguration
    changed: list[str | Literal['name', 'knowledge_base_ids', 'system_prompt', 'welcome_message', 'fallback_message', 'response_length', 'min_confidence', 'temperature', 'handover']]
    """
    The fields that differ from what is live.
    """
    based_on: int
    """
    The version that is live.
    """
    saved_at: datetime
    """
    ISO 8601, UTC.
    """
    author: AgentDraftAuthor


class AgentDraftResponse(Model):
    data: AgentDraft
    meta: Meta


class AgentPage(Model):
    data: list[Agent]
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class AgentResponse(Model):
    data: Agent
    meta: Meta


class AgentVersion(Model):
    """
    A version of an agent.
    """

    number: int
    """
    Counts up from 1 with each version of the agent.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    author: AgentVersionAuthor
    note: str | None
    """
    Why it was published; null if nobody said so.
    """
    changed: list[str | Literal['name', 'knowledge_base_ids', 'system_prompt', 'welcome_message', 'fallback_message', 'response_length', 'min_confidence', 'temperature', 'handover']]
    """
    The fields that differ from the version before.
    """
    restored_from: int | None
    """
    The version that it repeats, if it was rolled back to one.
    """
    configuration: AgentConfiguration


class AgentVersionResponse(Model):
    data: AgentVersion
    meta: Meta


class ApiKey(Model):
    """
    A key for programs, without its secret part.
    """

    id: str
    """
    Prefix `key_`.
    """
    name: str
    """
    To tell keys apart.
    """
    scope: str | Literal['read_only', 'read_write', 'admin']
    """
    `read_only`: GET requests only. `read_write`: all methods. `admin`: all methods, and workspace settings and keys.
    """
    environment: Literal['live', 'sandbox'] | str
    """
    The environment that it belongs to. Nothing passes from one to the other.
    """
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
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class ApiKeyResponse(Model):
    data: ApiKey
    meta: Meta


class Archive(Model):
    """
    An uploaded archive whose files are added as sources.
    """

    id: str
    """
    Prefix `arc_`.
    """
    name: str
    """
    The first part of the external ids of its sources.
    """
    file_name: str
    """
    The name of the uploaded file.
    """
    size_bytes: int
    """
    Bytes of the uploaded file.
    """
    status: str | Literal['processing', 'completed', 'failed']
    """
    `processing` until each entry has become a source or was skipped (`completed`), or the archive as a whole cannot be unpacked (`failed`). Sources that a failed archive has added stay.
    """
    knowledge_base_id: str
    """
    Where its files are added.
    """
    tags: list[str] | None = None
    """
    The tags of each source; absent if none were given.
    """
    metadata: SourceMetadata
    """
    The metadata of each source, without `archive` and `path`.
    """
    allowed: list[str] | None = None
    """
    The principals who may see each source, null for everyone; absent if none were given.
    """
    entries: ArchiveEntries
    error: str | None = None
    """
    Why the archive failed.
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
    expires_at: datetime
    """
    When this record is deleted. The sources stay.
    """


class ArchiveEntry(Model):
    """
    A file of an archive, and what became of it.
    """

    path: str
    """
    Where the file is in the archive.
    """
    size_bytes: int
    """
    The size that the archive declares.
    """
    status: str | Literal['waiting', 'created', 'updated', 'unchanged', 'skipped']
    """
    What became of an entry: a new source, a source with new content, a source that already was so, or nothing.
    """
    source_id: str | None = None
    """
    Its source; absent unless there is one. It may be deleted since.
    """
    reason: str | None = None
    """
    Why it was skipped.
    """


class ArchiveEntryPage(Model):
    data: list[ArchiveEntry]
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class ArchivePage(Model):
    data: list[Archive]
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class ArchiveResponse(Model):
    data: Archive
    meta: Meta


class Attention(Model):
    """
    What needs someone to look at it.
    """

    items: list[AttentionItems]
    """
    The most urgent first; empty if all is well.
    """


class AttentionResponse(Model):
    data: Attention
    meta: Meta


class AuditEntry(Model):
    """
    A change that someone made.
    """

    id: str
    """
    Prefix `aud_`.
    """
    actor: AuditEntryActor
    action: str
    """
    A noun and a verb in the past tense; currently `account.signed_in`, `account.sign_in_failed`, `account.signed_out`, `account.updated`, `account.email_proved`, `account.reclaimed`, `account.reclaim_refused`, `account.confirmation_failed`, `account.recovery_code_used`, `account.removed`, `agent.created`, `agent.updated`, `agent.published`, `agent.rolled_back`, `agent.widget_updated`, `agent.deleted`, `backup.created`, `conversation.updated`, `conversation.bulk_changed`, `conversation.deleted`, `connector.created`, `connector.updated`, `connector.deleted`, `connector.sync_requested`, `crawl.started`, `crawl.cancelled`, `export.started`, `invitation.created`, `invitation.deleted`, `key.created`, `key.updated`, `key.revoked`, `knowledge_base.created`, `knowledge_base.updated`, `knowledge_base.deleted`, `member.added`, `member.updated`, `member.removed`, `passkey.added`, `passkey.updated`, `passkey.removed`, `publishable_token.created`, `publishable_token.updated`, `publishable_token.deleted`, `saved_view.created`, `saved_view.updated`, `saved_view.deleted`, `source.deleted`, `source.bulk_changed`, `second_factor.enabled`, `second_factor.disabled`, `second_factor.recovery_codes_created`, `webhook.created`, `webhook.updated`, `webhook.secret_rotated`, `webhook.disabled`, `webhook.deleted`, `workspace.created`, `workspace.updated`, `workspace.deleted`.
    """
    subject_id: str
    """
    The id of what was changed.
    """
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
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class BulkConversationResult(Model):
    """
    What a change of many conversations did.
    """

    changed: int
    """
    Does not count conversations that were already so.
    """
    missing: list[SessionOfAgent]
    """
    Those that do not exist.
    """
    conflicts: list[SessionOfAgent]
    """
    Those that were changed meanwhile, and stay as they are.
    """


class BulkConversationResultResponse(Model):
    data: BulkConversationResult
    meta: Meta


class BulkResultResponse(Model):
    data: BulkResult
    meta: Meta


class ChatAnnotation(Model):
    """
    A source that the reply cites, as in OpenAI.
    """

    type: Literal['url_citation']
    """
    Always `url_citation`.
    """
    url_citation: ChatAnnotationUrlCitation


class ChatAnswer(Model):
    """
    What the agent replies.
    """

    reply: str
    """
    In Markdown, or plain text with `format: "text"`.
    """
    sources: list[SourceReference]
    """
    The sources that the reply rests on, best first, one entry per source.
    """
    session_id: str
    """
    Send it with the next message to continue the conversation.
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
    """
    The places that the reply cites, in the order of the reply.
    """
    message_id: str
    """
    The message of the reply, prefix `msg_`, for ratings and verdicts.
    """
    draft: bool | None = None
    """
    True if the draft of the agent answered.
    """
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
    """
    Always `delta`.
    """
    data: ChatDeltaEventData


class ChatDoneEvent(Model):
    """
    The last event, with the whole answer.
    """

    event: Literal['done']
    """
    Always `done`.
    """
    data: ChatAnswer


class ChatMetaEvent(Model):
    """
    The first event.
    """

    event: Literal['meta']
    """
    Always `meta`.
    """
    data: ChatMetaEventData


class ChatSearchEvent(Model):
    """
    The language model asked for another search.
    """

    event: Literal['search']
    """
    Always `search`.
    """
    data: ChatSearchEventData


class ChatSourcesEventData(Model):
    """
    What the reply rests on.
    """

    sources: list[SourceReference]
    """
    The sources that the reply rests on, best first.
    """
    citations: list[Citation]
    """
    The places that the reply cites.
    """


class ChatWithdrawEvent(Model):
    """
    Remove a piece of the reply, which does not stand.
    """

    event: Literal['withdraw']
    """
    Always `withdraw`.
    """
    data: ChatWithdrawEventData


class CompletionChoicesMessage(Model):
    """
    What the agent replies.
    """

    role: Literal['assistant']
    """
    Always `assistant`.
    """
    content: str | None
    """
    The reply; null if it is refused.
    """
    refusal: str | None
    """
    Why there is no JSON, in words; null otherwise.
    """
    annotations: list[ChatAnnotation]
    """
    The sources, with links.
    """


class CompletionChunkChoicesDelta(Model):
    """
    What is new since the last chunk.
    """

    role: Literal['assistant'] | None = None
    """
    Always `assistant`.
    """
    content: str | None = None
    """
    The next piece of the reply.
    """
    refusal: str | None = None
    """
    Why there is no JSON, in words.
    """
    annotations: list[ChatAnnotation] | None = None
    """
    The sources, with links; at the end of the reply.
    """


class ConfigurationModels(Model):
    """
    The models in use.
    """

    chat: ConfigurationModelsChat | None = None
    embedding: ConfigurationModelsEmbedding
    reranker: ConfigurationModelsReranker | None = None


class ConnectorDocument(Model):
    """
    A document of a connector.
    """

    id: str
    """
    Its id in the place, such as a path.
    """
    status: str | Literal['pending', 'synced', 'skipped', 'failed', 'gone']
    """
    `pending` until it is `synced`, left out (`skipped`) or could not be fetched (`failed`). `gone`: no longer there, and its source is about to be deleted.
    """
    source_id: str | None = None
    """
    Its source; absent if there is none.
    """
    name: str | None = None
    """
    What it is called, while it waits or after it failed.
    """
    reason: str | None = None
    """
    Why it was skipped or failed.
    """
    attempts: int
    """
    How often fetching this version of it failed.
    """
    updated_at: datetime
    """
    ISO 8601, UTC.
    """


class ConnectorDocumentPage(Model):
    data: list[ConnectorDocument]
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class ConnectorError(Model):
    """
    Why a connector could not synchronise.
    """

    code: str | Literal['credentials', 'settings', 'rate_limited', 'unavailable', 'untrusted', 'emptied', 'internal']
    """
    `credentials`, `settings` and `untrusted` wait for you; the others are tried again. `emptied`: the place lists nothing any more, and nothing is deleted until a second run finds the same.
    """
    message: str
    """
    What is wrong, and what to do about it.
    """


class ConnectorRun(Model):
    """
    One synchronisation of a connector.
    """

    id: str
    """
    Prefix `sync_`.
    """
    outcome: Literal['running', 'completed', 'failed', 'cancelled'] | str
    """
    `running` until it has ended. Pausing and changing the connector cancel it.
    """
    started_at: datetime
    """
    ISO 8601, UTC.
    """
    ended_at: datetime | None = None
    """
    ISO 8601, UTC.
    """
    found: int
    """
    Documents that the place named.
    """
    added: int
    """
    New sources.
    """
    changed: int
    """
    Sources with new content, or a new name or metadata.
    """
    moved: int
    """
    Sources whose document lies elsewhere now. They were not fetched again.
    """
    deleted: int
    """
    Sources whose document is gone.
    """
    unchanged: int
    """
    Documents that were not fetched, because nothing about them changed.
    """
    skipped: int
    """
    Documents that were left out, such as empty or too large ones.
    """
    failed: int
    """
    Documents that could not be fetched. The next run tries them again.
    """
    error: ConnectorError | None = None


class ConnectorRunPage(Model):
    data: list[ConnectorRun]
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class ContentChunk(Model):
    """
    A passage that a search found.
    """

    id: str
    """
    Prefix `chunk_`.
    """
    source_id: str
    """
    The source that the passage is from, prefix `src_`.
    """
    source_name: str
    """
    Its name.
    """
    text: str
    """
    The passage.
    """
    score: float
    """
    Relevance from 0 to 1, on the same scale for all search types. Higher is more relevant.
    """
    knowledge_base_id: str
    """
    The knowledge base of the source.
    """
    position: int
    """
    Position among the chunks of the source, from 0.
    """
    start: int
    """
    Offset into the extracted text of the source, in UTF-16 code units.
    """
    end: int
    """
    Where the passage ends, exclusive.
    """
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
    """
    The page that it begins on, from 1; absent without pages.
    """
    heading: str | None = None
    """
    The headings above it, joined by ` › `; absent without any.
    """
    tags: list[str]
    """
    The tags of the source.
    """
    metadata: SourceMetadata
    """
    The metadata of the source.
    """
    score_details: ContentChunkScoreDetails | None = None
    matches: list[ContentChunkMatches] | None = None
    """
    With `include: ["matches"]`: where the matched words, in any form, are in `text`, as offsets in UTF-16 code units, in order and without overlaps. Function words are omitted unless the query has no others. If no word matched, as in `semantic` searches, it is the one block (paragraph, list item, table row, code) nearest in meaning; empty until the deep model has read the source.
    """


class ConversationCounts(Model):
    """
    How many conversations there are of each kind.
    """

    open: int
    """
    Conversations that are open.
    """
    resolved: int
    """
    Conversations that are resolved.
    """
    assigned_to_me: int
    """
    Open conversations that you look after.
    """
    handovers: ConversationCountsHandovers
    channels: list[ConversationCountsChannels]
    """
    The most used first.
    """
    languages: list[ConversationCountsLanguages]
    """
    The most used first.
    """
    tags: list[ConversationCountsTags]
    """
    The most used first, at most 100.
    """


class ConversationCountsResponse(Model):
    data: ConversationCounts
    meta: Meta


class Crawl(Model):
    """
    A site whose pages are added as sources.
    """

    id: str
    """
    Prefix `crawl_`.
    """
    url: str
    """
    Where the crawl starts.
    """
    mode: str | Literal['links', 'sitemap']
    """
    `links` follows links to pages of the same host; `sitemap` adds the pages in the site's sitemap.
    """
    status: str | Literal['running', 'completed', 'cancelled', 'failed']
    """
    `running` until all pages are done (`completed`), you cancel it, or it has `failed`.
    """
    knowledge_base_id: str
    """
    Where its pages are added.
    """
    tags: list[str]
    """
    The tags of each added source.
    """
    metadata: SourceMetadata
    """
    The metadata of each added source.
    """
    max_pages: int
    """
    The most pages to add.
    """
    max_depth: int
    """
    How many links deep to follow.
    """
    refresh_interval_hours: int | None = None
    """
    How often to fetch each page again, in hours; absent if never.
    """
    progress: float
    """
    The share of known pages that are done, 0 to 1; 1 when the crawl has ended.
    """
    pages: CrawlPages
    error: str | None = None
    """
    Why the crawl failed.
    """
    stopped_by: str | Literal['all_pages', 'max_pages', 'max_addresses'] | None = None
    """
    Why the crawl completed; absent unless it is `completed`.
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
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class CrawlResponse(Model):
    data: Crawl
    meta: Meta


class CrawledPage(Model):
    """
    A page that a crawl found.
    """

    url: str
    """
    The address of the page.
    """
    depth: int
    """
    Number of links from the first page to this one.
    """
    kind: Literal['page', 'sitemap'] | str
    """
    Whether it is a page or a sitemap.
    """
    status: str | Literal['waiting', 'added', 'skipped', 'failed']
    """
    What became of it.
    """
    source_id: str | None = None
    """
    The source that it became; absent unless it was added.
    """
    reason: str | None = None
    """
    Why the page was skipped or failed.
    """


class CrawledPagePage(Model):
    data: list[CrawledPage]
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class CreatedSourcesResultsError(Model):
    """
    Why it was refused. Nothing was stored of it.
    """

    code: str
    """
    What is wrong, for programs.
    """
    message: str
    """
    What is wrong, and what to do about it.
    """
    details: list[CreatedSourcesResultsErrorDetails] | None = None
    """
    The fields that are wrong.
    """


class Delivery(Model):
    """
    An event on its way to a webhook.
    """

    id: str
    """
    Prefix `dlv_`.
    """
    event_id: str
    """
    The event, prefix `evt_`: the `webhook-id` of each attempt.
    """
    event_type: str | Literal['source.indexed', 'source.failed', 'source.deleted', 'connector.failed', 'agent.created', 'agent.updated', 'agent.published', 'agent.deleted', 'conversation.started', 'conversation.updated', 'conversation.handover', 'conversation.handover_updated', 'message.feedback', 'message.verdict', 'budget.warning', 'budget.exceeded', 'key.created', 'key.revoked', 'webhook.test']
    """
    What happened: a noun and a verb in the past tense.
    """
    status: str | Literal['pending', 'delivered', 'failed']
    """
    `pending` until the endpoint answers with 2xx (`delivered`), or Footnote gives up (`failed`).
    """
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
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class DismissedGapResponse(Model):
    data: DismissedGap
    meta: Meta


class EmbeddingList(Model):
    """
    As in OpenAI.
    """

    object: Literal['list']
    """
    Always `list`.
    """
    data: list[EmbeddingListData]
    """
    One vector for each text, in the order of the request.
    """
    model: str
    """
    The model that made the vectors.
    """
    usage: EmbeddingListUsage


class ErrorError(Model):
    """
    What went wrong.
    """

    code: str | Literal['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'conflict', 'unprocessable_entity', 'rate_limited', 'internal_error', 'unavailable']
    """
    What is wrong, for programs. Each code always has the same HTTP status.
    """
    message: str
    """
    What is wrong, and what to do about it.
    """
    request_id: str
    """
    Names this request in logs, prefix `req_`.
    """
    details: list[ErrorErrorDetails] | None = None
    """
    The fields that are wrong; absent if it is none of them.
    """
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
    """
    What is asked.
    """
    relevant: list[EvaluationQuestionsQuestionsRelevant]
    """
    The sources that answer it.
    """
    must: list[str]
    """
    Phrases; a right reply contains at least one.
    """
    unanswerable: bool
    """
    No source answers it.
    """


class EvaluationResult(Model):
    """
    How well one search type did.
    """

    search_type: Literal['hybrid', 'semantic', 'keyword'] | str
    """
    How the passages were found: by meaning, by words, or by both.
    """
    metrics: EvaluationResultMetrics
    latency_ms: EvaluationResultLatencyMs
    reliability: list[EvaluationResultReliability]
    """
    The first ten results of each question, by score.
    """


class Event(Model):
    """
    Something that happened in the workspace.
    """

    id: str
    """
    Prefix `evt_`; the `webhook-id` of its deliveries.
    """
    type: str | Literal['source.indexed', 'source.failed', 'source.deleted', 'connector.failed', 'agent.created', 'agent.updated', 'agent.published', 'agent.deleted', 'conversation.started', 'conversation.updated', 'conversation.handover', 'conversation.handover_updated', 'message.feedback', 'message.verdict', 'budget.warning', 'budget.exceeded', 'key.created', 'key.revoked', 'webhook.test']
    """
    What happened: a noun and a verb in the past tense.
    """
    timestamp: datetime
    """
    ISO 8601, UTC.
    """
    workspace_id: str
    """
    The workspace in which it happened.
    """
    environment: Literal['live', 'sandbox'] | str
    """
    The environment that it belongs to. Nothing passes from one to the other.
    """
    data: dict[str, Any]
    """
    What the event is about, as the API shows it; once that is deleted, its id and `erased: true`. If a body would be larger than 20 KB, its longest texts are cut and `truncated` names them.
    """


class EventBody(Model):
    """
    What a webhook receives.
    """

    type: str | Literal['source.indexed', 'source.failed', 'source.deleted', 'connector.failed', 'agent.created', 'agent.updated', 'agent.published', 'agent.deleted', 'conversation.started', 'conversation.updated', 'conversation.handover', 'conversation.handover_updated', 'message.feedback', 'message.verdict', 'budget.warning', 'budget.exceeded', 'key.created', 'key.revoked', 'webhook.test']
    """
    What happened: a noun and a verb in the past tense.
    """
    timestamp: datetime
    """
    ISO 8601, UTC.
    """
    workspace_id: str
    """
    The workspace in which it happened.
    """
    environment: Literal['live', 'sandbox'] | str
    """
    The environment that it belongs to. Nothing passes from one to the other.
    """
    data: dict[str, Any]
    """
    What the event is about, as the API shows it; once that is deleted, its id and `erased: true`. If a body would be larger than 20 KB, its longest texts are cut and `truncated` names them.
    """


class EventPage(Model):
    data: list[Event]
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class FeedbackOnReply(Model):
    """
    A rating of a reply, with its author.
    """

    rating: Literal['up', 'down'] | str
    """
    Whether the reply helped.
    """
    comment: str | None = None
    """
    What was good or bad about it, in your words.
    """
    author: FeedbackOnReplyAuthor | None = None


class Gap(Model):
    """
    A question that the sources do not answer well.
    """

    question: str
    """
    As it was last asked.
    """
    other_wordings: list[str] | None = None
    """
    Other wordings of the question, the latest first, at most 20. Absent without any.
    """
    label: str | None = None
    """
    The word that most of its wordings have in common. Absent without several wordings.
    """
    count: int
    """
    How often it was asked.
    """
    conversations: int
    """
    In how many conversations, each of one person.
    """
    first_asked_at: datetime
    """
    When it was first asked in the period.
    """
    last_asked_at: datetime
    """
    ISO 8601, UTC.
    """
    trend: list[int]
    """
    How often it was asked in each of at most 30 equal parts of the period, oldest first.
    """
    course: Literal['new', 'growing'] | str | None = None
    """
    `new`: first asked in the last 7 days of a longer period. `growing`: asked in its second half more than half as often again as in its first.
    """
    best_confidence: float
    """
    The highest confidence of the replies, 0 to 1.
    """
    agent_ids: list[str]
    """
    The agents that were asked.
    """
    example: GapExample
    examples: list[GapExamples]
    """
    Different wordings, the latest first, at most 5.
    """
    suggestion: GapSuggestion | None = None
    """
    The chunk of the agent's knowledge bases that comes nearest to an answer. Only for the first 20 gaps, and absent if nothing comes near.
    """


class Gaps(Model):
    """
    Questions that the sources do not answer well.
    """

    total: int
    """
    All gaps, including those not shown.
    """
    has_meaning: bool
    """
    Whether questions about one thing are joined by meaning and over languages, which takes the deep model.
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
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class Handover(Model):
    """
    A conversation that a person is asked to take over.
    """

    status: str | Literal['open', 'assigned', 'resolved']
    """
    `open`: waits for a person. `assigned`: a person has it. `resolved`: it is over.
    """
    contact: HandoverContact
    message: str | None = None
    """
    What the visitor wrote for the person.
    """
    assignee: Assignee | None = None
    """
    Who has it, or who resolved it.
    """
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
    """
    A hand-over, with its session.
    """

    status: str | Literal['open', 'assigned', 'resolved']
    """
    `open`: waits for a person. `assigned`: a person has it. `resolved`: it is over.
    """
    contact: HandoverContact
    message: str | None = None
    """
    What the visitor wrote for the person.
    """
    assignee: Assignee | None = None
    """
    Who has it, or who resolved it.
    """
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
    """
    The agent of the session, prefix `agt_`.
    """
    session_id: str
    """
    The session that is handed over.
    """


class HandoverOfSessionResponse(Model):
    data: HandoverOfSession
    meta: Meta


class ImportResult(Model):
    """
    How many pinned answers an import changed.
    """

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
    rows: list[ImportResultRows] | None = None
    """
    Each answer that was sent; only with `dry_run`.
    """


class ImportResultResponse(Model):
    data: ImportResult
    meta: Meta


class Invitation(Model):
    """
    A link that lets someone join, not yet accepted.
    """

    id: str
    """
    Prefix `inv_`.
    """
    role: str | Literal['viewer', 'member', 'admin', 'owner']
    """
    `owner`: everything, including owners and workspaces. `admin`: everything else. `member`: everything except settings, keys and members. `viewer`: GET requests only.
    """
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
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class InvitationResponse(Model):
    data: Invitation
    meta: Meta


class KnowledgeBase(Model):
    """
    A collection of sources that is searched as one.
    """

    id: str
    """
    Prefix `kb_`.
    """
    name: str
    """
    What people call it.
    """
    description: str
    """
    What is in it, in your words; may be empty.
    """
    is_default: bool
    """
    For sources that name no knowledge base.
    """
    source_count: int
    """
    All its sources, whatever their status.
    """
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


class KnowledgeBaseActivity(Model):
    """
    What is in the knowledge bases, and how much is asked of them.
    """

    knowledge_bases: list[KnowledgeBaseActivityKnowledgeBases]
    """
    In no order.
    """


class KnowledgeBaseActivityResponse(Model):
    data: KnowledgeBaseActivity
    meta: Meta


class KnowledgeBasePage(Model):
    data: list[KnowledgeBase]
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class KnowledgeBaseResponse(Model):
    data: KnowledgeBase
    meta: Meta


class LimitsRateLimits(Model):
    """
    How many requests may be sent.
    """

    enabled: bool
    """
    If false, the other rate limits have no effect.
    """
    window_seconds: int
    """
    How long requests are counted for.
    """
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


class ListedAgentVersion(Model):
    """
    A version of an agent, without its settings.
    """

    number: int
    """
    Counts up from 1 with each version of the agent.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    author: ListedAgentVersionAuthor
    note: str | None
    """
    Why it was published; null if nobody said so.
    """
    changed: list[str | Literal['name', 'knowledge_base_ids', 'system_prompt', 'welcome_message', 'fallback_message', 'response_length', 'min_confidence', 'temperature', 'handover']]
    """
    The fields that differ from the version before.
    """
    restored_from: int | None
    """
    The version that it repeats, if it was rolled back to one.
    """


class ListedAgentVersionPage(Model):
    data: list[ListedAgentVersion]
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class Member(Model):
    """
    A person of the workspace.
    """

    id: str
    """
    The account id, prefix `acc_`.
    """
    email: str
    """
    The address that they sign in with.
    """
    email_proved: bool
    """
    Whether OpenID Connect, or an invitation of this workspace to the email address, has proved that it is theirs. If false, anyone could have entered it.
    """
    has_second_factor: bool
    """
    False if a password is all it takes to sign in as them. True with two-step sign-in, and for people without a password.
    """
    name: str
    """
    What others call them.
    """
    role: str | Literal['viewer', 'member', 'admin', 'owner']
    """
    `owner`: everything, including owners and workspaces. `admin`: everything else. `member`: everything except settings, keys and members. `viewer`: GET requests only.
    """
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
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class MemberResponse(Model):
    data: Member
    meta: Meta


class NewInvitation(Model):
    """
    An invitation that was just created, with its link.
    """

    id: str
    """
    Prefix `inv_`.
    """
    role: str | Literal['viewer', 'member', 'admin', 'owner']
    """
    `owner`: everything, including owners and workspaces. `admin`: everything else. `member`: everything except settings, keys and members. `viewer`: GET requests only.
    """
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
    """
    The questions of an evaluation, with what one search type found.
    """

    search_type: Literal['hybrid', 'semantic', 'keyword'] | str
    """
    How the passages were found: by meaning, by words, or by both.
    """
    questions: list[QuestionOutcome]
    """
    Worst first.
    """


class OutputText(Model):
    """
    A reply in words, or the JSON that was asked for.
    """

    type: Literal['output_text']
    """
    Always `output_text`.
    """
    text: str
    """
    In Markdown, or as JSON if it was asked for.
    """
    annotations: list[ResponseAnnotation]
    """
    The sources, with links.
    """
    logprobs: list[Any]
    """
    Always empty: agents have none.
    """


class OverviewDays(Model):
    day: str
    """
    In UTC, such as 2026-11-22.
    """
    conversations: int
    """
    Conversations that began.
    """
    messages: int
    """
    Messages that agents replied to, small talk aside.
    """
    mean_confidence: float | None = None
    """
    0 to 1; absent on a day without replies.
    """
    fallbacks: int
    """
    Replies that say there is no answer.
    """
    ratings: OverviewDaysRatings
    latency_p50_ms: int | None = None
    """
    Half of the replies took no longer; absent without replies.
    """
    latency_p95_ms: int | None = None
    """
    95% of the replies took no longer; absent without replies.
    """


class OverviewPrevious(Model):
    """
    As many days before, for comparison.
    """

    conversations: int
    """
    Conversations that began.
    """
    messages: int
    """
    Messages that agents replied to, small talk aside.
    """
    mean_confidence: float | None = None
    """
    Absent if there are no replies.
    """
    fallback_share: float | None = None
    """
    The share of replies that say there is no answer.
    """
    ratings: OverviewPreviousRatings
    latency_p50_ms: int | None = None
    """
    Half of the replies took no longer; absent without replies.
    """
    latency_p95_ms: int | None = None
    """
    95% of the replies took no longer; absent without replies.
    """


class PinnedAnswer(Model):
    """
    A reply that a person wrote, which agents give word for word.
    """

    id: str
    """
    Prefix `ans_`.
    """
    knowledge_base_id: str
    """
    Agents that use this knowledge base give the answer.
    """
    question: str
    """
    The question that the answer is for.
    """
    variants: list[str]
    """
    Other wordings of the question.
    """
    answer: str
    """
    What the agent says, in Markdown.
    """
    source_ids: list[str]
    """
    The sources that the answer rests on.
    """
    enabled: bool
    """
    Agents say only enabled answers.
    """
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
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class PinnedAnswerResponse(Model):
    data: PinnedAnswer
    meta: Meta


class PinnedAnswerVersion(Model):
    """
    An earlier version of a pinned answer.
    """

    question: str
    """
    The question that the answer is for.
    """
    variants: list[str]
    """
    Other wordings of the question.
    """
    answer: str
    """
    What the agent says, in Markdown.
    """
    source_ids: list[str]
    """
    The sources that the answer rests on.
    """
    enabled: bool
    """
    Agents say only enabled answers.
    """
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
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class PublishableToken(Model):
    """
    Lets web pages chat with one agent.
    """

    id: str
    """
    Prefix `tok_`.
    """
    name: str
    """
    To tell tokens apart.
    """
    token: str
    """
    `pub_live_…` or `pub_test_…`. Not a secret: it is part of web pages.
    """
    allowed_origins: list[str]
    """
    Origins of the pages that may use it.
    """
    enabled: bool
    """
    If false, chats with it are refused.
    """
    messages_per_minute: int
    """
    The limit for all visitors together.
    """
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
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class PublishableTokenResponse(Model):
    data: PublishableToken
    meta: Meta


class ReplyResults(Model):
    """
    Shares and means over the questions, 0 to 1.
    """

    questions: int
    """
    Questions that the agent was asked.
    """
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
    """
    Of all replies.
    """
    calibration_error: float | None
    """
    How far the confidence is from the share of replies that answer rightly. No reply answers an unanswerable question.
    """
    latency_ms: ReplyResultsLatencyMs


class ResponseStreamEventResponseText(Model):
    """
    How the reply is written.
    """

    format: ResponseStreamEventResponseTextFormat


class ResponseText(Model):
    """
    How the reply is written.
    """

    format: ResponseTextFormat


class ResponseUsage(Model):
    """
    Zero without a language model.
    """

    input_tokens: int
    """
    Tokens of the prompts.
    """
    input_tokens_details: ResponseUsageInputTokensDetails
    output_tokens: int
    """
    Tokens of what the language model wrote.
    """
    output_tokens_details: ResponseUsageOutputTokensDetails
    total_tokens: int
    """
    Both together.
    """


class SavedView(Model):
    """
    Filters of a list under a name, of one person or of all.
    """

    id: str
    """
    Prefix `view_`.
    """
    resource: str | Literal['conversations', 'sources']
    """
    A list that can have saved views.
    """
    name: str
    """
    What people call it.
    """
    filters: dict[str, str | list[str]]
    """
    Parameters of the list.
    """
    is_shared: bool
    """
    Whether everyone in the workspace sees it, or only its owner.
    """
    owner: SavedViewOwner
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    updated_at: datetime
    """
    ISO 8601, UTC.
    """


class SavedViewPage(Model):
    data: list[SavedView]
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class SavedViewResponse(Model):
    data: SavedView
    meta: Meta


class SearchResult(Model):
    """
    The passages that a search found.
    """

    results: list[ContentChunk]
    """
    Best first.
    """
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


class SetQuestion(Model):
    """
    A question of a set.
    """

    id: str
    """
    Prefix `qst_`.
    """
    query: str
    """
    What is asked.
    """
    relevant: list[SetQuestionRelevant]
    """
    The sources that answer it; they may be deleted since.
    """
    must: list[str]
    """
    Phrases; a right reply contains at least one.
    """
    unanswerable: bool
    """
    The right reply is that there is no answer.
    """
    from_: SetQuestionFrom | None = Field(None, alias='from')


class SimilarSources(Model):
    """
    Sources that are like a given one.
    """

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
    """
    The text that Footnote extracted from a source.
    """

    source_id: str
    """
    The source that the text is from, prefix `src_`.
    """
    title: str | None = None
    """
    The title in the document.
    """
    text: str
    """
    The extracted text, or the part of it that was asked for. All offsets are in UTF-16 code units of the whole text.
    """
    total_characters: int
    """
    The length of the whole text, in UTF-16 code units.
    """
    next_offset: int | None = None
    """
    Where the next part begins; absent at the end.
    """
    headings: list[SourceContentHeadings]
    """
    In the order of the text: those that begin in the part.
    """
    pages: list[SourceContentPages]
    """
    The pages of a document that begin in the part; empty if it has none.
    """


class SourceContentResponse(Model):
    data: SourceContent
    meta: Meta


class SourceCounts(Model):
    """
    How many sources there are.
    """

    total: int
    """
    All sources.
    """
    by_status: SourceCountsByStatus
    by_type: SourceCountsByType
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
    """
    Always `source_deleted`.
    """
    data: SourceDeletedEventData


class SourceError(Model):
    """
    Why a source could not be indexed or refreshed.
    """

    code: str | Literal['unsupported_format', 'unreadable_file', 'encrypted_file', 'no_text', 'too_large', 'too_many_pages', 'too_many_chunks', 'fetch_failed', 'fetch_blocked', 'fetch_timeout', 'parse_timeout', 'embedding_failed', 'internal_error']
    """
    What went wrong, for programs.
    """
    message: str
    """
    What is wrong, and what to do about it.
    """
    stage: str | Literal['queued', 'fetching', 'parsing', 'ocr', 'chunking', 'embedding', 'indexing', 'done']
    """
    The step of the indexing that the source is at.
    """
    retryable: bool
    """
    Whether reindexing the same content may succeed.
    """


class SourceFolders(Model):
    """
    What the names and URLs of sources have before a slash.
    """

    folders: list[SourceFoldersFolders]
    """
    By name; at most 500.
    """


class SourceFoldersResponse(Model):
    data: SourceFolders
    meta: Meta


class SourceHistoryEntryDetailsMetadata(Model):
    """
    The metadata changed.
    """

    from_: SourceMetadata = Field(..., alias='from')
    """
    Before the change; null for none.
    """
    to: SourceMetadata
    """
    After it; null for none.
    """


class SourcePlacesPages(Model):
    page: int
    """
    The number of the page or slide, from 1.
    """
    width: float | None = None
    """
    The width of the page as it is displayed, in points.
    """
    height: float | None = None
    """
    The height of the page as it is displayed, in points.
    """
    confidence: float | None = None
    """
    How sure OCR is of the words of the page, 0 to 100; absent if it did not read it.
    """
    boxes: list[SourcePlacesPagesBoxes]
    """
    The passage on the page, a box for each line, in the order of the text. Boxes are known for PDFs and pictures. A row of a table has one box.
    """


class SourceReadyEvent(Model):
    """
    Read the list now: later changes follow. Sent again when changes were left out.
    """

    event: Literal['ready']
    """
    Always `ready`.
    """
    data: SourceReadyEventData


class SourcesContinuedEvent(Model):
    """
    After a break: all that has changed since the event with your id follows. Nothing need be read again.
    """

    event: Literal['continued']
    """
    Always `continued`.
    """
    data: SourcesContinuedEventData


class TokenBudgetUse(Model):
    """
    How much of its token budget someone has spent.
    """

    type: Literal['workspace', 'agent', 'publishable_token'] | str
    """
    What has the budget.
    """
    id: str
    """
    The workspace, agent or publishable token.
    """
    name: str
    """
    What people call it.
    """
    day: TokenBudgetUseDay
    month: TokenBudgetUseMonth


class TrialMetaEvent(Model):
    """
    The first event.
    """

    event: Literal['meta']
    """
    Always `meta`.
    """
    data: TrialMetaEventData


class TrialStep(Model):
    """
    One step on the way to a reply.
    """

    name: str | Literal['pinned_answers', 'ready_reply', 'rewrite', 'search', 'embed', 'rerank', 'send', 'write', 'check', 'quote', 'failure', 'fallback']
    """
    `pinned_answers`: looked for a pinned answer. `ready_reply`: small talk, or about a hand-over. `rewrite`: made the message a question that stands alone. `search`, with `embed` and `rerank` in it: searched the knowledge bases. `send`: chose passages for the language model. `write`: the language model wrote. `check`: compared what it wrote with the passages. `quote`: chose sentences of the sources. `failure`: the language model failed. `fallback`: the fallback message replaced the reply.
    """
    at_ms: float
    """
    When it began, from the beginning of the trial, in milliseconds.
    """
    duration_ms: float
    """
    How long it took, in milliseconds.
    """
    query: str | None = None
    """
    What was searched for.
    """
    found: int | None = None
    """
    Passages, pinned answers or quotations found.
    """
    sent: int | None = None
    """
    Passages that the language model was sent.
    """
    left_out: int | None = None
    """
    Passages that did not fit.
    """
    model: str | None = None
    """
    The model that worked.
    """
    usage: Usage | None = None
    first_token_ms: float | None = None
    """
    Until the first piece of the language model, in milliseconds.
    """
    supported: int | None = None
    """
    Sentences that the sources support.
    """
    believed: int | None = None
    """
    Sentences that cite a passage and cannot be compared with it.
    """
    removed: list[RemovedSentence] | None = None
    """
    What was left out.
    """
    reason: str | None = None
    """
    Why, in English.
    """


class TrialStepEvent(Model):
    """
    A step has ended.
    """

    event: Literal['step']
    """
    Always `step`.
    """
    data: TrialStep


class UpsertedSource(Model):
    """
    The source, and what the request did to it.
    """

    id: str
    """
    Prefix `src_`.
    """
    type: str | Literal['document', 'url', 'text']
    """
    `document`: an uploaded file. `url`: a web page that Footnote fetches. `text`: text that was sent.
    """
    name: str
    """
    The name that lists and citations show.
    """
    status: str | Literal['processing', 'indexed', 'failed']
    """
    `processing` until it is `indexed` and found by searches, or has `failed`.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    knowledge_base_id: str
    """
    The knowledge base that it is in.
    """
    tags: list[str]
    """
    Words to filter sources by.
    """
    external_id: str | None = None
    """
    The id of the source where it comes from, if its client gave one.
    """
    metadata: SourceMetadata
    """
    What you noted about it; `{}` without any.
    """
    allowed: list[str] | None = None
    """
    The principals who may see it; absent if everyone may, and in answers to requests with `as_user`. An empty list: only requests without `as_user`.
    """
    url: str | None = None
    """
    The address of a web page, as it was given, or where the document of a connector can be opened.
    """
    file_name: str | None = None
    """
    The name of an uploaded file.
    """
    mime_type: str | None = None
    """
    The type of the content, such as `application/pdf`, as its bytes say; absent until it is known.
    """
    size_bytes: int | None = None
    """
    Bytes of the original content.
    """
    content_sha256: str | None = None
    """
    SHA-256 of the original content, in hex.
    """
    stage: str | Literal['queued', 'fetching', 'parsing', 'ocr', 'chunking', 'embedding', 'indexing', 'done']
    """
    The step of the indexing that the source is at.
    """
    progress: float
    """
    Progress of the indexing, 0 to 1.
    """
    chunk_count: int
    """
    The number of passages that are indexed.
    """
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
    """
    How often the page is fetched again, in hours; absent if never.
    """
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
    """
    The usage of one day, of one key, or of one key on one day.
    """

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
    """
    The usage of a workspace over some days.
    """

    from_: str = Field(..., alias='from')
    """
    A day in UTC, such as `2026-11-22`.
    """
    to: str
    """
    A day in UTC, such as `2026-11-22`.
    """
    group_by: list[Literal['day', 'key'] | str]
    """
    What the groups are made by.
    """
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
    """
    The verdict of a reviewer on a reply.
    """

    verdict: Literal['right', 'wrong', 'incomplete'] | str
    """
    What the reviewer thinks of the reply.
    """
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


class WidgetAppearance(Model):
    """
    How the chat widgets of an agent look and begin.
    """

    color: str | None
    """
    Of buttons and links, as `#rrggbb`; null is the blue of Footnote.
    """
    position: str | Literal['end', 'start']
    """
    The lower corner of its button: `end` is the right one, on Arabic pages the left.
    """
    mode: str | Literal['bubble', 'inline', 'search']
    """
    A button that opens the chat, the chat as a part of the page, or a search bar that opens it with a question.
    """
    theme: str | Literal['page', 'light', 'dark']
    """
    `page` follows the page.
    """
    language: str | Literal['en', 'de', 'es', 'fr', 'pt-BR', 'ja', 'zh-Hans', 'ar'] | None
    """
    The language of its words; null follows the page, then the browser of the visitor.
    """
    greeting: str | None
    """
    Said in an empty chat; null takes the welcome message of the agent.
    """
    starter_questions: list[str]
    """
    Questions that visitors ask with a click, in an empty chat.
    """
    translations: dict[str, WidgetAppearanceTranslations]
    """
    Greeting and starter questions in other languages, by language.
    """


class WidgetAppearanceResponse(Model):
    data: WidgetAppearance
    meta: Meta


class WidgetDesign(Model):
    """
    How the chat widgets of an agent look.
    """

    appearance: WidgetAppearance
    logo: WidgetLogo | None
    """
    Null without one.
    """


class WidgetDesignResponse(Model):
    data: WidgetDesign
    meta: Meta


class ChatSourcesEvent(Model):
    """
    The sources and citations of the whole reply.
    """

    event: Literal['sources']
    """
    Always `sources`.
    """
    data: ChatSourcesEventData


class CompletionChoices(Model):
    index: int
    """
    Always 0: there is one reply.
    """
    message: CompletionChoicesMessage
    logprobs: None
    """
    Always null: agents have none.
    """
    finish_reason: Literal['stop']
    """
    Always `stop`.
    """


class CompletionChunkChoices(Model):
    index: int
    """
    Always 0: there is one reply.
    """
    delta: CompletionChunkChoicesDelta
    logprobs: None
    """
    Always null: agents have none.
    """
    finish_reason: Literal['stop'] | None
    """
    `stop` at the end of the reply, null before.
    """


class Configuration(Model):
    """
    How the installation is set up.
    """

    version: str
    """
    The version of Footnote.
    """
    environment: Literal['live', 'sandbox'] | str
    """
    The environment that it belongs to. Nothing passes from one to the other.
    """
    models: ConfigurationModels
    limits: ConfigurationLimits


class ConfigurationResponse(Model):
    data: Configuration
    meta: Meta


class Connector(Model):
    """
    A place where documents live, which a knowledge base is kept in step with.
    """

    id: str
    """
    Prefix `con_`.
    """
    name: str
    """
    What people call it.
    """
    kind: str
    """
    What kind of place it is, such as `folder`.
    """
    state: str | Literal['pending', 'syncing', 'idle', 'waiting', 'needs_attention', 'paused']
    """
    `pending` until its first run begins, then `syncing` and `idle` in turn. `waiting`: the last run failed and is tried again at `next_sync_at`. `needs_attention`: nothing is tried until you change it or start a run. `paused`: by you.
    """
    error: ConnectorError | None = None
    knowledge_base_id: str
    """
    The knowledge base that is kept in step.
    """
    settings: dict[str, Any]
    """
    What the kind takes, with its defaults.
    """
    has_credentials: bool
    """
    Whether credentials are stored. They are never shown.
    """
    interval_minutes: int | None
    """
    Minutes between runs; null means only by request.
    """
    tags: list[str]
    """
    The tags of each added source.
    """
    metadata: SourceMetadata
    """
    The metadata of each source, beside what the place says.
    """
    allowed: list[str] | None
    """
    The principals who may see its sources; null: everyone.
    """
    created_by: str | None
    """
    The account (`acc_`) or API key (`key_`) that made it. It goes on without them.
    """
    next_sync_at: datetime | None = None
    """
    When the next run begins; absent if none is due.
    """
    last_synced_at: datetime | None = None
    """
    When the last complete run ended.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    updated_at: datetime
    """
    ISO 8601, UTC.
    """


class ConnectorPage(Model):
    data: list[Connector]
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class ConnectorResponse(Model):
    data: Connector
    meta: Meta


class Conversation(Model):
    """
    A session with an agent.
    """

    session_id: str
    """
    Identifies the session among those of its agent.
    """
    message_count: int
    """
    Messages of both sides.
    """
    metadata: dict[str, str]
    """
    What the client stored with the session.
    """
    started_at: datetime
    """
    ISO 8601, UTC.
    """
    last_activity_at: datetime
    """
    ISO 8601, UTC.
    """
    state: str | Literal['open', 'resolved']
    """
    `open`: from the first message on, and again when the visitor writes or asks for a person. `resolved`: nothing is left to do.
    """
    assignee: Assignee | None = None
    """
    Who looks after it; absent if no one does.
    """
    tags: list[str]
    """
    Words to filter conversations by.
    """
    channel: str | None = None
    """
    `channel` of its metadata, or else the way in: `api`, `dashboard`, `openai`, `widget` or `mcp`. Absent in some older conversations.
    """
    language: str | None = None
    """
    Of the first question, in ISO 639-1, such as `en`; absent if it cannot be told, as of two words.
    """
    version: int
    """
    Goes up with each change of state, assignee or tags. Send it as `if_version`.
    """
    handover: Handover | None = None
    """
    The latest hand-over to a person; absent without one.
    """


class ConversationOfAgent(Model):
    """
    A session, with its agent and what people thought of it.
    """

    session_id: str
    """
    Identifies the session among those of its agent.
    """
    message_count: int
    """
    Messages of both sides.
    """
    metadata: dict[str, str]
    """
    What the client stored with the session.
    """
    started_at: datetime
    """
    ISO 8601, UTC.
    """
    last_activity_at: datetime
    """
    ISO 8601, UTC.
    """
    state: str | Literal['open', 'resolved']
    """
    `open`: from the first message on, and again when the visitor writes or asks for a person. `resolved`: nothing is left to do.
    """
    assignee: Assignee | None = None
    """
    Who looks after it; absent if no one does.
    """
    tags: list[str]
    """
    Words to filter conversations by.
    """
    channel: str | None = None
    """
    `channel` of its metadata, or else the way in: `api`, `dashboard`, `openai`, `widget` or `mcp`. Absent in some older conversations.
    """
    language: str | None = None
    """
    Of the first question, in ISO 639-1, such as `en`; absent if it cannot be told, as of two words.
    """
    version: int
    """
    Goes up with each change of state, assignee or tags. Send it as `if_version`.
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
    last_reply: str | None = None
    """
    The beginning of the last message of the agent, or of a person in its place.
    """
    lowest_confidence: float | None = None
    """
    The lowest confidence of the replies; absent without one.
    """
    ratings: ConversationOfAgentRatings


class ConversationOfAgentPage(Model):
    data: list[ConversationOfAgent]
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class ConversationPage(Model):
    data: list[Conversation]
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class ConversationResponse(Model):
    data: Conversation
    meta: Meta


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
    """
    A delivery with the body that is sent.
    """

    id: str
    """
    Prefix `dlv_`.
    """
    event_id: str
    """
    The event, prefix `evt_`: the `webhook-id` of each attempt.
    """
    event_type: str | Literal['source.indexed', 'source.failed', 'source.deleted', 'connector.failed', 'agent.created', 'agent.updated', 'agent.published', 'agent.deleted', 'conversation.started', 'conversation.updated', 'conversation.handover', 'conversation.handover_updated', 'message.feedback', 'message.verdict', 'budget.warning', 'budget.exceeded', 'key.created', 'key.revoked', 'webhook.test']
    """
    What happened: a noun and a verb in the past tense.
    """
    status: str | Literal['pending', 'delivered', 'failed']
    """
    `pending` until the endpoint answers with 2xx (`delivered`), or Footnote gives up (`failed`).
    """
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
    """
    Why a request failed.
    """

    error: ErrorError


class Evaluation(Model):
    """
    A measurement of search and replies on your questions.
    """

    id: str
    """
    Prefix `eval_`.
    """
    name: str | None = None
    """
    What people call it; absent without one.
    """
    status: str | Literal['running', 'completed', 'failed', 'cancelled']
    """
    `running` until all questions were asked (`completed`), it has `failed`, or someone has `cancelled` it.
    """
    progress: float
    """
    0 to 1.
    """
    knowledge_base_ids: list[str] | None = None
    """
    Defaults to all.
    """
    search_types: list[Literal['hybrid', 'semantic', 'keyword'] | str]
    """
    The search types that are measured.
    """
    question_count: int
    """
    Questions that are asked.
    """
    agent_id: str | None = None
    """
    The agent whose replies are judged too.
    """
    agent_settings: EvaluatedAgentSettings | None = None
    """
    The settings of the agent when the evaluation was created.
    """
    question_set_id: str | None = None
    """
    The question set that was asked; it may be changed or deleted since.
    """
    skipped: int | None = None
    """
    Questions of a set, or replies of `from_conversations`, that are not asked, because nothing says what answers them, or the question is too long.
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
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class EvaluationQuestions(Model):
    """
    The questions of an evaluation.
    """

    questions: list[EvaluationQuestionsQuestions]
    """
    In the order in which they were sent.
    """


class EvaluationQuestionsResponse(Model):
    data: EvaluationQuestions
    meta: Meta


class EvaluationResponse(Model):
    data: Evaluation
    meta: Meta


class EvaluationWithOutcomes(Model):
    """
    An evaluation with the outcome of each question.
    """

    id: str
    """
    Prefix `eval_`.
    """
    name: str | None = None
    """
    What people call it; absent without one.
    """
    status: str | Literal['running', 'completed', 'failed', 'cancelled']
    """
    `running` until all questions were asked (`completed`), it has `failed`, or someone has `cancelled` it.
    """
    progress: float
    """
    0 to 1.
    """
    knowledge_base_ids: list[str] | None = None
    """
    Defaults to all.
    """
    search_types: list[Literal['hybrid', 'semantic', 'keyword'] | str]
    """
    The search types that are measured.
    """
    question_count: int
    """
    Questions that are asked.
    """
    agent_id: str | None = None
    """
    The agent whose replies are judged too.
    """
    agent_settings: EvaluatedAgentSettings | None = None
    """
    The settings of the agent when the evaluation was created.
    """
    question_set_id: str | None = None
    """
    The question set that was asked; it may be changed or deleted since.
    """
    skipped: int | None = None
    """
    Questions of a set, or replies of `from_conversations`, that are not asked, because nothing says what answers them, or the question is too long.
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
    """
    The limits in force.
    """

    rate_limits: LimitsRateLimits
    sizes: LimitsSizes


class LimitsResponse(Model):
    data: Limits
    meta: Meta


class Message(Model):
    """
    A message of a session.
    """

    id: str
    """
    Prefix `msg_`.
    """
    role: Literal['welcome', 'user', 'agent', 'person'] | str
    """
    `person` is someone who answers in place of the agent.
    """
    text: str
    """
    In Markdown, without citation marks.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    confidence: float | None = None
    """
    0 to 1; only of replies.
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
    sources: list[SourceReference] | None = None
    """
    The sources that the reply rests on; only of replies.
    """
    citations: list[Citation] | None = None
    """
    The places that the reply cites; only of replies.
    """
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
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class MessageResponse(Model):
    data: Message
    meta: Meta


class OutputMessage(Model):
    """
    The message that the agent replies with.
    """

    id: str
    """
    An `item_reference` may name it.
    """
    type: Literal['message']
    """
    Always `message`.
    """
    status: Literal['completed']
    """
    Always `completed`.
    """
    role: Literal['assistant']
    """
    Always `assistant`.
    """
    content: list[OutputText | OutputRefusal]
    """
    One part: the reply, or why there is none.
    """


class Overview(Model):
    """
    How the agents of a workspace are doing.
    """

    days: list[OverviewDays]
    """
    One entry per day, oldest first.
    """
    conversations: int
    """
    Conversations that began.
    """
    messages: int
    """
    Messages that agents replied to, small talk aside.
    """
    mean_confidence: float | None = None
    """
    Absent if there are no replies.
    """
    fallback_share: float | None = None
    """
    The share of replies that say there is no answer.
    """
    ratings: OverviewRatings
    latency_p50_ms: int | None = None
    """
    Half of the replies took no longer; absent without replies.
    """
    latency_p95_ms: int | None = None
    """
    95% of the replies took no longer; absent without replies.
    """
    confidence_histogram: list[int]
    """
    Replies with a confidence of 0 to 0.1, 0.1 to 0.2 and so on, to 1.
    """
    previous: OverviewPrevious
    top_sources: list[OverviewTopSources]
    """
    The sources that most replies rest on.
    """
    gaps: int
    """
    Questions without a good answer, as `GET /v1/gaps` counts them.
    """
    sources_by_status: OverviewSourcesByStatus
    jobs: OverviewJobs


class OverviewResponse(Model):
    data: Overview
    meta: Meta


class QuestionSetWithQuestions(Model):
    """
    A question set with its questions.
    """

    id: str
    """
    Prefix `qset_`.
    """
    name: str
    """
    What people call it.
    """
    question_count: int
    """
    How many questions it has.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    updated_at: datetime
    """
    ISO 8601, UTC.
    """
    questions: list[SetQuestion]
    """
    Oldest first.
    """


class QuestionSetWithQuestionsResponse(Model):
    data: QuestionSetWithQuestions
    meta: Meta


class Response(Model):
    """
    As in OpenAI, with the other fields of a chat answer.
    """

    id: str
    """
    A later request may send it as `previous_response_id`.
    """
    object: Literal['response']
    """
    Always `response`.
    """
    created_at: int
    """
    Seconds since 1970.
    """
    completed_at: int
    """
    Seconds since 1970.
    """
    status: Literal['completed']
    """
    Always `completed`.
    """
    background: Literal[False]
    """
    Always `false`.
    """
    error: None
    """
    Always null: a failed request has an error answer instead.
    """
    incomplete_details: None
    """
    Always null: agents do not have it.
    """
    instructions: None
    """
    Always null: agents do not have it.
    """
    max_output_tokens: None
    """
    Always null: agents do not have it.
    """
    model: str
    """
    The id of the agent.
    """
    output: list[OutputMessage]
    """
    One message.
    """
    parallel_tool_calls: Literal[False]
    """
    Always `false`.
    """
    previous_response_id: str | None
    """
    The response that this one follows; null if it is the first.
    """
    reasoning: None
    """
    Always null: agents do not have it.
    """
    store: bool
    """
    Whether the conversation is kept.
    """
    temperature: None
    """
    Always null: agents do not have it.
    """
    text: ResponseText
    tool_choice: Literal['auto']
    """
    Always `auto`.
    """
    tools: list[Any]
    """
    Always empty: an agent calls no tools of the client.
    """
    top_p: None
    """
    Always null: agents do not have it.
    """
    truncation: Literal['disabled']
    """
    Always `disabled`.
    """
    usage: ResponseUsage
    user: str | None
    """
    As in the request.
    """
    metadata: dict[str, str]
    """
    As in the request.
    """
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
    """
    Always `response`.
    """
    created_at: int | None = None
    """
    Seconds since 1970.
    """
    completed_at: int | None = None
    """
    Seconds since 1970.
    """
    status: Literal['completed'] | None = None
    """
    Always `completed`.
    """
    background: Literal[False] | None = None
    """
    Always `false`.
    """
    error: None = Field(None)
    """
    Always null: a failed request has an error answer instead.
    """
    incomplete_details: None = Field(None)
    """
    Always null: agents do not have it.
    """
    instructions: None = Field(None)
    """
    Always null: agents do not have it.
    """
    max_output_tokens: None = Field(None)
    """
    Always null: agents do not have it.
    """
    model: str | None = None
    """
    The id of the agent.
    """
    output: list[OutputMessage] | None = None
    """
    One message.
    """
    parallel_tool_calls: Literal[False] | None = None
    """
    Always `false`.
    """
    previous_response_id: str | None = None
    """
    The response that this one follows; null if it is the first.
    """
    reasoning: None = Field(None)
    """
    Always null: agents do not have it.
    """
    store: bool | None = None
    """
    Whether the conversation is kept.
    """
    temperature: None = Field(None)
    """
    Always null: agents do not have it.
    """
    text: ResponseStreamEventResponseText | None = None
    tool_choice: Literal['auto'] | None = None
    """
    Always `auto`.
    """
    tools: list[Any] | None = None
    """
    Always empty: an agent calls no tools of the client.
    """
    top_p: None = Field(None)
    """
    Always null: agents do not have it.
    """
    truncation: Literal['disabled'] | None = None
    """
    Always `disabled`.
    """
    usage: ResponseUsage | None = None
    user: str | None = None
    """
    As in the request.
    """
    metadata: dict[str, str] | None = None
    """
    As in the request.
    """
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
    """
    A text, web page or document in a knowledge base.
    """

    id: str
    """
    Prefix `src_`.
    """
    type: str | Literal['document', 'url', 'text']
    """
    `document`: an uploaded file. `url`: a web page that Footnote fetches. `text`: text that was sent.
    """
    name: str
    """
    The name that lists and citations show.
    """
    status: str | Literal['processing', 'indexed', 'failed']
    """
    `processing` until it is `indexed` and found by searches, or has `failed`.
    """
    created_at: datetime
    """
    ISO 8601, UTC.
    """
    knowledge_base_id: str
    """
    The knowledge base that it is in.
    """
    tags: list[str]
    """
    Words to filter sources by.
    """
    external_id: str | None = None
    """
    The id of the source where it comes from, if its client gave one.
    """
    metadata: SourceMetadata
    """
    What you noted about it; `{}` without any.
    """
    allowed: list[str] | None = None
    """
    The principals who may see it; absent if everyone may, and in answers to requests with `as_user`. An empty list: only requests without `as_user`.
    """
    url: str | None = None
    """
    The address of a web page, as it was given, or where the document of a connector can be opened.
    """
    file_name: str | None = None
    """
    The name of an uploaded file.
    """
    mime_type: str | None = None
    """
    The type of the content, such as `application/pdf`, as its bytes say; absent until it is known.
    """
    size_bytes: int | None = None
    """
    Bytes of the original content.
    """
    content_sha256: str | None = None
    """
    SHA-256 of the original content, in hex.
    """
    stage: str | Literal['queued', 'fetching', 'parsing', 'ocr', 'chunking', 'embedding', 'indexing', 'done']
    """
    The step of the indexing that the source is at.
    """
    progress: float
    """
    Progress of the indexing, 0 to 1.
    """
    chunk_count: int
    """
    The number of passages that are indexed.
    """
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
    """
    How often the page is fetched again, in hours; absent if never.
    """
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
    """
    Always `source`.
    """
    data: Source


class SourceHistoryEntryDetails(Model):
    """
    More about the entry; changed fields as `{from, to}`.
    """

    type: str | Literal['document', 'url', 'text'] | None = None
    """
    `document`: an uploaded file. `url`: a web page that Footnote fetches. `text`: text that was sent.
    """
    crawl_id: str | None = None
    """
    The crawl that added it.
    """
    name: SourceHistoryEntryDetailsName | None = None
    tags: SourceHistoryEntryDetailsTags | None = None
    metadata: SourceHistoryEntryDetailsMetadata | None = None
    allowed: SourceHistoryEntryDetailsAllowed | None = None
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
    """
    Passages that were indexed.
    """
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
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class SourcePlaces(Model):
    """
    Where a passage is in the original. What does not fit the format is empty or absent.
    """

    source_id: str
    """
    The source that the passage is from, prefix `src_`.
    """
    pages: list[SourcePlacesPages]
    """
    The pages or slides of the passage; without a passage, all of them.
    """
    cells: list[SourcePlacesCells]
    """
    The rows of the passage in a spreadsheet or a CSV file, one range for each sheet.
    """
    anchor: str | None = None
    """
    Where the passage begins: the last `id` before it in a web page or HTML file; in a Markdown file the anchor that GitHub gives to the heading above it.
    """
    link: str | None = None
    """
    The place, for people: of a web page its URL with a text fragment that scrolls to the words; of other sources a path of the dashboard, which marks them. Absent without a passage.
    """
    ocr: SourcePlacesOcr | None = None


class SourcePlacesResponse(Model):
    data: SourcePlaces
    meta: Meta


class SourceResponse(Model):
    data: Source
    meta: Meta


class StreamErrorEvent(Model):
    """
    The stream ends early, for this reason.
    """

    event: Literal['error']
    """
    Always `error`.
    """
    data: Error


class Trial(Model):
    """
    A reply that is stored nowhere, and how it came about.
    """

    reply: str
    """
    In Markdown.
    """
    sources: list[SourceReference]
    """
    The sources that the reply rests on, best first.
    """
    citations: list[Citation]
    """
    The places that the reply cites.
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
    passages: list[TrialPassage]
    """
    Those that the language model was sent, in that order; then others that were found.
    """
    steps: list[TrialStep]
    """
    What was done, in order.
    """
    first_token_ms: float
    """
    Until the first piece of the reply, in milliseconds.
    """
    total_ms: float
    """
    Until the end of the reply, in milliseconds.
    """


class TrialDoneEvent(Model):
    """
    The last event, with the whole trial.
    """

    event: Literal['done']
    """
    Always `done`.
    """
    data: Trial


class TrialResponse(Model):
    data: Trial
    meta: Meta


class ChatErrorEvent(Model):
    """
    The stream ends without `done`, for this reason.
    """

    event: Literal['error']
    """
    Always `error`.
    """
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
    """
    Always `chat.completion`.
    """
    created: int
    """
    Seconds since 1970.
    """
    model: str
    """
    The id of the agent.
    """
    choices: list[CompletionChoices]
    """
    One reply.
    """
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
    """
    Always `chat.completion.chunk`.
    """
    created: int
    """
    Seconds since 1970.
    """
    model: str
    """
    The id of the agent.
    """
    choices: list[CompletionChunkChoices]
    """
    One reply; none in the chunk with the usage.
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
    handover: CompletionChunkHandover | None = None
    usage: CompletionUsage | None = None
    """
    In the last chunk, with `include_usage`.
    """


class CreatedSources(Model):
    """
    What became of each source of a batch.
    """

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
    """
    Something that happened to a source.
    """

    id: str
    """
    Prefix `his_`. A change of several sources may have the same id in the history of each.
    """
    action: Literal['added', 'updated', 'replaced', 'reindex_requested', 'refreshed', 'indexed', 'failed'] | str
    """
    What happened.
    """
    actor: SourceHistoryEntryActor
    details: SourceHistoryEntryDetails
    created_at: datetime
    """
    ISO 8601, UTC.
    """


class SourceHistoryEntryPage(Model):
    data: list[SourceHistoryEntry]
    """
    The items of this page; empty if there are none.
    """
    meta: PageMeta


class SourceStreamEvent(
    RootModel[
        SourceReadyEvent
        | SourcesContinuedEvent
        | SourceChangedEvent
        | SourceDeletedEvent
        | StreamErrorEvent
    ]
):
    root: SourceReadyEvent | SourcesContinuedEvent | SourceChangedEvent | SourceDeletedEvent | StreamErrorEvent
    """
    One server-sent event: its name and its data. Ignore events with other names.
    """


class TrialStreamEvent(
    RootModel[
        TrialMetaEvent
        | TrialStepEvent
        | ChatSearchEvent
        | ChatDeltaEvent
        | ChatWithdrawEvent
        | TrialDoneEvent
        | ChatErrorEvent
    ]
):
    root: TrialMetaEvent | TrialStepEvent | ChatSearchEvent | ChatDeltaEvent | ChatWithdrawEvent | TrialDoneEvent | ChatErrorEvent
    """
    One server-sent event: its name and its data. Ignore events with other names.
    """
