import { enqueue } from '#jobs/enqueue.ts';
import type { Job } from '#jobs/job-kinds.ts';
import type { CrawlId } from '#lib/ids.ts';
import type { Outline } from '#records/outline.ts';
import type { Services } from '#services.ts';
import type { WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import type { CrawlRow, SourceTextRow } from '#storage/tables.ts';
import { countRepeatedLines, hasRepeatedLines, LEAST_PAGES } from './repeated-lines.ts';

type RepeatServices = Pick<Services, 'clock' | 'log'>;
type RepeatJob = Job<'take-out-repeats'>;
type StoredText = Pick<SourceTextRow, 'text' | 'outline'>;
type CrawledSource = Awaited<ReturnType<WorkspaceStore['crawls']['sources']>>[number];

/** The number of pages whose lines are counted. */
const COUNTED_PAGES = 100;
/** How long to wait for pages that are not indexed yet, at first and at most; and when to go on without them. */
const WAIT_MS = { first: 500, longest: 30_000, all: 3_600_000 };

export const queueRepeats = (tx: WorkspaceTransaction, crawlId: CrawlId, now: number): Promise<void> =>
  enqueue(tx, {
    kind: 'take-out-repeats',
    subjectId: crawlId,
    payload: { crawl_id: crawlId },
    now: now + WAIT_MS.first,
  });

/** Finds the lines that most pages of an ended crawl have, stores them on the crawl, and queues the pages that have them.
 *  Waits until the pages are indexed. Each step is committed, and one that is done is not repeated after a crash. */
export async function takeOutRepeats(services: RepeatServices, job: RepeatJob): Promise<void> {
  const { row, payload, store, signal } = job;
  const crawl = await store.crawls.find(payload.crawl_id);
  const sources = crawl?.status === 'completed' ? await store.crawls.sources(crawl.crawl_id) : [];
  if (crawl && sources.length >= LEAST_PAGES) {
    const now = services.clock.now();
    const waitedMs = now - (crawl.ended_at ?? now);
    if (waitedMs < WAIT_MS.all && sources.some(({ status }) => status === 'processing'))
      return await wait(job, now + Math.min(WAIT_MS.longest, Math.max(WAIT_MS.first, waitedMs / 4)));
    const lines = await linesOfCrawl(job, crawl, sources);
    if (lines.length > 0)
      for (const source of sources) {
        signal.throwIfAborted();
        if (source.crawl_id === crawl.crawl_id) await requeue(services, job, source, new Set(lines));
      }
  }
  await store.transaction((tx) => tx.jobs.finish(row));
}

/** Tries again later. */
async function wait({ row, payload, store }: RepeatJob, at: number): Promise<void> {
  const { crawl_id: subjectId } = payload;
  await store.transaction(async (tx) => {
    if (await tx.jobs.finish(row))
      await enqueue(tx, { kind: 'take-out-repeats', subjectId, payload, now: Math.round(at) });
  });
}

/** The repeated lines, which are counted and stored unless they are known. */
async function linesOfCrawl(
  { row, store, signal }: RepeatJob,
  crawl: CrawlRow,
  sources: readonly CrawledSource[],
): Promise<string[]> {
  if (crawl.repeated_lines !== null) return JSON.parse(crawl.repeated_lines) as string[];
  const indexed = sources.filter(({ indexed_revision }) => indexed_revision !== null);
  const step = Math.max(1, indexed.length / COUNTED_PAGES);
  const counted = indexed.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  const lines = new Set(await linesOfEarlier(store, crawl, sources));
  if (counted.length >= LEAST_PAGES) {
    const repeated = countRepeatedLines(counted.length);
    for (const source of counted) {
      signal.throwIfAborted();
      const stored = await textOf(store, source);
      repeated.add(stored?.text ?? '', outlineOf(stored));
    }
    for (const line of repeated.lines()) lines.add(line);
  }
  await store.transaction(async (tx) => {
    if (await tx.jobs.isHeld(row))
      await tx.crawls.update(crawl.crawl_id, { repeated_lines: JSON.stringify([...lines]) });
  });
  return [...lines];
}

/** The lines of earlier crawls of the same pages. Their pages no longer have them, so they cannot be counted again. */
async function linesOfEarlier(
  store: RepeatJob['store'],
  crawl: CrawlRow,
  sources: readonly CrawledSource[],
): Promise<string[]> {
  const ids = new Set(sources.flatMap(({ crawl_id }) => crawl_id ?? []));
  ids.delete(crawl.crawl_id);
  const newest = [...ids].toSorted().slice(-EARLIER_CRAWLS);
  const earlier = await Promise.all(newest.map((id) => store.crawls.find(id)));
  return earlier.flatMap((row) => JSON.parse(row?.repeated_lines ?? '[]') as string[]);
}

const EARLIER_CRAWLS = 5;

/** Queues a page as a new revision, because its offsets change. It stays searchable, and sends no notification. */
async function requeue(
  { clock }: RepeatServices,
  { row, store }: RepeatJob,
  source: CrawledSource,
  lines: ReadonlySet<string>,
): Promise<void> {
  const stored = await textOf(store, source);
  if (!stored || !hasRepeatedLines(stored.text, outlineOf(stored), lines)) return;
  await store.transaction(async (tx) => {
    if (!(await tx.jobs.isHeld(row))) return;
    const { source_id } = source;
    const current = await tx.sources.find(source_id);
    // Newer content is indexed without the lines anyway.
    if (current?.status !== 'indexed' || current.revision !== source.indexed_revision) return;
    const revision = current.revision + 1;
    const now = clock.now();
    await tx.sources.update(source_id, { revision, updated_at: now });
    await enqueue(tx, {
      kind: 'ingest-source',
      subjectId: source_id,
      payload: { source_id, revision },
      now,
    });
  });
}

const textOf = async (
  { contents }: RepeatJob['store'],
  { source_id, indexed_revision }: CrawledSource,
): Promise<StoredText | undefined> =>
  indexed_revision === null ? undefined : await contents.text(source_id, indexed_revision);

const outlineOf = (stored: StoredText | undefined): Outline =>
  stored ? (JSON.parse(stored.outline) as Outline) : { headings: [], pages: [] };

/** The pages keep their lines: nothing else depends on this job. */
export async function failRepeats(
  { log }: RepeatServices,
  { row, payload, store }: RepeatJob,
  error: unknown,
): Promise<void> {
  log.error({ err: error, crawl_id: payload.crawl_id }, 'the repeated lines of a crawl were not taken out');
  await store.transaction((tx) => tx.jobs.finish(row));
}
