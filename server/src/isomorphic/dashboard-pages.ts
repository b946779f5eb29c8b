/** The first path segment of every page of the dashboard. The service answers each of them, and all below it, with
 *  `index.html`; the router in the browser decides what to show. */
export const DASHBOARD_PAGES = [
  'join',
  'sign-in',
  'sources',
  'knowledge-bases',
  'agents',
  'playground',
  'pinned-answers',
  'evaluations',
  'conversations',
  'gaps',
  'settings',
] as const;
