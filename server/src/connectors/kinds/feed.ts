import { z } from 'zod';
import type { Connection, ConnectionOptions, ConnectorKind, FoundDocument } from '#connectors/connector.ts';
import { ConnectorFault } from '#connectors/connector-fault.ts';
import { fetchPage, fetchPageIfChanged, type Validators } from '#ingestion/web/fetch-page.ts';
import type { Feed, FeedEntry } from '#ingestion/web/read-feed.ts';
import { nameOfUrl } from '#ingestion/web/site-manners.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { asFound, pagesOf } from './pages-of.ts';
import { webAddress } from './web-address.ts';
import {
  bytesOf,
  faultOfOnePage,
  faultOfPage,
  idOf,
  isGone,
  originalOf,
  sha256,
  type WebTools,
} from './web-tools.ts';

const Settings = z.strictObject({
  url: webAddress.meta({
    description: 'The address of a feed in RSS, Atom or JSON Feed, or of a page that links one in its head.',
  }),
  full_pages: z.boolean().default(false).meta({
    description:
      "True to fetch the page that each entry links, as robots.txt allows. Otherwise the feed's own content is the document.",
  }),
});
type FeedSettings = z.infer<typeof Settings>;

/** Where the feed is, and what it said about its version. */
const Cursor = z.object({
  url: z.string(),
  feed: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
});
type FeedCursor = z.infer<typeof Cursor>;

/** The entries of a feed. Feeds forget old entries, so a listing never says that one is gone. */
export const feed: ConnectorKind<FeedSettings, undefined, WebTools> = {
  kind: 'feed',
  settings: Settings,
  credentials: z.undefined(),
  connect: async (tools, options) => openFeed(tools, options),
};

function openFeed(
  tools: WebTools,
  { settings, signal, maxBytes }: ConnectionOptions<FeedSettings, undefined>,
): Connection {
  /** All entries that the feed has, by id. Undefined until it is read: a listing doesn't read one that has not changed. */
  let entries: ReadonlyMap<string, FeedEntry> | undefined;
  const load = async (cursor: FeedCursor | undefined) => {
    const read = await readFeedAt(tools, { settings, signal, cursor });
    if (read.feed) entries = new Map(read.feed.entries.map((entry) => [idOfEntry(entry), entry]));
    return { cursor: read.cursor, entries };
  };
  return {
    async list({ cursor: text }) {
      entries = undefined;
      const { cursor, entries: listed = [] } = await load(cursorOf(text, settings));
      const found = [...listed].map(([id, entry]) => asFound(documentOf(id, entry, settings)));
      return { covers: 'changes', pages: pagesOf(found), cursor: () => JSON.stringify(cursor) };
    },
    async fetch({ id }) {
      // Only once: an entry that the feed has dropped is not in it the next time either.
      entries ??= (await load(undefined)).entries ?? new Map();
      const entry = entries.get(id);
      if (!entry) return undefined;
      if (settings.full_pages && entry.url)
        return await fetchFullPage(tools, entry.url, { signal, maxBytes });
      return { bytes: oneChunk(pageOf(entry)), mimeType: 'text/html; charset=utf-8' };
    },
    close: async () => {
      entries = undefined;
    },
  };
}

function cursorOf(text: string | undefined, { url }: FeedSettings): FeedCursor | undefined {
  if (text === undefined) return undefined;
  const cursor = Cursor.parse(JSON.parse(text));
  return cursor.url === url ? cursor : undefined;
}

type Reading = { settings: FeedSettings; signal: AbortSignal; cursor: FeedCursor | undefined };

/** Reads the feed, or the first one that the page links. `feed` is undefined if it has not changed. */
async function readFeedAt(
  tools: WebTools,
  { settings: { url }, signal, cursor }: Reading,
): Promise<{ feed: Feed | undefined; cursor: FeedCursor }> {
  try {
    const first = await fetchFeed(tools, { url: cursor?.feed ?? url, signal, validators: cursor });
    if (!first)
      return { feed: undefined, cursor: cursor ?? { url, feed: url, etag: null, lastModified: null } };
    if (!first.feed.isPage) return { feed: first.feed, cursor: { url, ...first.at } };
    const [linked] = first.feed.feeds;
    if (linked === undefined) throw noFeed(url);
    const second = await fetchFeed(tools, { url: linked, signal, validators: undefined });
    if (!second || second.feed.isPage) throw noFeed(url);
    return { feed: second.feed, cursor: { url, ...second.at } };
  } catch (error) {
    throw faultOfPage(error);
  }
}

const noFeed = (url: string): ConnectorFault =>
  new ConnectorFault(
    'settings',
    `${nameOfUrl(url)} is a page that links no feed. Name the address of the feed itself.`,
  );

async function fetchFeed(
  { fetcher, readFeed }: WebTools,
  { url, signal, validators }: { url: string; signal: AbortSignal; validators: Validators | undefined },
): Promise<{ feed: Feed; at: Omit<FeedCursor, 'url'> } | undefined> {
  const page = await fetchPageIfChanged(fetcher, url, {
    signal,
    validators: validators ?? { etag: null, lastModified: null },
    isOfAnyType: true,
  });
  if (!page) return undefined;
  try {
    const feed = await readFeed(() => originalOf(page), signal);
    const { etag, lastModified } = page;
    return { feed, at: { feed: url, etag, lastModified } };
  } finally {
    await page.content.dispose();
  }
}

async function fetchFullPage(
  { fetcher }: WebTools,
  url: string,
  { signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
): Promise<Awaited<ReturnType<Connection['fetch']>>> {
  try {
    const { content } = await fetchPage(fetcher, url, { signal });
    if (content.sizeBytes > maxBytes) {
      await content.dispose();
      throw new ConnectorFault('untrusted', `${nameOfUrl(url)} is larger than a document may be.`);
    }
    return { bytes: bytesOf(content), ...(content.mimeType !== null && { mimeType: content.mimeType }) };
  } catch (error) {
    if (isGone(error)) return undefined;
    throw faultOfOnePage(error);
  }
}

const idOfEntry = ({ id, url, title, html }: FeedEntry): string =>
  idOf(id ?? url ?? sha256(title ?? '', html));

function documentOf(id: string, entry: FeedEntry, settings: FeedSettings): FoundDocument {
  const { url, title, author, updatedAt, categories, html } = entry;
  const page = pageOf(entry);
  return {
    id,
    version: sha256(title ?? '', html, updatedAt ?? '', url ?? '', settings.full_pages ? 'page' : 'entry'),
    name: title ?? (url === undefined ? id.slice(0, LIMITS.nameCharacters) : nameOfUrl(url)),
    fileName: 'entry.html',
    ...(url !== undefined && { url }),
    ...(!(settings.full_pages && url) && { sizeBytes: page.length }),
    metadata: {
      ...(url !== undefined && url.length <= LIMITS.metadataValueCharacters && { url }),
      ...(author !== undefined && { author }),
      ...(updatedAt !== undefined && { changed_at: updatedAt }),
      ...(categories.length > 0 && { categories }),
    },
  };
}

/** The entry as a page. Its HTML is untrusted, like that of any page. */
function pageOf({ title = '', html }: FeedEntry): Buffer {
  const shown = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return Buffer.from(
    `<!doctype html>\n<html><head><meta charset="utf-8"><title>${shown}</title></head><body><main><article><h1>${shown}</h1>\n${html}\n</article></main></body></html>\n`,
  );
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
