import type { WorkspaceStore } from '#storage/store.ts';

const page = { limit: 100 };

/** All crawls, with their pages. */
export const readCrawls = async ({ crawls }: Pick<WorkspaceStore, 'crawls'>) =>
  await Promise.all(
    (await crawls.list(page)).map(async (crawl) => ({
      crawl,
      counts: await crawls.counts(crawl.crawl_id),
      pages: await crawls.listPages(crawl.crawl_id, page),
    })),
  );

/** All connectors, with their documents and runs. */
export const readConnectors = async ({ connectors }: Pick<WorkspaceStore, 'connectors'>) =>
  await Promise.all(
    (await connectors.list(page)).map(async (connector) => ({
      connector,
      documents: await connectors.listDocuments(connector.connector_id, page),
      runs: await connectors.listRuns(connector.connector_id, page),
    })),
  );
