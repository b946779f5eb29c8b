"""Made from openapi.json by sdk/generator. Don't edit: run `npm run gen`."""

from ._client import AsyncClient, SyncClient
from ._search import AsyncSearch, Search
from ._sources import AsyncSources, Sources
from .resources import (
    AsyncAgentTokensResource,
    AsyncAgentVersionsResource,
    AsyncAgentWidgetResource,
    AsyncAgentsResource,
    AsyncAnswersResource,
    AsyncApiKeysResource,
    AsyncArchivesResource,
    AsyncAuditLogResource,
    AsyncConnectorsResource,
    AsyncConversationsResource,
    AsyncCrawlsResource,
    AsyncEvaluationsResource,
    AsyncEventsResource,
    AsyncInsightsResource,
    AsyncInvitationsResource,
    AsyncKnowledgeBasesResource,
    AsyncLimitsResource,
    AsyncMembersResource,
    AsyncOpenaiResource,
    AsyncQuestionSetsResource,
    AsyncSavedViewsResource,
    AsyncTrialsResource,
    AsyncUploadsResource,
    AsyncUsageResource,
    AsyncWebhooksResource,
    AsyncWorkspaceResource,
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
)


class Api(SyncClient):
    """A client with every resource of the API."""

    def _open_resources(self) -> None:
        self.agent_tokens = AgentTokensResource(self)
        self.agent_versions = AgentVersionsResource(self)
        self.agent_widget = AgentWidgetResource(self)
        self.agents = AgentsResource(self)
        self.answers = AnswersResource(self)
        self.api_keys = ApiKeysResource(self)
        self.archives = ArchivesResource(self)
        self.audit_log = AuditLogResource(self)
        self.connectors = ConnectorsResource(self)
        self.conversations = ConversationsResource(self)
        self.crawls = CrawlsResource(self)
        self.evaluations = EvaluationsResource(self)
        self.events = EventsResource(self)
        self.insights = InsightsResource(self)
        self.invitations = InvitationsResource(self)
        self.knowledge_bases = KnowledgeBasesResource(self)
        self.limits = LimitsResource(self)
        self.members = MembersResource(self)
        self.openai = OpenaiResource(self)
        self.question_sets = QuestionSetsResource(self)
        self.saved_views = SavedViewsResource(self)
        self.search = Search(self)
        self.sources = Sources(self)
        self.trials = TrialsResource(self)
        self.uploads = UploadsResource(self)
        self.usage = UsageResource(self)
        self.webhooks = WebhooksResource(self)
        self.workspace = WorkspaceResource(self)


class AsyncApi(AsyncClient):
    """A client with every resource of the API."""

    def _open_resources(self) -> None:
        self.agent_tokens = AsyncAgentTokensResource(self)
        self.agent_versions = AsyncAgentVersionsResource(self)
        self.agent_widget = AsyncAgentWidgetResource(self)
        self.agents = AsyncAgentsResource(self)
        self.answers = AsyncAnswersResource(self)
        self.api_keys = AsyncApiKeysResource(self)
        self.archives = AsyncArchivesResource(self)
        self.audit_log = AsyncAuditLogResource(self)
        self.connectors = AsyncConnectorsResource(self)
        self.conversations = AsyncConversationsResource(self)
        self.crawls = AsyncCrawlsResource(self)
        self.evaluations = AsyncEvaluationsResource(self)
        self.events = AsyncEventsResource(self)
        self.insights = AsyncInsightsResource(self)
        self.invitations = AsyncInvitationsResource(self)
        self.knowledge_bases = AsyncKnowledgeBasesResource(self)
        self.limits = AsyncLimitsResource(self)
        self.members = AsyncMembersResource(self)
        self.openai = AsyncOpenaiResource(self)
        self.question_sets = AsyncQuestionSetsResource(self)
        self.saved_views = AsyncSavedViewsResource(self)
        self.search = AsyncSearch(self)
        self.sources = AsyncSources(self)
        self.trials = AsyncTrialsResource(self)
        self.uploads = AsyncUploadsResource(self)
        self.usage = AsyncUsageResource(self)
        self.webhooks = AsyncWebhooksResource(self)
        self.workspace = AsyncWorkspaceResource(self)
