"""Made from openapi.json by scripts/gen_models.py. Don't edit."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

from typing_extensions import NotRequired


class AddQuestionsConversations(TypedDict):
    agent_id: str
    session_id: str
    message_id: NotRequired[str]


class BulkConversationChangeConversations(TypedDict):
    agent_id: str
    session_id: str
    if_version: NotRequired[int]


class ChangeTokenBudget(TypedDict):
    """
    Changes only the fields that you send. Needs a key with scope admin, or an admin.
    """

    per_day: NotRequired[int | None]
    per_month: NotRequired[int | None]


class CompletionBodyMessagesContent(TypedDict):
    type: str
    text: NotRequired[str]


class CompletionBodyResponseFormatJsonSchema(TypedDict):
    """
    The schema, with `json_schema`.
    """

    name: NotRequired[str]
    description: NotRequired[str | None]
    schema: NotRequired[dict[str, Any]]


class CompletionBodyStreamOptions(TypedDict):
    include_usage: NotRequired[bool | None]


class CreateFeedConnectorSettings(TypedDict):
    """
    Where the place is, and what to take from it.
    """

    url: str
    full_pages: NotRequired[bool]


class CreateFolderConnectorSettings(TypedDict):
    """
    Where the place is, and what to take from it.
    """

    path: str
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


class Credentials(TypedDict):
    """
    Stored encrypted, and never shown again.
    """

    private_key: str
    known_hosts: str


class CreateGitConnectorCredentials(TypedDict):
    username: NotRequired[str]
    token: str


class CreateGitConnectorSettings(TypedDict):
    """
    Where the place is, and what to take from it.
    """

    url: str
    branch: NotRequired[str]
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]
    web_url: NotRequired[str]


class Credentials1(TypedDict):
    """
    Stored encrypted, and never shown again.
    """

    username: str
    access_token: str


class CreateImapConnectorCredentials(TypedDict):
    username: str
    password: str


class CreateImapConnectorSettings(TypedDict):
    """
    Where the place is, and what to take from it.
    """

    host: str
    port: NotRequired[int]
    tls: NotRequired[Literal['implicit', 'starttls', 'none']]
    folders: NotRequired[list[str]]
    since: NotRequired[str]
    max_messages: NotRequired[int]


class CreateKnowledgeBase(TypedDict):
    """
    A new knowledge base.
    """

    name: str
    description: NotRequired[str]
    embedding_model: NotRequired[str | None]


class CreatePinnedAnswer(TypedDict):
    """
    A new pinned answer.
    """

    knowledge_base_id: NotRequired[str]
    question: str
    variants: NotRequired[list[str]]
    answer: str
    source_ids: NotRequired[list[str]]
    enabled: NotRequired[bool]


class CreatePublishableToken(TypedDict):
    """
    A new publishable token.
    """

    name: str
    allowed_origins: list[str]
    messages_per_minute: NotRequired[int]
    token_budget: NotRequired[ChangeTokenBudget]


class CreateS3ConnectorSettings(TypedDict):
    """
    Where the place is, and what to take from it.
    """

    bucket: str
    region: NotRequired[str]
    endpoint: NotRequired[str]
    prefix: NotRequired[str]
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]
    path_style: NotRequired[bool]


class CreateWebdavConnectorSettings(TypedDict):
    """
    Where the place is, and what to take from it.
    """

    url: str
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


class CreateWebsiteConnectorSettings(TypedDict):
    """
    Where the place is, and what to take from it.
    """

    start_urls: list[str]
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]
    max_pages: NotRequired[int]
    max_depth: NotRequired[int]
    sitemap: NotRequired[bool]
    javascript: NotRequired[bool]


class DismissGap(TypedDict):
    """
    A gap that needs no more attention.
    """

    question: str
    returns_after: NotRequired[int]


class EmbeddingBody(TypedDict):
    """
    Texts to embed.
    """

    model: str
    input: str | list[str]
    encoding_format: NotRequired[Literal['float', 'base64'] | None]
    dimensions: NotRequired[int | None]
    input_type: NotRequired[Literal['query', 'passage']]


class EqualityFilter(TypedDict):
    """
    Compares one key with a value.
    """

    type: Literal['eq', 'ne']
    key: str
    value: str | float | bool


class ExistenceFilter(TypedDict):
    """
    Asks whether a source has a key.
    """

    type: Literal['exists']
    key: str
    value: NotRequired[bool]


class Feedback(TypedDict):
    """
    A rating of a reply.
    """

    rating: Literal['up', 'down']
    comment: NotRequired[str]


class FolderConnectorSettings(TypedDict):
    """
    A folder on the server.
    """

    path: str
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


class FromConversations(TypedDict):
    """
    Which judged replies become questions.
    """

    agent_id: NotRequired[str]
    verdicts: NotRequired[list[Literal['right', 'wrong', 'incomplete']]]
    ratings: NotRequired[list[Literal['up', 'down']]]
    since: NotRequired[str]
    until: NotRequired[str]
    limit: NotRequired[int]


class GitConnectorSettings(TypedDict):
    """
    A branch of a git repository.
    """

    url: str
    branch: NotRequired[str]
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]
    web_url: NotRequired[str]


class GoldenQuestionRelevant(TypedDict):
    source_id: str
    text: NotRequired[str]


class ImportedAnswer(TypedDict):
    """
    A pinned answer to create or update.
    """

    question: str
    variants: NotRequired[list[str]]
    answer: str
    sources: NotRequired[list[str]]
    knowledge_base_id: NotRequired[str]
    enabled: NotRequired[bool]


class ImportedQuestion(TypedDict):
    """
    A question of a file, with its answer.
    """

    question: str
    sources: NotRequired[list[str]]
    answers: NotRequired[list[str]]
    must_refuse: NotRequired[bool]


class ListFilter(TypedDict):
    """
    Compares one key with a list of values.
    """

    type: Literal['in', 'nin']
    key: str
    value: list[str | float | bool]


class NewSetQuestionRelevant(TypedDict):
    source_id: str
    text: NotRequired[str]


class NewWidgetLogo(TypedDict):
    """
    A logo for the chat widgets of an agent.
    """

    content: str


class OrderFilter(TypedDict):
    """
    Compares one key with a value by size.
    """

    type: Literal['gt', 'gte', 'lt', 'lte']
    key: str
    value: str | float


class PersonMessage(TypedDict):
    """
    A message of a person to the visitor.
    """

    text: str
    author_name: NotRequired[str]


class RequestHandoverContact(TypedDict):
    """
    How to reach the visitor.
    """

    name: NotRequired[str]
    email: NotRequired[str]


class ResponseBodyInputContent(TypedDict):
    type: str
    text: NotRequired[str]


class ResponseBodyTextFormat(TypedDict):
    type: Literal['text', 'json_object', 'json_schema']
    name: NotRequired[str]
    description: NotRequired[str | None]
    schema: NotRequired[dict[str, Any]]


class RestoreAgentVersion(TypedDict):
    """
    How to roll back.
    """

    note: NotRequired[str | None]


class S3ConnectorCredentials(TypedDict):
    """
    A key that may list and read the bucket.
    """

    access_key_id: str
    secret_access_key: str
    session_token: NotRequired[str]


class S3ConnectorSettings(TypedDict):
    """
    A bucket of Amazon S3, or of a service that speaks its protocol.
    """

    bucket: str
    region: NotRequired[str]
    endpoint: NotRequired[str]
    prefix: NotRequired[str]
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]
    path_style: NotRequired[bool]


class SaveAgentDraft(TypedDict):
    """
    The settings that differ from what is live. The others stay as they are live.
    """

    name: NotRequired[str]
    knowledge_base_ids: NotRequired[list[str]]
    welcome_message: NotRequired[str | None]
    fallback_message: NotRequired[str | None]
    system_prompt: NotRequired[str | None]
    min_confidence: NotRequired[float | None]
    temperature: NotRequired[float | None]
    response_length: NotRequired[Literal['short', 'medium', 'detailed']]
    handover: NotRequired[Literal['never', 'on_request', 'on_low_confidence']]


class SetWidgetAppearanceTranslations(TypedDict):
    greeting: NotRequired[str | None]
    starter_questions: NotRequired[list[str]]


class SuggestAnswer(TypedDict):
    """
    A question that needs an answer.
    """

    question: str
    agent_id: str


class TestModel(TypedDict):
    """
    Which model to send a request.
    """

    role: Literal['embedding', 'deep', 'reranker', 'chat', 'fallback']


class TrialBodyHistory(TypedDict):
    role: Literal['user', 'assistant']
    text: str


class TrialSettings(TypedDict):
    """
    Settings of the agent that hold for the trial. Those you leave out are as saved.
    """

    knowledge_base_ids: NotRequired[list[str]]
    system_prompt: NotRequired[str | None]
    fallback_message: NotRequired[str | None]
    response_length: NotRequired[Literal['short', 'medium', 'detailed']]
    min_confidence: NotRequired[float | None]
    temperature: NotRequired[float | None]


class UpdateAgent(TypedDict):
    """
    Changes of an agent.
    """

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
    """
    Changes of an API key.
    """

    name: str


class UpdateConnector(TypedDict):
    """
    Changes of a connector.
    """

    name: NotRequired[str]
    settings: NotRequired[dict[str, Any]]
    credentials: NotRequired[Any]
    interval_minutes: NotRequired[int | None]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float | bool | list[str]]]
    allowed: NotRequired[list[str] | None]
    paused: NotRequired[bool]


class UpdateConversation(TypedDict):
    """
    Changes of a conversation. What is left out stays.
    """

    state: NotRequired[Literal['open', 'resolved']]
    assignee_id: NotRequired[str | None]
    tags: NotRequired[list[str]]
    if_version: NotRequired[int]


class UpdateHandover(TypedDict):
    """
    What becomes of a hand-over.
    """

    status: Literal['open', 'assigned', 'resolved']
    take_over: NotRequired[bool]


class UpdateKnowledgeBase(TypedDict):
    """
    Changes of a knowledge base.
    """

    name: NotRequired[str]
    description: NotRequired[str]
    embedding_model: NotRequired[str | None]


class UpdateMember(TypedDict):
    """
    Changes of a member.
    """

    role: NotRequired[Literal['viewer', 'member', 'admin', 'owner']]


class UpdatePinnedAnswer(TypedDict):
    """
    Changes of a pinned answer.
    """

    question: NotRequired[str]
    variants: NotRequired[list[str]]
    answer: NotRequired[str]
    source_ids: NotRequired[list[str]]
    enabled: NotRequired[bool]


class UpdatePublishableToken(TypedDict):
    """
    Changes of a publishable token.
    """

    name: NotRequired[str]
    allowed_origins: NotRequired[list[str]]
    enabled: NotRequired[bool]
    messages_per_minute: NotRequired[int]
    token_budget: NotRequired[ChangeTokenBudget]


class UpdateQuestionSet(TypedDict):
    """
    Changes of a question set.
    """

    name: NotRequired[str]


class UpdateSavedView(TypedDict):
    """
    Changes of a saved view. What is left out stays.
    """

    name: NotRequired[str]
    filters: NotRequired[dict[str, str | list[str]]]
    is_shared: NotRequired[bool]


class UpdateSetQuestionRelevant(TypedDict):
    source_id: str
    text: NotRequired[str]


class UpdateSource(TypedDict):
    """
    Changes of a source.
    """

    name: NotRequired[str]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float | bool | list[str] | None] | None]
    allowed: NotRequired[list[str] | None]
    content: NotRequired[str]
    url: NotRequired[str]
    refresh_interval_hours: NotRequired[int | None]
    external_id: NotRequired[str | None]
    knowledge_base_id: NotRequired[str]


class UpdateSourceForm(TypedDict):
    """
    As the JSON body, or with a new file for a document.
    """

    name: NotRequired[str]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float | bool | list[str] | None] | None]
    allowed: NotRequired[list[str] | None]
    content: NotRequired[str]
    url: NotRequired[str]
    refresh_interval_hours: NotRequired[int | None]
    external_id: NotRequired[str | None]
    knowledge_base_id: NotRequired[str]
    file: NotRequired[str]


class UpdateWebhook(TypedDict):
    """
    Changes of a webhook.
    """

    url: NotRequired[str]
    events: NotRequired[list[Literal['source.indexed', 'source.failed', 'source.deleted', 'connector.failed', 'agent.created', 'agent.updated', 'agent.published', 'agent.deleted', 'conversation.started', 'conversation.updated', 'conversation.handover', 'conversation.handover_updated', 'message.feedback', 'message.verdict', 'budget.warning', 'budget.exceeded', 'key.created', 'key.revoked', 'webhook.test']] | None]
    description: NotRequired[str]
    enabled: NotRequired[bool]


class UpdateWorkspace(TypedDict):
    """
    Changes of the workspace.
    """

    name: NotRequired[str]
    members_may_publish: NotRequired[bool]
    token_budget: NotRequired[ChangeTokenBudget]


class UpsertDocumentSource(TypedDict):
    """
    A file, sent as a form.
    """

    type: Literal['document']
    file: str
    name: str
    metadata: NotRequired[dict[str, str | float | bool | list[str]]]
    allowed: NotRequired[list[str] | None]
    knowledge_base_id: NotRequired[str]
    tags: NotRequired[list[str]]


class UpsertTextSource(TypedDict):
    """
    A text.
    """

    type: Literal['text']
    content: str
    name: str
    metadata: NotRequired[dict[str, str | float | bool | list[str]]]
    allowed: NotRequired[list[str] | None]
    knowledge_base_id: NotRequired[str]
    tags: NotRequired[list[str]]


class UpsertUrlSource(TypedDict):
    """
    A web page, which Footnote fetches.
    """

    type: Literal['url']
    url: str
    refresh_interval_hours: NotRequired[int]
    name: str
    metadata: NotRequired[dict[str, str | float | bool | list[str]]]
    allowed: NotRequired[list[str] | None]
    knowledge_base_id: NotRequired[str]
    tags: NotRequired[list[str]]


class VerdictOfReviewer(TypedDict):
    """
    What a reviewer says of a reply.
    """

    verdict: Literal['right', 'wrong', 'incomplete']
    note: NotRequired[str]
    must: NotRequired[list[str]]
    source_ids: NotRequired[list[str]]


class WebdavConnectorCredentials(TypedDict):
    """
    A user with a password, or a token.
    """

    username: NotRequired[str]
    password: NotRequired[str]
    token: NotRequired[str]


class WebdavConnectorSettings(TypedDict):
    """
    A folder of a WebDAV server.
    """

    url: str
    include: NotRequired[list[str]]
    exclude: NotRequired[list[str]]


class BulkChange(TypedDict):
    """
    One change of many sources.
    """

    action: Literal['delete', 'reindex', 'add_tags', 'remove_tags', 'set_metadata', 'set_allowed', 'move']
    source_ids: list[str]
    tags: NotRequired[list[str]]
    knowledge_base_id: NotRequired[str]
    metadata: NotRequired[dict[str, str | float | bool | list[str] | None]]
    allowed: NotRequired[list[str] | None]


class BulkConversationChange(TypedDict):
    """
    One change of many conversations.
    """

    action: Literal['resolve', 'reopen', 'assign', 'add_tags', 'remove_tags', 'delete']
    conversations: list[BulkConversationChangeConversations]
    assignee_id: NotRequired[str | None]
    tags: NotRequired[list[str]]


class CompletionBodyMessages(TypedDict):
    role: Literal['system', 'developer', 'user', 'assistant', 'tool', 'function']
    content: NotRequired[str | list[CompletionBodyMessagesContent] | None]


class CompletionBodyResponseFormat(TypedDict):
    type: Literal['text', 'json_object', 'json_schema']
    json_schema: NotRequired[CompletionBodyResponseFormatJsonSchema]


class CreateAgent(TypedDict):
    """
    A new agent.
    """

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
    """
    A new API key.
    """

    name: str
    scope: Literal['read_only', 'read_write', 'admin']
    expires_at: NotRequired[str]
    knowledge_base_ids: NotRequired[list[str]]


class CreateArchive(TypedDict):
    """
    An archive to unpack, sent as a form.
    """

    name: NotRequired[str]
    knowledge_base_id: NotRequired[str]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float | bool | list[str]]]
    allowed: NotRequired[list[str] | None]
    file: str


class CreateCrawl(TypedDict):
    """
    A site to crawl.
    """

    url: str
    mode: NotRequired[Literal['links', 'sitemap']]
    max_pages: NotRequired[int]
    max_depth: NotRequired[int]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float | bool | list[str]]]
    refresh_interval_hours: NotRequired[int]
    knowledge_base_id: NotRequired[str]


class CreateDocumentSource(TypedDict):
    """
    A file, sent as a form.
    """

    type: Literal['document']
    file: str
    name: str
    metadata: NotRequired[dict[str, str | float | bool | list[str]]]
    allowed: NotRequired[list[str] | None]
    knowledge_base_id: NotRequired[str]
    tags: NotRequired[list[str]]
    on_duplicate: NotRequired[Literal['keep', 'skip', 'error']]
    external_id: NotRequired[str]


class CreateFeedConnector(TypedDict):
    """
    A connector of the kind `feed`.
    """

    kind: Literal['feed']
    settings: CreateFeedConnectorSettings
    name: str
    knowledge_base_id: NotRequired[str]
    interval_minutes: NotRequired[int | None]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float | bool | list[str]]]
    allowed: NotRequired[list[str] | None]


class CreateFolderConnector(TypedDict):
    """
    A connector of the kind `folder`.
    """

    kind: Literal['folder']
    settings: CreateFolderConnectorSettings
    name: str
    knowledge_base_id: NotRequired[str]
    interval_minutes: NotRequired[int | None]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float | bool | list[str]]]
    allowed: NotRequired[list[str] | None]


class CreateGitConnector(TypedDict):
    """
    A connector of the kind `git`.
    """

    kind: Literal['git']
    settings: CreateGitConnectorSettings
    credentials: NotRequired[CreateGitConnectorCredentials | Credentials]
    name: str
    knowledge_base_id: NotRequired[str]
    interval_minutes: NotRequired[int | None]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float | bool | list[str]]]
    allowed: NotRequired[list[str] | None]


class CreateImapConnector(TypedDict):
    """
    A connector of the kind `imap`.
    """

    kind: Literal['imap']
    settings: CreateImapConnectorSettings
    credentials: NotRequired[CreateImapConnectorCredentials | Credentials1]
    name: str
    knowledge_base_id: NotRequired[str]
    interval_minutes: NotRequired[int | None]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float | bool | list[str]]]
    allowed: NotRequired[list[str] | None]


class CreateInvitation(TypedDict):
    """
    A new invitation.
    """

    role: Literal['viewer', 'member', 'admin', 'owner']
    email: NotRequired[str]


class CreateS3Connector(TypedDict):
    """
    A connector of the kind `s3`.
    """

    kind: Literal['s3']
    settings: CreateS3ConnectorSettings
    credentials: NotRequired[S3ConnectorCredentials]
    name: str
    knowledge_base_id: NotRequired[str]
    interval_minutes: NotRequired[int | None]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float | bool | list[str]]]
    allowed: NotRequired[list[str] | None]


class CreateSavedView(TypedDict):
    """
    Filters of a list under a name.
    """

    resource: Literal['conversations', 'sources']
    name: str
    filters: dict[str, str | list[str]]
    is_shared: NotRequired[bool]


class CreateTextSource(TypedDict):
    """
    A text.
    """

    type: Literal['text']
    content: str
    name: str
    metadata: NotRequired[dict[str, str | float | bool | list[str]]]
    allowed: NotRequired[list[str] | None]
    knowledge_base_id: NotRequired[str]
    tags: NotRequired[list[str]]
    on_duplicate: NotRequired[Literal['keep', 'skip', 'error']]
    external_id: NotRequired[str]


class CreateUrlSource(TypedDict):
    """
    A web page, which Footnote fetches.
    """

    type: Literal['url']
    url: str
    refresh_interval_hours: NotRequired[int]
    name: str
    metadata: NotRequired[dict[str, str | float | bool | list[str]]]
    allowed: NotRequired[list[str] | None]
    knowledge_base_id: NotRequired[str]
    tags: NotRequired[list[str]]
    on_duplicate: NotRequired[Literal['keep', 'skip', 'error']]
    external_id: NotRequired[str]


class CreateWebdavConnector(TypedDict):
    """
    A connector of the kind `webdav`.
    """

    kind: Literal['webdav']
    settings: CreateWebdavConnectorSettings
    credentials: NotRequired[WebdavConnectorCredentials]
    name: str
    knowledge_base_id: NotRequired[str]
    interval_minutes: NotRequired[int | None]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float | bool | list[str]]]
    allowed: NotRequired[list[str] | None]


class CreateWebhook(TypedDict):
    """
    A new webhook.
    """

    url: str
    events: NotRequired[list[Literal['source.indexed', 'source.failed', 'source.deleted', 'connector.failed', 'agent.created', 'agent.updated', 'agent.published', 'agent.deleted', 'conversation.started', 'conversation.updated', 'conversation.handover', 'conversation.handover_updated', 'message.feedback', 'message.verdict', 'budget.warning', 'budget.exceeded', 'key.created', 'key.revoked', 'webhook.test']] | None]
    description: NotRequired[str]


class CreateWebsiteConnector(TypedDict):
    """
    A connector of the kind `website`.
    """

    kind: Literal['website']
    settings: CreateWebsiteConnectorSettings
    name: str
    knowledge_base_id: NotRequired[str]
    interval_minutes: NotRequired[int | None]
    tags: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str | float | bool | list[str]]]
    allowed: NotRequired[list[str] | None]


class GoldenQuestion(TypedDict):
    """
    A question, and what answers it.
    """

    query: str
    relevant: NotRequired[list[GoldenQuestionRelevant]]
    must: NotRequired[list[str]]
    unanswerable: NotRequired[bool]


class ImportAnswers(TypedDict):
    """
    Pinned answers to create or update together.
    """

    answers: list[ImportedAnswer]


class ImportQuestions(TypedDict):
    """
    Questions of a file.
    """

    questions: list[ImportedQuestion]


class NewSetQuestion(TypedDict):
    """
    A question, and what answers it as far as that is known.
    """

    query: str
    relevant: NotRequired[list[NewSetQuestionRelevant]]
    must: NotRequired[list[str]]
    unanswerable: NotRequired[bool]


class PublishAgent(TypedDict):
    """
    How to publish.
    """

    note: NotRequired[str | None]
    changes: NotRequired[SaveAgentDraft]


class RequestHandover(TypedDict):
    """
    A request for a person.
    """

    contact: NotRequired[RequestHandoverContact]
    message: NotRequired[str]


class ResponseBodyInput(TypedDict):
    type: NotRequired[str]
    id: NotRequired[str | None]
    role: NotRequired[Literal['system', 'developer', 'user', 'assistant']]
    content: NotRequired[str | list[ResponseBodyInputContent] | None]


class ResponseBodyText(TypedDict):
    format: NotRequired[ResponseBodyTextFormat | None]


class SetWidgetAppearance(TypedDict):
    """
    How the chat widgets of an agent look and begin. Fields that are left out are as by default.
    """

    color: NotRequired[str | None]
    position: NotRequired[Literal['end', 'start']]
    mode: NotRequired[Literal['bubble', 'inline', 'search']]
    theme: NotRequired[Literal['page', 'light', 'dark']]
    language: NotRequired[Literal['en', 'de', 'es', 'fr', 'pt-BR', 'ja', 'zh-Hans', 'ar'] | None]
    greeting: NotRequired[str | None]
    starter_questions: NotRequired[list[str]]
    translations: NotRequired[dict[str, SetWidgetAppearanceTranslations]]


class UpdateSetQuestion(TypedDict):
    """
    Changes of a question.
    """

    query: NotRequired[str]
    relevant: NotRequired[list[UpdateSetQuestionRelevant]]
    must: NotRequired[list[str]]
    unanswerable: NotRequired[bool]


UpsertSource: TypeAlias = UpsertTextSource | UpsertUrlSource


class AddQuestions(TypedDict):
    """
    Questions to add to a set.
    """

    questions: NotRequired[list[NewSetQuestion]]
    conversations: NotRequired[list[AddQuestionsConversations]]


class CompletionBody(TypedDict):
    """
    A chat, as OpenAI clients send it.
    """

    model: str
    messages: list[CompletionBodyMessages]
    stream: NotRequired[bool | None]
    stream_options: NotRequired[CompletionBodyStreamOptions | None]
    session_id: NotRequired[str]
    as_user: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str] | None]
    user: NotRequired[Any]
    store: NotRequired[bool | None]
    tool_choice: NotRequired[Any]
    modalities: NotRequired[list[Literal['text']] | None]
    n: NotRequired[Literal[1] | None]
    response_format: NotRequired[CompletionBodyResponseFormat | None]


CreateConnector: TypeAlias = CreateFolderConnector | CreateGitConnector | CreateWebsiteConnector | CreateS3Connector | CreateWebdavConnector | CreateFeedConnector | CreateImapConnector


class CreateEvaluation(TypedDict):
    """
    Questions to measure with.
    """

    questions: NotRequired[list[GoldenQuestion]]
    question_set_id: NotRequired[str]
    from_conversations: NotRequired[FromConversations]
    agent_id: NotRequired[str]
    name: NotRequired[str]
    knowledge_base_ids: NotRequired[list[str]]
    search_types: NotRequired[list[Literal['hybrid', 'semantic', 'keyword']]]


class CreateQuestionSet(TypedDict):
    """
    A new question set.
    """

    name: str
    questions: NotRequired[list[NewSetQuestion]]


class CreateSources(TypedDict):
    """
    Sources to add together.
    """

    sources: list[CreateTextSource | CreateUrlSource]
    upsert: NotRequired[bool]


class ResponseBody(TypedDict):
    """
    A message, as clients of OpenAI responses send it.
    """

    model: str
    input: str | list[ResponseBodyInput]
    instructions: NotRequired[str | None]
    previous_response_id: NotRequired[str | None]
    session_id: NotRequired[str]
    stream: NotRequired[bool | None]
    store: NotRequired[bool | None]
    as_user: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str] | None]
    user: NotRequired[Any]
    tool_choice: NotRequired[Any]
    text: NotRequired[ResponseBodyText | None]
    background: NotRequired[Literal[False] | None]
    conversation: NotRequired[None]
    prompt: NotRequired[None]


class ChatBody(TypedDict):
    """
    A message to an agent.
    """

    message: str
    session_id: NotRequired[str]
    stream: NotRequired[bool]
    format: NotRequired[Literal['markdown', 'text']]
    filter: NotRequired[EqualityFilter | OrderFilter | ListFilter | ExistenceFilter | CompoundFilter]
    draft: NotRequired[bool]
    as_user: NotRequired[list[str]]
    metadata: NotRequired[dict[str, str]]


class CompoundFilter(TypedDict):
    """
    Joins filters.
    """

    type: Literal['and', 'or']
    filters: list[EqualityFilter | OrderFilter | ListFilter | ExistenceFilter | CompoundFilter]


class SearchBody(TypedDict):
    """
    A search.
    """

    query: str
    limit: NotRequired[int]
    search_type: NotRequired[Literal['semantic', 'keyword', 'hybrid']]
    source_ids: NotRequired[list[str]]
    min_score: NotRequired[float]
    knowledge_base_ids: NotRequired[list[str]]
    tags: NotRequired[list[str]]
    filter: NotRequired[EqualityFilter | OrderFilter | ListFilter | ExistenceFilter | CompoundFilter]
    max_per_source: NotRequired[int]
    as_user: NotRequired[list[str]]
    include: NotRequired[list[Literal['score_details', 'matches']]]


class TrialBody(TypedDict):
    """
    A message to an agent, with settings that are not saved.
    """

    message: str
    settings: NotRequired[TrialSettings]
    model: NotRequired[str]
    history: NotRequired[list[TrialBodyHistory]]
    filter: NotRequired[EqualityFilter | OrderFilter | ListFilter | ExistenceFilter | CompoundFilter]
    as_user: NotRequired[list[str]]
    stream: NotRequired[bool]
