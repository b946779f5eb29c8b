import { watchConversations } from '#chat/conversations/watch-conversations.ts';
import { createAsker } from '#chat/turn/run-turn.ts';
import { connectorKind } from '#connectors/connector-kinds.ts';
import type { PageRenderer } from '#connectors/kinds/website/page-renderer.ts';
import { failSync, syncConnector } from '#connectors/sync-connector.ts';
import { watchConnectors } from '#connectors/watch-connectors.ts';
import { evaluateQuestions, failEvaluation } from '#evaluation/evaluate-questions.ts';
import { failSource } from '#ingestion/fail-source.ts';
import { buildIndex, failBuild } from '#ingestion/indexing/build-index.ts';
import { createIngestion } from '#ingestion/ingest-source.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { givingWay } from '#ingestion/understanding/give-way.ts';
import { failUnderstanding, understandSources } from '#ingestion/understanding/understand-sources.ts';
import { watchSources } from '#ingestion/watch-sources.ts';
import { crawlSite, failCrawl } from '#ingestion/web/crawl-site.ts';
import type { FetcherOptions } from '#ingestion/web/fetch-page.ts';
import { failRefresh, fetchSource, refreshSource } from '#ingestion/web/ingest-page.ts';
import { failRepeats, takeOutRepeats } from '#ingestion/web/take-out-repeats.ts';
import type { DocumentWorker, ReadContent } from '#ingestion/workers/document-worker.ts';
import type { JobHandlers } from '#jobs/job-kinds.ts';
import { runJobs } from '#jobs/run-jobs.ts';
import { patiently } from '#lib/async/patience.ts';
import { startMovingBlobs } from '#limits/move-blobs.ts';
import { startRequestCleanup } from '#limits/request-cleanup.ts';
import { ModelError } from '#models/model-error.ts';
import type { Monitor } from '#monitoring/monitor.ts';
import { parseAllowHosts } from '#net/allowed-hosts.ts';
import type { Services } from '#services.ts';
import { changeSource } from '#sources/change-source.ts';
import { removeSource } from '#sources/remove-source.ts';
import { failArchive, unpackArchive } from '#sources/unpack-archive.ts';
import { upsertSource } from '#sources/upsert-source.ts';
import type { JobLane } from '#storage/tables.ts';
import { watchStorage } from '#usage/watch-storage.ts';
import { deliverEvent, failDelivery } from '#webhooks/deliver-event.ts';
import { endpointConcurrency } from '#webhooks/endpoint-concurrency.ts';
import { watchEvents } from '#webhooks/expire-events.ts';

/** Jobs in progress for each thread: while one computes, the others read their content or commit. */
const JOBS_PER_THREAD = 12;

/** The deep model has threads of its own, and one job keeps them busy. */
const DEEP_JOBS = 1;

/** Each waits for its place most of the time. */
const CONNECTOR_JOBS = 4;
/** OCR has one thread, and other documents need the rest of the machine. */
const OCR_JOBS = 1;

/** What the jobs of both environments share. */
export type WorkerTools = {
  documentWorker: DocumentWorker;
  /** Reads pictures of text too; undefined if OCR is off. */
  scanWorker: DocumentWorker | undefined;
  openOutbound(): Promise<FetcherOptions>;
  openRenderer(): Promise<PageRenderer | undefined>;
  monitor: Monitor;
  /** How many jobs of the lane `compute` run on this node. */
  computing: { count: number };
};

/** Runs the jobs of one environment: job kind -> handler. No client waits for their statements. */
export const startWorker = (services: Services, tools: WorkerTools): { stop(): Promise<void> } =>
  patiently(() => startJobs(services, tools));

function startJobs(services: Services, tools: WorkerTools): { stop(): Promise<void> } {
  const { store, clock, log, config } = services;
  const { documentWorker, scanWorker, monitor, computing } = tools;
  const concurrency = endpointConcurrency();
  const giveWay = givingWay(
    async () => computing.count > 0 || ((await store.jobs.nextDueAt('compute')) ?? Infinity) <= clock.now(),
  );
  const onRead = (chunks: number) =>
    monitor.metrics.understoodChunks.inc({ environment: store.environment }, chunks);
  const askAgent = createAsker(services);
  const ingestSource = createIngestion(services);
  const handlers: JobHandlers = {
    'ingest-source': {
      run: (job) => ingestSource(job, documentWorker),
      onFailure: (job, error) => failSource(services, job, error),
      isRetryable,
    },
    'read-scans': {
      // A job that was queued before OCR was turned off indexes what text there is.
      run: (job) => ingestSource(job, scanWorker ?? documentWorker),
      onFailure: (job, error) => failSource(services, job, error),
      isRetryable,
    },
    'build-index': {
      run: (job) => buildIndex({ ...services, documentWorker }, job),
      onFailure: (job, error) => failBuild(services, job, error),
      isRetryable,
    },
    ...webHandlers(services, tools),
    'take-out-repeats': {
      run: (job) => takeOutRepeats(services, job),
      onFailure: (job, error) => failRepeats(services, job, error),
      isRetryable,
    },
    'unpack-archive': {
      run: (job) => unpackArchive({ ...services, unpacker: documentWorker }, job),
      onFailure: (job, error) =>
        failArchive(services, job, {
          error,
          sentence: error instanceof SourceFault ? error.message : undefined,
        }),
      isRetryable,
    },
    'run-evaluation': {
      run: (job) => evaluateQuestions({ ...services, askAgent }, job),
      onFailure: (job, error) => failEvaluation(services, job, error),
      isRetryable,
    },
    'understand-sources': {
      run: (job) => understandSources({ ...services, giveWay, onRead }, job),
      onFailure: (job, error) => failUnderstanding(services, job, error),
      isRetryable: () => true,
    },
    'sync-connector': connectorHandler(services, tools),
    'deliver-event': {
      run: async (job) => deliverEvent({ ...services, concurrency, sender: await tools.openOutbound() }, job),
      onFailure: (job, error) => failDelivery(services, job, error),
      isRetryable,
    },
  };
  const run = (lane: JobLane, concurrency: number) =>
    runJobs({
      store,
      clock,
      log,
      lane,
      handlers,
      watch: (kind, work) =>
        monitor.runJob(store.environment, kind, lane === 'compute' ? () => counted(computing, work) : work),
      concurrency,
      maxAttempts: config.JOB_ATTEMPTS,
      leaseMs: config.JOB_LEASE_SECONDS * 1_000,
    });
  const parts = [
    run('compute', config.INGEST_WORKERS * JOBS_PER_THREAD),
    run('ocr', OCR_JOBS),
    run('deep', DEEP_JOBS),
    run('network', config.FETCH_CONCURRENCY),
    run('connectors', CONNECTOR_JOBS),
    run('delivery', config.WEBHOOK_CONCURRENCY),
    run('evaluation', EVALUATION_JOBS),
    watchSources(services),
    watchConnectors(services),
    watchConversations(services),
    watchStorage(services),
    watchEvents(services),
    startRequestCleanup(services),
    startMovingBlobs(services),
  ];
  return {
    stop: async () => {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}

/** The jobs that fetch pages. */
function webHandlers(
  services: Services,
  { documentWorker, openOutbound }: WorkerTools,
): Pick<JobHandlers, 'fetch-page' | 'refresh-page' | 'crawl-site'> {
  const withWeb = async () => ({ ...services, documentWorker, fetcher: await openOutbound() });
  return {
    'fetch-page': {
      run: async (job) => fetchSource(await withWeb(), job),
      onFailure: (job, error) => failSource(services, job, error),
      isRetryable: isFetchRetryable,
    },
    'refresh-page': {
      run: async (job) => refreshSource(await withWeb(), job),
      onFailure: (job, error) => failRefresh(services, job, error),
      isRetryable: isFetchRetryable,
    },
    'crawl-site': {
      run: async (job) => crawlSite(await withWeb(), job),
      onFailure: (job, error) => failCrawl(services, job, error),
      isRetryable,
    },
  };
}

const connectorHandler = (
  services: Services,
  { documentWorker, openOutbound, openRenderer }: WorkerTools,
): JobHandlers['sync-connector'] => ({
  run: (job) => {
    const { workspaceId } = job.store;
    const openTools = async () => ({
      clock: services.clock,
      fetcher: await openOutbound(),
      guard: { allowHosts: parseAllowHosts(services.config.URL_FETCH_ALLOW_HOSTS) },
      findLinks: (read: ReadContent, signal: AbortSignal) =>
        documentWorker.findLinks(read, { workspaceId, signal }),
      readFeed: (read: ReadContent, signal: AbortSignal) =>
        documentWorker.readFeed(read, { workspaceId, signal }),
      renderer: await openRenderer(),
      connectorFolders: services.config.CONNECTOR_FOLDERS,
    });
    const sources = { upsert: upsertSource, change: changeSource, remove: removeSource };
    return syncConnector({ ...services, kind: connectorKind, sources, openTools }, job);
  },
  onFailure: (job, error) => failSync(services, job, error),
  isRetryable,
});

/** Each asks one question after another. */
const EVALUATION_JOBS = 2;

async function counted(running: { count: number }, work: () => Promise<void>): Promise<void> {
  running.count += 1;
  try {
    await work();
  } finally {
    running.count -= 1;
  }
}

const isRetryable = (error: unknown): boolean =>
  !(error instanceof SourceFault || error instanceof ModelError) || error.isRetryable;

/** A page that timed out will time out again: do not retry. */
const isFetchRetryable = (error: unknown): boolean =>
  isRetryable(error) && !(error instanceof SourceFault && error.code === 'fetch_timeout');
