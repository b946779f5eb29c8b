import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { isOwnPath, takeReturn } from '#rooms/account/return-here.ts';
import { readAgentView } from '#rooms/agents/agent-search.ts';
import { readAuditLogSearch } from '#rooms/audit-log/audit-log-search.ts';
import { readConnectorSearch, readConnectorsSearch } from '#rooms/connectors/connector-search.ts';
import { readConversationFilters } from '#rooms/conversations/conversation-search.ts';
import { readRunSearch, readSetSearch } from '#rooms/evaluations/evaluation-search.ts';
import { readGapFilters } from '#rooms/gaps/gap-queries.ts';
import { readBaseView } from '#rooms/knowledge-bases/base-view.ts';
import { readOverviewSearch } from '#rooms/overview/overview-search.ts';
import { readAnswerSearch } from '#rooms/pinned-answers/answer-search.ts';
import { readPlaygroundSearch } from '#rooms/playground/playground-search.ts';
import type { DASHBOARD_PAGES } from '#server/isomorphic/dashboard-pages.ts';
import {
  ApiError,
  readSessionEnd,
  requestUnasked,
  type SessionEnd,
  sessionEndOf,
} from '#shared/api/request.ts';
import { accountQuery } from '#shared/hooks/use-account.ts';
import { type LoadPage, lazyPage } from '#shared/lazy-part.ts';
import { readSourceSearch, readSourceView } from '#shared/sources/source-search.ts';
import { ErrorPage } from './error-page.tsx';
import { NotFound } from './not-found.tsx';
import { PAGES, type PagePath } from './pages.ts';
import { Shell } from './shell.tsx';

/** Every URL of the dashboard and the page behind it. Pages are loaded when they are opened. */

/** The service answers only these paths with the dashboard. */
type Path = '/' | `/${(typeof DASHBOARD_PAGES)[number]}${'' | `/${string}`}`;

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()();

type Module<P extends PagePath> = Awaited<ReturnType<(typeof PAGES)[P]>>;
const pageAt = <P extends PagePath>(path: P, name: keyof Module<P> & string) =>
  lazyPage(PAGES[path] as LoadPage<typeof name>, name);

const page = <P extends Path & PagePath>(path: P, name: keyof Module<P> & string) =>
  createRoute({ getParentRoute: () => inside, path, component: pageAt(path, name) });

const join = createRoute({
  getParentRoute: () => root,
  path: '/join' satisfies Path,
  component: pageAt('/join', 'Join'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in' satisfies Path,
  validateSearch: ({
    next,
    left,
    session,
  }: Record<string, unknown>): { next?: string; left?: true; session?: SessionEnd | undefined } => ({
    ...(typeof next === 'string' && { next }),
    ...(left === true && { left }),
    session: readSessionEnd(session),
  }),
  beforeLoad: async ({ search: { next = '/', left, session } }) => {
    // These say why no one is signed in.
    if (left || session) return;
    const account = await requestUnasked('GET', '/v1/account').catch(() => undefined);
    if (account) throw redirect({ href: isOwnPath(next) ? next : '/', replace: true });
  },
  component: pageAt('/sign-in', 'SignIn'),
});

/** Pages that need a sign-in. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  beforeLoad: async ({ context: { queryClient }, location }) => {
    try {
      await queryClient.ensureQueryData(accountQuery);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401)
        throw redirect({
          to: '/sign-in',
          search: { next: location.href, session: sessionEndOf(error) },
        });
      throw error;
    }
    // After a sign-in, the provider redirects to the first page.
    const href = takeReturn();
    if (href !== undefined && href !== location.href) throw redirect({ href, replace: true });
  },
});

const overview = createRoute({
  getParentRoute: () => inside,
  path: '/' satisfies Path,
  validateSearch: readOverviewSearch,
  component: pageAt('/', 'Overview'),
});

const sources = createRoute({
  getParentRoute: () => inside,
  path: '/sources' satisfies Path,
  validateSearch: readSourceSearch,
  component: pageAt('/sources', 'SourcesPage'),
});

const source = createRoute({
  getParentRoute: () => inside,
  path: '/sources/$id' satisfies Path,
  validateSearch: readSourceView,
  component: pageAt('/sources/$id', 'SourcePage'),
});

const connectors = createRoute({
  getParentRoute: () => inside,
  path: '/sources/connectors' satisfies Path,
  validateSearch: readConnectorsSearch,
  component: pageAt('/sources/connectors', 'ConnectorsPage'),
});

const connector = createRoute({
  getParentRoute: () => inside,
  path: '/sources/connectors/$id' satisfies Path,
  validateSearch: readConnectorSearch,
  component: pageAt('/sources/connectors/$id', 'ConnectorPage'),
});

const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings' satisfies Path,
  component: pageAt('/settings', 'SettingsLayout'),
});

type SettingsPath = PagePath extends infer P ? (P extends `/settings${infer Rest}` ? Rest : never) : never;
const settingsPage = <P extends SettingsPath>(path: P, name: keyof Module<`/settings${P}`> & string) =>
  createRoute({ getParentRoute: () => settings, path, component: pageAt(`/settings${path}`, name) });

const settingsStart = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/workspace', replace: true });
  },
});

/** An address that pages had before: bookmarks and links keep working. */
const movedSetting = <P extends string>(path: P, to: PagePath) =>
  createRoute({
    getParentRoute: () => settings,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });

const auditLog = createRoute({
  getParentRoute: () => settings,
  path: '/audit-log',
  validateSearch: readAuditLogSearch,
  component: pageAt('/settings/audit-log', 'AuditLogPage'),
});

const agent = createRoute({
  getParentRoute: () => inside,
  path: '/agents/$id' satisfies Path,
  validateSearch: readAgentView,
  component: pageAt('/agents/$id', 'AgentPage'),
});

const knowledgeBase = createRoute({
  getParentRoute: () => inside,
  path: '/knowledge-bases/$id' satisfies Path,
  validateSearch: readBaseView,
  component: pageAt('/knowledge-bases/$id', 'KnowledgeBasePage'),
});

const playground = createRoute({
  getParentRoute: () => inside,
  path: '/playground' satisfies Path,
  validateSearch: readPlaygroundSearch,
  component: pageAt('/playground', 'PlaygroundPage'),
});

const pinnedAnswers = createRoute({
  getParentRoute: () => inside,
  path: '/pinned-answers' satisfies Path,
  validateSearch: readAnswerSearch,
  component: pageAt('/pinned-answers', 'PinnedAnswersPage'),
});

const questionSet = createRoute({
  getParentRoute: () => inside,
  path: '/evaluations/$id' satisfies Path,
  validateSearch: readSetSearch,
  component: pageAt('/evaluations/$id', 'QuestionSetPage'),
});

const run = createRoute({
  getParentRoute: () => inside,
  path: '/evaluations/$id/runs/$runId' satisfies Path,
  validateSearch: readRunSearch,
  component: pageAt('/evaluations/$id/runs/$runId', 'RunPage'),
});

const conversations = createRoute({
  getParentRoute: () => inside,
  path: '/conversations' satisfies Path,
  validateSearch: readConversationFilters,
  component: pageAt('/conversations', 'ConversationsPage'),
});

const gaps = createRoute({
  getParentRoute: () => inside,
  path: '/gaps' satisfies Path,
  validateSearch: readGapFilters,
  component: pageAt('/gaps', 'GapsPage'),
});

/** Any other path, in the layout it would have had. */
const nowhere = createRoute({ getParentRoute: () => inside, path: '$', component: NotFound });
const nowhereInSettings = createRoute({ getParentRoute: () => settings, path: '$', component: NotFound });

const routes = root.addChildren([
  join,
  signIn,
  inside.addChildren([
    overview,
    sources,
    source,
    connectors,
    connector,
    page('/sources/crawls', 'CrawlsPage'),
    page('/sources/crawls/$id', 'CrawlPage'),
    page('/knowledge-bases', 'KnowledgeBasesPage'),
    knowledgeBase,
    page('/agents', 'AgentsPage'),
    agent,
    playground,
    pinnedAnswers,
    page('/evaluations', 'EvaluationsPage'),
    questionSet,
    run,
    conversations,
    page('/conversations/$agentId/$sessionId', 'ConversationPage'),
    gaps,
    settings.addChildren([
      settingsStart,
      settingsPage('/workspace', 'WorkspacePage'),
      settingsPage('/members', 'MembersPage'),
      settingsPage('/api-keys', 'KeysPage'),
      settingsPage('/webhooks', 'WebhooksPage'),
      settingsPage('/webhooks/$id', 'WebhookPage'),
      settingsPage('/usage', 'UsagePage'),
      settingsPage('/events', 'EventsPage'),
      settingsPage('/limits', 'LimitsPage'),
      auditLog,
      settingsPage('/models', 'ModelsPage'),
      settingsPage('/data', 'DataPage'),
      settingsPage('/profile', 'ProfilePage'),
      settingsPage('/security', 'SecurityPage'),
      settingsPage('/appearance', 'AppearancePage'),
      movedSetting('/export', '/settings/data'),
      movedSetting('/account', '/settings/profile'),
      nowhereInSettings,
    ]),
    nowhere,
  ]),
]);

export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree: routes,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
