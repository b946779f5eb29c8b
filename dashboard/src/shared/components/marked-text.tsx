import { Fragment } from 'react';

/** A range of a text, in UTF-16 code units. */
export type Span = { start: number; end: number };

/** A text, or its part from `start` to `end`, with spans highlighted. Spans may overlap. */
export function MarkedText({
  text,
  spans,
  start = 0,
  end = text.length,
}: {
  text: string;
  spans: readonly Span[];
  start?: number;
  end?: number;
}) {
  const parts = [];
  let at = start;
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const from = Math.max(span.start, at);
    const to = Math.min(span.end, end);
    if (from >= to) continue;
    parts.push(
      <Fragment key={from}>
        {text.slice(at, from)}
        <mark>{text.slice(from, to)}</mark>
      </Fragment>,
    );
    at = to;
  }
  return (
    <>
      {parts}
      {text.slice(at, end)}
    </>
  );
}
