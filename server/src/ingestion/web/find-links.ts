import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { decodeHtml } from '#ingestion/parse/html/decode-html.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';

/** The URLs in a page or a sitemap: absolute, http(s) only, without fragments or duplicates, in order. */
export type FoundLinks = {
  pages: string[];
  /** The sitemaps in a sitemap index. */
  sitemaps: string[];
  /** The title of a page. */
  title?: string;
};

/** The most links to read. Useful pages have fewer, and no sitemap may have more (sitemaps.org, 2008). */
const MAX_LINKS = 50_000;

/** Reads the links of an HTML page, except those marked `nofollow`, or the URLs of a sitemap in XML or plain text, also
 *  compressed. Other content has none. Linear. */
export function findLinks({ bytes, mimeType, url = 'http://unknown.invalid/' }: OriginalContent): FoundLinks {
  const text = decodeHtml({ bytes: unzip(bytes), mimeType });
  const start = text.slice(0, 4_096).replace(/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*/, '');
  if (/^<(?:urlset|sitemapindex)\b/i.test(start)) return linksOfSitemap(text, url);
  if (/^https?:\/\/\S+\s*(?:\n|$)/.test(start))
    return { pages: collect(text.split('\n'), url), sitemaps: [] };
  return start.startsWith('<') ? linksOfPage(text, url) : { pages: [], sitemaps: [] };
}

function unzip(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: LIMITS.fileBytes });
  } catch (cause) {
    throw new SourceFault(
      'unreadable_file',
      'parsing',
      'The sitemap is damaged, or expands to more than 50 MB.',
      {
        cause,
      },
    );
  }
}

function linksOfPage(html: string, pageUrl: string): FoundLinks {
  let base = pageUrl;
  let isNoFollow = false;
  let title = '';
  let isInTitle = false;
  const links: string[] = [];
  const parser = new Parser({
    onopentag: (name, { href, rel, name: metaName, content }) => {
      if (name === 'base' && href) base = URL.parse(href, pageUrl)?.href ?? base;
      else if (name === 'title' && title === '') isInTitle = true;
      else if (name === 'meta' && /^robots$/i.test(metaName ?? '') && /nofollow|none/i.test(content ?? ''))
        isNoFollow = true;
      else if (name === 'a' && href && !/\bnofollow\b/i.test(rel ?? '') && links.length < MAX_LINKS)
        links.push(href);
    },
    ontext: (text) => {
      if (isInTitle && title.length < LIMITS.nameCharacters) title += text;
    },
    onclosetag: (name) => {
      if (name === 'title') isInTitle = false;
    },
  });
  parser.write(html);
  parser.end();
  const shown = title.replace(/\s+/g, ' ').trim().slice(0, LIMITS.nameCharacters);
  return {
    pages: isNoFollow ? [] : collect(links, base),
    sitemaps: [],
    ...(shown !== '' && { title: shown }),
  };
}

function linksOfSitemap(xml: string, url: string): FoundLinks {
  const found = { url: [] as string[], sitemap: [] as string[] };
  let parent: 'url' | 'sitemap' | undefined;
  let loc: string | undefined;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        const local = name.split(':').at(-1);
        if (local === 'url' || local === 'sitemap') parent = local;
        else if (local === 'loc') loc = '';
      },
      ontext: (text) => {
        if (loc !== undefined && loc.length < LIMITS.urlCharacters * 2) loc += text;
      },
      onclosetag: (name) => {
        const local = name.split(':').at(-1);
        if (local === 'loc' && loc !== undefined && parent) {
          if (found[parent].length < MAX_LINKS) found[parent].push(loc.trim());
          loc = undefined;
        } else if (local === parent) parent = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  parser.end();
  return { pages: collect(found.url, url), sitemaps: collect(found.sitemap, url) };
}

function collect(links: readonly string[], base: string): string[] {
  const urls = new Set<string>();
  for (const link of links) {
    const address = URL.parse(link.trim(), base);
    if (!address || !/^https?:$/.test(address.protocol) || address.username !== '') continue;
    address.hash = '';
    // `/a?` equals `/a`.
    if (address.search === '') address.search = '';
    if (address.href.length <= LIMITS.urlCharacters) urls.add(address.href);
    if (urls.size >= MAX_LINKS) break;
  }
  return [...urls];
}
