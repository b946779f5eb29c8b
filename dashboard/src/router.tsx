import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { readAgentView } from './agents/agent-search.ts';
import { ApiError } from './api.ts';
import { readAuditLogSearch } from './audit-log/audit-log-search.ts';
import { NotFound } from './components/not-found.tsx';
import { Shell } from './components/shell.tsx';
import { readConversationFilters } from './conversations/conversation-search.ts';
import { readGapFilters } from './gaps/gap-queries.ts';
import { readPlaygroundSearch } from './playground/playground-search.ts';
import { readSourceSearch, readSourceView } from './sources/source-search.ts';
import { accountQuery } from './use-account.ts';

/** The table of contents: every address of the dashboard and the page behind it. Pages are loaded when they are opened. */

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ notFoundComponent: NotFound });

const page = <Path extends string>(path: Path, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    component: lazyRouteComponent(load as never, name as never),
  });

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: lazyRouteComponent(() => import('./account/join.tsx'), 'Join'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ next }: Record<string, unknown>) => (typeof next === 'string' ? { next } : {}),
  component: lazyRouteComponent(() => import('./account/sign-in.tsx'), 'SignIn'),
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
        throw redirect({ to: '/sign-in', search: { next: location.href } });
      throw error;
    }
  },
});

const sources = createRoute({
  getParentRoute: () => inside,
  path: '/sources',
  validateSearch: readSourceSearch,
  component: lazyRouteComponent(() => import('./sources/sources-page.tsx'), 'SourcesPage'),
});

const source = createRoute({
  getParentRoute: () => inside,
  path: '/sources/$id',
  validateSearch: readSourceView,
  component: lazyRouteComponent(() => import('./sources/detail/source-page.tsx'), 'SourcePage'),
});

const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings-layout.tsx'), 'SettingsLayout'),
});

const settingsPage = <Path extends string>(
  path: Path,
  load: () => Promise<Record<string, unknown>>,
  name: string,
) =>
  createRoute({
    getParentRoute: () => settings,
    path,
    component: lazyRouteComponent(load as never, name as never),
  });

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
  component: lazyRouteComponent(() => import('./audit-log/audit-log-page.tsx'), 'AuditLogPage'),
});

const agent = createRoute({
  getParentRoute: () => inside,
  path: '/agents/$id',
  validateSearch: readAgentView,
  component: lazyRouteComponent(() => import('./agents/agent-page.tsx'), 'AgentPage'),
});

const playground = createRoute({
  getParentRoute: () => inside,
  path: '/playground',
  validateSearch: readPlaygroundSearch,
  component: lazyRouteComponent(() => import('./playground/playground-page.tsx'), 'PlaygroundPage'),
});

const conversations = createRoute({
  getParentRoute: () => inside,
  path: '/conversations',
  validateSearch: readConversationFilters,
  component: lazyRouteComponent(() => import('./conversations/conversations-page.tsx'), 'ConversationsPage'),
});

const gaps = createRoute({
  getParentRoute: () => inside,
  path: '/gaps',
  validateSearch: readGapFilters,
  component: lazyRouteComponent(() => import('./gaps/gaps-page.tsx'), 'GapsPage'),
});

const routes = root.addChildren([
  join,
  signIn,
  inside.addChildren([
    page('/', () => import('./overview/overview.tsx'), 'Overview'),
    sources,
    source,
    page('/sources/crawls', () => import('./crawls/crawls-page.tsx'), 'CrawlsPage'),
    page('/sources/crawls/$id', () => import('./crawls/crawl-page.tsx'), 'CrawlPage'),
    page(
      '/knowledge-bases',
      () => import('./knowledge-bases/knowledge-bases-page.tsx'),
      'KnowledgeBasesPage',
    ),
    page('/agents', () => import('./agents/agents-page.tsx'), 'AgentsPage'),
    agent,
    playground,
    conversations,
    page(
      '/conversations/$agentId/$sessionId',
      () => import('./conversations/conversation-page.tsx'),
      'ConversationPage',
    ),
    gaps,
    settings.addChildren([
      settingsStart,
      settingsPage('/workspace', () => import('./settings/workspace-page.tsx'), 'WorkspacePage'),
      settingsPage('/members', () => import('./members/members-page.tsx'), 'MembersPage'),
      settingsPage('/api-keys', () => import('./keys/keys-page.tsx'), 'KeysPage'),
      settingsPage('/webhooks', () => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
      settingsPage('/webhooks/$id', () => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
      settingsPage('/usage', () => import('./usage/usage-page.tsx'), 'UsagePage'),
      settingsPage('/limits', () => import('./settings/limits-page.tsx'), 'LimitsPage'),
      auditLog,
      settingsPage('/models', () => import('./settings/models-page.tsx'), 'ModelsPage'),
      settingsPage('/export', () => import('./settings/export-page.tsx'), 'ExportPage'),
      settingsPage('/account', () => import('./account/account-page.tsx'), 'AccountPage'),
    ]),
  ]),
]);

export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree: routes,
    context: { queryClient },
    defaultPreload: 'intent',
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
