import { Parser } from 'htmlparser2';
import { readXmlFile } from '#ingestion/parse/archive/read-xml.ts';
import { decodeText } from '#ingestion/parse/decode-text.ts';
import { decodeHtml } from '#ingestion/parse/html/decode-html.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';

/** An entry of a feed, as it claims to be. */
export type FeedEntry = {
  /** Its `guid` or `id`. */
  id?: string;
  /** Absolute, http(s). */
  url?: string;
  title?: string;
  author?: string;
  /** When it was changed, or else published, in ISO 8601. */
  updatedAt?: string;
  categories: string[];
  /** The longest text it brings, as HTML. */
  html: string;
};

/** What was found at the address of a feed. */
export type Feed = {
  entries: FeedEntry[];
  /** True if it is an HTML page, which has no entries but may name feeds. */
  isPage: boolean;
  feeds: string[];
};

const MAX_ENTRIES = 5_000;
const MAX_CATEGORIES = 20;
const MAX_FEEDS = 10;
/** Characters of the content of one entry. */
const MAX_CONTENT = 4_000_000;
/** Characters of an id, which may be a URL. */
const MAX_ID = 4_096;
const MAX_WORDS = 300;

/** Reads a feed in RSS 0.9 to 2.0, Atom or JSON Feed. Of an HTML page it returns the feeds that are linked in its head.
 *  Entries beyond the first 5,000 are left out. Throws SourceFault for anything else. */
export function readFeed({ bytes, mimeType, url = 'http://unknown.invalid/' }: OriginalContent): Feed {
  const start = decodeText(bytes.subarray(0, 4_096)).text.trimStart();
  if (start.startsWith('{')) return feedOf(readJsonFeed(decodeText(bytes).text, url));
  if (/<(?:rss|feed|(?:\w{1,20}:)?RDF)[\s>]/.test(start)) return feedOf(readXmlFeed(bytes, url));
  if (/<(?:!doctype html|html|head|body)\b/i.test(start))
    return { entries: [], isPage: true, feeds: feedsOfPage(decodeHtml({ bytes, mimeType }), url) };
  throw notAFeed();
}

const feedOf = (entries: FeedEntry[]): Feed => ({ entries, isPage: false, feeds: [] });

const notAFeed = (cause?: unknown): SourceFault =>
  new SourceFault(
    'unreadable_file',
    'parsing',
    'The address leads to no feed. Name a feed in RSS, Atom or JSON Feed, or a page that links one in its head.',
    { cause },
  );

/** The elements of an entry that are read, by what they are read as. Of several, the first in a list wins, except for
 *  texts, of which the longest is taken. */
const IDS = ['guid', 'id'];
const DATES = ['updated', 'modified', 'dcterms:modified', 'published', 'pubDate', 'issued', 'date'];
const AUTHORS = ['creator', 'author'];
const TEXTS = ['encoded', 'content', 'description', 'summary'];

/** Prefixes whose elements have the same names as those of a feed and mean something else. */
const FOREIGN = /^(?:media|itunes|googleplay|thr|georss|slash|wfw|yt|podcast):/;

function readXmlFeed(bytes: Uint8Array, feedUrl: string): FeedEntry[] {
  const entries: FeedEntry[] = [];
  let reader: EntryReader | undefined;
  readXmlFile(
    bytes,
    {
      open(name, attributes) {
        if (reader) reader.open(name, attributes);
        else if (/^(?:\w{1,20}:)?(?:item|entry)$/.test(name) && entries.length < MAX_ENTRIES)
          reader = createEntryReader(attributes, feedUrl);
      },
      text: (text) => reader?.text(text),
      close(name) {
        if (!reader?.close(name)) return;
        entries.push(reader.entry());
        reader = undefined;
      },
    },
    { hasEntities: true },
  );
  return entries;
}

type Attributes = Readonly<Record<string, string>>;
type EntryReader = {
  open(name: string, attributes: Attributes): void;
  text(text: string): void;
  /** True at the end of the entry. */
  close(name: string): boolean;
  entry(): FeedEntry;
};

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);

function createEntryReader(start: Attributes, feedUrl: string): EntryReader {
  const values = new Map<string, string>();
  const categories: string[] = [];
  let url: string | undefined;
  let depth = 0;
  let current: { name: string; type: string; value: string; isSkipped: boolean } | undefined;
  const take = ({ name, type, value }: NonNullable<typeof current>): void => {
    const text = TEXTS.includes(name) && type === 'text' ? escapeHtml(value) : value;
    const before = values.get(name);
    if (name === 'category' && value.trim() !== '') categories.push(clean(value));
    else if (name === 'link' && value.trim() !== '') url ??= value.trim();
    else if (before === undefined) values.set(name, text);
  };
  return {
    open(name, attributes) {
      depth += 1;
      if (current) {
        // XHTML of Atom is put together again, and of an author only the name is read.
        if (current.type === 'xhtml' && current.value.length < MAX_CONTENT)
          current.value += `<${localOf(name)}>`;
        current.isSkipped = AUTHORS.includes(current.name) && localOf(name) !== 'name';
        return;
      }
      const local = localOf(name);
      if (depth !== 1 || FOREIGN.test(name)) return;
      if (local === 'link' && attributes['href'] !== undefined) {
        if ((attributes['rel'] ?? 'alternate') === 'alternate') url ??= attributes['href'];
      } else if (local === 'category' && attributes['term'] !== undefined)
        categories.push(clean(attributes['term']));
      const type = attributes['type'] ?? (local === 'summary' || local === 'content' ? 'text' : 'html');
      current = { name: local, type, value: '', isSkipped: false };
    },
    text(text) {
      if (current && !current.isSkipped && current.value.length < MAX_CONTENT)
        current.value += current.type === 'xhtml' ? escapeHtml(text) : text;
    },
    close(name) {
      if (depth === 0) return true;
      if (depth === 1 && current) {
        take(current);
        current = undefined;
      } else if (current?.type === 'xhtml') current.value += `</${localOf(name)}>`;
      if (current) current.isSkipped = false;
      depth -= 1;
      return false;
    },
    entry() {
      const first = (names: readonly string[]): string | undefined =>
        names.map((name) => values.get(name)?.trim()).find((value) => value);
      const guid = first(IDS) ?? start['rdf:about'];
      return entryOf(
        {
          id: guid,
          url: url ?? (guid && /^https?:\/\//i.test(guid) ? guid : undefined),
          title: values.get('title'),
          author: first(AUTHORS),
          updatedAt: first(DATES),
          categories,
          texts: TEXTS.map((name) => values.get(name) ?? ''),
        },
        feedUrl,
      );
    },
  };
}

type RawEntry = {
  id: string | undefined;
  url: string | undefined;
  title: string | undefined;
  author: string | undefined;
  updatedAt: string | undefined;
  categories: readonly string[];
  texts: readonly string[];
};

function entryOf(raw: RawEntry, feedUrl: string): FeedEntry {
  const address = raw.url === undefined ? null : URL.parse(raw.url, feedUrl);
  const url =
    address && /^https?:$/.test(address.protocol) && address.href.length <= LIMITS.urlCharacters
      ? address.href
      : undefined;
  const time = raw.updatedAt === undefined ? Number.NaN : Date.parse(raw.updatedAt);
  const title = clean(raw.title ?? '').slice(0, LIMITS.nameCharacters);
  const author = clean(raw.author ?? '');
  return {
    ...(raw.id && { id: raw.id.slice(0, MAX_ID) }),
    ...(url && { url }),
    ...(title && { title }),
    ...(author && { author }),
    ...(Number.isFinite(time) && { updatedAt: new Date(time).toISOString() }),
    categories: [...new Set(raw.categories)].slice(0, MAX_CATEGORIES),
    html: raw.texts.reduce((longest, text) => (text.length > longest.length ? text : longest), ''),
  };
}

/** Text on one line. Titles may be HTML. */
function clean(text: string): string {
  let plain = '';
  const parser = new Parser({
    ontext: (piece) => {
      plain += piece;
    },
  });
  parser.end(text.slice(0, 10_000));
  return plain.replace(/\s+/g, ' ').trim().slice(0, MAX_WORDS);
}

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function readJsonFeed(text: string, feedUrl: string): FeedEntry[] {
  let feed: unknown;
  try {
    feed = JSON.parse(text);
  } catch (cause) {
    throw notAFeed(cause);
  }
  const items = fieldOf(feed, 'items');
  if (!Array.isArray(items) || !textOf(fieldOf(feed, 'version'))?.includes('jsonfeed')) throw notAFeed();
  return items.slice(0, MAX_ENTRIES).map((item: unknown) => {
    const id = fieldOf(item, 'id');
    const authors = fieldOf(item, 'authors');
    const author: unknown = Array.isArray(authors) ? authors[0] : fieldOf(item, 'author');
    const tags = fieldOf(item, 'tags');
    const html = textOf(fieldOf(item, 'content_html'));
    const plain = textOf(fieldOf(item, 'content_text')) ?? textOf(fieldOf(item, 'summary'));
    return entryOf(
      {
        id: typeof id === 'number' ? String(id) : textOf(id),
        url: textOf(fieldOf(item, 'url')) ?? textOf(fieldOf(item, 'external_url')),
        title: textOf(fieldOf(item, 'title')),
        author: textOf(fieldOf(author, 'name')),
        updatedAt: textOf(fieldOf(item, 'date_modified')) ?? textOf(fieldOf(item, 'date_published')),
        categories: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string').map(clean) : [],
        texts: [(html ?? escapeHtml(plain ?? '')).slice(0, MAX_CONTENT)],
      },
      feedUrl,
    );
  });
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const FEED_TYPES = /^application\/(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json)$/i;

function feedsOfPage(html: string, pageUrl: string): string[] {
  const feeds: string[] = [];
  const parser = new Parser({
    onopentag: (name, { rel, type, href }) => {
      if (name !== 'link' || !href || !/\balternate\b/i.test(rel ?? '') || !FEED_TYPES.test(type ?? ''))
        return;
      const feed = URL.parse(href, pageUrl);
      if (feed && /^https?:$/.test(feed.protocol) && feeds.length < MAX_FEEDS) feeds.push(feed.href);
    },
  });
  parser.end(html);
  return [...new Set(feeds)];
}
