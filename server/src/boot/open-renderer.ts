import type { Config } from '#config/config.ts';
import type { PageRenderer } from '#connectors/kinds/website/page-renderer.ts';
import { VERSION } from '#lib/version.ts';
import { parseAllowHosts } from '#net/allowed-hosts.ts';
import { userAgent } from '#net/user-agent.ts';

type LazyRenderer = { open(): Promise<PageRenderer | undefined>; close(): Promise<void> };

/** The renderer that runs the JavaScript of pages. `open` loads it on first use, and returns undefined if CHROMIUM is off. */
export function openRenderer(config: Pick<Config, 'CHROMIUM' | 'URL_FETCH_ALLOW_HOSTS'>): LazyRenderer {
  const { CHROMIUM: chromium, URL_FETCH_ALLOW_HOSTS } = config;
  let opened: Promise<PageRenderer> | undefined;
  const open = async (): Promise<PageRenderer> => {
    const { createPageRenderer } = await import('#connectors/kinds/website/page-renderer.ts');
    const guard = { allowHosts: parseAllowHosts(URL_FETCH_ALLOW_HOSTS) };
    return createPageRenderer({ chromium, guard, userAgent: userAgent(VERSION) });
  };
  return {
    open: async () => {
      if (chromium === 'off') return undefined;
      opened ??= open();
      return await opened;
    },
    close: async () => await (await opened)?.close(),
  };
}
