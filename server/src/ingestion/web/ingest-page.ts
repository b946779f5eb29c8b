import { faultOf, faultText, toSourceError } from '#ingestion/fail-source.ts';
import { isLarge } from '#isomorphic/limits.ts';
import { enqueue } from '#jobs/enqueue.ts';
import type { Job } from '#jobs/job-kinds.ts';
import { hoursAfter } from '#lib/clock.ts';
import type { CrawlId, SourceId } from '#lib/ids.ts';
import { SERVICE } from '#records/audit.ts';
import { type HistoryEntry, recordHistory } from '#records/source-history.ts';
import type { Services } from '#services.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import { QUEUED, type SourceRow } from '#storage/tables.ts';
import { type FetchedPage, type FetcherOptions, fetchPage, fetchPageIfChanged } from './fetch-page.ts';

type FetchServices = Pick<Services, 'clock' | 'log'> & { fetcher: FetcherOptions };

/** Fetches the page of a source and queues its indexing, in one transaction. */
export async function fetchSource(
  { clock, fetcher }: FetchServices,
  { row, payload, store, signal }: Job<'fetch-page'>,
): Promise<void> {
  const source = await store.sources.find(payload.source_id);
  if (!source || source.url === null || source.revision !== payload.revision) {
    await store.transaction((tx) => tx.jobs.finish(row));
    return;
  }
  await store.transaction(
    (tx) => tx.sources.update(source.source_id, { stage: 'fetching', updated_at: clock.now() }),
    { isVolatile: true },
  );
  const page = await fetchPage(fetcher, source.url, { signal });
  try {
    await store.transaction(
      async (tx) => {
        if (!(await tx.jobs.finish(row))) return;
        const current = await tx.sources.find(source.source_id);
        if (current?.revision === source.revision) await savePage(tx, current, page, clock.now());
      },
      { isLarge: isLarge(page.content.sizeBytes) },
    );
  } finally {
    await page.content.dispose();
  }
}

/** Checks if the page of an indexed source has changed. If so, it is indexed as a new revision, and queries use the old
 *  one meanwhile. If not, or if the fetch fails, the source stays unchanged. */
export async function refreshSource(
  { clock, fetcher }: FetchServices,
  { row, payload, store, signal }: Job<'refresh-page'>,
): Promise<void> {
  const source = await store.sources.find(payload.source_id);
  if (!source || source.url === null || !isToRefresh(source, payload.revision)) {
    await store.transaction((tx) => tx.jobs.finish(row));
    return;
  }
  const validators = { etag: source.etag, lastModified: source.last_modified };
  const page = await fetchPageIfChanged(fetcher, source.url, { signal, validators });
  try {
    await store.transaction(
      async (tx) => {
        if (!(await tx.jobs.finish(row))) return;
        const current = await tx.sources.find(source.source_id);
        if (!current || !isToRefresh(current, source.revision)) return;
        const now = clock.now();
        if (page && page.content.sha256 !== current.content_sha256) {
          await replacePage(tx, current, page, now);
        } else {
          await tx.sources.update(current.source_id, {
            ...lookedAt(current, now),
            ...(page && { etag: page.etag, last_modified: page.lastModified }),
          });
          await recordRefresh(tx, current, { outcome: 'unchanged' }, now);
        }
      },
      { isLarge: isLarge(page?.content.sizeBytes) },
    );
  } finally {
    await page?.content.dispose();
  }
}

/** Commits the failure of a refresh. */
export async function failRefresh(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  { row, payload, store }: Job<'refresh-page'>,
  error: unknown,
): Promise<void> {
  const fault = faultOf(error);
  if (fault.code === 'internal_error')
    log.error({ err: error, source_id: payload.source_id }, 'a page could not be refreshed');
  await store.transaction(async (tx) => {
    if (!(await tx.jobs.finish(row))) return;
    const current = await tx.sources.find(payload.source_id);
    if (!current || !isToRefresh(current, payload.revision)) return;
    const now = clock.now();
    await tx.sources.update(payload.source_id, {
      ...lookedAt(current, now),
      refresh_error: faultText(fault),
    });
    await recordRefresh(tx, current, { outcome: 'failed', error: toSourceError(fault) }, now);
  });
}

/** A source with newer content or a new URL no longer needs this refresh. */
const isToRefresh = ({ status, revision }: SourceRow, expected: number): boolean =>
  status === 'indexed' && revision === expected;

const recordRefresh = (
  tx: WorkspaceTransaction,
  { source_id }: SourceRow,
  details: NonNullable<HistoryEntry['details']>,
  now: number,
): Promise<void> =>
  recordHistory(tx, {
    actor: SERVICE,
    now,
    entries: [{ sourceId: source_id, action: 'refreshed', details }],
  });

/** Indexes a fetched page as a new revision of its source.
 *  crawlId: of the crawl that fetched the page; undefined for a refresh. */
export async function replacePage(
  tx: WorkspaceTransaction,
  source: SourceRow,
  page: FetchedPage,
  now: number,
  crawlId?: CrawlId,
): Promise<void> {
  await savePage(tx, { ...source, revision: source.revision + 1 }, page, now);
  const details = {
    outcome: 'changed' as const,
    size_bytes: page.content.sizeBytes,
    ...(crawlId && { crawl_id: crawlId }),
  };
  await recordRefresh(tx, source, details, now);
}

/** Stores a fetched page as the content of the source's revision, and queues its indexing. */
export async function savePage(
  tx: WorkspaceTransaction,
  source: SourceRow,
  { content, url, etag, lastModified }: FetchedPage,
  now: number,
): Promise<void> {
  const { source_id, revision, knowledge_base_id } = source;
  const original = await tx.sources.findByContent(
    { knowledgeBaseId: knowledge_base_id, sha256: content.sha256 },
    source_id,
  );
  await tx.contents.insertFile(source_id, revision, content.parts());
  await tx.sources.update(source_id, {
    ...lookedAt(source, now),
    ...QUEUED,
    revision,
    mime_type: content.mimeType,
    size_bytes: content.sizeBytes,
    content_sha256: content.sha256,
    duplicate_of: original?.source_id ?? null,
    canonical_url: url === source.url ? null : url,
    etag,
    last_modified: lastModified,
    updated_at: now,
  });
  await queueIngestion(tx, source_id, revision, now);
}

const queueIngestion = (
  tx: WorkspaceTransaction,
  sourceId: SourceId,
  revision: number,
  now: number,
): Promise<void> =>
  enqueue(tx, {
    kind: 'ingest-source',
    subjectId: sourceId,
    payload: { source_id: sourceId, revision },
    now,
  });

const lookedAt = ({ refresh_interval_hours: hours }: SourceRow, now: number) => ({
  fetched_at: now,
  refresh_at: hours === null ? null : hoursAfter(now, hours),
  refresh_error: null,
});
