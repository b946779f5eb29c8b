import { type ObservedStep, type Observer, observedBy, type Step } from '#lib/observe.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { addStateMetrics, type QueueGauges } from './state-metrics.ts';
import type { Span, Tracing } from './tracing.ts';

/** Metrics, traces and failing models of a process. */
export type Monitor = {
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  /** All metrics in the Prometheus format. */
  metricsText(): Promise<string>;
  /** Observes the steps of one request or job. */
  observer(environment: string, seen: { span?: Span | undefined; timings?: Timings }): Observer;
  /** Runs a job and records its duration and outcome. */
  runJob(environment: string, kind: string, run: () => Promise<void>): Promise<void>;
  /** Steps whose last model request failed. */
  failingSteps(): Step[];
  close(): Promise<void>;
};

/** Milliseconds spent on each step of a request; concurrent steps add up. */
export type Timings = Map<Step, number>;

/** state: reads the gauges of each environment when metrics are requested. */
export function createMonitor(
  state: Record<string, () => Promise<QueueGauges>>,
  tracing: Tracing | undefined,
): Monitor {
  const metrics = createMetrics();
  const refresh = addStateMetrics(metrics.registry, state);
  const failing = new Set<Step>();

  const stepEnded = (
    environment: string,
    { step, model, ms, failure }: { step: Step; model: string | undefined; ms: number; failure: unknown },
  ): void => {
    if (model === undefined) {
      metrics.searchSeconds.observe({ environment }, ms / 1_000);
      return;
    }
    const labels = { environment, step, model };
    metrics.modelSeconds.observe(labels, ms / 1_000);
    if (failure === undefined) failing.delete(step);
    else {
      failing.add(step);
      metrics.modelErrors.inc(labels);
    }
  };

  const observer: Monitor['observer'] = (environment, { span, timings }) => ({
    begin: (step, model): ObservedStep => {
      const startedAt = performance.now();
      const child = span?.child(step, model === undefined ? {} : { model });
      return {
        ...observer(environment, { span: child, ...(timings && { timings }) }),
        end: (failure) => {
          const ms = performance.now() - startedAt;
          timings?.set(step, (timings.get(step) ?? 0) + ms);
          stepEnded(environment, { step, model, ms, failure });
          child?.end(failure);
        },
      };
    },
  });

  return {
    metrics,
    tracing,
    metricsText: async () => {
      await refresh();
      return await metrics.registry.metrics();
    },
    observer,
    runJob: async (environment, kind, run) => {
      const startedAt = performance.now();
      const span = tracing?.beginJob(kind, { environment });
      const ended = (outcome: 'done' | 'failed', failure?: unknown): void => {
        metrics.jobSeconds.observe({ environment, kind, outcome }, (performance.now() - startedAt) / 1_000);
        span?.end(failure);
      };
      try {
        await observedBy(observer(environment, { span }), run);
        ended('done');
      } catch (error) {
        ended('failed', error);
        throw error;
      }
    },
    failingSteps: () => [...failing],
    close: async () => await tracing?.close(),
  };
}
