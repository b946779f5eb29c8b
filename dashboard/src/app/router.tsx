import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { isOwnPath, takeReturn } from '#rooms/account/return-here.ts';
import { readAgentView } from '#rooms/agents/agent-search.ts';
import { readAuditLogSearch } from '#rooms/audit-log/audit-log-search.ts';
import { readConversationFilters } from '#rooms/conversations/conversation-search.ts';
import { readGapFilters } from '#rooms/gaps/gap-queries.ts';
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
import { Shell } from './shell.tsx';

/** Every URL of the dashboard and the page behind it. Pages are loaded when they are opened. */

/** The service answers only these paths with the dashboard. */
type Path = '/' | `/${(typeof DASHBOARD_PAGES)[number]}${'' | `/${string}`}`;

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()();

const page = <P extends Path, Name extends string>(path: P, load: LoadPage<Name>, name: Name) =>
  createRoute({ getParentRoute: () => inside, path, component: lazyPage(load, name) });

const join = createRoute({
  getParentRoute: () => root,
  path: '/join' satisfies Path,
  component: lazyPage(() => import('#rooms/account/join.tsx'), 'Join'),
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
  component: lazyPage(() => import('#rooms/account/sign-in.tsx'), 'SignIn'),
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

const sources = createRoute({
  getParentRoute: () => inside,
  path: '/sources' satisfies Path,
  validateSearch: readSourceSearch,
  component: lazyPage(() => import('#rooms/sources/sources-page.tsx'), 'SourcesPage'),
});

const source = createRoute({
  getParentRoute: () => inside,
  path: '/sources/$id' satisfies Path,
  validateSearch: readSourceView,
  component: lazyPage(() => import('#rooms/sources/detail/source-page.tsx'), 'SourcePage'),
});

const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings' satisfies Path,
  component: lazyPage(() => import('#rooms/settings/settings-layout.tsx'), 'SettingsLayout'),
});

const settingsPage = <P extends string, Name extends string>(path: P, load: LoadPage<Name>, name: Name) =>
  createRoute({ getParentRoute: () => settings, path, component: lazyPage(load, name) });

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
  component: lazyPage(() => import('#rooms/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
});

const agent = createRoute({
  getParentRoute: () => inside,
  path: '/agents/$id' satisfies Path,
  validateSearch: readAgentView,
  component: lazyPage(() => import('#rooms/agents/agent-page.tsx'), 'AgentPage'),
});

const playground = createRoute({
  getParentRoute: () => inside,
  path: '/playground' satisfies Path,
  validateSearch: readPlaygroundSearch,
  component: lazyPage(() => import('#rooms/playground/playground-page.tsx'), 'PlaygroundPage'),
});

const conversations = createRoute({
  getParentRoute: () => inside,
  path: '/conversations' satisfies Path,
  validateSearch: readConversationFilters,
  component: lazyPage(() => import('#rooms/conversations/conversations-page.tsx'), 'ConversationsPage'),
});

const gaps = createRoute({
  getParentRoute: () => inside,
  path: '/gaps' satisfies Path,
  validateSearch: readGapFilters,
  component: lazyPage(() => import('#rooms/gaps/gaps-page.tsx'), 'GapsPage'),
});

/** Any other path, in the layout it would have had. */
const nowhere = createRoute({ getParentRoute: () => inside, path: '$', component: NotFound });
const nowhereInSettings = createRoute({ getParentRoute: () => settings, path: '$', component: NotFound });

const routes = root.addChildren([
  join,
  signIn,
  inside.addChildren([
    page('/', () => import('./overview.tsx'), 'Overview'),
    sources,
    source,
    page('/sources/crawls', () => import('#rooms/crawls/crawls-page.tsx'), 'CrawlsPage'),
    page('/sources/crawls/$id', () => import('#rooms/crawls/crawl-page.tsx'), 'CrawlPage'),
    page(
      '/knowledge-bases',
      () => import('#rooms/knowledge-bases/knowledge-bases-page.tsx'),
      'KnowledgeBasesPage',
    ),
    page('/agents', () => import('#rooms/agents/agents-page.tsx'), 'AgentsPage'),
    agent,
    playground,
    conversations,
    page(
      '/conversations/$agentId/$sessionId',
      () => import('#rooms/conversations/conversation-page.tsx'),
      'ConversationPage',
    ),
    gaps,
    settings.addChildren([
      settingsStart,
      settingsPage('/workspace', () => import('#rooms/settings/workspace-page.tsx'), 'WorkspacePage'),
      settingsPage('/members', () => import('#rooms/members/members-page.tsx'), 'MembersPage'),
      settingsPage('/api-keys', () => import('#rooms/keys/keys-page.tsx'), 'KeysPage'),
      settingsPage('/webhooks', () => import('#rooms/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
      settingsPage('/webhooks/$id', () => import('#rooms/webhooks/webhook-page.tsx'), 'WebhookPage'),
      settingsPage('/usage', () => import('#rooms/usage/usage-page.tsx'), 'UsagePage'),
      settingsPage('/limits', () => import('#rooms/settings/limits-page.tsx'), 'LimitsPage'),
      auditLog,
      settingsPage('/models', () => import('#rooms/settings/models-page.tsx'), 'ModelsPage'),
      settingsPage('/export', () => import('#rooms/settings/export-page.tsx'), 'ExportPage'),
      settingsPage('/account', () => import('#rooms/account/account-page.tsx'), 'AccountPage'),
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
