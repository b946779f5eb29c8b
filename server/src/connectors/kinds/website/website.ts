import { join } from 'node:path';
import { z } from 'zod';
import type { Connection, ConnectionOptions, ConnectorKind } from '#connectors/connector.ts';
import { ConnectorFault } from '#connectors/connector-fault.ts';
import { bytesOf, faultOfOnePage, isGone } from '#connectors/kinds/web-tools.ts';
import { openBodyStore } from './body-store.ts';
import { crawl } from './crawl.ts';
import { loadPage, type WebsiteTools } from './load-page.ts';
import { WebsiteSettings } from './settings.ts';

/** The pages of a site, crawled from its start pages and its sitemaps. */
export const website: ConnectorKind<WebsiteSettings, undefined, WebsiteTools> = {
  kind: 'website',
  settings: WebsiteSettings,
  credentials: z.undefined(),
  async connect(tools, options) {
    const { settings, folder } = options;
    if (settings.javascript && !tools.renderer)
      throw new ConnectorFault(
        'settings',
        'Running the JavaScript of pages needs a Chromium. Ask the operator to name one in `CHROMIUM`, or turn `javascript` off.',
      );
    const used = { ...tools, renderer: settings.javascript ? tools.renderer : undefined };
    return await connectionTo(used, options, join(folder, 'bodies'));
  },
};

async function connectionTo(
  tools: WebsiteTools,
  options: ConnectionOptions<WebsiteSettings, undefined>,
  folder: string,
): Promise<Connection> {
  const bodies = await openBodyStore(folder);
  const { signal } = options;
  return {
    list: async ({ cursor }) => ({
      covers: 'everything',
      pages: crawl(tools, { ...options, bodies, isFirst: cursor === undefined }),
      // Only marks that there was a complete run.
      cursor: () => 'complete',
    }),
    async fetch({ id, url }) {
      const body = bodies.take(id);
      if (body) return { bytes: body.bytes, ...(body.mimeType !== null && { mimeType: body.mimeType }) };
      const page = await loadPage(tools, url ?? id, { signal }).catch((error: unknown) => {
        if (isGone(error)) return undefined;
        throw faultOfOnePage(error);
      });
      if (!page) return undefined;
      const { content } = page;
      return { bytes: bytesOf(content), ...(content.mimeType !== null && { mimeType: content.mimeType }) };
    },
    close: () => bodies.clear(),
  };
}
