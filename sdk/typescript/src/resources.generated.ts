// Made from openapi.json by sdk/generator. Don't edit: run `npm run gen`.

import type { Answer, EventStream, PagedAnswer, RequestOptions } from './request.ts';
import { at, Resource } from './resource.ts';
import type {
  AddQuestions,
  AddedQuestions,
  Agent,
  AgentActivity,
  AgentDraft,
  AgentModel,
  AgentVersion,
  ApiKey,
  Archive,
  ArchiveEntry,
  Attention,
  AuditEntry,
  BulkChange,
  BulkConversationChange,
  BulkConversationResult,
  BulkResult,
  ChatAnswer,
  ChatBody,
  ChatStreamEvent,
  Completion,
  CompletionBody,
  CompletionChunk,
  Configuration,
  Connector,
  ConnectorDocument,
  ConnectorRun,
  Conversation,
  ConversationCounts,
  ConversationOfAgent,
  Crawl,
  CrawledPage,
  CreateAgent,
  CreateApiKey,
  CreateConnector,
  CreateCrawl,
  CreateEvaluation,
  CreateInvitation,
  CreateKnowledgeBase,
  CreatePinnedAnswer,
  CreatePublishableToken,
  CreateQuestionSet,
  CreateSavedView,
  CreateSource,
  CreateSources,
  CreateWebhook,
  CreatedSources,
  Delivery,
  DeliveryWithPayload,
  DismissGap,
  DismissedGap,
  EmbeddingBody,
  EmbeddingList,
  Evaluation,
  EvaluationQuestions,
  EvaluationWithOutcomes,
  Event,
  Feedback,
  Gaps,
  Grant,
  HandoverOfSession,
  ImportAnswers,
  ImportQuestions,
  ImportResult,
  Invitation,
  KnowledgeBase,
  KnowledgeBaseActivity,
  Limits,
  ListedAgentVersion,
  Member,
  Message,
  ModelList,
  ModelState,
  ModelTest,
  NewApiKey,
  NewInvitation,
  NewWidgetLogo,
  Overview,
  PersonMessage,
  PinnedAnswer,
  PinnedAnswerVersion,
  PossibleAssignee,
  PublishAgent,
  PublishableToken,
  QuestionSet,
  QuestionSetWithQuestions,
  RequestHandover,
  Response,
  ResponseBody,
  ResponseStreamEvent,
  RestoreAgentVersion,
  SaveAgentDraft,
  SavedView,
  SearchBody,
  SearchResult,
  SetWidgetAppearance,
  SimilarSources,
  Source,
  SourceChunk,
  SourceContent,
  SourceCounts,
  SourceFolders,
  SourceHistoryEntry,
  SourcePlaces,
  SourceStreamEvent,
  SuggestAnswer,
  SuggestedAnswer,
  TestModel,
  Trial,
  TrialBody,
  TrialModels,
  TrialStreamEvent,
  UpdateAgent,
  UpdateApiKey,
  UpdateConnector,
  UpdateConversation,
  UpdateHandover,
  UpdateKnowledgeBase,
  UpdateMember,
  UpdatePinnedAnswer,
  UpdatePublishableToken,
  UpdateQuestionSet,
  UpdateSavedView,
  UpdateSetQuestion,
  UpdateSource,
  UpdateWebhook,
  UpdateWorkspace,
  Upload,
  UpsertSource,
  UpsertedSource,
  UsageReport,
  VerdictOfReviewer,
  Webhook,
  WebhookWithSecret,
  WidgetAppearance,
  WidgetDesign,
  WidgetLogo,
  Workspace,
  operations,
} from './schema.generated.ts';

export type AgentTokensListQuery = NonNullable<operations['agentTokens.list']['parameters']['query']>;
export type AgentVersionsListQuery = NonNullable<operations['agentVersions.list']['parameters']['query']>;
export type AgentsListQuery = NonNullable<operations['agents.list']['parameters']['query']>;
export type AnswersImportQuery = NonNullable<operations['answers.import']['parameters']['query']>;
export type AnswersListQuery = NonNullable<operations['answers.list']['parameters']['query']>;
export type AnswersListVersionsQuery = NonNullable<operations['answers.listVersions']['parameters']['query']>;
export type ApiKeysListQuery = NonNullable<operations['apiKeys.list']['parameters']['query']>;
export type ApiKeysRevokeQuery = NonNullable<operations['apiKeys.revoke']['parameters']['query']>;
export type ArchivesListQuery = NonNullable<operations['archives.list']['parameters']['query']>;
export type ArchivesListEntriesQuery = NonNullable<operations['archives.listEntries']['parameters']['query']>;
export type AuditLogListQuery = NonNullable<operations['auditLog.list']['parameters']['query']>;
export type ConnectorsDeleteQuery = NonNullable<operations['connectors.delete']['parameters']['query']>;
export type ConnectorsListQuery = NonNullable<operations['connectors.list']['parameters']['query']>;
export type ConnectorsListDocumentsQuery = NonNullable<operations['connectors.listDocuments']['parameters']['query']>;
export type ConnectorsListRunsQuery = NonNullable<operations['connectors.listRuns']['parameters']['query']>;
export type ConversationsExportQuery = NonNullable<operations['conversations.export']['parameters']['query']>;
export type ConversationsListQuery = NonNullable<operations['conversations.list']['parameters']['query']>;
export type ConversationsListAssigneesQuery = NonNullable<operations['conversations.listAssignees']['parameters']['query']>;
export type ConversationsListForAgentQuery = NonNullable<operations['conversations.listForAgent']['parameters']['query']>;
export type ConversationsListMessagesQuery = NonNullable<operations['conversations.listMessages']['parameters']['query']>;
export type CrawlsListQuery = NonNullable<operations['crawls.list']['parameters']['query']>;
export type CrawlsListPagesQuery = NonNullable<operations['crawls.listPages']['parameters']['query']>;
export type EvaluationsGetQuery = NonNullable<operations['evaluations.get']['parameters']['query']>;
export type EvaluationsListQuery = NonNullable<operations['evaluations.list']['parameters']['query']>;
export type EventsListQuery = NonNullable<operations['events.list']['parameters']['query']>;
export type InsightsGetOverviewQuery = NonNullable<operations['insights.getOverview']['parameters']['query']>;
export type InsightsListGapsQuery = NonNullable<operations['insights.listGaps']['parameters']['query']>;
export type InvitationsListQuery = NonNullable<operations['invitations.list']['parameters']['query']>;
export type KnowledgeBasesListQuery = NonNullable<operations['knowledgeBases.list']['parameters']['query']>;
export type MembersDeleteQuery = NonNullable<operations['members.delete']['parameters']['query']>;
export type MembersListQuery = NonNullable<operations['members.list']['parameters']['query']>;
export type MembersListGrantsQuery = NonNullable<operations['members.listGrants']['parameters']['query']>;
export type MembersUpdateQuery = NonNullable<operations['members.update']['parameters']['query']>;
export type QuestionSetsImportQuery = NonNullable<operations['questionSets.import']['parameters']['query']>;
export type QuestionSetsListQuery = NonNullable<operations['questionSets.list']['parameters']['query']>;
export type SavedViewsListQuery = NonNullable<operations['savedViews.list']['parameters']['query']>;
export type SearchQueryByUrlQuery = NonNullable<operations['search.queryByUrl']['parameters']['query']>;
export type SourcesDownloadQuery = NonNullable<operations['sources.download']['parameters']['query']>;
export type SourcesExportQuery = NonNullable<operations['sources.export']['parameters']['query']>;
export type SourcesGetQuery = NonNullable<operations['sources.get']['parameters']['query']>;
export type SourcesGetContentQuery = NonNullable<operations['sources.getContent']['parameters']['query']>;
export type SourcesGetPlacesQuery = NonNullable<operations['sources.getPlaces']['parameters']['query']>;
export type SourcesListQuery = NonNullable<operations['sources.list']['parameters']['query']>;
export type SourcesListChunksQuery = NonNullable<operations['sources.listChunks']['parameters']['query']>;
export type SourcesListFoldersQuery = NonNullable<operations['sources.listFolders']['parameters']['query']>;
export type SourcesListHistoryQuery = NonNullable<operations['sources.listHistory']['parameters']['query']>;
export type SourcesListSimilarQuery = NonNullable<operations['sources.listSimilar']['parameters']['query']>;
export type SourcesRenderQuery = NonNullable<operations['sources.render']['parameters']['query']>;
export type SourcesWatchQuery = NonNullable<operations['sources.watch']['parameters']['query']>;
export type UsageGetQuery = NonNullable<operations['usage.get']['parameters']['query']>;
export type WebhooksListQuery = NonNullable<operations['webhooks.list']['parameters']['query']>;
export type WebhooksListDeliveriesQuery = NonNullable<operations['webhooks.listDeliveries']['parameters']['query']>;
export type WorkspaceExportQuery = NonNullable<operations['workspace.export']['parameters']['query']>;

export class AgentTokensResource extends Resource {
  /**
   * Create a publishable token of an agent.
   *
   * For a chat widget. It only works on pages of its origins, and gives access to nothing else. For admins; with the workspace setting `members_may_publish` also for members and read_write keys. It stops working when the member or key that created it is removed.
   *
   * `POST /v1/agents/{id}/tokens`
   */
  create(id: string, body: CreatePublishableToken, options?: RequestOptions): Answer<PublishableToken> {
    return this.client.send('POST', at`/v1/agents/${id}/tokens`, body, options);
  }

  /**
   * Delete a publishable token.
   *
   * Immediate and permanent. Chats that use it end.
   *
   * `DELETE /v1/agents/{id}/tokens/{token_id}`
   */
  delete(id: string, tokenId: string, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/agents/${id}/tokens/${tokenId}`, undefined, options);
  }

  /**
   * List the publishable tokens of an agent.
   *
   * Newest first.
   *
   * `GET /v1/agents/{id}/tokens`
   */
  list(id: string, query?: AgentTokensListQuery, options?: RequestOptions): PagedAnswer<PublishableToken> {
    return this.client.sendForPage('GET', at`/v1/agents/${id}/tokens`, query, options);
  }

  /**
   * Change a publishable token.
   *
   * For those who may create one; everyone with write access may set `enabled` to false.
   *
   * `PATCH /v1/agents/{id}/tokens/{token_id}`
   */
  update(id: string, tokenId: string, body?: UpdatePublishableToken, options?: RequestOptions): Answer<PublishableToken> {
    return this.client.send('PATCH', at`/v1/agents/${id}/tokens/${tokenId}`, body, options);
  }
}

export class AgentVersionsResource extends Resource {
  /**
   * Discard the draft of an agent.
   *
   * What is live stays.
   *
   * `DELETE /v1/agents/{id}/draft`
   */
  discardDraft(id: string, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/agents/${id}/draft`, undefined, options);
  }

  /**
   * Get a version of an agent.
   *
   * With its settings. Knowledge bases in it may have been deleted since.
   *
   * `GET /v1/agents/{id}/versions/{number}`
   */
  get(id: string, number: string, options?: RequestOptions): Answer<AgentVersion> {
    return this.client.send('GET', at`/v1/agents/${id}/versions/${number}`, undefined, options);
  }

  /**
   * Get the draft of an agent.
   *
   * Answers 404 without one. Its version is that of the agent, for `If-Match`.
   *
   * `GET /v1/agents/{id}/draft`
   */
  getDraft(id: string, options?: RequestOptions): Answer<AgentDraft> {
    return this.client.send('GET', at`/v1/agents/${id}/draft`, undefined, options);
  }

  /**
   * List the versions of an agent.
   *
   * Newest first; the first one is live. The newest 100 are kept.
   *
   * `GET /v1/agents/{id}/versions`
   */
  list(id: string, query?: AgentVersionsListQuery, options?: RequestOptions): PagedAnswer<ListedAgentVersion> {
    return this.client.sendForPage('GET', at`/v1/agents/${id}/versions`, query, options);
  }

  /**
   * Publish the draft of an agent.
   *
   * The draft goes live as a new version, and is gone as a draft. `changes` are published in its place. Answers 409 if there is nothing to publish.
   *
   * `POST /v1/agents/{id}/publish`
   */
  publish(id: string, body?: PublishAgent, options?: RequestOptions): Answer<Agent> {
    return this.client.send('POST', at`/v1/agents/${id}/publish`, body, options);
  }

  /**
   * Roll an agent back to a version.
   *
   * Publishes the settings of that version as a new one. Knowledge bases that were deleted since are left out. The draft stays. Answers 409 if it is what is live, or if none of its knowledge bases exists any more.
   *
   * `POST /v1/agents/{id}/versions/{number}/restore`
   */
  restore(id: string, number: string, body?: RestoreAgentVersion, options?: RequestOptions): Answer<Agent> {
    return this.client.send('POST', at`/v1/agents/${id}/versions/${number}/restore`, body, options);
  }

  /**
   * Save a draft of an agent.
   *
   * Replaces the draft. Nothing of it is live before it is published; try it with `draft: true` in a chat. Settings that are as they are live are left out of it.
   *
   * `PUT /v1/agents/{id}/draft`
   */
  saveDraft(id: string, body?: SaveAgentDraft, options?: RequestOptions): Answer<AgentDraft> {
    return this.client.send('PUT', at`/v1/agents/${id}/draft`, body, options);
  }
}

export class AgentWidgetResource extends Resource {
  /**
   * Get how the chat widgets of an agent look.
   *
   * With the logo. Its version is that of the agent, for `If-Match`.
   *
   * `GET /v1/agents/{id}/widget`
   */
  get(id: string, options?: RequestOptions): Answer<WidgetDesign> {
    return this.client.send('GET', at`/v1/agents/${id}/widget`, undefined, options);
  }

  /**
   * Remove the logo of the chat widgets of an agent.
   *
   * They show none.
   *
   * `DELETE /v1/agents/{id}/widget/logo`
   */
  removeLogo(id: string, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/agents/${id}/widget/logo`, undefined, options);
  }

  /**
   * Set the logo of the chat widgets of an agent.
   *
   * PNG, JPEG or WebP by its bytes, at most 64 KB.
   *
   * `PUT /v1/agents/{id}/widget/logo`
   */
  setLogo(id: string, body: NewWidgetLogo, options?: RequestOptions): Answer<WidgetLogo> {
    return this.client.send('PUT', at`/v1/agents/${id}/widget/logo`, body, options);
  }

  /**
   * Set how the chat widgets of an agent look.
   *
   * Replaces all of it but the logo. Widgets show it at the next visit; attributes of their line of HTML win.
   *
   * `PUT /v1/agents/{id}/widget`
   */
  update(id: string, body?: SetWidgetAppearance, options?: RequestOptions): Answer<WidgetAppearance> {
    return this.client.send('PUT', at`/v1/agents/${id}/widget`, body, options);
  }
}

export class AgentsResource extends Resource {
  /**
   * Get what the agents answered lately.
   *
   * Of the last 7 days. Test chats, small talk and what is said about a hand-over are left out.
   *
   * `GET /v1/agents/activity`
   */
  activity(options?: RequestOptions): Answer<AgentActivity> {
    return this.client.send('GET', '/v1/agents/activity', undefined, options);
  }

  /**
   * Send a message to an agent.
   *
   * A stream sends the events `meta`, `search` if the language model asks for another search, `delta` for each piece of the reply, `withdraw` for one that does not stand, `sources`, and `done` with the whole answer, or `error`.
   *
   * `POST /v1/agents/{id}/chat`
   */
  chat(id: string, body: ChatBody, options?: RequestOptions): Answer<ChatAnswer> {
    return this.client.send('POST', at`/v1/agents/${id}/chat`, body, options);
  }

  /**
   * Send a message to an agent.
   *
   * A stream sends the events `meta`, `search` if the language model asks for another search, `delta` for each piece of the reply, `withdraw` for one that does not stand, `sources`, and `done` with the whole answer, or `error`.
   *
   * `POST /v1/agents/{id}/chat`
   */
  stream(id: string, body: Omit<ChatBody, 'stream'>, options?: RequestOptions): EventStream<Exclude<ChatStreamEvent, { event: 'error' }>> {
    return this.client.streamEvents('POST', at`/v1/agents/${id}/chat`, body, options, true, true);
  }

  /**
   * Create an agent.
   *
   * The agent is active: you can chat with it immediately.
   *
   * `POST /v1/agents`
   */
  create(body: CreateAgent, options?: RequestOptions): Answer<Agent> {
    return this.client.send('POST', '/v1/agents', body, options);
  }

  /**
   * Delete an agent and its conversations.
   *
   * Deletes its publishable tokens too, at once and for good.
   *
   * `DELETE /v1/agents/{id}`
   */
  delete(id: string, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/agents/${id}`, undefined, options);
  }

  /**
   * Get an agent.
   *
   * Its settings and what it may spend.
   *
   * `GET /v1/agents/{id}`
   */
  get(id: string, options?: RequestOptions): Answer<Agent> {
    return this.client.send('GET', at`/v1/agents/${id}`, undefined, options);
  }

  /**
   * List agents.
   *
   * Newest first, active and inactive ones.
   *
   * `GET /v1/agents`
   */
  list(query?: AgentsListQuery, options?: RequestOptions): PagedAnswer<Agent> {
    return this.client.sendForPage('GET', '/v1/agents', query, options);
  }

  /**
   * Update an agent.
   *
   * Only the fields you send change, and are live at once, as a new version. `knowledge_base_ids` replaces the whole list. "" or null clears a message, null clears a number. A draft keeps its changes.
   *
   * `PATCH /v1/agents/{id}`
   */
  update(id: string, body?: UpdateAgent, options?: RequestOptions): Answer<Agent> {
    return this.client.send('PATCH', at`/v1/agents/${id}`, body, options);
  }
}

export class AnswersResource extends Resource {
  /**
   * Create a pinned answer.
   *
   * Agents that use the knowledge base say it when somebody asks the question or one of its variants. Answers 409 if the knowledge base has a pinned answer for the question.
   *
   * `POST /v1/answers`
   */
  create(body: CreatePinnedAnswer, options?: RequestOptions): Answer<PinnedAnswer> {
    return this.client.send('POST', '/v1/answers', body, options);
  }

  /**
   * Delete a pinned answer and its versions.
   *
   * At once and for good. Agents answer the question from their sources again.
   *
   * `DELETE /v1/answers/{id}`
   */
  delete(id: string, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/answers/${id}`, undefined, options);
  }

  /**
   * Get a pinned answer.
   *
   * With the number of replies that were this answer.
   *
   * `GET /v1/answers/{id}`
   */
  get(id: string, options?: RequestOptions): Answer<PinnedAnswer> {
    return this.client.send('GET', at`/v1/answers/${id}`, undefined, options);
  }

  /**
   * Import pinned answers.
   *
   * A question that already has an answer is updated. Fields that are absent stay as they are. If anything is wrong, nothing is imported, and the error names the line and the field. `text/csv` names its columns in the first row and separates the values of `variants` and `sources` with `|`; `application/jsonl` has one answer per line.
   *
   * `POST /v1/answers/import`
   */
  import(body: AnswersImportQuery & ImportAnswers, options?: RequestOptions): Answer<ImportResult> {
    return this.client.send('POST', '/v1/answers/import', body, options, false, ['dry_run']);
  }

  /**
   * List pinned answers.
   *
   * Newest first.
   *
   * `GET /v1/answers`
   */
  list(query?: AnswersListQuery, options?: RequestOptions): PagedAnswer<PinnedAnswer> {
    return this.client.sendForPage('GET', '/v1/answers', query, options);
  }

  /**
   * List the earlier versions of a pinned answer.
   *
   * Newest first; the last 100 are kept.
   *
   * `GET /v1/answers/{id}/versions`
   */
  listVersions(id: string, query?: AnswersListVersionsQuery, options?: RequestOptions): PagedAnswer<PinnedAnswerVersion> {
    return this.client.sendForPage('GET', at`/v1/answers/${id}/versions`, query, options);
  }

  /**
   * Update a pinned answer.
   *
   * Only the fields you send change. The version before is kept, and `needs_review` becomes false.
   *
   * `PATCH /v1/answers/{id}`
   */
  update(id: string, body?: UpdatePinnedAnswer, options?: RequestOptions): Answer<PinnedAnswer> {
    return this.client.send('PATCH', at`/v1/answers/${id}`, body, options);
  }
}

export class ApiKeysResource extends Resource {
  /**
   * Create an API key.
   *
   * The key belongs to the environment that you send the request to. Only this answer shows its full text.
   *
   * `POST /v1/api-keys`
   */
  create(body: CreateApiKey, options?: RequestOptions): Answer<NewApiKey> {
    return this.client.send('POST', '/v1/api-keys', body, options);
  }

  /**
   * Get an API key.
   *
   * Without the key itself, which only the answer to its creation shows.
   *
   * `GET /v1/api-keys/{id}`
   */
  get(id: string, options?: RequestOptions): Answer<ApiKey> {
    return this.client.send('GET', at`/v1/api-keys/${id}`, undefined, options);
  }

  /**
   * List API keys.
   *
   * Newest first, also revoked and expired ones. The keys themselves are never shown again.
   *
   * `GET /v1/api-keys`
   */
  list(query?: ApiKeysListQuery, options?: RequestOptions): PagedAnswer<ApiKey> {
    return this.client.sendForPage('GET', '/v1/api-keys', query, options);
  }

  /**
   * List what ends with an API key.
   *
   * Invitations, keys, publishable tokens and webhooks made with the key, with those keys, and so on, even if someone else has taken them over. Works for revoked keys too. Members who joined through an invitation made with the key are listed and stay.
   *
   * `GET /v1/api-keys/{id}/grants`
   */
  listGrants(id: string, options?: RequestOptions): PagedAnswer<Grant> {
    return this.client.sendForPage('GET', at`/v1/api-keys/${id}/grants`, undefined, options);
  }

  /**
   * Revoke an API key.
   *
   * Takes effect at once, for good, and ends running requests. What was made with the key ends as well (see `GET /v1/api-keys/{id}/grants`), unless this is a rotation: sent with the key itself, which changes nothing about it, or with a key that was made with it, which takes it over. Invitations always end. Revoking a key again changes nothing, unless `adopt` says what to do with what was made with it.
   *
   * `DELETE /v1/api-keys/{id}`
   */
  revoke(id: string, query?: ApiKeysRevokeQuery, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/api-keys/${id}`, query, options);
  }

  /**
   * Rename an API key.
   *
   * What a key may do never changes. To change it, create another key and revoke this one.
   *
   * `PATCH /v1/api-keys/{id}`
   */
  update(id: string, body: UpdateApiKey, options?: RequestOptions): Answer<ApiKey> {
    return this.client.send('PATCH', at`/v1/api-keys/${id}`, body, options);
  }
}

export class ArchivesResource extends Resource {
  /**
   * Get an archive.
   *
   * How far it is unpacked. The numbers change while it is `processing`.
   *
   * `GET /v1/knowledge-base/archives/{id}`
   */
  get(id: string, options?: RequestOptions): Answer<Archive> {
    return this.client.send('GET', at`/v1/knowledge-base/archives/${id}`, undefined, options);
  }

  /**
   * List archives.
   *
   * Newest first: the last 100 that have ended, for 30 days.
   *
   * `GET /v1/knowledge-base/archives`
   */
  list(query?: ArchivesListQuery, options?: RequestOptions): PagedAnswer<Archive> {
    return this.client.sendForPage('GET', '/v1/knowledge-base/archives', query, options);
  }

  /**
   * List the entries of an archive.
   *
   * In the order of the archive, without folders, with the outcome of each.
   *
   * `GET /v1/knowledge-base/archives/{id}/entries`
   */
  listEntries(id: string, query?: ArchivesListEntriesQuery, options?: RequestOptions): PagedAnswer<ArchiveEntry> {
    return this.client.sendForPage('GET', at`/v1/knowledge-base/archives/${id}/entries`, query, options);
  }
}

export class AuditLogResource extends Resource {
  /**
   * List audit log entries.
   *
   * Newest first: who changed settings, keys and members, deleted content or exported data. Changes to members and accounts are in the log of the live environment.
   *
   * `GET /v1/audit-log`
   */
  list(query?: AuditLogListQuery, options?: RequestOptions): PagedAnswer<AuditEntry> {
    return this.client.sendForPage('GET', '/v1/audit-log', query, options);
  }
}

export class ConnectorsResource extends Resource {
  /**
   * Connect a place.
   *
   * Answers at once. The first run begins within a second, and `state` and `error` tell how it went.
   *
   * `POST /v1/connectors`
   */
  create(body: CreateConnector, options?: RequestOptions): Answer<Connector> {
    return this.client.send('POST', '/v1/connectors', body, options);
  }

  /**
   * Delete a connector.
   *
   * With its credentials and history, at once. `sources=delete` deletes the sources too.
   *
   * `DELETE /v1/connectors/{id}`
   */
  delete(id: string, query?: ConnectorsDeleteQuery, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/connectors/${id}`, query, options);
  }

  /**
   * Get a connector.
   *
   * Without its credentials, which no answer shows.
   *
   * `GET /v1/connectors/{id}`
   */
  get(id: string, options?: RequestOptions): Answer<Connector> {
    return this.client.send('GET', at`/v1/connectors/${id}`, undefined, options);
  }

  /**
   * List connectors.
   *
   * Newest first.
   *
   * `GET /v1/connectors`
   */
  list(query?: ConnectorsListQuery, options?: RequestOptions): PagedAnswer<Connector> {
    return this.client.sendForPage('GET', '/v1/connectors', query, options);
  }

  /**
   * List the documents of a connector.
   *
   * In the order of their ids, with what became of each.
   *
   * `GET /v1/connectors/{id}/documents`
   */
  listDocuments(id: string, query?: ConnectorsListDocumentsQuery, options?: RequestOptions): PagedAnswer<ConnectorDocument> {
    return this.client.sendForPage('GET', at`/v1/connectors/${id}/documents`, query, options);
  }

  /**
   * List the runs of a connector.
   *
   * Newest first; the latest 100 are kept.
   *
   * `GET /v1/connectors/{id}/runs`
   */
  listRuns(id: string, query?: ConnectorsListRunsQuery, options?: RequestOptions): PagedAnswer<ConnectorRun> {
    return this.client.sendForPage('GET', at`/v1/connectors/${id}/runs`, query, options);
  }

  /**
   * Synchronise a connector now.
   *
   * Starts a run, unless one is running or about to. Answers 409 while the connector is paused.
   *
   * `POST /v1/connectors/{id}/sync`
   */
  sync(id: string, options?: RequestOptions): Answer<Connector> {
    return this.client.send('POST', at`/v1/connectors/${id}/sync`, undefined, options);
  }

  /**
   * Update a connector.
   *
   * Changes only the fields that you send. New settings or credentials start a run at once; one that is running is cancelled.
   *
   * `PATCH /v1/connectors/{id}`
   */
  update(id: string, body?: UpdateConnector, options?: RequestOptions): Answer<Connector> {
    return this.client.send('PATCH', at`/v1/connectors/${id}`, body, options);
  }
}

export class ConversationsResource extends Resource {
  /**
   * Change conversations in bulk.
   *
   * Changes each as the endpoint of a single one would. Those that do not exist, or that have another version than you have read, are listed and left.
   *
   * `POST /v1/conversations/bulk`
   */
  bulkUpdate(body: BulkConversationChange, options?: RequestOptions): Answer<BulkConversationResult> {
    return this.client.send('POST', '/v1/conversations/bulk', body, options);
  }

  /**
   * Delete a session and its messages.
   *
   * At once and for good. Usage keeps its counts.
   *
   * `DELETE /v1/agents/{id}/conversations/{session_id}`
   */
  delete(id: string, sessionId: string, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/agents/${id}/conversations/${sessionId}`, undefined, options);
  }

  /**
   * Take back your verdict on a reply.
   *
   * Verdicts of others stay.
   *
   * `DELETE /v1/agents/{id}/conversations/{session_id}/messages/{message_id}/verdict`
   */
  deleteVerdict(id: string, sessionId: string, messageId: string, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/agents/${id}/conversations/${sessionId}/messages/${messageId}/verdict`, undefined, options);
  }

  /**
   * Export chosen conversations.
   *
   * Those that `GET /v1/conversations` lists with the same filters, most recent activity first. `ndjson` has one conversation with its messages per line, `csv` one row per conversation, without its messages. An export that breaks off ends without the last chunk.
   *
   * `GET /v1/conversations/export`
   */
  export(query?: ConversationsExportQuery, options?: RequestOptions): Answer<string> {
    return this.client.sendForText('GET', '/v1/conversations/export', query, options);
  }

  /**
   * Count conversations.
   *
   * Of all agents, by state, hand-over, channel, language and tag.
   *
   * `GET /v1/conversations/counts`
   */
  getCounts(options?: RequestOptions): Answer<ConversationCounts> {
    return this.client.send('GET', '/v1/conversations/counts', undefined, options);
  }

  /**
   * List conversation sessions of all agents.
   *
   * Most recent activity first, unless `order` is `asc`. All filters must fit.
   *
   * `GET /v1/conversations`
   */
  list(query?: ConversationsListQuery, options?: RequestOptions): PagedAnswer<ConversationOfAgent> {
    return this.client.sendForPage('GET', '/v1/conversations', query, options);
  }

  /**
   * List who can look after conversations.
   *
   * The members of the workspace, newest account first.
   *
   * `GET /v1/conversations/assignees`
   */
  listAssignees(query?: ConversationsListAssigneesQuery, options?: RequestOptions): PagedAnswer<PossibleAssignee> {
    return this.client.sendForPage('GET', '/v1/conversations/assignees', query, options);
  }

  /**
   * List an agent's conversation sessions.
   *
   * Most recent activity first.
   *
   * `GET /v1/agents/{id}/conversations`
   */
  listForAgent(id: string, query?: ConversationsListForAgentQuery, options?: RequestOptions): PagedAnswer<Conversation> {
    return this.client.sendForPage('GET', at`/v1/agents/${id}/conversations`, query, options);
  }

  /**
   * List the messages of a session.
   *
   * Oldest first, beginning with the welcome message if there was one.
   *
   * `GET /v1/agents/{id}/conversations/{session_id}/messages`
   */
  listMessages(id: string, sessionId: string, query?: ConversationsListMessagesQuery, options?: RequestOptions): PagedAnswer<Message> {
    return this.client.sendForPage('GET', at`/v1/agents/${id}/conversations/${sessionId}/messages`, query, options);
  }

  /**
   * Rate a reply.
   *
   * Replaces an earlier rating.
   *
   * `POST /v1/agents/{id}/conversations/{session_id}/messages/{message_id}/feedback`
   */
  rateMessage(id: string, sessionId: string, messageId: string, body: Feedback, options?: RequestOptions): Answer<Message> {
    return this.client.send('POST', at`/v1/agents/${id}/conversations/${sessionId}/messages/${messageId}/feedback`, body, options);
  }

  /**
   * Hand a conversation over to a person.
   *
   * Emits `conversation.handover` with the transcript. Answers 409 if the agent offers no person, or while an earlier hand-over of the conversation is open or assigned.
   *
   * `POST /v1/agents/{id}/conversations/{session_id}/handover`
   */
  requestHandover(id: string, sessionId: string, body?: RequestHandover, options?: RequestOptions): Answer<HandoverOfSession> {
    return this.client.send('POST', at`/v1/agents/${id}/conversations/${sessionId}/handover`, body, options);
  }

  /**
   * Answer as a person.
   *
   * Needs a hand-over, and takes it if it is open. Answers 409 without one, and if someone else has it.
   *
   * `POST /v1/agents/{id}/conversations/{session_id}/messages`
   */
  sendMessage(id: string, sessionId: string, body: PersonMessage, options?: RequestOptions): Answer<Message> {
    return this.client.send('POST', at`/v1/agents/${id}/conversations/${sessionId}/messages`, body, options);
  }

  /**
   * Judge a reply.
   *
   * Each key or person has one verdict on a reply; a new one replaces it. `POST /v1/evaluations` makes questions of judged replies.
   *
   * `PUT /v1/agents/{id}/conversations/{session_id}/messages/{message_id}/verdict`
   */
  setVerdict(id: string, sessionId: string, messageId: string, body: VerdictOfReviewer, options?: RequestOptions): Answer<Message> {
    return this.client.send('PUT', at`/v1/agents/${id}/conversations/${sessionId}/messages/${messageId}/verdict`, body, options);
  }

  /**
   * Resolve, assign or tag a session.
   *
   * Only the fields you send change. Emits `conversation.updated`. Answers 409 if `if_version` is not its version: someone else has changed it since you read it.
   *
   * `PATCH /v1/agents/{id}/conversations/{session_id}`
   */
  update(id: string, sessionId: string, body?: UpdateConversation, options?: RequestOptions): Answer<Conversation> {
    return this.client.send('PATCH', at`/v1/agents/${id}/conversations/${sessionId}`, body, options);
  }

  /**
   * Assign or resolve a hand-over.
   *
   * While it is assigned, the agent keeps silent. Answers 409 if someone else has it, unless `take_over` is true.
   *
   * `PATCH /v1/agents/{id}/conversations/{session_id}/handover`
   */
  updateHandover(id: string, sessionId: string, body: UpdateHandover, options?: RequestOptions): Answer<HandoverOfSession> {
    return this.client.send('PATCH', at`/v1/agents/${id}/conversations/${sessionId}/handover`, body, options);
  }
}

export class CrawlsResource extends Resource {
  /**
   * Cancel a crawl.
   *
   * Fetches no more pages. Sources that were added stay. A crawl that has ended does not change.
   *
   * `POST /v1/knowledge-base/crawls/{id}/cancel`
   */
  cancel(id: string, options?: RequestOptions): Answer<Crawl> {
    return this.client.send('POST', at`/v1/knowledge-base/crawls/${id}/cancel`, undefined, options);
  }

  /**
   * Crawl a site.
   *
   * Adds the pages of a site as sources, one after another, as its robots.txt allows. `GET /v1/knowledge-base/crawls/:id` shows the progress.
   *
   * `POST /v1/knowledge-base/sources/crawl`
   */
  create(body: CreateCrawl, options?: RequestOptions): Answer<Crawl> {
    return this.client.send('POST', '/v1/knowledge-base/sources/crawl', body, options);
  }

  /**
   * Get a crawl.
   *
   * How far the crawl has come. The numbers change while it is running.
   *
   * `GET /v1/knowledge-base/crawls/{id}`
   */
  get(id: string, options?: RequestOptions): Answer<Crawl> {
    return this.client.send('GET', at`/v1/knowledge-base/crawls/${id}`, undefined, options);
  }

  /**
   * List crawls.
   *
   * Newest first.
   *
   * `GET /v1/knowledge-base/crawls`
   */
  list(query?: CrawlsListQuery, options?: RequestOptions): PagedAnswer<Crawl> {
    return this.client.sendForPage('GET', '/v1/knowledge-base/crawls', query, options);
  }

  /**
   * List the pages of a crawl.
   *
   * In the order in which they were found, with the outcome of each.
   *
   * `GET /v1/knowledge-base/crawls/{id}/pages`
   */
  listPages(id: string, query?: CrawlsListPagesQuery, options?: RequestOptions): PagedAnswer<CrawledPage> {
    return this.client.sendForPage('GET', at`/v1/knowledge-base/crawls/${id}/pages`, query, options);
  }
}

export class EvaluationsResource extends Resource {
  /**
   * Cancel an evaluation.
   *
   * It has no results then. One that has ended stays as it is.
   *
   * `POST /v1/evaluations/{id}/cancel`
   */
  cancel(id: string, options?: RequestOptions): Answer<Evaluation> {
    return this.client.send('POST', at`/v1/evaluations/${id}/cancel`, undefined, options);
  }

  /**
   * Create an evaluation.
   *
   * Asks each question in the background, and measures how high the sources that answer it rank, and how well the scores are calibrated. With `agent_id`, the agent is asked too and its replies are judged. The questions are in the body, are those of a question set, or are made of replies that people have judged. Read the results at `GET /v1/evaluations/:id?wait=60`.
   *
   * `POST /v1/evaluations`
   */
  create(body?: CreateEvaluation, options?: RequestOptions): Answer<Evaluation> {
    return this.client.send('POST', '/v1/evaluations', body, options);
  }

  /**
   * Delete an evaluation.
   *
   * Immediate and permanent, with its results. A running evaluation ends.
   *
   * `DELETE /v1/evaluations/{id}`
   */
  delete(id: string, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/evaluations/${id}`, undefined, options);
  }

  /**
   * Get an evaluation.
   *
   * With the outcome of each question once it has been completed. With `wait`, the answer comes when it ends or the time is up.
   *
   * `GET /v1/evaluations/{id}`
   */
  get(id: string, query?: EvaluationsGetQuery, options?: RequestOptions): Answer<EvaluationWithOutcomes> {
    return this.client.send('GET', at`/v1/evaluations/${id}`, query, options);
  }

  /**
   * Draw a reliability chart.
   *
   * For each search type: the share of results with a score that are relevant.
   *
   * `GET /v1/evaluations/{id}/chart.svg`
   */
  getChart(id: string, options?: RequestOptions): Answer<string> {
    return this.client.sendForText('GET', at`/v1/evaluations/${id}/chart.svg`, undefined, options);
  }

  /**
   * List evaluations.
   *
   * Newest first, without the outcome of each question.
   *
   * `GET /v1/evaluations`
   */
  list(query?: EvaluationsListQuery, options?: RequestOptions): PagedAnswer<Evaluation> {
    return this.client.sendForPage('GET', '/v1/evaluations', query, options);
  }

  /**
   * Get the questions of an evaluation.
   *
   * In the shape in which `POST /v1/evaluations` takes them, to ask them again.
   *
   * `GET /v1/evaluations/{id}/questions`
   */
  listQuestions(id: string, options?: RequestOptions): Answer<EvaluationQuestions> {
    return this.client.send('GET', at`/v1/evaluations/${id}/questions`, undefined, options);
  }
}

export class EventsResource extends Resource {
  /**
   * List events.
   *
   * Newest first. The same events as webhooks receive, for clients that poll.
   *
   * `GET /v1/events`
   */
  list(query?: EventsListQuery, options?: RequestOptions): PagedAnswer<Event> {
    return this.client.sendForPage('GET', '/v1/events', query, options);
  }
}

export class InsightsResource extends Resource {
  /**
   * Dismiss a knowledge gap.
   *
   * With all that is about the same thing. It comes back if it is asked again and still has no good answer; with `returns_after` only if it is asked more often than that.
   *
   * `POST /v1/gaps/dismiss`
   */
  dismissGap(body: DismissGap, options?: RequestOptions): Answer<DismissedGap> {
    return this.client.send('POST', '/v1/gaps/dismiss', body, options);
  }

  /**
   * List what needs attention.
   *
   * As of now, and without test chats. Webhooks, connectors and token budgets are only for admins.
   *
   * `GET /v1/overview/attention`
   */
  getAttention(options?: RequestOptions): Answer<Attention> {
    return this.client.send('GET', '/v1/overview/attention', undefined, options);
  }

  /**
   * Get an overview of the workspace.
   *
   * Without small talk, and without test chats unless `include=tests`: conversations of the channel `dashboard`, as the dashboard's test chat begins them.
   *
   * `GET /v1/overview`
   */
  getOverview(query?: InsightsGetOverviewQuery, options?: RequestOptions): Answer<Overview> {
    return this.client.send('GET', '/v1/overview', query, options);
  }

  /**
   * List questions without a good answer.
   *
   * Questions that were answered with the fallback, or with a confidence below 0.5. Questions in nearly the same words are one gap, and with a deep model those about the same thing, in other words and other languages. It reads at most 200 questions for a request and remembers them, so the next request may join more. At most the newest 5,000 replies are considered. Small talk is never a gap, and test chats count only with `include=tests`.
   *
   * `GET /v1/gaps`
   */
  listGaps(query?: InsightsListGapsQuery, options?: RequestOptions): Answer<Gaps> {
    return this.client.send('GET', '/v1/gaps', query, options);
  }

  /**
   * Suggest an answer to a gap.
   *
   * From the passages of the agent that come nearest. With a language model a draft that cites them, charged to the token budgets; nothing is stored. Pin it with `POST /v1/answers`, or add it as a source, after someone has read it.
   *
   * `POST /v1/gaps/suggest`
   */
  suggestAnswer(body: SuggestAnswer, options?: RequestOptions): Answer<SuggestedAnswer> {
    return this.client.send('POST', '/v1/gaps/suggest', body, options);
  }
}

export class InvitationsResource extends Resource {
  /**
   * Create an invitation.
   *
   * The link works once, for seven days. Only this answer shows it.
   *
   * `POST /v1/invitations`
   */
  create(body: CreateInvitation, options?: RequestOptions): Answer<NewInvitation> {
    return this.client.send('POST', '/v1/invitations', body, options);
  }

  /**
   * Get an invitation.
   *
   * Without its link, which only the answer to its creation shows.
   *
   * `GET /v1/invitations/{id}`
   */
  get(id: string, options?: RequestOptions): Answer<Invitation> {
    return this.client.send('GET', at`/v1/invitations/${id}`, undefined, options);
  }

  /**
   * List pending invitations.
   *
   * Newest first: those that nobody has accepted and that have not expired.
   *
   * `GET /v1/invitations`
   */
  list(query?: InvitationsListQuery, options?: RequestOptions): PagedAnswer<Invitation> {
    return this.client.sendForPage('GET', '/v1/invitations', query, options);
  }

  /**
   * Delete an invitation.
   *
   * The link stops working at once.
   *
   * `DELETE /v1/invitations/{id}`
   */
  revoke(id: string, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/invitations/${id}`, undefined, options);
  }
}

export class KnowledgeBasesResource extends Resource {
  /**
   * Create a knowledge base.
   *
   * An empty one. Name it in `knowledge_base_id` when you add sources, and connect agents to it.
   *
   * `POST /v1/knowledge-bases`
   */
  create(body: CreateKnowledgeBase, options?: RequestOptions): Answer<KnowledgeBase> {
    return this.client.send('POST', '/v1/knowledge-bases', body, options);
  }

  /**
   * Delete a knowledge base and its sources.
   *
   * Answers 422 for the default knowledge base, and while an agent has no other.
   *
   * `DELETE /v1/knowledge-bases/{id}`
   */
  delete(id: string, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/knowledge-bases/${id}`, undefined, options);
  }

  /**
   * Get a knowledge base.
   *
   * With the number of its sources, and how far the models have come with them.
   *
   * `GET /v1/knowledge-bases/{id}`
   */
  get(id: string, options?: RequestOptions): Answer<KnowledgeBase> {
    return this.client.send('GET', at`/v1/knowledge-bases/${id}`, undefined, options);
  }

  /**
   * Get the activity of all knowledge bases.
   *
   * Sources by status, size, agents and the questions of the last 7 days. Knowledge bases without sources and agents are left out.
   *
   * `GET /v1/knowledge-bases/activity`
   */
  getActivity(options?: RequestOptions): Answer<KnowledgeBaseActivity> {
    return this.client.send('GET', '/v1/knowledge-bases/activity', undefined, options);
  }

  /**
   * List knowledge bases.
   *
   * Newest first, with the number of sources in each.
   *
   * `GET /v1/knowledge-bases`
   */
  list(query?: KnowledgeBasesListQuery, options?: RequestOptions): PagedAnswer<KnowledgeBase> {
    return this.client.sendForPage('GET', '/v1/knowledge-bases', query, options);
  }

  /**
   * Update a knowledge base.
   *
   * Changing the embedding model re-embeds the sources in the background; see `embedding_switch`.
   *
   * `PATCH /v1/knowledge-bases/{id}`
   */
  update(id: string, body?: UpdateKnowledgeBase, options?: RequestOptions): Answer<KnowledgeBase> {
    return this.client.send('PATCH', at`/v1/knowledge-bases/${id}`, body, options);
  }
}

export class LimitsResource extends Resource {
  /**
   * Get the limits in force.
   *
   * The largest sizes and the rate limits, as they are configured here.
   *
   * `GET /v1/limits`
   */
  get(options?: RequestOptions): Answer<Limits> {
    return this.client.send('GET', '/v1/limits', undefined, options);
  }
}

export class MembersResource extends Resource {
  /**
   * Remove a member, or leave.
   *
   * Takes effect at once: signs the member out of the workspace and ends their running requests. What they made ends too, in both environments (see `GET /v1/members/{id}/grants`): API keys are revoked, publishable tokens and pending invitations deleted, webhooks disabled. To leave, send your own id; any role may. Your browser then shows another workspace of yours, if you have one. Answers 409 for the last owner.
   *
   * `DELETE /v1/members/{id}`
   */
  delete(id: string, query?: MembersDeleteQuery, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/members/${id}`, query, options);
  }

  /**
   * Get a member.
   *
   * A person of the workspace, by the id of their account.
   *
   * `GET /v1/members/{id}`
   */
  get(id: string, options?: RequestOptions): Answer<Member> {
    return this.client.send('GET', at`/v1/members/${id}`, undefined, options);
  }

  /**
   * List members.
   *
   * Newest account first.
   *
   * `GET /v1/members`
   */
  list(query?: MembersListQuery, options?: RequestOptions): PagedAnswer<Member> {
    return this.client.sendForPage('GET', '/v1/members', query, options);
  }

  /**
   * List what ends with a member.
   *
   * Invitations, API keys, publishable tokens and webhooks that the member made, and what was made with those keys. Members who joined through their invitations are listed and stay, unless you ask about a role. Live keys see the live environment; people see both.
   *
   * `GET /v1/members/{id}/grants`
   */
  listGrants(id: string, query?: MembersListGrantsQuery, options?: RequestOptions): PagedAnswer<Grant> {
    return this.client.sendForPage('GET', at`/v1/members/${id}/grants`, query, options);
  }

  /**
   * Change a member's role.
   *
   * Takes effect at once and ends their running requests. A lower role ends what they made that allows more than the role does (see `GET /v1/members/{id}/grants`). Only signed-in owners can add or change owners, and a workspace always keeps one.
   *
   * `PATCH /v1/members/{id}`
   */
  update(id: string, body?: MembersUpdateQuery & UpdateMember, options?: RequestOptions): Answer<Member> {
    return this.client.send('PATCH', at`/v1/members/${id}`, body, options, false, ['adopt']);
  }
}

export class OpenaiResource extends Resource {
  /**
   * Chat with an agent in the OpenAI protocol.
   *
   * For existing OpenAI clients: `model` is the id or the name of an agent. Sources are in `annotations`, and the header `X-Citation-Style` puts them into the text too. Unknown fields are ignored, and so are fields that the agent decides itself, such as `temperature`. The prompts by which chat programs ask for a title, tags or what to ask next are answered without a search, and are no part of any session.
   *
   * `POST /v1/chat/completions`
   */
  createChatCompletion(body: CompletionBody, options?: RequestOptions): Answer<Completion> {
    return this.client.sendForBody('POST', '/v1/chat/completions', body, options);
  }

  /**
   * Chat with an agent in the OpenAI protocol.
   *
   * For existing OpenAI clients: `model` is the id or the name of an agent. Sources are in `annotations`, and the header `X-Citation-Style` puts them into the text too. Unknown fields are ignored, and so are fields that the agent decides itself, such as `temperature`. The prompts by which chat programs ask for a title, tags or what to ask next are answered without a search, and are no part of any session.
   *
   * `POST /v1/chat/completions`
   */
  streamChatCompletion(body: Omit<CompletionBody, 'stream'>, options?: RequestOptions): EventStream<CompletionChunk> {
    return this.client.streamEvents('POST', '/v1/chat/completions', body, options, true, false);
  }

  /**
   * Embed texts with a bundled model.
   *
   * In the OpenAI protocol, with the models that search uses. Counts as a search in the usage.
   *
   * `POST /v1/embeddings`
   */
  createEmbedding(body: EmbeddingBody, options?: RequestOptions): Answer<EmbeddingList> {
    return this.client.sendForBody('POST', '/v1/embeddings', body, options);
  }

  /**
   * Chat with an agent in the protocol of OpenAI responses.
   *
   * As `POST /v1/chat/completions`, for clients that speak the newer protocol. `previous_response_id` continues a session. Unknown fields are ignored, and so are fields that the agent decides itself, such as `instructions` and `temperature`.
   *
   * `POST /v1/responses`
   */
  createResponse(body: ResponseBody, options?: RequestOptions): Answer<Response> {
    return this.client.sendForBody('POST', '/v1/responses', body, options);
  }

  /**
   * Chat with an agent in the protocol of OpenAI responses.
   *
   * As `POST /v1/chat/completions`, for clients that speak the newer protocol. `previous_response_id` continues a session. Unknown fields are ignored, and so are fields that the agent decides itself, such as `instructions` and `temperature`.
   *
   * `POST /v1/responses`
   */
  streamResponse(body: Omit<ResponseBody, 'stream'>, options?: RequestOptions): EventStream<ResponseStreamEvent> {
    return this.client.streamEvents('POST', '/v1/responses', body, options, true, false);
  }

  /**
   * Get an agent in the OpenAI protocol.
   *
   * An active agent, by its id or its name.
   *
   * `GET /v1/models/{id}`
   */
  getModel(id: string, options?: RequestOptions): Answer<AgentModel> {
    return this.client.sendForBody('GET', at`/v1/models/${id}`, undefined, options);
  }

  /**
   * List agents in the OpenAI protocol.
   *
   * All active agents, newest first, on one page. Embedding models are not among them: chat programs offer every model of the list for chats.
   *
   * `GET /v1/models`
   */
  listModels(options?: RequestOptions): Answer<ModelList> {
    return this.client.sendForBody('GET', '/v1/models', undefined, options);
  }
}

export class QuestionSetsResource extends Resource {
  /**
   * Add questions to a set.
   *
   * From the body, or from conversations. A question that the set has already, in whatever case and punctuation, is updated if something says what is right.
   *
   * `POST /v1/question-sets/{id}/questions`
   */
  addQuestions(id: string, body?: AddQuestions, options?: RequestOptions): Answer<AddedQuestions> {
    return this.client.send('POST', at`/v1/question-sets/${id}/questions`, body, options);
  }

  /**
   * Create a question set.
   *
   * Questions with what answers them, to evaluate agents with. A workspace has at most 200 sets.
   *
   * `POST /v1/question-sets`
   */
  create(body: CreateQuestionSet, options?: RequestOptions): Answer<QuestionSet> {
    return this.client.send('POST', '/v1/question-sets', body, options);
  }

  /**
   * Delete a question set.
   *
   * At once and for good. Its evaluations stay.
   *
   * `DELETE /v1/question-sets/{id}`
   */
  delete(id: string, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/question-sets/${id}`, undefined, options);
  }

  /**
   * Delete a question of a set.
   *
   * Evaluations that asked it stay.
   *
   * `DELETE /v1/question-sets/{id}/questions/{question_id}`
   */
  deleteQuestion(id: string, questionId: string, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/question-sets/${id}/questions/${questionId}`, undefined, options);
  }

  /**
   * Get a question set.
   *
   * With its questions.
   *
   * `GET /v1/question-sets/{id}`
   */
  get(id: string, options?: RequestOptions): Answer<QuestionSetWithQuestions> {
    return this.client.send('GET', at`/v1/question-sets/${id}`, undefined, options);
  }

  /**
   * Import questions into a set.
   *
   * If anything is wrong, nothing is imported, and the error names the line and the field. `text/csv` names its columns in the first row, `question` and if you like `sources` (ids or names), `answers` (words of which a right reply has one) and `must_refuse`, and separates several values with `|`; `application/jsonl` has one question per line.
   *
   * `POST /v1/question-sets/{id}/import`
   */
  import(id: string, body: QuestionSetsImportQuery & ImportQuestions, options?: RequestOptions): Answer<AddedQuestions> {
    return this.client.send('POST', at`/v1/question-sets/${id}/import`, body, options, false, ['dry_run']);
  }

  /**
   * List question sets.
   *
   * Newest first, without their questions.
   *
   * `GET /v1/question-sets`
   */
  list(query?: QuestionSetsListQuery, options?: RequestOptions): PagedAnswer<QuestionSet> {
    return this.client.sendForPage('GET', '/v1/question-sets', query, options);
  }

  /**
   * Update a question set.
   *
   * Only the fields you send change.
   *
   * `PATCH /v1/question-sets/{id}`
   */
  update(id: string, body?: UpdateQuestionSet, options?: RequestOptions): Answer<QuestionSet> {
    return this.client.send('PATCH', at`/v1/question-sets/${id}`, body, options);
  }

  /**
   * Update a question of a set.
   *
   * Only the fields you send change.
   *
   * `PATCH /v1/question-sets/{id}/questions/{question_id}`
   */
  updateQuestion(id: string, questionId: string, body?: UpdateSetQuestion, options?: RequestOptions): Answer<QuestionSet> {
    return this.client.send('PATCH', at`/v1/question-sets/${id}/questions/${questionId}`, body, options);
  }
}

export class SavedViewsResource extends Resource {
  /**
   * Save a view.
   *
   * Filters of a list under a name. An owner has at most 50 views, and a workspace shares at most 100.
   *
   * `POST /v1/views`
   */
  create(body: CreateSavedView, options?: RequestOptions): Answer<SavedView> {
    return this.client.send('POST', '/v1/views', body, options);
  }

  /**
   * Delete a saved view.
   *
   * What it shows stays.
   *
   * `DELETE /v1/views/{id}`
   */
  delete(id: string, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/views/${id}`, undefined, options);
  }

  /**
   * Get a saved view.
   *
   * Your own, or a shared one.
   *
   * `GET /v1/views/{id}`
   */
  get(id: string, options?: RequestOptions): Answer<SavedView> {
    return this.client.send('GET', at`/v1/views/${id}`, undefined, options);
  }

  /**
   * List saved views.
   *
   * Your own and those that are shared, oldest first.
   *
   * `GET /v1/views`
   */
  list(query?: SavedViewsListQuery, options?: RequestOptions): PagedAnswer<SavedView> {
    return this.client.sendForPage('GET', '/v1/views', query, options);
  }

  /**
   * Change a saved view.
   *
   * Only the fields you send change. The list of a view stays.
   *
   * `PATCH /v1/views/{id}`
   */
  update(id: string, body?: UpdateSavedView, options?: RequestOptions): Answer<SavedView> {
    return this.client.send('PATCH', at`/v1/views/${id}`, body, options);
  }
}

export class SearchResource extends Resource {
  /**
   * Search the indexed sources.
   *
   * Returns the passages that fit the query best, best first, with a calibrated score. `GET /v1/query` does the same for read_only keys.
   *
   * `POST /v1/query`
   */
  query(body: SearchBody, options?: RequestOptions): Answer<SearchResult> {
    return this.client.send('POST', '/v1/query', body, options);
  }

  /**
   * Search the indexed sources, as a query string.
   *
   * The same search for read_only keys, which may only send GET.
   *
   * `GET /v1/query`
   */
  queryByUrl(query: SearchQueryByUrlQuery, options?: RequestOptions): Answer<SearchResult> {
    return this.client.send('GET', '/v1/query', query, options);
  }
}

export class SourcesResource extends Resource {
  /**
   * Change sources in bulk.
   *
   * Changes all of them, or none if the request is refused, as the endpoint of a single source would. Ids without a source are listed as missing.
   *
   * `POST /v1/knowledge-base/sources/bulk`
   */
  bulkUpdate(body: BulkChange, options?: RequestOptions): Answer<BulkResult> {
    return this.client.send('POST', '/v1/knowledge-base/sources/bulk', body, options);
  }

  /**
   * Add a source.
   *
   * Stored at once and indexed in the background. Read its `status`, or wait with `GET …/:id?wait=30`.
   *
   * `POST /v1/knowledge-base/sources`
   */
  create(body: CreateSource, options?: RequestOptions): Answer<Source> {
    return this.client.send('POST', '/v1/knowledge-base/sources', body, options);
  }

  /**
   * Add sources in a batch.
   *
   * Adds up to 100 texts and web pages. Each has its own answer, in order: one that is refused does not stop the others.
   *
   * `POST /v1/knowledge-base/sources/batch`
   */
  createBatch(body: CreateSources, options?: RequestOptions): Answer<CreatedSources> {
    return this.client.send('POST', '/v1/knowledge-base/sources/batch', body, options);
  }

  /**
   * Delete a source.
   *
   * Deletes its text and chunks too, at once and for good.
   *
   * `DELETE /v1/knowledge-base/sources/{id}`
   */
  delete(id: string, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/knowledge-base/sources/${id}`, undefined, options);
  }

  /**
   * Download the original file of a source.
   *
   * The original bytes, even before they are indexed; for a page, as last fetched. Answers 404 for a page that was never fetched. `Range` gets a part of them, with 206, and `If-None-Match` with the `ETag` of an earlier answer 304 if they are the same.
   *
   * `GET /v1/knowledge-base/sources/{id}/file`
   */
  download(id: string, query?: SourcesDownloadQuery, options?: RequestOptions): Answer<Blob> {
    return this.client.sendForBytes('GET', at`/v1/knowledge-base/sources/${id}/file`, query, options);
  }

  /**
   * Export chosen sources as CSV.
   *
   * One row for each source that `GET /v1/knowledge-base/sources` lists with the same parameters, without its content. An export that breaks off ends without the last chunk.
   *
   * `GET /v1/knowledge-base/sources/export`
   */
  export(query?: SourcesExportQuery, options?: RequestOptions): Answer<string> {
    return this.client.sendForText('GET', '/v1/knowledge-base/sources/export', query, options);
  }

  /**
   * Get a source.
   *
   * With `wait`, the answer comes once the source has been processed or the time is up.
   *
   * `GET /v1/knowledge-base/sources/{id}`
   */
  get(id: string, query?: SourcesGetQuery, options?: RequestOptions): Answer<Source> {
    return this.client.send('GET', at`/v1/knowledge-base/sources/${id}`, query, options);
  }

  /**
   * Get the extracted text of a source.
   *
   * The text that citations and chunks point into, with its headings and pages, whole or in parts. Empty until the source is indexed.
   *
   * `GET /v1/knowledge-base/sources/{id}/content`
   */
  getContent(id: string, query?: SourcesGetContentQuery, options?: RequestOptions): Answer<SourceContent> {
    return this.client.send('GET', at`/v1/knowledge-base/sources/${id}/content`, query, options);
  }

  /**
   * Count sources.
   *
   * By status, type, knowledge base and tag, over all knowledge bases that you can see.
   *
   * `GET /v1/knowledge-base/sources/counts`
   */
  getCounts(options?: RequestOptions): Answer<SourceCounts> {
    return this.client.send('GET', '/v1/knowledge-base/sources/counts', undefined, options);
  }

  /**
   * Find a passage in the original.
   *
   * Where a passage of the extracted text is in the original, to mark it there: boxes on the pages of PDFs and pictures, slides, cells of spreadsheets, the anchor in a web page or Markdown file. Without a passage, all pages with their sizes. Empty until the source is indexed; a source that an older version indexed has boxes, cells and anchors after a reindex.
   *
   * `GET /v1/knowledge-base/sources/{id}/places`
   */
  getPlaces(id: string, query?: SourcesGetPlacesQuery, options?: RequestOptions): Answer<SourcePlaces> {
    return this.client.send('GET', at`/v1/knowledge-base/sources/${id}/places`, query, options);
  }

  /**
   * List sources.
   *
   * Newest first, or sorted as you ask.
   *
   * `GET /v1/knowledge-base/sources`
   */
  list(query?: SourcesListQuery, options?: RequestOptions): PagedAnswer<Source> {
    return this.client.sendForPage('GET', '/v1/knowledge-base/sources', query, options);
  }

  /**
   * List the chunks of a source.
   *
   * In the order of the text: the passages that searches return. Empty until the source is indexed.
   *
   * `GET /v1/knowledge-base/sources/{id}/chunks`
   */
  listChunks(id: string, query?: SourcesListChunksQuery, options?: RequestOptions): PagedAnswer<SourceChunk> {
    return this.client.sendForPage('GET', at`/v1/knowledge-base/sources/${id}/chunks`, query, options);
  }

  /**
   * List folders of sources.
   *
   * The folders directly below `name_prefix`, or all at the top without it, of the sources that the other parameters choose. The name `handbook/leave.md` is in `handbook/`, the page `https://docs.example.com/guides/start` in `docs.example.com/`.
   *
   * `GET /v1/knowledge-base/sources/folders`
   */
  listFolders(query?: SourcesListFoldersQuery, options?: RequestOptions): Answer<SourceFolders> {
    return this.client.send('GET', '/v1/knowledge-base/sources/folders', query, options);
  }

  /**
   * List a source's history.
   *
   * Newest first: how it was added, who changed what, and how each indexing ended. Footnote keeps the first entry and the newest 200.
   *
   * `GET /v1/knowledge-base/sources/{id}/history`
   */
  listHistory(id: string, query?: SourcesListHistoryQuery, options?: RequestOptions): PagedAnswer<SourceHistoryEntry> {
    return this.client.sendForPage('GET', at`/v1/knowledge-base/sources/${id}/history`, query, options);
  }

  /**
   * List similar sources.
   *
   * The sources of the same knowledge base that are most like this one: duplicates, translations and related texts. Long sources are compared by 32 of their chunks, taken evenly.
   *
   * `GET /v1/knowledge-base/sources/{id}/similar`
   */
  listSimilar(id: string, query?: SourcesListSimilarQuery, options?: RequestOptions): Answer<SimilarSources> {
    return this.client.send('GET', at`/v1/knowledge-base/sources/${id}/similar`, query, options);
  }

  /**
   * Reindex a source.
   *
   * Uses the stored content, or fetches the page again. Use it after `failed`. What is indexed keeps answering meanwhile.
   *
   * `POST /v1/knowledge-base/sources/{id}/reindex`
   */
  reindex(id: string, options?: RequestOptions): Answer<Source> {
    return this.client.send('POST', at`/v1/knowledge-base/sources/${id}/reindex`, undefined, options);
  }

  /**
   * Get a source as a web page.
   *
   * The extracted text as HTML that is safe to show: headings, lists, tables and code as such, and no scripts, links or images. Each block has `data-start` and `data-end`, its offsets in the text of `GET …/:id/content`, and each page or slide `id="page-N"`. Answers 404 until the source is indexed.
   *
   * `GET /v1/knowledge-base/sources/{id}/render`
   */
  render(id: string, query?: SourcesRenderQuery, options?: RequestOptions): Answer<string> {
    return this.client.sendForText('GET', at`/v1/knowledge-base/sources/${id}/render`, query, options);
  }

  /**
   * Update a source.
   *
   * With new `content`, `url` or `file`, the old content keeps answering until the new content is indexed. `knowledge_base_id` moves the source.
   *
   * `PATCH /v1/knowledge-base/sources/{id}`
   */
  update(id: string, body?: UpdateSource, options?: RequestOptions): Answer<Source> {
    return this.client.send('PATCH', at`/v1/knowledge-base/sources/${id}`, body, options);
  }

  /**
   * Create or update a source by external id.
   *
   * Creates the source, or updates the one of the knowledge base with this external id. The same content and fields again change nothing.
   *
   * `PUT /v1/knowledge-base/sources/by-external-id/{external_id}`
   */
  upsert(externalId: string, body: UpsertSource, options?: RequestOptions): Answer<UpsertedSource> {
    return this.client.send('PUT', at`/v1/knowledge-base/sources/by-external-id/${externalId}`, body, options);
  }

  /**
   * Stream source changes.
   *
   * Server-sent events. `ready` comes first: if you read the list after it, you miss no change. `source` has a source that was added or changed, at most four times a second for each; `source_deleted` has its `id`; `error` comes before the end, for example when the key was revoked. A later `ready` means that changes were left out: read the list again. After a break, send the id of the last event that had one, as `Last-Event-ID` or `last_event_id`: `continued` comes instead of `ready`, and then all that has changed since, the last state of each source once. Ids are good for a day, or 10,000 changes; with an older one, `ready` comes.
   *
   * `GET /v1/knowledge-base/changes`
   */
  watch(query?: SourcesWatchQuery, options?: RequestOptions): EventStream<Exclude<SourceStreamEvent, { event: 'error' }>> {
    return this.client.streamEvents('GET', '/v1/knowledge-base/changes', query, options, false, true);
  }
}

export class TrialsResource extends Resource {
  /**
   * Ask an agent with other settings.
   *
   * Replies as the agent would with these settings, and says how: the passages, the steps and their times. Nothing is stored, so neither conversations nor insights know of it; tokens count in the usage and against the budgets. Paused agents reply too. A stream sends the events `meta`, `step` for each step, `search`, `delta` and `withdraw` as in a chat, and `done` with the whole trial, or `error`.
   *
   * `POST /v1/agents/{id}/trials`
   */
  create(id: string, body: TrialBody, options?: RequestOptions): Answer<Trial> {
    return this.client.send('POST', at`/v1/agents/${id}/trials`, body, options);
  }

  /**
   * Ask an agent with other settings.
   *
   * Replies as the agent would with these settings, and says how: the passages, the steps and their times. Nothing is stored, so neither conversations nor insights know of it; tokens count in the usage and against the budgets. Paused agents reply too. A stream sends the events `meta`, `step` for each step, `search`, `delta` and `withdraw` as in a chat, and `done` with the whole trial, or `error`.
   *
   * `POST /v1/agents/{id}/trials`
   */
  stream(id: string, body: Omit<TrialBody, 'stream'>, options?: RequestOptions): EventStream<Exclude<TrialStreamEvent, { event: 'error' }>> {
    return this.client.streamEvents('POST', at`/v1/agents/${id}/trials`, body, options, true, true);
  }

  /**
   * Get the models for trials of an agent.
   *
   * An administrator of the service sets them up.
   *
   * `GET /v1/agents/{id}/trials`
   */
  getModels(id: string, options?: RequestOptions): Answer<TrialModels> {
    return this.client.send('GET', at`/v1/agents/${id}/trials`, undefined, options);
  }
}

export class UploadsResource extends Resource {
  /**
   * Delete a resumable upload.
   *
   * Deletes what has arrived. A source that was made of it stays.
   *
   * `DELETE /v1/uploads/{id}`
   */
  delete(id: string, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/uploads/${id}`, undefined, options);
  }

  /**
   * Get a resumable upload.
   *
   * How much of it has arrived, and its source. Clients of the tus protocol begin one at `POST /v1/uploads`. Only the key that began it sees it.
   *
   * `GET /v1/uploads/{id}`
   */
  get(id: string, options?: RequestOptions): Answer<Upload> {
    return this.client.send('GET', at`/v1/uploads/${id}`, undefined, options);
  }
}

export class UsageResource extends Resource {
  /**
   * Get usage.
   *
   * By day, by key or both. Requests of the last ten seconds on other nodes may be missing.
   *
   * `GET /v1/usage`
   */
  get(query?: UsageGetQuery, options?: RequestOptions): Answer<UsageReport> {
    return this.client.send('GET', '/v1/usage', query, options);
  }
}

export class WebhooksResource extends Resource {
  /**
   * Create a webhook.
   *
   * Only this answer shows its secret.
   *
   * `POST /v1/webhooks`
   */
  create(body: CreateWebhook, options?: RequestOptions): Answer<WebhookWithSecret> {
    return this.client.send('POST', '/v1/webhooks', body, options);
  }

  /**
   * Delete a webhook and its deliveries.
   *
   * At once and for good. Deliveries that wait are not sent.
   *
   * `DELETE /v1/webhooks/{id}`
   */
  delete(id: string, options?: RequestOptions): Answer<void> {
    return this.client.send('DELETE', at`/v1/webhooks/${id}`, undefined, options);
  }

  /**
   * Get a webhook.
   *
   * Without its secret, which only the answers to creating and rotating show.
   *
   * `GET /v1/webhooks/{id}`
   */
  get(id: string, options?: RequestOptions): Answer<Webhook> {
    return this.client.send('GET', at`/v1/webhooks/${id}`, undefined, options);
  }

  /**
   * Get a delivery with its payload.
   *
   * The body as it was sent, and the result of each attempt.
   *
   * `GET /v1/webhooks/{id}/deliveries/{delivery_id}`
   */
  getDelivery(id: string, deliveryId: string, options?: RequestOptions): Answer<DeliveryWithPayload> {
    return this.client.send('GET', at`/v1/webhooks/${id}/deliveries/${deliveryId}`, undefined, options);
  }

  /**
   * List webhooks.
   *
   * Newest first.
   *
   * `GET /v1/webhooks`
   */
  list(query?: WebhooksListQuery, options?: RequestOptions): PagedAnswer<Webhook> {
    return this.client.sendForPage('GET', '/v1/webhooks', query, options);
  }

  /**
   * List the deliveries of a webhook.
   *
   * Newest first.
   *
   * `GET /v1/webhooks/{id}/deliveries`
   */
  listDeliveries(id: string, query?: WebhooksListDeliveriesQuery, options?: RequestOptions): PagedAnswer<Delivery> {
    return this.client.sendForPage('GET', at`/v1/webhooks/${id}/deliveries`, query, options);
  }

  /**
   * Retry a delivery now.
   *
   * A delivery that has succeeded or failed starts over, with the same `webhook-id`. A pending one is attempted without waiting.
   *
   * `POST /v1/webhooks/{id}/deliveries/{delivery_id}/retry`
   */
  retryDelivery(id: string, deliveryId: string, options?: RequestOptions): Answer<DeliveryWithPayload> {
    return this.client.send('POST', at`/v1/webhooks/${id}/deliveries/${deliveryId}/retry`, undefined, options);
  }

  /**
   * Rotate a webhook's secret.
   *
   * For 24 hours, deliveries are signed with both the old and the new secret.
   *
   * `POST /v1/webhooks/{id}/rotate-secret`
   */
  rotateSecret(id: string, options?: RequestOptions): Answer<WebhookWithSecret> {
    return this.client.send('POST', at`/v1/webhooks/${id}/rotate-secret`, undefined, options);
  }

  /**
   * Send a test event to a webhook.
   *
   * Sends an event `webhook.test` to this webhook only, whatever event types it receives.
   *
   * `POST /v1/webhooks/{id}/test`
   */
  test(id: string, options?: RequestOptions): Answer<DeliveryWithPayload> {
    return this.client.send('POST', at`/v1/webhooks/${id}/test`, undefined, options);
  }

  /**
   * Update a webhook.
   *
   * Changes only the fields that you send.
   *
   * `PATCH /v1/webhooks/{id}`
   */
  update(id: string, body?: UpdateWebhook, options?: RequestOptions): Answer<Webhook> {
    return this.client.send('PATCH', at`/v1/webhooks/${id}`, body, options);
  }
}

export class WorkspaceResource extends Resource {
  /**
   * Export conversations, sources or the audit log.
   *
   * One JSON object per line: conversations with their messages, sources as the list shows them, or audit log entries. An export that breaks off ends without the last chunk.
   *
   * `GET /v1/export`
   */
  export(query: WorkspaceExportQuery, options?: RequestOptions): Answer<string> {
    return this.client.sendForText('GET', '/v1/export', query, options);
  }

  /**
   * Get the workspace.
   *
   * The workspace of the key, or the one that your browser shows.
   *
   * `GET /v1/workspace`
   */
  get(options?: RequestOptions): Answer<Workspace> {
    return this.client.send('GET', '/v1/workspace', undefined, options);
  }

  /**
   * Get the configuration of the installation.
   *
   * The models that are set up, and the limits that forms need to know.
   *
   * `GET /v1/configuration`
   */
  getConfiguration(options?: RequestOptions): Answer<Configuration> {
    return this.client.send('GET', '/v1/configuration', undefined, options);
  }

  /**
   * List the models of the installation.
   *
   * Those that are set up and those that are not, with their state.
   *
   * `GET /v1/configuration/models`
   */
  listModels(options?: RequestOptions): Answer<ModelState[]> {
    return this.client.send('GET', '/v1/configuration/models', undefined, options);
  }

  /**
   * Test a model.
   *
   * Sends it one small request, which its provider may bill, and says how long it took or what is wrong. At most 10 a minute in a workspace.
   *
   * `POST /v1/configuration/models/test`
   */
  testModel(body: TestModel, options?: RequestOptions): Answer<ModelTest> {
    return this.client.send('POST', '/v1/configuration/models/test', body, options);
  }

  /**
   * Update the workspace.
   *
   * Changes its settings in this environment. Fields that you leave out stay as they are.
   *
   * `PATCH /v1/workspace`
   */
  update(body?: UpdateWorkspace, options?: RequestOptions): Answer<Workspace> {
    return this.client.send('PATCH', '/v1/workspace', body, options);
  }
}
