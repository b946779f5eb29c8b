// Made from openapi.json by sdk/generator. Don't edit: run `npm run gen`.

import { Client } from './client.ts';
import {
  AgentTokensResource,
  AgentVersionsResource,
  AgentWidgetResource,
  AgentsResource,
  AnswersResource,
  ApiKeysResource,
  ArchivesResource,
  AuditLogResource,
  ConnectorsResource,
  ConversationsResource,
  CrawlsResource,
  EvaluationsResource,
  EventsResource,
  InsightsResource,
  InvitationsResource,
  KnowledgeBasesResource,
  LimitsResource,
  MembersResource,
  OpenaiResource,
  QuestionSetsResource,
  SavedViewsResource,
  TrialsResource,
  UploadsResource,
  UsageResource,
  WebhooksResource,
  WorkspaceResource,
} from './resources.generated.ts';
import { newSearch, type Search } from './search.ts';
import { Sources } from './sources.ts';

/** A client with every resource of the API. */
export class Api extends Client {
  readonly agentTokens: AgentTokensResource = new AgentTokensResource(this);
  readonly agentVersions: AgentVersionsResource = new AgentVersionsResource(this);
  readonly agentWidget: AgentWidgetResource = new AgentWidgetResource(this);
  readonly agents: AgentsResource = new AgentsResource(this);
  readonly answers: AnswersResource = new AnswersResource(this);
  readonly apiKeys: ApiKeysResource = new ApiKeysResource(this);
  readonly archives: ArchivesResource = new ArchivesResource(this);
  readonly auditLog: AuditLogResource = new AuditLogResource(this);
  readonly connectors: ConnectorsResource = new ConnectorsResource(this);
  readonly conversations: ConversationsResource = new ConversationsResource(this);
  readonly crawls: CrawlsResource = new CrawlsResource(this);
  readonly evaluations: EvaluationsResource = new EvaluationsResource(this);
  readonly events: EventsResource = new EventsResource(this);
  readonly insights: InsightsResource = new InsightsResource(this);
  readonly invitations: InvitationsResource = new InvitationsResource(this);
  readonly knowledgeBases: KnowledgeBasesResource = new KnowledgeBasesResource(this);
  readonly limits: LimitsResource = new LimitsResource(this);
  readonly members: MembersResource = new MembersResource(this);
  readonly openai: OpenaiResource = new OpenaiResource(this);
  readonly questionSets: QuestionSetsResource = new QuestionSetsResource(this);
  readonly savedViews: SavedViewsResource = new SavedViewsResource(this);
  readonly search: Search = newSearch(this);
  readonly sources: Sources = new Sources(this);
  readonly trials: TrialsResource = new TrialsResource(this);
  readonly uploads: UploadsResource = new UploadsResource(this);
  readonly usage: UsageResource = new UsageResource(this);
  readonly webhooks: WebhooksResource = new WebhooksResource(this);
  readonly workspace: WorkspaceResource = new WorkspaceResource(this);
}
