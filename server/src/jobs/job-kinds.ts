import { z } from 'zod';
import type {
  ArchiveId,
  ConnectorId,
  CrawlId,
  DeliveryId,
  EvaluationId,
  KnowledgeBaseId,
  SourceId,
} from '#lib/ids.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { JobLane, JobRow } from '#storage/tables.ts';

const anId = <Id extends string>() => z.custom<Id>((value) => typeof value === 'string');
const revisionOfSource = z.object({ source_id: anId<SourceId>(), revision: z.int() });

/** Every kind of job: the schema of its payload, and the lane it runs in. */
export const JOB_KINDS = {
  /** Indexes the content that a source had at this revision. */
  'ingest-source': { lane: 'compute', payload: revisionOfSource },
  /** The same for content with pictures of text. OCR takes seconds a page, and other documents must not wait for it. */
  'read-scans': { lane: 'ocr', payload: revisionOfSource },
  /** Builds a knowledge base's new index beside the one that answers, then switches to it. */
  'build-index': { lane: 'compute', payload: z.object({ knowledge_base_id: anId<KnowledgeBaseId>() }) },
  /** Fetches the page of a source and queues it for indexing as this revision. */
  'fetch-page': { lane: 'network', payload: revisionOfSource },
  /** Fetches the page of an indexed source again, and queues a new revision if it has changed. */
  'refresh-page': { lane: 'network', payload: revisionOfSource },
  /** Adds the next page of a crawl, and queues itself for the one after it. */
  'crawl-site': { lane: 'network', payload: z.object({ crawl_id: anId<CrawlId>() }) },
  /** Finds the lines that most pages of an ended crawl have, and takes them out of its pages. */
  'take-out-repeats': { lane: 'compute', payload: z.object({ crawl_id: anId<CrawlId>() }) },
  /** Brings the knowledge base of a connector in step with its place. In a lane of its own, because a place may take hours. */
  'sync-connector': { lane: 'connectors', payload: z.object({ connector_id: anId<ConnectorId>() }) },
  /** Lists an uploaded archive, or makes sources of its next files, and queues itself for those after them. */
  'unpack-archive': { lane: 'compute', payload: z.object({ archive_id: anId<ArchiveId>() }) },
  /** Has the deep model read what waits in the workspace. */
  'understand-sources': { lane: 'deep', payload: z.object({}) },
  /** Asks the golden questions of an evaluation and stores the results. A language model may take minutes for them, and sources
   *  must not wait for it. */
  'run-evaluation': { lane: 'evaluation', payload: z.object({ evaluation_id: anId<EvaluationId>() }) },
  /** Sends an event to a webhook. */
  'deliver-event': { lane: 'delivery', payload: z.object({ delivery_id: anId<DeliveryId>() }) },
} as const satisfies Record<string, { lane: JobLane; payload: z.ZodType }>;

export type JobKind = keyof typeof JOB_KINDS;
export type JobPayload<Kind extends JobKind> = z.infer<(typeof JOB_KINDS)[Kind]['payload']>;

/** A job as its handler sees it. */
export type Job<Kind extends JobKind> = {
  row: JobRow;
  payload: JobPayload<Kind>;
  store: WorkspaceStore;
  /** Aborted when the lease is lost, the job is cancelled, or the service stops. */
  signal: AbortSignal;
};

export type JobHandler<Kind extends JobKind> = {
  /** Does the work and ends the job with `tx.jobs.finish` in the transaction that commits it. */
  run(job: Job<Kind>): Promise<void>;
  /** Called when the job will not be retried: commits the failure and ends the job in the same transaction. */
  onFailure(job: Job<Kind>, error: unknown): Promise<void>;
  isRetryable(error: unknown): boolean;
};

export type JobHandlers = { [Kind in JobKind]: JobHandler<Kind> };
