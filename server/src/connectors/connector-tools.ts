import type { FetcherOptions } from '#ingestion/web/fetch-page.ts';
import type { FoundLinks } from '#ingestion/web/find-links.ts';
import type { Feed } from '#ingestion/web/read-feed.ts';
import type { ReadContent } from '#ingestion/workers/document-worker.ts';
import type { Clock } from '#lib/clock.ts';
import type { AllowedHost } from '#net/allowed-hosts.ts';
import type { PageRenderer } from './kinds/website/page-renderer.ts';

/** Shared by all connections, and opened once. A kind names the parts that it uses as its `Tools`. */
export type ConnectorTools = {
  clock: Clock;
  /** The HTTP client, which refuses addresses that are not public, and the rules of robots.txt. */
  fetcher: FetcherOptions;
  /** For connections other than HTTP: the hosts whose addresses are not checked. */
  guard: { allowHosts: readonly AllowedHost[] };
  /** Reads the links of a page or a sitemap in the bounded worker, for the workspace of the connector. */
  findLinks(read: ReadContent, signal: AbortSignal): Promise<FoundLinks>;
  /** The same for the entries of a feed. */
  readFeed(read: ReadContent, signal: AbortSignal): Promise<Feed>;
  /** Runs the JavaScript of pages; undefined if the operator named no Chromium. */
  renderer: PageRenderer | undefined;
  /** Absolute paths of the server: folders below them may be connected. */
  connectorFolders: readonly string[];
};
