import { originalOf, type WebTools } from '#connectors/kinds/web-tools.ts';
import { type FetchedPage, fetchPageIfChanged } from '#ingestion/web/fetch-page.ts';
import type { FoundLinks } from '#ingestion/web/find-links.ts';
import { isOnSameSite } from '#ingestion/web/site-manners.ts';
import { contentOfText } from '#records/content.ts';
import type { KnownPage } from './known-pages.ts';
import type { PageRenderer } from './page-renderer.ts';

/** renderer: undefined if the operator named no Chromium. */
export type WebsiteTools = WebTools & { renderer: PageRenderer | undefined };

export type LoadedPage = FetchedPage & { links: FoundLinks };

/** Fetches a page with its links, after its scripts have run if there is a renderer. Undefined if it has not changed since
 *  the last run, which is only asked for pages without a renderer: the same HTML may lead to another page. Throws
 *  SourceFault, and ConnectorFault for a page that cannot be rendered. */
export async function loadPage(
  { fetcher, findLinks, renderer }: WebsiteTools,
  url: string,
  { signal, known }: { signal: AbortSignal; known?: KnownPage | undefined },
): Promise<LoadedPage | undefined> {
  const isAsked = known !== undefined && renderer === undefined;
  const fetched = await fetchPageIfChanged(fetcher, url, {
    signal,
    validators: isAsked ? known : { etag: null, lastModified: null },
  });
  if (!fetched) return undefined;
  let page = fetched;
  try {
    if (renderer && isHtml(fetched.content.mimeType))
      page = await rendered(renderer, fetched, {
        signal,
        mayOpen: async (address) =>
          isOnSameSite(address, fetched.url) &&
          (await fetcher.robots.check(new URL(address), signal)).isAllowed,
      });
    return { ...page, links: await findLinks(() => originalOf(page), signal) };
  } catch (error) {
    await page.content.dispose();
    throw error;
  }
}

/** Pages without a type are mostly HTML. */
const isHtml = (mimeType: string | null): boolean =>
  mimeType === null || /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(mimeType);

async function rendered(
  renderer: PageRenderer,
  page: FetchedPage,
  options: Parameters<PageRenderer['render']>[1],
): Promise<FetchedPage> {
  const { html, url } = await renderer.render(page.url, options);
  await page.content.dispose();
  return { ...page, url, content: { ...contentOfText(html), mimeType: 'text/html; charset=utf-8' } };
}
