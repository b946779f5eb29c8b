import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';

/** What one environment holds at a moment. */
export type State = {
  /** By lane. due: those that wait though their time has come. oldestDueMs: for how long the first of them has. */
  lanes: { lane: string; due: number; delayed: number; running: number; oldestDueMs: number }[];
  /** Deliveries of webhooks that have not ended. */
  pendingDeliveries: number;
  indexBytes: number;
};

/** Nobody needs it newer, and it is asked of the database. */
const FRESH_MS = 5_000;
/** What has not been read by then is left out of this scrape. */
const READ_MS = 2_000;

/** Adds gauges of what `read` says, by environment, to the registry. What could not be read is absent, and
 *  `footnote_state_read` is 0. Returns what brings them up to date, before the metrics are written. */
export function addStateMetrics(
  registry: Registry,
  read: Record<string, () => Promise<State>>,
): () => Promise<void> {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames: ['environment', ...labelNames], registers: [registry] });
  const jobs = gauge(
    'footnote_jobs',
    'Jobs by lane: running, due (they wait though their time has come), delayed.',
    'lane',
    'state',
  );
  const oldest = gauge(
    'footnote_oldest_due_job_seconds',
    'For how long the first of the jobs that are due has waited.',
    'lane',
  );
  const deliveries = gauge(
    'footnote_pending_deliveries',
    'Deliveries of webhooks that have neither succeeded nor been given up.',
  );
  const index = gauge('footnote_index_memory_bytes', 'Search indexes in memory.');
  const isRead = gauge('footnote_state_read', 'Whether the gauges of this environment could be read.');
  const all = [jobs, oldest, deliveries, index];

  const show = (environment: string, state: State | undefined): void => {
    isRead.set({ environment }, state ? 1 : 0);
    if (!state) return;
    for (const { lane, due, delayed, running, oldestDueMs } of state.lanes) {
      for (const [name, count] of Object.entries({ due, delayed, running }))
        jobs.set({ environment, lane, state: name }, count);
      oldest.set({ environment, lane }, oldestDueMs / 1_000);
    }
    deliveries.set({ environment }, state.pendingDeliveries);
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

const inTime = (read: () => Promise<State>): Promise<State | undefined> =>
  Promise.race([read().catch(() => undefined), sleep(READ_MS, undefined, { ref: false })]);
