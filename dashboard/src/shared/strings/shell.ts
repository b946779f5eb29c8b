import { countOf, formatNumber } from '#shared/format.ts';

/** The frame around every page: menu, switcher, command palette, keys, news. */
export const shell = {
  groups: { knowledge: 'Knowledge', agents: 'Agents', insights: 'Insights' },
  crawls: 'Crawls',
  collapse: 'Collapse sidebar',
  expand: 'Expand sidebar',
  jump: 'Jump to …',
  account: 'Account',
  badges: {
    failed: (count: number) => countOf(count, 'source failed', 'sources failed'),
    waiting: (count: number, isMore: boolean) =>
      isMore
        ? `More than ${formatNumber(count)} people wait for an answer`
        : countOf(count, 'person waits for an answer', 'people wait for an answer'),
    gaps: (count: number) => countOf(count, 'open question', 'open questions'),
    more: (count: number) => `${formatNumber(count)}+`,
  },
  switcher: {
    label: (workspace: string, environment: string) => `Switch workspace: ${workspace}, ${environment}`,
    open: 'Switch workspace:',
    workspaces: 'Workspaces',
    environment: 'Environment',
    live: 'Live',
    sandbox: 'Sandbox',
    liveAbout: 'What your visitors and programs use',
    sandboxAbout: 'A copy to try things in',
    settings: 'Workspace settings',
  },
  docs: {
    label: 'Docs',
  },
  news: {
    label: "What's new",
    unseen: 'There is something new',
  },
};
