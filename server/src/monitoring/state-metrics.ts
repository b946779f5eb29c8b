import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';

/** The jobs, deliveries and index memory of one environment at a moment. */
export type QueueGauges = {
  /** due: jobs that wait although their time has come. oldestDueMs: how long the first of them has waited. */
  lanes: { lane: string; due: number; delayed: number; running: number; oldestDueMs: number }[];
  /** Webhook deliveries that have not ended. */
  pendingDeliveries: number;
  /** Chunks that the deep model has yet to read. */
  pendingChunks: number;
  indexBytes: number;
};

/** Reading costs database queries, and scrapers need nothing newer. */
const FRESH_MS = 5_000;
/** Gauges that take longer are left out of the scrape. */
const READ_MS = 2_000;

/** Adds gauges of the values from `read` to the registry, by environment. If reading fails they are absent, and
 *  `footnote_state_read` is 0. Returns a function that updates them before the metrics are written. */
export function addStateMetrics(
  registry: Registry,
  read: Record<string, () => Promise<QueueGauges>>,
): () => Promise<void> {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames: ['environment', ...labelNames], registers: [registry] });
  const jobs = gauge(
    'footnote_jobs',
    'Jobs by lane: running, due (waiting although their time has come), delayed.',
    'lane',
    'state',
  );
  const oldest = gauge('footnote_oldest_due_job_seconds', 'How long the oldest due job has waited.', 'lane');
  const deliveries = gauge(
    'footnote_pending_deliveries',
    'Webhook deliveries that have neither succeeded nor been given up.',
  );
  const chunks = gauge('footnote_pending_chunks', 'Chunks that the deep model has yet to read.');
  const index = gauge('footnote_index_memory_bytes', 'Size of the search indexes in memory.');
  const isRead = gauge('footnote_state_read', 'Whether the gauges of this environment could be read.');
  const all = [jobs, oldest, deliveries, chunks, index];

  const show = (environment: string, state: QueueGauges | undefined): void => {
    isRead.set({ environment }, state ? 1 : 0);
    if (!state) return;
    for (const { lane, due, delayed, running, oldestDueMs } of state.lanes) {
      for (const [name, count] of Object.entries({ due, delayed, running }))
        jobs.set({ environment, lane, state: name }, count);
      oldest.set({ environment, lane }, oldestDueMs / 1_000);
    }
    deliveries.set({ environment }, state.pendingDeliveries);
    chunks.set({ environment }, state.pendingChunks);
    index.set({ environment }, state.indexBytes);
  };

  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const readAll = async (): Promise<void> => {
    const states = await Promise.all(
      Object.entries(read).map(async ([environment, each]) => [environment, await inTime(each)] as const),
    );
    for (const metric of all) metric.reset();
    for (const [environment, state] of states) show(environment, state);
    readAt = performance.now();
  };
  return async () => {
    if (performance.now() - readAt < FRESH_MS) return;
    reading ??= readAll().finally(() => {
      reading = undefined;
    });
    await reading;
  };
}

const inTime = (read: () => Promise<QueueGauges>): Promise<QueueGauges | undefined> =>
  Promise.race([read().catch(() => undefined), sleep(READ_MS, undefined, { ref: false })]);
