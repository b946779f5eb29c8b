import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { readRetryAfter } from '#lib/retry-after.ts';
import { explainFailure } from '#net/explain-failure.ts';
import { FetchError } from '#net/fetch-error.ts';
import { fetchLimited } from '#net/fetch-limited.ts';
import type { GuardedAgent } from '#net/guarded-agent.ts';
import type { Robots } from '#net/robots.ts';
import { type Content, openSpool } from '#records/content.ts';

export type FetcherOptions = {
  agent: GuardedAgent;
  robots: Robots;
  userAgent: string;
  /** The folder for pages between download and storage. */
  folder: string;
  /** The timeout for a page with all its redirects. */
  timeoutMs: number;
};

export type FetchedPage = {
  /** The caller must dispose of it. */
  content: Content;
  /** The URL after redirects. */
  url: string;
  etag: string | null;
  lastModified: string | null;
};

/** The cache validators of the last response, for a request that downloads the page only if it changed. */
export type Validators = { etag: string | null; lastModified: string | null };

/** Fetches a page for the knowledge base. Only public URLs, as robots.txt allows, within the limits for time, size and
 *  redirects. isOfAnyType: accepts any media type. Throws SourceFault, which is an HttpStatusFault if the site answered. */
export async function fetchPage(
  options: FetcherOptions,
  url: string,
  request: { signal: AbortSignal; isOfAnyType?: boolean },
): Promise<FetchedPage> {
  const page = await load(options, url, request);
  if (!page) throw new Error('A page was called unchanged without having been asked whether it is.');
  return page;
}

/** Like fetchPage, but returns undefined if the page has not changed. */
export const fetchPageIfChanged = (
  options: FetcherOptions,
  url: string,
  request: { signal: AbortSignal; validators: Validators; isOfAnyType?: boolean },
): Promise<FetchedPage | undefined> => load(options, url, request);

async function load(
  { agent, robots, userAgent, folder, timeoutMs }: FetcherOptions,
  url: string,
  {
    signal,
    validators,
    isOfAnyType = false,
  }: { signal: AbortSignal; validators?: Validators; isOfAnyType?: boolean },
): Promise<FetchedPage | undefined> {
  const spool = openSpool(folder);
  try {
    const response = await fetchLimited(agent, url, {
      headers: {
        'user-agent': userAgent,
        accept: 'text/html,application/xhtml+xml,text/markdown,text/plain,application/pdf;q=0.9,*/*;q=0.5',
        ...(validators?.etag && { 'if-none-match': validators.etag }),
        ...(validators?.lastModified && { 'if-modified-since': validators.lastModified }),
      },
      maxBytes: LIMITS.pageBytes,
      maxRedirects: LIMITS.redirects,
      timeoutMs,
      signal,
      beforeRequest: async (address) => {
        const verdict = await robots.check(address, signal).catch((error) => {
          throw inWordsOfPage(error, new URL(url), address);
        });
        if (!verdict.isAllowed) throw new DisallowedFault(address);
      },
      accept: ({ status, headers, url: address }) => {
        if (status === 304 && validators) return;
        assertPage(status, headers, { host: new URL(address).host, isOfAnyType });
      },
      onBody: spool.write,
    });
    if (response.status === 304) {
      await spool.discard();
      return undefined;
    }
    const content = await spool.finish({ mimeType: response.headers['content-type'] ?? null });
    return {
      content,
      url: response.url,
      etag: response.headers['etag'] ?? null,
      lastModified: response.headers['last-modified'] ?? null,
    };
  } catch (error) {
    await spool.discard();
    if (error instanceof FetchError) throw faultOfFetch(error);
    throw error;
  }
}

/** Hides the target of a redirect to an address that is not public. */
const inWordsOfPage = (error: unknown, page: URL, address: URL): unknown =>
  error instanceof FetchError && error.code === 'blocked'
    ? explainFailure(error.cause, { host: page.host, isRedirected: address.host !== page.host })
    : error;

const READABLE =
  /^(?:text\/(?:html|plain|markdown|x-markdown|csv|tab-separated-values|xml)|application\/(?:xhtml\+xml|xml|pdf|rtf|epub\+zip|octet-stream|vnd\.openxmlformats-officedocument\.[\w.]+|vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation|graphics)|msword|vnd\.ms-(?:excel|powerpoint)|vnd\.(?:ms-)?visio[\w.]*))$/;

/** An answer with a status that is no page. */
export class HttpStatusFault extends SourceFault {
  readonly status: number;
  /** Milliseconds until the site wants to be asked again, if it says so. */
  readonly retryAfterMs: number | undefined;

  constructor(host: string, status: number, retryAfter: string | undefined) {
    const isRetryable = status >= 500 || [408, 425, 429].includes(status);
    super('fetch_failed', 'fetching', `${host} answered ${status}${adviceFor(status)}.`, { isRetryable });
    this.status = status;
    this.retryAfterMs = readRetryAfter(retryAfter);
  }
}

/** Rejects a response that is not a page, before its body is read. */
function assertPage(
  status: number,
  headers: Readonly<Record<string, string>>,
  { host, isOfAnyType }: { host: string; isOfAnyType: boolean },
): void {
  if (status < 200 || status > 299) throw new HttpStatusFault(host, status, headers['retry-after']);
  const type = isOfAnyType ? undefined : headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type && !READABLE.test(type)) {
    throw new SourceFault(
      'unsupported_format',
      'fetching',
      `${host} sent ${type.slice(0, 100)}. Footnote reads HTML, plain text, Markdown, PDF and DOCX from the web.`,
    );
  }
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403)
    return ': the page is not for everybody; add its text or a saved copy instead';
  if (status === 404 || status === 410) return ': there is no such page; check the address';
  if (status === 429) return ': it is asked too often; try again later';
  return status >= 500 ? ': the server has a fault of its own; try again later' : ' and no page';
}

/** The site asks programs not to fetch a page. */
export class DisallowedFault extends SourceFault {
  constructor({ host }: URL) {
    super(
      'fetch_blocked',
      'fetching',
      `The robots.txt of ${host} asks programs not to fetch this page. Add its text or a saved copy instead.`,
    );
  }
}

function faultOfFetch(error: FetchError): SourceFault {
  const { code, message, isRetryable } = error;
  const options = { isRetryable, cause: error };
  switch (code) {
    case 'blocked':
      return new SourceFault('fetch_blocked', 'fetching', message, options);
    case 'timeout':
      return new SourceFault('fetch_timeout', 'fetching', message, options);
    case 'too_large':
      return new SourceFault('too_large', 'fetching', message, options);
    default:
      return new SourceFault('fetch_failed', 'fetching', message, options);
  }
}
