import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { takeReturn } from './account/return-here.ts';
import { readAgentView } from './agents/agent-search.ts';
import { ApiError, readSessionEnd, type SessionEnd, sessionEndOf } from './api.ts';
import { readAuditLogSearch } from './audit-log/audit-log-search.ts';
import { ErrorPage } from './components/error-page.tsx';
import { NotFound } from './components/not-found.tsx';
import { Shell } from './components/shell.tsx';
import { readConversationFilters } from './conversations/conversation-search.ts';
import { readGapFilters } from './gaps/gap-queries.ts';
import { lazyPage } from './load-part.ts';
import { readPlaygroundSearch } from './playground/playground-search.ts';
import { readSourceSearch, readSourceView } from './sources/source-search.ts';
import { accountQuery } from './use-account.ts';

/** The table of contents: every address of the dashboard and the page behind it. Pages are loaded when they are opened. */

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()();

const page = <Path extends string>(path: Path, component: ReturnType<typeof lazyPage>) =>
  createRoute({ getParentRoute: () => inside, path, component });

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: lazyPage(() => import('./account/join.tsx'), 'Join'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({
    next,
    left,
    session,
  }: Record<string, unknown>): { next?: string; left?: true; session?: SessionEnd | undefined } => ({
    ...(typeof next === 'string' && { next }),
    ...(left === true && { left }),
    session: readSessionEnd(session),
  }),
  component: lazyPage(() => import('./account/sign-in.tsx'), 'SignIn'),
});

/** What is behind the sign-in. */
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
    // The provider leads back to the first page.
    const href = takeReturn();
    if (href !== undefined && href !== location.href) throw redirect({ href, replace: true });
  },
});

const sources = createRoute({
  getParentRoute: () => inside,
  path: '/sources',
  validateSearch: readSourceSearch,
  component: lazyPage(() => import('./sources/sources-page.tsx'), 'SourcesPage'),
});

const source = createRoute({
  getParentRoute: () => inside,
  path: '/sources/$id',
  validateSearch: readSourceView,
  component: lazyPage(() => import('./sources/detail/source-page.tsx'), 'SourcePage'),
});

const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  component: lazyPage(() => import('./settings/settings-layout.tsx'), 'SettingsLayout'),
});

const settingsPage = <Path extends string>(path: Path, component: ReturnType<typeof lazyPage>) =>
  createRoute({ getParentRoute: () => settings, path, component });

const settingsStart = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/workspace', replace: true });
  },
});

const auditLog = createRoute({
  getParentRoute: () => settings,
  path: '/audit-log',
  validateSearch: readAuditLogSearch,
  component: lazyPage(() => import('./audit-log/audit-log-page.tsx'), 'AuditLogPage'),
});

const agent = createRoute({
  getParentRoute: () => inside,
  path: '/agents/$id',
  validateSearch: readAgentView,
  component: lazyPage(() => import('./agents/agent-page.tsx'), 'AgentPage'),
});

const playground = createRoute({
  getParentRoute: () => inside,
  path: '/playground',
  validateSearch: readPlaygroundSearch,
  component: lazyPage(() => import('./playground/playground-page.tsx'), 'PlaygroundPage'),
});

const conversations = createRoute({
  getParentRoute: () => inside,
  path: '/conversations',
  validateSearch: readConversationFilters,
  component: lazyPage(() => import('./conversations/conversations-page.tsx'), 'ConversationsPage'),
});

const gaps = createRoute({
  getParentRoute: () => inside,
  path: '/gaps',
  validateSearch: readGapFilters,
  component: lazyPage(() => import('./gaps/gaps-page.tsx'), 'GapsPage'),
});

/** Any other address, inside the frame that it would have had. */
const nowhere = createRoute({ getParentRoute: () => inside, path: '$', component: NotFound });
const nowhereInSettings = createRoute({ getParentRoute: () => settings, path: '$', component: NotFound });

const routes = root.addChildren([
  join,
  signIn,
  inside.addChildren([
    page(
      '/',
      lazyPage(() => import('./overview/overview.tsx'), 'Overview'),
    ),
    sources,
    source,
    page(
      '/sources/crawls',
      lazyPage(() => import('./crawls/crawls-page.tsx'), 'CrawlsPage'),
    ),
    page(
      '/sources/crawls/$id',
      lazyPage(() => import('./crawls/crawl-page.tsx'), 'CrawlPage'),
    ),
    page(
      '/knowledge-bases',
      lazyPage(() => import('./knowledge-bases/knowledge-bases-page.tsx'), 'KnowledgeBasesPage'),
    ),
    page(
      '/agents',
      lazyPage(() => import('./agents/agents-page.tsx'), 'AgentsPage'),
    ),
    agent,
    playground,
    conversations,
    page(
      '/conversations/$agentId/$sessionId',
      lazyPage(() => import('./conversations/conversation-page.tsx'), 'ConversationPage'),
    ),
    gaps,
    settings.addChildren([
      settingsStart,
      settingsPage(
        '/workspace',
        lazyPage(() => import('./settings/workspace-page.tsx'), 'WorkspacePage'),
      ),
      settingsPage(
        '/members',
        lazyPage(() => import('./members/members-page.tsx'), 'MembersPage'),
      ),
      settingsPage(
        '/api-keys',
        lazyPage(() => import('./keys/keys-page.tsx'), 'KeysPage'),
      ),
      settingsPage(
        '/webhooks',
        lazyPage(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
      ),
      settingsPage(
        '/webhooks/$id',
        lazyPage(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
      ),
      settingsPage(
        '/usage',
        lazyPage(() => import('./usage/usage-page.tsx'), 'UsagePage'),
      ),
      settingsPage(
        '/limits',
        lazyPage(() => import('./settings/limits-page.tsx'), 'LimitsPage'),
      ),
      auditLog,
      settingsPage(
        '/models',
        lazyPage(() => import('./settings/models-page.tsx'), 'ModelsPage'),
      ),
      settingsPage(
        '/export',
        lazyPage(() => import('./settings/export-page.tsx'), 'ExportPage'),
      ),
      settingsPage(
        '/account',
        lazyPage(() => import('./account/account-page.tsx'), 'AccountPage'),
      ),
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
