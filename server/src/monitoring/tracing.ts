/** A stretch of work, as it is sent to a collector of traces. */
export type Span = {
  /** A stretch within this one. */
  child(name: string, attributes?: SpanAttributes): Span;
  set(attributes: SpanAttributes): void;
  /** failure: what was thrown; its kind is sent, its words are not. */
  end(failure?: unknown): void;
};

export type SpanAttributes = Record<string, string | number | boolean>;

export type Tracing = {
  /** The trace goes on that the headers of a request name, if they do. */
  beginRequest(name: string, headers: Record<string, unknown>, attributes: SpanAttributes): Span;
  beginJob(name: string, attributes: SpanAttributes): Span;
  /** Sends what has not been sent. */
  close(): Promise<void>;
};

type TracingConfig = {
  /** The base address, without /v1/traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined;
  /** name=value,name=value */
  OTEL_EXPORTER_OTLP_HEADERS: string | undefined;
  /** 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: number;
};

/** Sends traces where OTEL_EXPORTER_OTLP_ENDPOINT says; undefined without it, and then nothing of OpenTelemetry is loaded.
 *  onFault: told why traces could not be sent. */
export async function openTracing(
  config: TracingConfig,
  onFault: (error: unknown) => void,
): Promise<Tracing | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const { createOpenTelemetry } = await import('./open-telemetry.ts');
  return createOpenTelemetry({
    url: `${endpoint}/v1/traces`,
    headers: readHeaders(config.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    onFault,
  });
}

const readHeaders = (list: string): Record<string, string> =>
  // Backtracks: the operator's own setting.
  Object.fromEntries(Array.from(list.matchAll(/([^=,]+)=([^,]+)/g), ([, name, value]) => [name, value]));
