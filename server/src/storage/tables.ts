import type {
  AccountId,
  AgentId,
  AnswerId,
  ApiKeyId,
  ArchiveId,
  AuditEntryId,
  ConnectorId,
  ConnectorRunId,
  CrawlId,
  DeliveryId,
  EvaluationId,
  EventId,
  HistoryEntryId,
  InvitationId,
  JobId,
  KnowledgeBaseId,
  MessageId,
  PasskeyId,
  PublishableTokenId,
  QuestionSetId,
  RunningChatId,
  SignInId,
  SourceId,
  TurnTicketId,
  UploadId,
  ViewId,
  WebhookId,
  WorkspaceId,
} from '#lib/ids.ts';

/** The account or API key that created something that outlives its request. The prefix of the id says which. */
export type MakerId = AccountId | ApiKeyId;

export type KeyScope = 'read_only' | 'read_write' | 'admin';

export type ResponseLength = 'short' | 'medium' | 'detailed';

export type SourceType = 'document' | 'url' | 'text';
export type SourceStatus = 'processing' | 'indexed' | 'failed';
export type SourceStage =
  | 'queued'
  | 'fetching'
  | 'parsing'
  | 'ocr'
  | 'chunking'
  | 'embedding'
  | 'indexing'
  | 'done';

export type SourceErrorCode =
  | 'unsupported_format'
  | 'unreadable_file'
  | 'encrypted_file'
  | 'no_text'
  | 'too_large'
  | 'too_many_pages'
  | 'too_many_chunks'
  | 'fetch_failed'
  | 'fetch_blocked'
  | 'fetch_timeout'
  | 'parse_timeout'
  | 'embedding_failed'
  | 'internal_error';

export type ActorType = 'api_key' | 'account' | 'publishable_token' | 'command_line' | 'service';

export type SourceHistoryAction =
  | 'added'
  | 'updated'
  | 'replaced'
  | 'reindex_requested'
  | 'refreshed'
  | 'indexed'
  | 'failed';

/** Each lane has its own workers, so that jobs that wait for other machines do not hold up jobs that compute. */
export type JobLane = 'compute' | 'ocr' | 'deep' | 'network' | 'connectors' | 'delivery' | 'evaluation';

export type CrawlStatus = 'running' | 'completed' | 'cancelled' | 'failed';

/** `waiting` is tried again by itself; `needs_attention` waits for a person. */
export type ConnectorState = 'pending' | 'syncing' | 'idle' | 'waiting' | 'needs_attention';

/** `gone` is no longer in the place, and its source is about to be deleted. */
export type ConnectorDocumentStatus = 'pending' | 'synced' | 'skipped' | 'failed' | 'gone';
export type ArchiveStatus = 'processing' | 'completed' | 'failed';
export type ArchiveEntryStatus = 'waiting' | 'created' | 'updated' | 'unchanged' | 'skipped';

export type EvaluationStatus = 'running' | 'completed' | 'failed' | 'cancelled';

export type ConversationState = 'open' | 'resolved';

export type Verdict = 'right' | 'wrong' | 'incomplete';

export type Role = 'owner' | 'admin' | 'member' | 'viewer';

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** `storage_bytes` is measured at the end of the day; the others are counted during it. */
export type UsageMetric =
  | 'requests'
  | 'queries'
  | 'messages'
  | 'input_tokens'
  | 'output_tokens'
  | 'sources'
  | 'storage_bytes';

type ColumnKind = 'text' | 'integer' | 'real' | 'bytes';
/** The kind of a column. It carries the type of the values, which exists only for the compiler. */
type Column<Value> = ColumnKind & { readonly valueType: Value };
type Columns = Record<string, ColumnKind>;

const text = <Value extends string | null = string>() => 'text' as Column<Value>;
const integer = <Value extends number | null = number>() => 'integer' as Column<Value>;
const real = <Value extends number | null = number>() => 'real' as Column<Value>;
const bytes = <Value extends Uint8Array | null = Uint8Array>() => 'bytes' as Column<Value>;

/** `key`: the columns of the primary key, in its order. */
const table = <C extends Columns>(key: readonly (keyof C & string)[], columns: C) => ({ key, columns });

/** How many tokens of the language model may be used in a day and in a month of UTC; null means no limit. */
const TOKEN_BUDGET = {
  tokens_per_day: integer<number | null>(),
  tokens_per_month: integer<number | null>(),
};

/** The tables that outlive a process, for both engines. Row types are inferred from them. Only portable types: text
 *  ids, integer milliseconds since 1970 (`…_at`), 0/1 for booleans, JSON as text. Every key begins with `workspace_id`,
 *  except in settings of the environment and accounts, which belong to no workspace, and in the directory. A copy fills the tables in this
 *  order: each comes after those that it refers to, and jobs come last, so that none runs before its data exists.
 *  Columns have the order of the rows in a backup. */
const LASTING_TABLES = {
  /** In which workspace something is that is looked for before its workspace is known. Where Citus spreads the workspaces
   *  over machines, only this is asked, on one machine; nothing else names all workspaces without asking all machines.
   *  It comes first: a copy that goes on for a while must not find the rows made meanwhile (postgres/older-nodes.ts). */
  workspace_directory: table(['kind', 'value'], {
    kind: text<'workspace' | 'api_key' | 'publishable_token'>(),
    /** The id of a workspace, `secret_hash` of a key, or `token` of a publishable token. */
    value: text(),
    workspace_id: text<WorkspaceId>(),
  }),
  workspaces: table(['workspace_id'], {
    workspace_id: text<WorkspaceId>(),
    name: text(),
    created_at: integer(),
    updated_at: integer(),
    /** Whether members and read_write keys may manage publishable tokens, as admins may. */
    members_may_publish: integer<0 | 1>(),
    ...TOKEN_BUDGET,
  }),
  /** Settings of the whole environment, such as the key that signs cursors. */
  environment_settings: table(['name'], {
    name: text(),
    value: text(),
  }),
  api_keys: table(['workspace_id', 'key_id'], {
    workspace_id: text<WorkspaceId>(),
    key_id: text<ApiKeyId>(),
    name: text(),
    scope: text<KeyScope>(),
    /** SHA-256 of the key text, in hex. The text itself is not stored. */
    secret_hash: text(),
    last_four: text(),
    created_at: integer(),
    last_used_at: integer<number | null>(),
    expires_at: integer<number | null>(),
    revoked_at: integer<number | null>(),
    /** JSON array of ids: the only knowledge bases that the key sees; null is the whole workspace. */
    knowledge_base_ids: text<string | null>(),
    /** The account or key that made it or has taken it over: it ends when they are removed. Null if the service or the
     *  command line made it, and in rows older than the column. */
    created_by: text<MakerId | null>(),
    /** The account or key that made it. Unlike `created_by` it never changes. */
    made_by: text<MakerId | null>(),
  }),
  knowledge_bases: table(['workspace_id', 'knowledge_base_id'], {
    workspace_id: text<WorkspaceId>(),
    knowledge_base_id: text<KnowledgeBaseId>(),
    name: text(),
    description: text(),
    is_default: integer<0 | 1>(),
    /** The name of the embedding model chosen for it; null follows the installation. */
    embedding_choice: text<string | null>(),
    /** The version of the segments that answer queries. Segments of another version are being built to replace them. */
    index_version: text(),
    /** A sentence: why building them is stuck; null while it makes progress. */
    index_error: text<string | null>(),
    created_at: integer(),
    updated_at: integer(),
    /** Goes up with every transaction that writes or removes deep vectors of it: how a search notices. */
    deep_changes: integer(),
    /** Goes up with every change of its pinned answers; 0 while it never had one. */
    answer_changes: integer(),
    /** Goes up with every transaction that writes or removes segments of it, from 1: how a search notices. */
    search_changes: integer(),
    /** The last change whose removals are no longer in `segment_removals`; 0 while all are. */
    removals_after: integer(),
  }),
  agents: table(['workspace_id', 'agent_id'], {
    workspace_id: text<WorkspaceId>(),
    agent_id: text<AgentId>(),
    name: text(),
    status: text<'active' | 'inactive'>(),
    welcome_message: text<string | null>(),
    fallback_message: text<string | null>(),
    system_prompt: text<string | null>(),
    response_length: text<ResponseLength>(),
    /** Replies below this confidence are replaced by the fallback message. 0 to 1; null leaves it to the answerer. */
    min_confidence: real<number | null>(),
    /** The language model's temperature, 0 to 2; null leaves it to the provider. */
    temperature: real<number | null>(),
    created_at: integer(),
    updated_at: integer(),
    ...TOKEN_BUDGET,
    /** When the agent offers a person. */
    handover: text<'never' | 'on_request' | 'on_low_confidence'>(),
    /** The number of the version that is live. */
    version: integer(),
    /** When its draft was saved; null without one. */
    draft_saved_at: integer<number | null>(),
    /** JSON as records/widget-appearance.ts writes it; null: as widgets look by default. */
    widget_appearance: text<string | null>(),
  }),
  agent_knowledge_bases: table(['workspace_id', 'agent_id', 'knowledge_base_id'], {
    workspace_id: text<WorkspaceId>(),
    agent_id: text<AgentId>(),
    knowledge_base_id: text<KnowledgeBaseId>(),
    /** The index in the agent's list, from 0. */
    position: integer(),
  }),
  /** What an agent was published as. The newest are kept. */
  agent_versions: table(['workspace_id', 'agent_id', 'number'], {
    workspace_id: text<WorkspaceId>(),
    agent_id: text<AgentId>(),
    /** From 1; 0 is the draft, which is not live. */
    number: integer(),
    /** JSON object: the columns of agents that are configured. A draft has only those that it changes. */
    configuration: text(),
    /** JSON array of ids, some of which may be deleted; 'null' in a draft that keeps them. */
    knowledge_base_ids: text(),
    /** JSON array: the fields that differ from the version before. */
    changed: text(),
    note: text<string | null>(),
    /** The version that it repeats. */
    restored_from: integer<number | null>(),
    /** Who published it, or saved the draft. */
    actor_type: text<ActorType>(),
    actor_id: text<string | null>(),
    actor_name: text(),
    created_at: integer(),
  }),
  /** The logos of chat widgets. */
  widget_logos: table(['workspace_id', 'agent_id'], {
    workspace_id: text<WorkspaceId>(),
    agent_id: text<AgentId>(),
    /** As its bytes say. */
    media_type: text<'image/png' | 'image/jpeg' | 'image/webp'>(),
    /** Of the bytes, in base64url: part of the URL of the logo, which is cached for ever. */
    sha256: text(),
    bytes: bytes(),
  }),
  sources: table(['workspace_id', 'source_id'], {
    workspace_id: text<WorkspaceId>(),
    source_id: text<SourceId>(),
    knowledge_base_id: text<KnowledgeBaseId>(),
    type: text<SourceType>(),
    name: text(),
    url: text<string | null>(),
    file_name: text<string | null>(),
    /** As it was sent or, once indexed, as detected from the bytes. A page's has the charset that its server declared. */
    mime_type: text<string | null>(),
    /** The size of the original content; null until it is known. */
    size_bytes: integer<number | null>(),
    content_sha256: text<string | null>(),
    status: text<SourceStatus>(),
    stage: text<SourceStage>(),
    /** 0 to 1. */
    progress: real(),
    /** JSON: {code, message, stage, retryable}; null unless the last indexing failed. */
    error: text<string | null>(),
    /** The newest content, indexed or not. It goes up with every new content and every reindex. */
    revision: integer(),
    /** The content that answers queries; null before the first success. */
    indexed_revision: integer<number | null>(),
    chunk_count: integer(),
    /** JSON array of strings; `source_tags` repeats it for filters. */
    tags: text(),
    created_at: integer(),
    updated_at: integer(),
    indexed_at: integer<number | null>(),
    /** The oldest source of the knowledge base that had the same bytes when this one was added; null if there was none. */
    duplicate_of: text<SourceId | null>(),
    /** The canonical URL that the page declares. */
    canonical_url: text<string | null>(),
    /** ETag and Last-Modified of the last fetch, for the next conditional request. */
    etag: text<string | null>(),
    last_modified: text<string | null>(),
    fetched_at: integer<number | null>(),
    refresh_interval_hours: integer<number | null>(),
    /** When the page is fetched again; null without an interval. */
    refresh_at: integer<number | null>(),
    /** JSON like `error`: why the last refresh failed. The content before it still answers queries. */
    refresh_error: text<string | null>(),
    /** The crawl that found it. */
    crawl_id: text<CrawlId | null>(),
    /** The deep model that has read all of the content that answers queries: its id, or SKIPPED; null while it waits. */
    understood_by: text<string | null>(),
    /** How many chunks a deep model has read so far. */
    understood_chunks: integer(),
    /** Its id where it comes from, chosen by the client; unique within the knowledge base. */
    external_id: text<string | null>(),
    /** JSON object: what the client notes about it; `source_metadata` repeats it for filters. */
    metadata: text(),
    /** JSON array of principals: who may see it; null is everyone. `source_principals` repeats it for searches. */
    allowed: text<string | null>(),
  }),
  source_tags: table(['workspace_id', 'tag', 'source_id'], {
    workspace_id: text<WorkspaceId>(),
    tag: text(),
    source_id: text<SourceId>(),
  }),
  /** One value, or one string of a list. */
  source_metadata: table(['workspace_id', 'key', 'value_type', 'text_value', 'number_value', 'source_id'], {
    workspace_id: text<WorkspaceId>(),
    key: text(),
    /** `list` for an empty one. */
    value_type: text<'string' | 'number' | 'boolean' | 'list'>(),
    /** Empty unless it is a string. */
    text_value: text(),
    /** A boolean as 0 or 1; 0 if it is a string. */
    number_value: real(),
    source_id: text<SourceId>(),
  }),
  /** A user or group that may see a restricted source. */
  source_principals: table(['workspace_id', 'principal', 'source_id'], {
    workspace_id: text<WorkspaceId>(),
    principal: text(),
    source_id: text<SourceId>(),
  }),
  /** One event in the history of a source. */
  source_history: table(['workspace_id', 'source_id', 'entry_id'], {
    workspace_id: text<WorkspaceId>(),
    source_id: text<SourceId>(),
    /** Several sources share an entry id when something happened to all of them at once. */
    entry_id: text<HistoryEntryId>(),
    action: text<SourceHistoryAction>(),
    /** Named as in the audit log. */
    actor_type: text<ActorType>(),
    actor_id: text<string | null>(),
    actor_name: text(),
    /** JSON object: HistoryDetails (records/source-history.ts). */
    details: text(),
    created_at: integer(),
  }),
  /** The original bytes as they were sent, in parts of at most 1 MiB numbered from 0, under the revision that they began. */
  source_files: table(['workspace_id', 'source_id', 'revision', 'part'], {
    workspace_id: text<WorkspaceId>(),
    source_id: text<SourceId>(),
    revision: integer(),
    part: integer(),
    /** Empty if they are in the store of BLOB_STORE. Then this is the only part, and the columns below say where. */
    bytes: bytes(),
    blob_key: text<string | null>(),
    blob_bytes: integer<number | null>(),
    /** In hexadecimal. */
    blob_sha256: text<string | null>(),
  }),
  source_texts: table(['workspace_id', 'source_id', 'revision'], {
    workspace_id: text<WorkspaceId>(),
    source_id: text<SourceId>(),
    revision: integer(),
    text: text(),
    /** JSON: {headings: [{start, end, level, text}], pages: [{page, start}]}, offsets into `text`. */
    outline: text(),
    /** Where the text is in the original, of text/places/places-writer.ts; null for formats without places, and for
     *  what older versions indexed. */
    places: bytes<Uint8Array | null>(),
  }),
  chunks: table(['workspace_id', 'source_id', 'revision', 'position'], {
    workspace_id: text<WorkspaceId>(),
    source_id: text<SourceId>(),
    revision: integer(),
    /** From 0, in the order of the text. */
    position: integer(),
    /** Offsets into the extracted text, in UTF-16 code units; `text` is that slice. */
    start_offset: integer(),
    end_offset: integer(),
    page: integer<number | null>(),
    heading: text<string | null>(),
    text: text(),
  }),
  /** The search index of one source in one version; see segment/segment.ts for the bytes. */
  segments: table(['workspace_id', 'source_id', 'index_version'], {
    workspace_id: text<WorkspaceId>(),
    knowledge_base_id: text<KnowledgeBaseId>(),
    source_id: text<SourceId>(),
    revision: integer(),
    /** Names everything that the bytes depend on: model, analyzer, layout. */
    index_version: text(),
    chunk_count: integer(),
    bytes: bytes(),
    /** `search_changes` of the knowledge base when it was written. */
    change_no: integer(),
  }),
  /** The vectors that a deep model made of up to 64 consecutive chunks; see segment/deep-vectors.ts for the bytes. */
  deep_vectors: table(['workspace_id', 'source_id', 'revision', 'model_id', 'first_position'], {
    workspace_id: text<WorkspaceId>(),
    knowledge_base_id: text<KnowledgeBaseId>(),
    source_id: text<SourceId>(),
    revision: integer(),
    /** DeepModel.id: vectors of two models are never compared. */
    model_id: text(),
    /** The position of the first of the chunks. */
    first_position: integer(),
    chunk_count: integer(),
    /** `deep_changes` of the knowledge base when it was written. */
    change_no: integer(),
    bytes: bytes(),
  }),
  /** The vectors of the blocks of the same chunks; see segment/block-vectors.ts for the bytes. */
  block_vectors: table(['workspace_id', 'source_id', 'revision', 'model_id', 'first_position'], {
    workspace_id: text<WorkspaceId>(),
    source_id: text<SourceId>(),
    revision: integer(),
    model_id: text(),
    first_position: integer(),
    bytes: bytes(),
  }),
  /** A website, or part of one, being added to a knowledge base. */
  crawls: table(['workspace_id', 'crawl_id'], {
    workspace_id: text<WorkspaceId>(),
    crawl_id: text<CrawlId>(),
    knowledge_base_id: text<KnowledgeBaseId>(),
    url: text(),
    mode: text<'links' | 'sitemap'>(),
    max_pages: integer(),
    /** How many links to follow from the first page: 0 is only that page. */
    max_depth: integer(),
    /** JSON array of strings, for each source. */
    tags: text(),
    /** JSON object, for each source. */
    metadata: text(),
    /** For each source. */
    refresh_interval_hours: integer<number | null>(),
    status: text<CrawlStatus>(),
    /** A sentence; null unless the status is failed. */
    error: text<string | null>(),
    created_at: integer(),
    updated_at: integer(),
    ended_at: integer<number | null>(),
    /** JSON: the AuditActor (records/audit.ts) that adds its sources; null in rows older than the column. */
    started_by: text<string | null>(),
    /** JSON array of strings: the lines that most of its pages have, and that are taken out of them. Null until the crawl
     *  has ended and its pages are indexed. */
    repeated_lines: text<string | null>(),
  }),
  /** A URL that a crawl has found. */
  crawl_pages: table(['workspace_id', 'crawl_id', 'position'], {
    workspace_id: text<WorkspaceId>(),
    crawl_id: text<CrawlId>(),
    /** From 0, in the order in which URLs were found. They are fetched in the same order. */
    position: integer(),
    url: text(),
    kind: text<'page' | 'sitemap'>(),
    /** How many links away from the first page. */
    depth: integer(),
    status: text<'waiting' | 'added' | 'skipped' | 'failed'>(),
    source_id: text<SourceId | null>(),
    /** A sentence: why it was skipped or failed. */
    reason: text<string | null>(),
  }),
  /** A place where documents live, which a knowledge base is kept in step with. */
  connectors: table(['workspace_id', 'connector_id'], {
    workspace_id: text<WorkspaceId>(),
    connector_id: text<ConnectorId>(),
    knowledge_base_id: text<KnowledgeBaseId>(),
    name: text(),
    /** A key of CONNECTOR_KINDS (connectors/connector-kinds.ts). */
    kind: text(),
    /** JSON object: what the kind takes. Holds no secret. */
    settings: text(),
    /** JSON, sealed with CREDENTIALS_KEY for this workspace and connector; null if the place needs none. */
    credentials: text<string | null>(),
    /** Null means only on request. */
    interval_minutes: integer<number | null>(),
    /** JSON array of strings, for each new source. */
    tags: text(),
    /** JSON object, for each source. */
    metadata: text(),
    /** JSON array of principals, for each source; null is everyone. */
    allowed: text<string | null>(),
    state: text<ConnectorState>(),
    is_paused: integer<0 | 1>(),
    /** JSON: {code, message}, why the last run failed; null after a run that did not. */
    error: text<string | null>(),
    /** Runs that failed one after another. */
    failures: integer(),
    /** Of the last complete listing, as its kind wrote it. */
    cursor: text<string | null>(),
    /** Where an interrupted listing goes on. */
    resume: text<string | null>(),
    /** When the next run is queued; null while none is due. */
    next_sync_at: integer<number | null>(),
    /** When the last complete run ended. */
    last_synced_at: integer<number | null>(),
    created_by: text<MakerId | null>(),
    created_at: integer(),
    updated_at: integer(),
  }),
  /** A document as its place listed it. */
  connector_documents: table(['workspace_id', 'connector_id', 'document_id'], {
    workspace_id: text<WorkspaceId>(),
    connector_id: text<ConnectorId>(),
    /** Its id in the place. */
    document_id: text(),
    status: text<ConnectorDocumentStatus>(),
    /** Of the content that was last taken or skipped; null before. */
    version: text<string | null>(),
    /** The same for equal bytes; null if the place does not know it. */
    fingerprint: text<string | null>(),
    /** A hash of what it is called and noted to be; null before the first time. */
    label: text<string | null>(),
    /** Its source; a person may have deleted it since. */
    source_id: text<SourceId | null>(),
    /** The last run that saw it. */
    seen_in: text<ConnectorRunId | null>(),
    /** JSON: the FoundDocument (connectors/connector.ts) that waits, or that failed; null once it is taken. */
    found: text<string | null>(),
    /** How often fetching this version failed. */
    attempts: integer(),
    /** A sentence: why it was skipped or failed. */
    reason: text<string | null>(),
    updated_at: integer(),
  }),
  /** One synchronisation of a connector. */
  connector_runs: table(['workspace_id', 'connector_id', 'run_id'], {
    workspace_id: text<WorkspaceId>(),
    connector_id: text<ConnectorId>(),
    run_id: text<ConnectorRunId>(),
    outcome: text<'running' | 'completed' | 'failed' | 'cancelled'>(),
    /** Lists first, then takes what changed. */
    phase: text<'listing' | 'taking'>(),
    /** What its listing names; null until it is known. */
    covers: text<'everything' | 'changes' | null>(),
    started_at: integer(),
    ended_at: integer<number | null>(),
    /** How many documents the listing named, and what became of them. */
    found: integer(),
    added: integer(),
    changed: integer(),
    moved: integer(),
    deleted: integer(),
    unchanged: integer(),
    skipped: integer(),
    failed: integer(),
    /** JSON: {code, message}. */
    error: text<string | null>(),
  }),
  /** Golden questions that measure the quality of the search. */
  evaluations: table(['workspace_id', 'evaluation_id'], {
    workspace_id: text<WorkspaceId>(),
    evaluation_id: text<EvaluationId>(),
    name: text<string | null>(),
    status: text<EvaluationStatus>(),
    /** 0 to 1. */
    progress: real(),
    /** JSON array of ids; null is the whole workspace. */
    knowledge_base_ids: text<string | null>(),
    /** JSON array of search types. */
    search_types: text(),
    question_count: integer(),
    /** JSON: GoldenQuestion[] of evaluation/schema.ts. */
    questions: text(),
    /** JSON as the API shows it: the figures of each search type; null until the status is completed. */
    results: text<string | null>(),
    /** JSON as the API shows it: the outcome of each question; null until the status is completed. */
    outcomes: text<string | null>(),
    /** A sentence; null unless the status is failed. */
    error: text<string | null>(),
    created_at: integer(),
    updated_at: integer(),
    ended_at: integer<number | null>(),
    /** The agent whose replies are judged too; it may be deleted since. */
    agent_id: text<AgentId | null>(),
    /** Replies of conversations that did not become a question, and those that had the question of another; null when the
     *  client sent the questions. */
    skipped: integer<number | null>(),
    merged: integer<number | null>(),
    /** JSON as the API shows it: the figures of the replies; null until the status is completed, and without an agent. */
    reply_results: text<string | null>(),
    /** JSON: ReplyOutcome[] of evaluation/schema.ts, null like `reply_results`. */
    reply_outcomes: text<string | null>(),
    /** The set whose questions it asks; it may be changed or deleted since. */
    question_set_id: text<QuestionSetId | null>(),
    /** JSON: the settings of the agent when the evaluation was created; null without an agent, and in older rows. */
    agent_settings: text<string | null>(),
  }),
  /** Questions that are kept to be asked again. */
  question_sets: table(['workspace_id', 'question_set_id'], {
    workspace_id: text<WorkspaceId>(),
    question_set_id: text<QuestionSetId>(),
    name: text(),
    question_count: integer(),
    /** JSON: SetQuestion[] of evaluation/question-set-schema.ts, oldest first. */
    questions: text(),
    /** Goes up with every change, so that two at once don't lose one. */
    version: integer(),
    created_at: integer(),
    updated_at: integer(),
  }),
  /** Which evaluations quote which source, so that a deleted source leaves their replies too. */
  evaluation_sources: table(['workspace_id', 'source_id', 'evaluation_id'], {
    workspace_id: text<WorkspaceId>(),
    source_id: text<SourceId>(),
    evaluation_id: text<EvaluationId>(),
  }),
  /** What an agent says to a question, in the words of a person. */
  pinned_answers: table(['workspace_id', 'answer_id'], {
    workspace_id: text<WorkspaceId>(),
    answer_id: text<AnswerId>(),
    knowledge_base_id: text<KnowledgeBaseId>(),
    question: text(),
    /** The same for questions that differ in case, accents or punctuation only; see answers/question-key.ts. Unique in the
     *  knowledge base. */
    question_key: text(),
    /** JSON array of other wordings of the question. */
    variants: text(),
    /** Markdown. */
    answer: text(),
    is_enabled: integer<0 | 1>(),
    hits: integer(),
    last_hit_at: integer<number | null>(),
    /** From 1; goes up with every change. */
    version: integer(),
    /** The author of this version, named as in the audit log. */
    actor_type: text<ActorType>(),
    actor_id: text<string | null>(),
    actor_name: text(),
    /** Whether one of its sources was deleted or replaced since a person last changed it. */
    needs_review: integer<0 | 1>(),
    created_at: integer(),
    updated_at: integer(),
  }),
  pinned_answer_sources: table(['workspace_id', 'answer_id', 'source_id'], {
    workspace_id: text<WorkspaceId>(),
    answer_id: text<AnswerId>(),
    source_id: text<SourceId>(),
    /** The index in the answer's list, from 0. */
    position: integer(),
  }),
  /** Earlier versions of pinned answers. */
  pinned_answer_versions: table(['workspace_id', 'answer_id', 'version'], {
    workspace_id: text<WorkspaceId>(),
    answer_id: text<AnswerId>(),
    version: integer(),
    question: text(),
    variants: text(),
    answer: text(),
    /** JSON array. */
    source_ids: text(),
    is_enabled: integer<0 | 1>(),
    actor_type: text<ActorType>(),
    actor_id: text<string | null>(),
    actor_name: text(),
    /** When this version was written. */
    created_at: integer(),
  }),
  conversations: table(['workspace_id', 'agent_id', 'session_id'], {
    workspace_id: text<WorkspaceId>(),
    agent_id: text<AgentId>(),
    session_id: text(),
    /** Counts all messages but the welcome message. */
    message_count: integer(),
    /** JSON object of strings, as the client sent it. */
    metadata: text(),
    started_at: integer(),
    last_activity_at: integer(),
    /** `channel` of the metadata, or else the way in that its first message took. Null in rows older than this. */
    channel: text<string | null>(),
    /** JSON array of the principals that its replies were made for; null if they may rest on any source. */
    as_user: text<string | null>(),
    /** Of the first question of which it could be told, as ISO 639-1. */
    language: text<string | null>(),
    state: text<ConversationState>(),
    /** Who looks after it, named as in the audit log. */
    assignee_type: text<ActorType | null>(),
    assignee_id: text<string | null>(),
    assignee_name: text<string | null>(),
    /** JSON array of strings. */
    tags: text(),
    /** Goes up with every change of state, assignee or tags. */
    version: integer(),
    /** How many of its messages have `words`; less than `message_count` if an older version wrote some of them. */
    searchable_count: integer(),
  }),
  messages: table(['workspace_id', 'agent_id', 'session_id', 'message_id'], {
    workspace_id: text<WorkspaceId>(),
    agent_id: text<AgentId>(),
    session_id: text(),
    message_id: text<MessageId>(),
    /** `user` is the visitor, `person` someone who answers in place of the agent. */
    role: text<'welcome' | 'user' | 'agent' | 'person'>(),
    text: text(),
    /** 0 to 1; null unless the role is agent. */
    confidence: real<number | null>(),
    /** A sentence that explains the confidence; null unless the role is agent. */
    confidence_reason: text<string | null>(),
    /** JSON arrays as in the chat answer. */
    sources: text(),
    citations: text(),
    /** Whether the reply was made without the language model, because it could not be reached. */
    is_degraded: integer<0 | 1>(),
    /** JSON: `Usage` of models/model.ts; null without a language model. */
    usage: text<string | null>(),
    /** The feedback of the reader. */
    rating: text<'up' | 'down' | null>(),
    comment: text<string | null>(),
    /** Whether the reply is the fallback message. */
    is_fallback: integer<0 | 1>(),
    /** From the start of the turn until its reply was written; null unless the role is agent, and in rows older than the
     *  column. */
    duration_ms: integer<number | null>(),
    created_at: integer(),
    /** Null unless the role is agent, and in answers and fallbacks older than the column. */
    kind: text<'answer' | 'pinned' | 'fallback' | 'small_talk' | 'handover' | null>(),
    /** The pinned answer that the reply is; it may be deleted since. */
    pinned_answer_id: text<AnswerId | null>(),
    /** The account or key that wrote it; null unless the role is person. */
    author_id: text<string | null>(),
    /** The name that visitors see; null unless the role is person, and for keys that gave none. */
    author_name: text<string | null>(),
    /** The author of the rating, named as in the audit log; null without one, and in ratings older than the columns. */
    rating_actor_type: text<ActorType | null>(),
    rating_actor_id: text<string | null>(),
    rating_actor_name: text<string | null>(),
    /** The words under which it is found (text/search-words.ts), separated by spaces; null in welcome messages, and where an
     *  older version wrote it. An index of each engine has them. */
    words: text<string | null>(),
  }),
  /** The latest hand-over of a conversation to a person. */
  handovers: table(['workspace_id', 'agent_id', 'session_id'], {
    workspace_id: text<WorkspaceId>(),
    agent_id: text<AgentId>(),
    session_id: text(),
    status: text<'open' | 'assigned' | 'resolved'>(),
    /** As the visitor gave them. */
    contact_name: text<string | null>(),
    contact_email: text<string | null>(),
    message: text<string | null>(),
    /** Who has it, or who resolved it; named as in the audit log. Null while it is open. */
    assignee_type: text<ActorType | null>(),
    assignee_id: text<string | null>(),
    assignee_name: text<string | null>(),
    created_at: integer(),
    /** When the assignee took it; null while it is open. */
    assigned_at: integer<number | null>(),
    resolved_at: integer<number | null>(),
  }),
  /** What a reviewer says of a reply. */
  message_verdicts: table(['workspace_id', 'agent_id', 'session_id', 'message_id', 'actor_id'], {
    workspace_id: text<WorkspaceId>(),
    agent_id: text<AgentId>(),
    session_id: text(),
    message_id: text<MessageId>(),
    /** The reviewer, named as in the audit log. */
    actor_id: text(),
    actor_type: text<ActorType>(),
    actor_name: text(),
    verdict: text<Verdict>(),
    note: text<string | null>(),
    /** JSON array of strings, one of which a right reply holds. */
    must: text(),
    /** JSON array: the sources that answer the question. Some may be deleted since. */
    source_ids: text(),
    created_at: integer(),
    updated_at: integer(),
  }),
  /** Which replies quote which source, so that a deleted source leaves the transcripts too. */
  message_sources: table(['workspace_id', 'source_id', 'message_id'], {
    workspace_id: text<WorkspaceId>(),
    source_id: text<SourceId>(),
    message_id: text<MessageId>(),
  }),
  /** Filters of a list under a name. */
  saved_views: table(['workspace_id', 'view_id'], {
    workspace_id: text<WorkspaceId>(),
    view_id: text<ViewId>(),
    list: text<'conversations' | 'sources'>(),
    name: text(),
    /** JSON object: parameters of the list, each a string or an array of strings. */
    filters: text(),
    /** Whether everyone in the workspace sees it, or only its owner. */
    is_shared: integer<0 | 1>(),
    /** Its maker, named as in the audit log. */
    owner_type: text<ActorType>(),
    owner_id: text(),
    owner_name: text(),
    created_at: integer(),
    updated_at: integer(),
  }),
  /** A person who signs in. Stored only in the live environment: people work in both environments and in several workspaces. */
  accounts: table(['account_id'], {
    account_id: text<AccountId>(),
    /** In lower case; unique. */
    email: text(),
    name: text(),
    /** As accounts/password.ts writes it; null for accounts that sign in only by OpenID Connect. */
    password_hash: text<string | null>(),
    /** Issuer and subject of OpenID Connect, separated by a space. */
    identity: text<string | null>(),
    created_at: integer(),
    last_sign_in_at: integer<number | null>(),
    /** When OpenID Connect first proved that the email address is the person's. Null while anyone could have typed it. */
    email_proved_at: integer<number | null>(),
    /** In base32, as authenticator apps expect it; not hashed, because codes are computed from it. */
    totp_secret: text<string | null>(),
    /** Sign-in asks for codes from then on; null until the first code confirms the secret. */
    totp_confirmed_at: integer<number | null>(),
    /** The 30-second step of the last code used: codes of this step and earlier ones are refused. */
    totp_last_step: integer<number | null>(),
    /** JSON array of SHA-256 hashes of the unused recovery codes. */
    recovery_codes: text<string | null>(),
  }),
  /** The members of a workspace. Stored only in the live environment, like invitations and passkeys. */
  members: table(['workspace_id', 'account_id'], {
    workspace_id: text<WorkspaceId>(),
    account_id: text<AccountId>(),
    role: text<Role>(),
    created_at: integer(),
    /** Whether the workspace meant the owner of the email address: it invited that address, or the account was proved. When
     *  the owner of the address takes the account over, only unproved memberships end. */
    is_proved: integer<0 | 1>(),
    /** The maker of the invitation that gave the role; null if there was none, or its maker is unknown. */
    invited_by: text<MakerId | null>(),
  }),
  /** A link that makes the first person who opens it a member. */
  invitations: table(['workspace_id', 'invitation_id'], {
    workspace_id: text<WorkspaceId>(),
    invitation_id: text<InvitationId>(),
    role: text<Role>(),
    /** The invited address, if one was given. */
    email: text<string | null>(),
    /** SHA-256 of the secret in the link, in hex. */
    secret_hash: text(),
    /** The account or key that invited; null is the service itself or the command line. */
    invited_by: text<MakerId | null>(),
    created_at: integer(),
    expires_at: integer(),
  }),
  /** A WebAuthn credential that signs an account in. */
  passkeys: table(['passkey_id'], {
    passkey_id: text<PasskeyId>(),
    account_id: text<AccountId>(),
    name: text(),
    /** In base64url, as browsers send it. */
    credential_id: text(),
    /** A COSE key in base64url. */
    public_key: text(),
    /** The authenticator's signature counter; 0 if it has none. */
    sign_count: integer(),
    /** JSON array of WebAuthn transports: how browsers reach the authenticator. */
    transports: text(),
    created_at: integer(),
    last_used_at: integer<number | null>(),
  }),
  /** A browser that a person is signed in with. */
  sign_ins: table(['workspace_id', 'sign_in_id'], {
    /** The workspace that the browser shows. */
    workspace_id: text<WorkspaceId>(),
    sign_in_id: text<SignInId>(),
    account_id: text<AccountId>(),
    /** SHA-256 of the secret in the cookie, in hex. */
    secret_hash: text(),
    user_agent: text(),
    created_at: integer(),
    last_seen_at: integer(),
    expires_at: integer(),
    /** When the person last proved who they are; null for sign-ins made before this was recorded. */
    confirmed_at: integer<number | null>(),
  }),
  /** Changes of settings, keys and members, with the actor. */
  audit_log: table(['workspace_id', 'entry_id'], {
    workspace_id: text<WorkspaceId>(),
    entry_id: text<AuditEntryId>(),
    actor_type: text<ActorType>(),
    actor_id: text<string | null>(),
    actor_name: text(),
    /** Noun and past tense, such as `key.created`. */
    action: text(),
    subject_id: text(),
    /** JSON object with what is worth knowing; never a secret. */
    details: text(),
    created_at: integer(),
  }),
  /** Events for webhooks, written in the transaction that they report. */
  events: table(['workspace_id', 'event_id'], {
    workspace_id: text<WorkspaceId>(),
    event_id: text<EventId>(),
    type: text(),
    /** Events of one subject are delivered in order. */
    subject_id: text(),
    /** JSON in the shape of the type, or ERASED_EVENT. */
    data: text(),
    created_at: integer(),
  }),
  webhooks: table(['workspace_id', 'webhook_id'], {
    workspace_id: text<WorkspaceId>(),
    webhook_id: text<WebhookId>(),
    url: text(),
    description: text(),
    /** JSON array of event types; null is all, including types added later. */
    events: text<string | null>(),
    is_enabled: integer<0 | 1>(),
    /** A sentence: why the service disabled it; null unless it did. */
    disabled_reason: text<string | null>(),
    /** `whsec_…`; not hashed, because bodies are signed with it. */
    secret: text(),
    /** The secret before this one, which also signs until `previous_secret_until`. */
    previous_secret: text<string | null>(),
    previous_secret_until: integer<number | null>(),
    /** Since when no delivery has succeeded; null while deliveries succeed. */
    failing_since: integer<number | null>(),
    created_at: integer(),
    updated_at: integer(),
    /** `created_by` and `made_by` as in api_keys. */
    created_by: text<MakerId | null>(),
    made_by: text<MakerId | null>(),
  }),
  /** The delivery of an event to a webhook. */
  deliveries: table(['workspace_id', 'delivery_id'], {
    workspace_id: text<WorkspaceId>(),
    delivery_id: text<DeliveryId>(),
    webhook_id: text<WebhookId>(),
    event_id: text<EventId>(),
    /** The event's subject. */
    subject_id: text(),
    status: text<DeliveryStatus>(),
    /** Attempts since it was queued, or queued again. */
    attempt_count: integer(),
    /** Null when it has ended, and while it waits for an earlier delivery of its subject. */
    next_attempt_at: integer<number | null>(),
    /** JSON array as the API shows it: the result of each attempt, oldest first. */
    attempts: text(),
    created_at: integer(),
    ended_at: integer<number | null>(),
  }),
  /** Usage per day. */
  usage_counts: table(['workspace_id', 'day', 'actor_id', 'metric'], {
    workspace_id: text<WorkspaceId>(),
    /** In UTC, such as 2026-11-22. */
    day: text(),
    /** The key or account; empty if there is none, such as for storage. */
    actor_id: text(),
    metric: text<UsageMetric>(),
    amount: integer(),
  }),
  /** Tokens that the language model used in a day or month. */
  spent_tokens: table(['workspace_id', 'spender_id', 'period'], {
    workspace_id: text<WorkspaceId>(),
    /** The workspace, agent or publishable token. */
    spender_id: text(),
    /** In UTC: 2026-11-22 for a day, 2026-11 for a month. */
    period: text(),
    tokens: integer(),
    /** The most that replies in progress can use. A process that dies leaves its reservation behind. */
    reserved: integer(),
    /** The percentage of the budget that events have announced: 0, 80 or 100. */
    told: integer(),
  }),
  /** A request with an `Idempotency-Key`, while it runs and for a day after it succeeded. */
  idempotent_requests: table(['workspace_id', 'idempotency_key'], {
    workspace_id: text<WorkspaceId>(),
    idempotency_key: text(),
    /** Only this actor may use the key again: otherwise one API key's answer would be shown to another. */
    actor_id: text(),
    /** A mark of the caller's secret, a dot, and HMAC-SHA256 of method, path and body with that secret; null until the body
     *  has been received. */
    request_hash: text<string | null>(),
    /** The lease of the process that runs it; null when it has ended. */
    lease_until: integer<number | null>(),
    lease_token: text(),
    /** The answer's status, like `location` and `body` below; null while the request runs. */
    status: integer<number | null>(),
    location: text<string | null>(),
    /** JSON, encrypted so that only the caller can read it (lib/encrypt.ts). */
    body: text<string | null>(),
    /** JSON array of the ids of the sources that the body quotes. Once one of them is deleted, the body is not shown again. */
    source_ids: text<string | null>(),
    created_at: integer(),
  }),
  /** A knowledge gap that a person has dismissed: the question counts again only if it is asked later. */
  dismissed_gaps: table(['workspace_id', 'gap_key'], {
    workspace_id: text<WorkspaceId>(),
    /** The same for questions with the same words; see insights/group-questions.ts. */
    gap_key: text(),
    question: text(),
    dismissed_at: integer(),
    /** It comes back when it was asked more often than this since. */
    returns_after: integer(),
  }),
  /** A chat widget's token. Everyone who sees the page can read it. */
  publishable_tokens: table(['workspace_id', 'token_id'], {
    workspace_id: text<WorkspaceId>(),
    token_id: text<PublishableTokenId>(),
    agent_id: text<AgentId>(),
    name: text(),
    /** Not hashed. */
    token: text(),
    /** JSON array of the origins of pages that may use it, such as https://example.com. */
    allowed_origins: text(),
    is_enabled: integer<0 | 1>(),
    /** The limit for all visitors together. */
    messages_per_minute: integer(),
    created_at: integer(),
    last_used_at: integer<number | null>(),
    /** `created_by` and `made_by` as in api_keys. */
    created_by: text<MakerId | null>(),
    made_by: text<MakerId | null>(),
    ...TOKEN_BUDGET,
  }),
  jobs: table(['workspace_id', 'job_id'], {
    workspace_id: text<WorkspaceId>(),
    job_id: text<JobId>(),
    kind: text(),
    lane: text<JobLane>(),
    /** What the job works on. When the subject is deleted, so is the job. */
    subject_id: text(),
    /** JSON, validated by the schema of its kind. */
    payload: text(),
    /** The earliest time to run it. */
    run_at: integer(),
    /** The lease of the worker that runs it; null while the job waits. */
    lease_until: integer<number | null>(),
    /** New with every claim, so that a worker that has lost its lease cannot finish the job. */
    lease_token: text<string | null>(),
    /** How often it was started. Exceeds `failures` if processes died. */
    attempts: integer(),
    /** How often it ended in an error worth a retry. */
    failures: integer(),
    created_at: integer(),
  }),
};

/** Tables that say what processes are doing now, tell it to each other, or copy other rows. Backups and copies leave them
 *  out. */
const MOMENTARY_TABLES = {
  /** Objects in the store of BLOB_STORE that no row names: of a row that was deleted, or put there for a row that is not
   *  committed yet. A backup must leave them out: restored beside the original, it would delete what that still has. */
  blob_deletions: table(['workspace_id', 'blob_key'], {
    workspace_id: text<WorkspaceId>(),
    blob_key: text(),
    /** When its row was deleted, or by when its row must have been committed. */
    due_at: integer(),
    /** 1 once a node deletes the object. */
    is_claimed: integer<0 | 1>(),
  }),
  /** The sources that left the index of a knowledge base, for nodes that have them in memory. */
  segment_removals: table(['workspace_id', 'knowledge_base_id', 'change_no', 'source_id'], {
    workspace_id: text<WorkspaceId>(),
    knowledge_base_id: text<KnowledgeBaseId>(),
    change_no: integer(),
    source_id: text<SourceId>(),
  }),
  /** Copies of the segments of consecutive places, in the form in which an index takes them fastest. See
   *  storage/index/segment-packs.ts. */
  segment_packs: table(['workspace_id', 'knowledge_base_id', 'index_version', 'last_change', 'last_source'], {
    workspace_id: text<WorkspaceId>(),
    knowledge_base_id: text<KnowledgeBaseId>(),
    index_version: text(),
    /** The place of the last segment before the first that it holds. */
    first_change: integer(),
    first_source: text<SourceId>(),
    /** The place of the last that it holds. */
    last_change: integer(),
    last_source: text<SourceId>(),
    source_count: integer(),
    chunk_count: integer(),
    /** See storage/memory-index/segment-pack.ts. Empty if they are in the store of BLOB_STORE, as the columns below say. */
    bytes: bytes(),
    blob_key: text<string | null>(),
    blob_bytes: integer<number | null>(),
    blob_sha256: text<string | null>(),
  }),
  /** The last changes of sources, in the order of their commits: from where a stream of changes goes on. */
  source_changes: table(['workspace_id', 'change_no'], {
    workspace_id: text<WorkspaceId>(),
    /** Goes up with every change in the workspace, not by one: the time of the change if that is more. */
    change_no: integer(),
    /** Where the source was found before or since; one that is moved has two changes. */
    knowledge_base_id: text<KnowledgeBaseId>(),
    source_id: text<SourceId>(),
  }),
  /** The queue of turns of a session, on engines that several nodes share: the lowest id comes first. */
  turn_tickets: table(['workspace_id', 'agent_id', 'session_id', 'ticket_id'], {
    workspace_id: text<WorkspaceId>(),
    agent_id: text<AgentId>(),
    session_id: text(),
    ticket_id: text<TurnTicketId>(),
    /** The lease of the node that waits or runs. Others may remove a ticket whose lease has expired. */
    lease_until: integer(),
  }),
  /** A chat that is being answered, on engines that several nodes share. */
  running_chats: table(['workspace_id', 'actor_id', 'running_chat_id'], {
    workspace_id: text<WorkspaceId>(),
    actor_id: text(),
    running_chat_id: text<RunningChatId>(),
    /** The lease of the node that answers it. */
    lease_until: integer(),
  }),
  /** A file that a client uploads in parts, by the tus protocol. A backup leaves it out: its client starts again. */
  uploads: table(['workspace_id', 'upload_id'], {
    workspace_id: text<WorkspaceId>(),
    upload_id: text<UploadId>(),
    /** The key or account that began it, and the only one that sees it. */
    actor_id: text(),
    /** As announced. */
    length_bytes: integer(),
    received_bytes: integer(),
    /** The header Upload-Metadata: file name and fields of the source; empty once there is a source. */
    metadata: text(),
    /** Null until all bytes are there. The source may be deleted since. */
    source_id: text<SourceId | null>(),
    created_at: integer(),
    expires_at: integer(),
  }),
  /** The bytes of an unfinished upload, in parts of 1 MiB; the last one may be shorter. */
  upload_parts: table(['workspace_id', 'upload_id', 'part'], {
    workspace_id: text<WorkspaceId>(),
    upload_id: text<UploadId>(),
    part: integer(),
    bytes: bytes(),
  }),
  /** An uploaded archive whose files become sources. A backup leaves it out: the sources are in it, and the same archive again
   *  adds what is missing. */
  archives: table(['workspace_id', 'archive_id'], {
    workspace_id: text<WorkspaceId>(),
    archive_id: text<ArchiveId>(),
    knowledge_base_id: text<KnowledgeBaseId>(),
    /** The first part of the external ids of its sources. */
    name: text(),
    file_name: text(),
    size_bytes: integer(),
    /** JSON: the fields of its sources that were given, `tags`, `metadata` and `allowed`. */
    fields: text(),
    /** JSON: who uploaded it, as {type, id, name}. */
    started_by: text(),
    /** Whether its entries are known. */
    is_listed: integer<0 | 1>(),
    status: text<ArchiveStatus>(),
    /** A sentence: why it failed. */
    error: text<string | null>(),
    created_at: integer(),
    updated_at: integer(),
    ended_at: integer<number | null>(),
    expires_at: integer(),
  }),
  /** The bytes of an archive until it has ended, in parts of 1 MiB; the last one may be shorter. */
  archive_parts: table(['workspace_id', 'archive_id', 'part'], {
    workspace_id: text<WorkspaceId>(),
    archive_id: text<ArchiveId>(),
    part: integer(),
    bytes: bytes(),
  }),
  archive_entries: table(['workspace_id', 'archive_id', 'position'], {
    workspace_id: text<WorkspaceId>(),
    archive_id: text<ArchiveId>(),
    /** Its place in the archive, from 0. */
    position: integer(),
    path: text(),
    /** As the archive declares. */
    size_bytes: integer(),
    status: text<ArchiveEntryStatus>(),
    /** The source that it became. It may be deleted since. */
    source_id: text<SourceId | null>(),
    /** Why it was skipped. */
    reason: text<string | null>(),
  }),
  /** Requests counted per time window, on engines that several nodes share. The embedded engine counts in memory. */
  rate_counts: table(['workspace_id', 'bucket', 'window_start'], {
    /** Empty for requests counted before their workspace is known. */
    workspace_id: text<WorkspaceId | ''>(),
    bucket: text(),
    window_start: integer(),
    count: integer(),
  }),
};

type RowOf<C extends Columns> = {
  [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never;
};
type AllTables = typeof LASTING_TABLES & typeof MOMENTARY_TABLES;
export type Tables = { [Name in keyof AllTables]: RowOf<AllTables[Name]['columns']> };

export type TableName = keyof typeof LASTING_TABLES;

/** The names of the tables that outlive a process, in the order of LASTING_TABLES. */
export const TABLE_NAMES = Object.keys(LASTING_TABLES) as TableName[];

/** The key and the columns of a table that is known only by name. */
export const tableOf = (
  name: TableName,
): { key: readonly string[]; columns: Readonly<Record<string, ColumnKind>> } => LASTING_TABLES[name];

export type TokenBudgetColumns = RowOf<typeof TOKEN_BUDGET>;

/** Bytes of a part of an upload; only the last one may have fewer. */
export const UPLOAD_PART_BYTES = 1024 * 1024;

export type WorkspaceRow = Tables['workspaces'];
export type UploadRow = Tables['uploads'];
export type ArchiveRow = Tables['archives'];
export type ArchiveEntryRow = Tables['archive_entries'];
export type DirectoryRow = Tables['workspace_directory'];
export type ApiKeyRow = Tables['api_keys'];
export type KnowledgeBaseRow = Tables['knowledge_bases'];
export type AgentRow = Tables['agents'];
export type SourceRow = Tables['sources'];
export type SourceHistoryRow = Tables['source_history'];
export type SourceChangeRow = Tables['source_changes'];
export type SourceFileRow = Tables['source_files'];
export type SourceTextRow = Tables['source_texts'];
export type SourceMetadataRow = Tables['source_metadata'];
export type ChunkRow = Tables['chunks'];
export type SegmentRow = Tables['segments'];
export type DeepVectorRow = Tables['deep_vectors'];
export type JobRow = Tables['jobs'];
export type CrawlRow = Tables['crawls'];
export type CrawlPageRow = Tables['crawl_pages'];
export type ConnectorRow = Tables['connectors'];
export type ConnectorDocumentRow = Tables['connector_documents'];
export type ConnectorRunRow = Tables['connector_runs'];
export type PinnedAnswerRow = Tables['pinned_answers'];
export type PinnedAnswerVersionRow = Tables['pinned_answer_versions'];
export type EvaluationRow = Tables['evaluations'];
export type QuestionSetRow = Tables['question_sets'];
export type ConversationRow = Tables['conversations'];
export type MessageRow = Tables['messages'];
export type HandoverRow = Tables['handovers'];
export type MessageVerdictRow = Tables['message_verdicts'];
export type TurnTicketRow = Tables['turn_tickets'];
export type AccountRow = Tables['accounts'];
export type PasskeyRow = Tables['passkeys'];
export type MemberRow = Tables['members'];
export type InvitationRow = Tables['invitations'];
export type SignInRow = Tables['sign_ins'];
export type AuditEntryRow = Tables['audit_log'];
export type EventRow = Tables['events'];
export type WebhookRow = Tables['webhooks'];
export type DeliveryRow = Tables['deliveries'];
export type UsageCountRow = Tables['usage_counts'];
export type SpentTokensRow = Tables['spent_tokens'];
export type IdempotentRequestRow = Tables['idempotent_requests'];
export type DismissedGapRow = Tables['dismissed_gaps'];
export type SavedViewRow = Tables['saved_views'];
export type AgentVersionRow = Tables['agent_versions'];
export type WidgetLogoRow = Tables['widget_logos'];
export type PublishableTokenRow = Tables['publishable_tokens'];

/** A source whose newest content waits to be indexed. */
export const QUEUED = {
  status: 'processing',
  stage: 'queued',
  progress: 0,
  error: null,
} as const satisfies Partial<SourceRow>;

/** `understood_by` of a source that no deep model reads, because the workspace has as many chunks as may be read. */
export const SKIPPED = '';

/** `data` of an event whose subject was deleted. */
export const ERASED_EVENT = '{"erased":true}';
