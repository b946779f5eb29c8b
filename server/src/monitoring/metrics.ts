import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** In seconds. Requests range from a lookup to a long poll, models from a microsecond to a minute. */
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const MODEL_BUCKETS = [0.0001, 0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const JOB_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300];

export type Metrics = ReturnType<typeof createMetrics>;

/** Counters and timings of all environments of a process. Each service has its own registry, because tests run several in
 *  one process. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  /** By environment. Written to the gauge only at a scrape, because each request changes it twice. */
  const running = new Map<string, number>();
  const change = (environment: string, by: 1 | -1): void =>
    void running.set(environment, (running.get(environment) ?? 0) + by);
  new Gauge({
    name: 'http_requests_running',
    help: 'Requests in progress.',
    labelNames: ['environment'],
    registers,
    collect() {
      for (const [environment, count] of running) this.set({ environment }, count);
    },
  });
  return {
    registry,
    requestBegan: (environment: string) => change(environment, 1),
    requestEnded: (environment: string) => change(environment, -1),
    requestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Requests by route pattern and status class; status "aborted": the client disconnected.',
      labelNames: ['environment', 'method', 'route', 'status'],
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    rateLimited: new Counter({
      name: 'footnote_rate_limited_total',
      help: 'Requests answered 429.',
      labelNames: ['environment', 'route'],
      registers,
    }),
    failedAuthentications: new Counter({
      name: 'footnote_failed_authentications_total',
      help: 'Requests answered 401.',
      labelNames: ['environment'],
      registers,
    }),
    refusedConnections: new Counter({
      name: 'footnote_refused_connections_total',
      help: 'Connections closed at once because MAX_CONNECTIONS were open.',
      labelNames: ['environment'],
      registers,
    }),
    searchSeconds: new Histogram({
      name: 'footnote_search_duration_seconds',
      help: 'Searches of queries and chats, including their model requests.',
      labelNames: ['environment'],
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    modelSeconds: new Histogram({
      name: 'footnote_model_duration_seconds',
      help: 'Model requests by step: embed, rerank, generate.',
      labelNames: ['environment', 'step', 'model'],
      buckets: MODEL_BUCKETS,
      registers,
    }),
    modelErrors: new Counter({
      name: 'footnote_model_errors_total',
      help: 'Failed model requests.',
      labelNames: ['environment', 'step', 'model'],
      registers,
    }),
    understoodChunks: new Counter({
      name: 'footnote_understood_chunks_total',
      help: 'Chunks that the deep model has read.',
      labelNames: ['environment'],
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'footnote_job_duration_seconds',
      help: 'Background job runs; outcome "failed": the job is retried or given up.',
      labelNames: ['environment', 'kind', 'outcome'],
      buckets: JOB_BUCKETS,
      registers,
    }),
  };
}
