import type { Tracing } from './tracing.ts';
import { assertOpenTelemetryInstalled } from './tracing-packages.ts';

type TracingConfig = {
  /** The base URL, without /v1/traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined;
  /** name=value,name=value */
  OTEL_EXPORTER_OTLP_HEADERS: string | undefined;
  /** 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: number;
};

/** Sends traces to OTEL_EXPORTER_OTLP_ENDPOINT. Undefined if that is not set; OpenTelemetry is not loaded then. Throws an
 *  OperatorError if it is not installed.
 *  onFault: called with the reason when traces cannot be sent. */
export async function openTracing(
  config: TracingConfig,
  onFault: (error: unknown) => void,
): Promise<Tracing | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  assertOpenTelemetryInstalled();
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
