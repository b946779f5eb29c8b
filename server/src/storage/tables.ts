import type {
  AccountId,
  AgentId,
  ApiKeyId,
  AuditEntryId,
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
  RunningChatId,
  SignInId,
  SourceId,
  TurnTicketId,
  WebhookId,
  WorkspaceId,
} from '#lib/ids.ts';

/** The tables as both engines have them. Portable types alone: text ids, integer milliseconds since 1970 (`…_at`),
 *  0/1 for booleans, JSON as text. Every key begins with `workspace_id`, but for what belongs to no workspace: settings of
 *  the environment and accounts. */
export type Tables = {
  environment_settings: EnvironmentSettingRow;
  workspaces: WorkspaceRow;
  api_keys: ApiKeyRow;
  knowledge_bases: KnowledgeBaseRow;
  agents: AgentRow;
  agent_knowledge_bases: AgentKnowledgeBaseRow;
  sources: SourceRow;
  source_tags: SourceTagRow;
  source_history: SourceHistoryRow;
  source_files: SourceFileRow;
  source_texts: SourceTextRow;
  chunks: ChunkRow;
  segments: SegmentRow;
  jobs: JobRow;
  crawls: CrawlRow;
  crawl_pages: CrawlPageRow;
  evaluations: EvaluationRow;
  conversations: ConversationRow;
  messages: MessageRow;
  message_sources: MessageSourceRow;
  turn_tickets: TurnTicketRow;
  accounts: AccountRow;
  members: MemberRow;
  invitations: InvitationRow;
  passkeys: PasskeyRow;
  sign_ins: SignInRow;
  audit_log: AuditEntryRow;
  events: EventRow;
  webhooks: WebhookRow;
  deliveries: DeliveryRow;
  usage_counts: UsageCountRow;
  spent_tokens: SpentTokensRow;
  idempotent_requests: IdempotentRequestRow;
  rate_counts: RateCountRow;
  running_chats: RunningChatRow;
  dismissed_gaps: DismissedGapRow;
  publishable_tokens: PublishableTokenRow;
};

/** What the environment as a whole remembers, such as the key that signs cursors. */
export type EnvironmentSettingRow = { name: string; value: string };

/** How many tokens of the language model may be spent in a day and in a month of UTC; null means no limit. */
export type TokenBudgetColumns = { tokens_per_day: number | null; tokens_per_month: number | null };

export type WorkspaceRow = TokenBudgetColumns & {
  workspace_id: WorkspaceId;
  name: string;
  /** Whether members and read_write keys make and change publishable tokens, as admins do. */
  members_may_publish: 0 | 1;
  created_at: number;
  updated_at: number;
};

/** Who made something that goes on without them: the prefix says what it is. */
export type MakerId = AccountId | ApiKeyId;

export type KeyScope = 'read_only' | 'read_write' | 'admin';

export type ApiKeyRow = {
  workspace_id: WorkspaceId;
  key_id: ApiKeyId;
  name: string;
  scope: KeyScope;
  /** SHA-256 of the key text, in hex; the text itself is nowhere. */
  secret_hash: string;
  last_four: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
  /** JSON array of ids: all that the key sees; null is all of the workspace. */
  knowledge_base_ids: string | null;
  /** Who made it or took it over since, and whose removal ends it. Null is the service, the command line, or a time before
   *  the column. */
  created_by: MakerId | null;
  /** Who made it. Unlike `created_by` it never changes. */
  made_by: MakerId | null;
};

export type KnowledgeBaseRow = {
  workspace_id: WorkspaceId;
  knowledge_base_id: KnowledgeBaseId;
  name: string;
  description: string;
  is_default: 0 | 1;
  /** The name of the embedding model that it was given; null follows the installation. */
  embedding_choice: string | null;
  /** Of the segments that answer; see SegmentRow. Those of another version are being built, to answer in their place. */
  index_version: string;
  /** A sentence: why building them does not get on; null while it does. */
  index_error: string | null;
  created_at: number;
  updated_at: number;
};

export type ResponseLength = 'short' | 'medium' | 'detailed';

export type AgentRow = TokenBudgetColumns & {
  workspace_id: WorkspaceId;
  agent_id: AgentId;
  name: string;
  status: 'active' | 'inactive';
  welcome_message: string | null;
  fallback_message: string | null;
  system_prompt: string | null;
  response_length: ResponseLength;
  /** Replies under this confidence are not given: the fallback is said. 0 to 1; null leaves it to the answerer. */
  min_confidence: number | null;
  /** Of the language model, 0 to 2; null leaves it to the provider. */
  temperature: number | null;
  created_at: number;
  updated_at: number;
};

export type AgentKnowledgeBaseRow = {
  workspace_id: WorkspaceId;
  agent_id: AgentId;
  knowledge_base_id: KnowledgeBaseId;
  /** The place in the agent's list, from 0. */
  position: number;
};

export type SourceType = 'document' | 'url' | 'text';
export type SourceStatus = 'processing' | 'indexed' | 'failed';
export type SourceStage = 'queued' | 'fetching' | 'parsing' | 'chunking' | 'embedding' | 'indexing' | 'done';

export type SourceErrorCode =
  | 'unsupported_format'
  | 'unreadable_file'
  | 'encrypted_file'
  | 'no_text'
  | 'too_large'
  | 'too_many_pages'
  | 'fetch_failed'
  | 'fetch_blocked'
  | 'fetch_timeout'
  | 'parse_timeout'
  | 'embedding_failed'
  | 'internal_error';

export type SourceRow = {
  workspace_id: WorkspaceId;
  source_id: SourceId;
  knowledge_base_id: KnowledgeBaseId;
  type: SourceType;
  name: string;
  url: string | null;
  file_name: string | null;
  /** As it came or, once indexed, as the bytes showed; of a page with the charset that its server declared. */
  mime_type: string | null;
  /** Bytes of the original content; null until they are known. */
  size_bytes: number | null;
  content_sha256: string | null;
  status: SourceStatus;
  stage: SourceStage;
  /** 0 to 1. */
  progress: number;
  /** JSON: {code, message, stage, retryable}; null unless the last indexing failed. */
  error: string | null;
  /** The newest content, indexed or not; counts up with every new content and every reindex. */
  revision: number;
  /** The content that answers queries; null before the first success. */
  indexed_revision: number | null;
  chunk_count: number;
  /** JSON array of strings; `source_tags` repeats it for filters. */
  tags: string;
  created_at: number;
  updated_at: number;
  indexed_at: number | null;
  /** The oldest source of the knowledge base that had the same bytes when these came; null without one. */
  duplicate_of: SourceId | null;
  /** The address that the page names as its own. */
  canonical_url: string | null;
  /** What the server said of the page when it was fetched last, for the next conditional request. */
  etag: string | null;
  last_modified: string | null;
  fetched_at: number | null;
  refresh_interval_hours: number | null;
  /** When the page is fetched again; null without an interval. */
  refresh_at: number | null;
  /** JSON as `error`: why the last refresh brought nothing, while the content before it goes on answering. */
  refresh_error: string | null;
  /** The crawl that found it. */
  crawl_id: CrawlId | null;
};

/** What a source looks like while its newest content waits to be indexed. */
export const QUEUED = {
  status: 'processing',
  stage: 'queued',
  progress: 0,
  error: null,
} as const satisfies Partial<SourceRow>;

export type SourceTagRow = { workspace_id: WorkspaceId; tag: string; source_id: SourceId };

export type SourceHistoryAction =
  | 'added'
  | 'updated'
  | 'replaced'
  | 'reindex_requested'
  | 'refreshed'
  | 'indexed'
  | 'failed';

/** Something that happened to a source. */
export type SourceHistoryRow = {
  workspace_id: WorkspaceId;
  source_id: SourceId;
  /** One entry may stand under the same id with several sources, for what happened to all of them at once. */
  entry_id: HistoryEntryId;
  action: SourceHistoryAction;
  /** Who did it, as the audit log names them. */
  actor_type: AuditEntryRow['actor_type'];
  actor_id: string | null;
  actor_name: string;
  /** JSON object, as HistoryDetails (http/source-history.ts) says. */
  details: string;
  created_at: number;
};

/** The original bytes as they came, in parts of at most 1 MiB, numbered from 0. Kept under the revision that they came with. */
export type SourceFileRow = {
  workspace_id: WorkspaceId;
  source_id: SourceId;
  revision: number;
  part: number;
  bytes: Uint8Array;
};

export type SourceTextRow = {
  workspace_id: WorkspaceId;
  source_id: SourceId;
  revision: number;
  text: string;
  /** JSON: {headings: [{start, end, level, text}], pages: [{page, start}]}, offsets into `text`. */
  outline: string;
};

export type ChunkRow = {
  workspace_id: WorkspaceId;
  source_id: SourceId;
  revision: number;
  /** From 0, in the order of the text. */
  position: number;
  /** Offsets into the extracted text, in UTF-16 code units; `text` is that slice. */
  start_offset: number;
  end_offset: number;
  page: number | null;
  heading: string | null;
  text: string;
};

/** The search index of one source in one version; see segment/segment.ts for the bytes. */
export type SegmentRow = {
  workspace_id: WorkspaceId;
  knowledge_base_id: KnowledgeBaseId;
  source_id: SourceId;
  revision: number;
  /** Names all that the bytes depend on: model, analyzer, layout. */
  index_version: string;
  chunk_count: number;
  bytes: Uint8Array;
};

/** Jobs that compute and jobs that wait for other machines do not stand in each other's way. */
export type JobLane = 'compute' | 'network' | 'delivery';

export type JobRow = {
  workspace_id: WorkspaceId;
  job_id: JobId;
  kind: string;
  lane: JobLane;
  /** What the job works on; a job goes when its subject goes. */
  subject_id: string;
  /** JSON, checked by the schema of its kind. */
  payload: string;
  /** Not before this time. */
  run_at: number;
  /** Whoever runs it holds it until then and extends it while alive; null while it waits. */
  lease_until: number | null;
  /** Changes with every claim, so that a worker whose lease was lost cannot finish the job of another. */
  lease_token: string | null;
  /** How often it was begun; more than the failures when processes died meanwhile. */
  attempts: number;
  /** How often it ended in a fault that may pass. */
  failures: number;
  created_at: number;
};

export type CrawlStatus = 'running' | 'completed' | 'cancelled' | 'failed';

/** A site, or part of one, on its way into a knowledge base. */
export type CrawlRow = {
  workspace_id: WorkspaceId;
  crawl_id: CrawlId;
  knowledge_base_id: KnowledgeBaseId;
  url: string;
  mode: 'links' | 'sitemap';
  max_pages: number;
  /** Links to follow from the first page: 0 is that page alone. */
  max_depth: number;
  /** JSON array of strings, for each source. */
  tags: string;
  /** For each source. */
  refresh_interval_hours: number | null;
  status: CrawlStatus;
  /** A sentence; null unless the status is failed. */
  error: string | null;
  created_at: number;
  updated_at: number;
  ended_at: number | null;
  /** JSON as AuditActor (http/audit.ts): who added its sources; null where it was not noted yet. */
  started_by: string | null;
};

/** An address that a crawl knows of. */
export type CrawlPageRow = {
  workspace_id: WorkspaceId;
  crawl_id: CrawlId;
  /** From 0, in the order in which they were found, which is the order in which they are fetched. */
  position: number;
  url: string;
  kind: 'page' | 'sitemap';
  /** Number of links from the first page to this one. */
  depth: number;
  status: 'waiting' | 'added' | 'skipped' | 'failed';
  source_id: SourceId | null;
  /** A sentence: why it was skipped or failed. */
  reason: string | null;
};

export type EvaluationStatus = 'running' | 'completed' | 'failed';

/** Golden questions, asked to see how well the search does. */
export type EvaluationRow = {
  workspace_id: WorkspaceId;
  evaluation_id: EvaluationId;
  name: string | null;
  status: EvaluationStatus;
  /** 0 to 1. */
  progress: number;
  /** JSON array of ids; null is all of the workspace. */
  knowledge_base_ids: string | null;
  /** JSON array of kinds of search. */
  search_types: string;
  question_count: number;
  /** JSON: [{query, relevant: [{source_id, text}]}]. */
  questions: string;
  /** JSON as the interface shows it: how each kind of search did; null until the status is completed. */
  results: string | null;
  /** JSON as the interface shows it: what became of each question; null until the status is completed. */
  outcomes: string | null;
  /** A sentence; null unless the status is failed. */
  error: string | null;
  created_at: number;
  updated_at: number;
  ended_at: number | null;
};

export type ConversationRow = {
  workspace_id: WorkspaceId;
  agent_id: AgentId;
  session_id: string;
  /** User and agent messages; the welcome message is not counted. */
  message_count: number;
  /** JSON object of strings, as the client sent it. */
  metadata: string;
  started_at: number;
  last_activity_at: number;
};

export type MessageRow = {
  workspace_id: WorkspaceId;
  agent_id: AgentId;
  session_id: string;
  message_id: MessageId;
  role: 'welcome' | 'user' | 'agent';
  text: string;
  /** 0 to 1; null unless the role is agent. */
  confidence: number | null;
  /** A sentence: what the confidence comes from; null unless the role is agent. */
  confidence_reason: string | null;
  /** JSON arrays as the chat answer had them. */
  sources: string;
  citations: string;
  /** Whether the language model was out of reach, and the reply was made without it. */
  is_degraded: 0 | 1;
  /** JSON as models/model.ts has `Usage`; null without a language model. */
  usage: string | null;
  /** What a person said of the reply. */
  rating: 'up' | 'down' | null;
  comment: string | null;
  /** Whether the reply says that there is none. */
  is_fallback: 0 | 1;
  /** From the beginning of the turn until its reply was written; null unless the role is agent, and of replies that are older
   *  than the column. */
  duration_ms: number | null;
  created_at: number;
};

/** Which replies rest on which source, so that a deleted source leaves the transcripts too. */
export type MessageSourceRow = { workspace_id: WorkspaceId; source_id: SourceId; message_id: MessageId };

/** The place of a turn among those of its session, on engines that several nodes work on: the lowest id comes first. */
export type TurnTicketRow = {
  workspace_id: WorkspaceId;
  agent_id: AgentId;
  session_id: string;
  ticket_id: TurnTicketId;
  /** Whoever waits or runs extends it while alive; a ticket whose lease has run out may be removed by others. */
  lease_until: number;
};

/** A person who signs in. In the live environment alone, for people work in both and in all their workspaces. */
export type AccountRow = {
  account_id: AccountId;
  /** In lower case; no two accounts have the same. */
  email: string;
  name: string;
  /** As accounts/password.ts writes it; null for those who sign in by OpenID Connect alone. */
  password_hash: string | null;
  /** Issuer and subject of OpenID Connect, with a space between. */
  identity: string | null;
  created_at: number;
  last_sign_in_at: number | null;
  /** When OpenID Connect first proved that the person has the e-mail address. Null while anyone could have typed it. */
  email_proved_at: number | null;
  /** In base 32, as authenticator apps know it; in the clear, because codes are computed from it. */
  totp_secret: string | null;
  /** When codes began to be asked for; null while the secret has not been confirmed by a code. */
  totp_confirmed_at: number | null;
  /** The 30-second step of the last code that was used: codes of this step and before are refused. */
  totp_last_step: number | null;
  /** JSON array of the SHA-256 hashes of the recovery codes that are left. */
  recovery_codes: string | null;
};

/** A WebAuthn credential that signs an account in. */
export type PasskeyRow = {
  passkey_id: PasskeyId;
  account_id: AccountId;
  name: string;
  /** In base64url, as browsers send it. */
  credential_id: string;
  /** A COSE key in base64url. */
  public_key: string;
  /** The authenticator's own counter; 0 if it has none. */
  sign_count: number;
  /** JSON array: how browsers reach the authenticator. */
  transports: string;
  created_at: number;
  last_used_at: number | null;
};

export type Role = 'owner' | 'admin' | 'member' | 'viewer';

/** Who works in a workspace. In the live environment alone, as the two below. */
export type MemberRow = {
  workspace_id: WorkspaceId;
  account_id: AccountId;
  role: Role;
  created_at: number;
  /** Whether the workspace meant the person with this e-mail address: the account joined by an invitation to it, or was proved.
   *  Only unproved memberships go when the owner of the address takes the account over. */
  is_proved: 0 | 1;
  /** Who made the invitation that gave them their role; null if there was none, or its maker is not known. */
  invited_by: MakerId | null;
};

/** A link that makes whoever opens it a member, once. */
export type InvitationRow = {
  workspace_id: WorkspaceId;
  invitation_id: InvitationId;
  role: Role;
  /** For whom, if it was said. */
  email: string | null;
  /** SHA-256 of the secret in the link, in hex. */
  secret_hash: string;
  /** The account or key that invited; null is the service itself, or its command line. */
  invited_by: MakerId | null;
  created_at: number;
  expires_at: number;
};

/** A browser that somebody is signed in with. */
export type SignInRow = {
  /** The workspace that it shows at present. */
  workspace_id: WorkspaceId;
  sign_in_id: SignInId;
  account_id: AccountId;
  /** SHA-256 of the secret in the cookie, in hex. */
  secret_hash: string;
  user_agent: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  /** When the person last proved who they are; null for sign-ins made before this was recorded. */
  confirmed_at: number | null;
};

/** Who changed what of settings, keys and members. */
export type AuditEntryRow = {
  workspace_id: WorkspaceId;
  entry_id: AuditEntryId;
  actor_type: 'api_key' | 'account' | 'publishable_token' | 'command_line' | 'service';
  actor_id: string | null;
  actor_name: string;
  /** Noun and past tense, such as `key.created`. */
  action: string;
  subject_id: string;
  /** JSON object: what is worth knowing of it; never a secret. */
  details: string;
  created_at: number;
};

/** Something that others may want to hear of, written in the transaction that made it true. */
export type EventRow = {
  workspace_id: WorkspaceId;
  event_id: EventId;
  type: string;
  /** Events of one subject are delivered in their order. */
  subject_id: string;
  /** JSON, as the type asks, or ERASED_EVENT. */
  data: string;
  created_at: number;
};

/** `data` of an event whose subject was deleted. */
export const ERASED_EVENT = '{"erased":true}';

export type WebhookRow = {
  workspace_id: WorkspaceId;
  webhook_id: WebhookId;
  url: string;
  description: string;
  /** JSON array of event types; Null means all events, including types added later. */
  events: string | null;
  is_enabled: 0 | 1;
  /** A sentence: why the service disabled it; null unless it did. */
  disabled_reason: string | null;
  /** `whsec_…`; kept as it is, because bodies are signed with it. */
  secret: string;
  /** The secret before, which signs too until then. */
  previous_secret: string | null;
  previous_secret_until: number | null;
  /** Since when no delivery has succeeded; null while they do. */
  failing_since: number | null;
  created_at: number;
  updated_at: number;
  /** These two as in ApiKeyRow. */
  created_by: MakerId | null;
  made_by: MakerId | null;
};

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** An event on its way to a webhook. */
export type DeliveryRow = {
  workspace_id: WorkspaceId;
  delivery_id: DeliveryId;
  webhook_id: WebhookId;
  event_id: EventId;
  /** Of the event. */
  subject_id: string;
  status: DeliveryStatus;
  /** Since it was queued, or queued once more. */
  attempt_count: number;
  /** Null when it has ended, and while it waits for an earlier one of its subject. */
  next_attempt_at: number | null;
  /** JSON array as the interface shows it, oldest first: what each attempt brought. */
  attempts: string;
  created_at: number;
  ended_at: number | null;
};

/** `storage_bytes` is what there was at the end of the day, the others what was counted during it. */
export type UsageMetric =
  | 'requests'
  | 'queries'
  | 'messages'
  | 'input_tokens'
  | 'output_tokens'
  | 'sources'
  | 'storage_bytes';

/** What was used on a day. */
export type UsageCountRow = {
  workspace_id: WorkspaceId;
  /** UTC, such as 2026-11-22. */
  day: string;
  /** The key or account; empty where there is none, such as for storage. */
  actor_id: string;
  metric: UsageMetric;
  amount: number;
};

/** What the language model took in one day or month. */
export type SpentTokensRow = {
  workspace_id: WorkspaceId;
  /** The workspace, agent or publishable token. */
  spender_id: string;
  /** UTC, such as 2026-11-22 for a day and 2026-11 for a month. */
  period: string;
  tokens: number;
  /** For replies under way, at most as many as they can take. A process that dies leaves its own behind. */
  reserved: number;
  /** Percent of the budget that events have told of: 0, 80 or 100. */
  told: number;
};

/** A request with an `Idempotency-Key`, while it runs and for a day after it succeeded. */
export type IdempotentRequestRow = {
  workspace_id: WorkspaceId;
  idempotency_key: string;
  /** Who may use the key again: without this, one key's answer would be shown to another. */
  actor_id: string;
  /** HMAC-SHA256 of method, path and body by the caller's secret, after a mark of that secret and a dot; null while the body
   *  is still coming in. */
  request_hash: string | null;
  /** Whoever runs it holds it until then; null when it has ended. */
  lease_until: number | null;
  lease_token: string;
  /** Of the answer, as are the two below; null while it runs. */
  status: number | null;
  location: string | null;
  /** JSON, sealed so that the caller alone can open it (http/seal.ts). */
  body: string | null;
  /** JSON array of ids: the sources that the body quotes; it is not given out any more once one of them is gone. */
  source_ids: string | null;
  created_at: number;
};

/** Requests counted in a window of time, on engines that several nodes work on; the embedded engine counts in memory. */
export type RateCountRow = {
  /** Empty for what comes before a workspace is known. */
  workspace_id: WorkspaceId | '';
  bucket: string;
  window_start: number;
  count: number;
};

/** A chat that is being answered, on engines that several nodes work on. */
export type RunningChatRow = {
  workspace_id: WorkspaceId;
  actor_id: string;
  running_chat_id: RunningChatId;
  /** Whoever runs it extends it while alive. */
  lease_until: number;
};

/** A question without a good answer that somebody took care of: those who asked it before are left out of the gaps. */
export type DismissedGapRow = {
  workspace_id: WorkspaceId;
  /** The same for questions of the same words; see gaps/group-questions.ts. */
  gap_key: string;
  question: string;
  dismissed_at: number;
};

/** What a chat widget shows who it belongs to by. Everybody who sees the page can read it. */
export type PublishableTokenRow = TokenBudgetColumns & {
  workspace_id: WorkspaceId;
  token_id: PublishableTokenId;
  agent_id: AgentId;
  name: string;
  /** The text as it is. */
  token: string;
  /** JSON array: the origins of the pages that it may be used on, such as https://example.com. */
  allowed_origins: string;
  is_enabled: 0 | 1;
  /** Messages that all visitors together may send. */
  messages_per_minute: number;
  created_at: number;
  last_used_at: number | null;
  /** These two as in ApiKeyRow. */
  created_by: MakerId | null;
  made_by: MakerId | null;
};
