/** A span of work, as sent to a trace collector. */
export type Span = {
  /** Begins a span within this one. */
  child(name: string, attributes?: SpanAttributes): Span;
  set(attributes: SpanAttributes): void;
  /** failure: what was thrown; its type is sent, its message is not. */
  end(failure?: unknown): void;
};

export type SpanAttributes = Record<string, string | number | boolean>;

export type Tracing = {
  /** Continues the trace that the request headers name, if any. */
  beginRequest(name: string, headers: Record<string, unknown>, attributes: SpanAttributes): Span;
  beginJob(name: string, attributes: SpanAttributes): Span;
  /** Sends the remaining spans. */
  close(): Promise<void>;
};
