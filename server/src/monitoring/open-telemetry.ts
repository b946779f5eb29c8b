import {
  type Context,
  defaultTextMapGetter,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { VERSION } from '#lib/version.ts';
import type { Span, SpanAttributes, Tracing } from './tracing.ts';

/** The timeout for sending. The process waits for it when it ends. */
const SEND_MS = 2_000;

/** Sends traces over OTLP/HTTP. Nothing is registered globally: spans find their children through lib/observe.ts, so several
 *  services can run in one process.
 *  ratio: the share of traces to send, unless the caller has decided. */
export function createOpenTelemetry({
  url,
  headers,
  ratio,
  onFault,
}: {
  url: string;
  headers: Record<string, string>;
  ratio: number;
  /** Called with the reason when traces cannot be sent. */
  onFault: (error: unknown) => void;
}): Tracing {
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: SEND_MS });
  const reporting: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) onFault(result.error);
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'footnote', 'service.version': VERSION }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: reporting })],
  });
  const tracer = provider.getTracer('footnote');
  const propagator = new W3CTraceContextPropagator();
  const begin = (name: string, kind: SpanKind, attributes: SpanAttributes, parent: Context): Span =>
    spanOf(tracer, tracer.startSpan(name, { kind, attributes }, parent), parent);
  return {
    beginRequest: (name, carrier, attributes) => {
      const parent = propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
      return begin(name, SpanKind.SERVER, attributes, parent);
    },
    beginJob: (name, attributes) => begin(name, SpanKind.CONSUMER, attributes, ROOT_CONTEXT),
    close: () => provider.shutdown().catch(onFault),
  };
}

function spanOf(tracer: Tracer, span: OtelSpan, parent: Context): Span {
  const context = trace.setSpan(parent, span);
  return {
    child: (name, attributes = {}) =>
      spanOf(tracer, tracer.startSpan(name, { attributes }, context), context),
    set: (attributes) => void span.setAttributes(attributes),
    end: (failure) => {
      if (failure !== undefined) {
        span.setAttribute('error.type', failure instanceof Error ? failure.name : typeof failure);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}
