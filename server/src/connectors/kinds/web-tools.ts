import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { ConnectorFault } from '#connectors/connector-fault.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { type FetcherOptions, HttpStatusFault } from '#ingestion/web/fetch-page.ts';
import type { FoundLinks } from '#ingestion/web/find-links.ts';
import type { Feed } from '#ingestion/web/read-feed.ts';
import type { ReadContent } from '#ingestion/workers/document-worker.ts';
import { type Content, readContent } from '#records/content.ts';

/** What connectors to the web use. The readers run in the worker that reads documents, for the workspace of the
 *  connector. */
export type WebTools = {
  fetcher: FetcherOptions;
  findLinks(read: ReadContent, signal: AbortSignal): Promise<FoundLinks>;
  readFeed(read: ReadContent, signal: AbortSignal): Promise<Feed>;
};

/** A fetched page for the worker. */
export const originalOf = ({ content, url }: { content: Content; url: string }): OriginalContent => ({
  bytes: readContent(content),
  mimeType: content.mimeType,
  fileName: null,
  origin: 'web-page',
  url,
});

/** The content of a page, which is disposed of at the end. */
export async function* bytesOf(content: Content): AsyncGenerator<Uint8Array> {
  try {
    // Copied, because a part is valid only until the next one is read.
    for (const part of content.parts()) yield Uint8Array.from(part);
  } finally {
    await content.dispose();
  }
}

export const bytesOfFile = (path: string): AsyncIterable<Uint8Array> => createReadStream(path);

/** An id of at most 400 characters. */
export const idOf = (text: string): string =>
  text.length <= MAX_ID ? text : `${text.slice(0, MAX_ID - 65)}#${sha256(text)}`;

const MAX_ID = 400;

export const sha256 = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

/** True if a page is gone, rather than out of reach. */
export const isGone = (error: unknown): boolean =>
  error instanceof HttpStatusFault && [404, 410].includes(error.status);

/** The fault of a connector for that of a page. Other errors stay as they are. */
export function faultOfPage(error: unknown): unknown {
  if (!(error instanceof SourceFault)) return error;
  const { message: said } = error;
  if (error instanceof HttpStatusFault) {
    const { status, retryAfterMs } = error;
    if (status === 429) return new ConnectorFault('rate_limited', said, { retryAfterMs, cause: error });
    return new ConnectorFault(error.isRetryable ? 'unavailable' : 'settings', said, {
      retryAfterMs,
      cause: error,
    });
  }
  const code = error.code === 'fetch_timeout' || error.isRetryable ? 'unavailable' : CODES[error.code];
  return new ConnectorFault(code ?? 'settings', said, { cause: error });
}

/** The same for one page of many. Whatever is wrong with it, such as 403, is no reason to stop reading the others. */
export function faultOfOnePage(error: unknown): unknown {
  const fault = faultOfPage(error);
  return fault instanceof ConnectorFault && fault.code === 'settings'
    ? new ConnectorFault('untrusted', fault.message, { cause: error })
    : fault;
}

const CODES: Partial<Record<SourceFault['code'], ConnectorFault['code']>> = {
  fetch_blocked: 'untrusted',
  too_large: 'untrusted',
  parse_timeout: 'untrusted',
};
