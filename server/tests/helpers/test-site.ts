import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { serve } from './local-server.ts';

/** What a page of a test site answers. `hangs`: it says nothing at all, or stops in the middle of its body. `after`:
 *  when it answers. */
type Reply = {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  hangs?: 'before-headers' | 'in-body';
  after?: Promise<unknown>;
};
type Page = string | Reply | ((request: SiteRequest) => Reply | string);
type SiteRequest = { path: string; headers: IncomingHttpHeaders };

/** A site on a loopback address whose pages a test sets, and which remembers what it was asked for. */
export type TestSite = {
  /** `127.0.0.1:port`, as URL_FETCH_ALLOW_HOSTS names it. */
  readonly host: string;
  url(path?: string): string;
  /** A text is an HTML page. `*` answers every path that has no page of its own; without it such a path is 404. */
  set(path: string, page: Page): void;
  /** Sets an HTML page that is answered when it is released: a source of it is `processing` until then. */
  hold(path: string, body?: string): { url: string; release(): void };
  remove(path: string): void;
  /** All so far but those for robots.txt. */
  requests(): readonly SiteRequest[];
  /** How often a path was asked for. */
  count(path: string): number;
  close(): Promise<void>;
};

export async function startTestSite(): Promise<TestSite> {
  const pages = new Map<string, Page>();
  const requests: SiteRequest[] = [];
  const server = await serve((request, response) => {
    void answer(request, response, pages, requests);
  });
  const url = (path = '/'): string => `${server.origin}${path}`;
  return {
    host: `127.0.0.1:${server.port}`,
    url,
    set: (path, page) => void pages.set(path, page),
    hold: (
      path,
      body = htmlPage({ title: 'Late', text: 'What the harbour master says at last. '.repeat(9) }),
    ) => {
      const { promise: after, resolve: release } = Promise.withResolvers<void>();
      pages.set(path, { body, after });
      return { url: url(path), release };
    },
    remove: (path) => void pages.delete(path),
    requests: () => requests.filter(({ path }) => path !== '/robots.txt'),
    count: (wanted) => requests.filter(({ path }) => path === wanted).length,
    close: async () => await server[Symbol.asyncDispose](),
  };
}

/** Several sites, because a service remembers the robots.txt of each: a test takes one that no other has used. */
export async function startTestSites(count: number): Promise<{
  /** All of them, as URL_FETCH_ALLOW_HOSTS wants it. */
  hosts: string;
  take(): TestSite;
  close(): Promise<void>;
}> {
  const sites = await Promise.all(Array.from({ length: count }, startTestSite));
  let taken = 0;
  return {
    hosts: sites.map((site) => site.host).join(','),
    take: () => {
      const site = sites[taken++];
      if (!site) throw new Error(`All ${count} sites are taken: start more.`);
      return site;
    },
    close: async () => void (await Promise.all(sites.map((site) => site.close()))),
  };
}

async function answer(
  { url: path = '/', headers }: IncomingMessage,
  response: ServerResponse,
  pages: ReadonlyMap<string, Page>,
  requests: SiteRequest[],
): Promise<void> {
  const request = { path, headers };
  requests.push(request);
  const page = pages.get(path) ?? (path === '/robots.txt' ? undefined : pages.get('*'));
  const said = typeof page === 'function' ? page(request) : page;
  const reply: Reply =
    typeof said === 'string' ? { body: said } : (said ?? { status: 404, body: 'Nothing.' });
  await reply.after;
  if (reply.hangs === 'before-headers') return;
  response.writeHead(reply.status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...reply.headers });
  if (reply.hangs === 'in-body') response.write(reply.body ?? '<!doctype html><p>The beginning of a page');
  else response.end(reply.body);
}

/** A web page as most are: a title, menus and a footer around an article with links. */
export const htmlPage = ({
  title,
  text,
  links = [],
  head = '',
}: {
  title: string;
  text: string;
  links?: readonly string[];
  head?: string;
}): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body>
<header><nav><ul><li><a href="#top">Home</a></li><li><a href="#prices">Tickets and prices menu</a></li></ul></nav></header>
<main><article><h1>${title}</h1>
<p>${text}</p>
${links.map((link) => `<p>Read on about the harbour at <a href="${link}">the page of this name</a>, which tells more.</p>`).join('\n')}
</article></main>
<footer><p>Copyright notice of the harbour footer. All rights reserved.</p></footer>
</body></html>`;
