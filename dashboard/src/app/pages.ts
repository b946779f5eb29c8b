/** The module of every page, by its path. It is loaded when the page is opened. */
export const PAGES = {
  '/': () => import('./overview.tsx'),
  '/agents': () => import('#rooms/agents/agents-page.tsx'),
  '/agents/$id': () => import('#rooms/agents/agent-page.tsx'),
  '/conversations': () => import('#rooms/conversations/conversations-page.tsx'),
  '/conversations/$agentId/$sessionId': () => import('#rooms/conversations/conversation-page.tsx'),
  '/evaluations': () => import('#rooms/evaluations/evaluations-page.tsx'),
  '/evaluations/$id': () => import('#rooms/evaluations/question-set-page.tsx'),
  '/evaluations/$id/runs/$runId': () => import('#rooms/evaluations/run-page.tsx'),
  '/gaps': () => import('#rooms/gaps/gaps-page.tsx'),
  '/join': () => import('#rooms/account/join.tsx'),
  '/knowledge-bases': () => import('#rooms/knowledge-bases/knowledge-bases-page.tsx'),
  '/knowledge-bases/$id': () => import('#rooms/knowledge-bases/knowledge-base-page.tsx'),
  '/pinned-answers': () => import('#rooms/pinned-answers/pinned-answers-page.tsx'),
  '/playground': () => import('#rooms/playground/playground-page.tsx'),
  '/settings': () => import('#rooms/settings/settings-layout.tsx'),
  '/settings/api-keys': () => import('#rooms/keys/keys-page.tsx'),
  '/settings/appearance': () => import('#rooms/account/appearance-page.tsx'),
  '/settings/audit-log': () => import('#rooms/audit-log/audit-log-page.tsx'),
  '/settings/data': () => import('#rooms/settings/data-page.tsx'),
  '/settings/events': () => import('#rooms/events/events-page.tsx'),
  '/settings/limits': () => import('#rooms/settings/limits-page.tsx'),
  '/settings/members': () => import('#rooms/members/members-page.tsx'),
  '/settings/models': () => import('#rooms/settings/models-page.tsx'),
  '/settings/profile': () => import('#rooms/account/profile-page.tsx'),
  '/settings/security': () => import('#rooms/account/security-page.tsx'),
  '/settings/usage': () => import('#rooms/usage/usage-page.tsx'),
  '/settings/webhooks': () => import('#rooms/webhooks/webhooks-page.tsx'),
  '/settings/webhooks/$id': () => import('#rooms/webhooks/webhook-page.tsx'),
  '/settings/workspace': () => import('#rooms/settings/workspace-page.tsx'),
  '/sign-in': () => import('#rooms/account/sign-in.tsx'),
  '/sources': () => import('#rooms/sources/sources-page.tsx'),
  '/sources/$id': () => import('#rooms/sources/detail/source-page.tsx'),
  '/sources/connectors': () => import('#rooms/connectors/connectors-page.tsx'),
  '/sources/connectors/$id': () => import('#rooms/connectors/connector-page.tsx'),
  '/sources/crawls': () => import('#rooms/crawls/crawls-page.tsx'),
  '/sources/crawls/$id': () => import('#rooms/crawls/crawl-page.tsx'),
} as const;

export type PagePath = keyof typeof PAGES;

/** The path in `PAGES` of an address. A word is stronger than a parameter in its place; undefined if there is no such page. */
export function pathOf(pathname: string): PagePath | undefined {
  const parts = pathname.split('/');
  const fits = (path: string): boolean => {
    const own = path.split('/');
    return own.length === parts.length && own.every((part, at) => part.startsWith('$') || part === parts[at]);
  };
  const paths = Object.keys(PAGES) as PagePath[];
  return paths.find((path) => path === pathname) ?? paths.find(fits);
}
