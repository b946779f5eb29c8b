import { Fragment } from 'react';
import type { Span } from '#shared/components/marked-text.tsx';
import { PASSAGE } from './passage-look.ts';

/** What a text is drawn with. Offsets are of the whole text of the source. */
export type Marks = {
  passage: Span | undefined;
  /** What a search within the text found. */
  found?: Span | undefined;
  isLit: boolean;
  light: (isLit: boolean) => void;
};

/** A piece of the text of a source that begins at `start`, with the passage and what was found marked. */
export function PassageText({ text, start, marks }: { text: string; start: number; marks: Marks }) {
  const { passage, found, isLit, light } = marks;
  const spans = [...(passage ? [passage] : []), ...(found ? [found] : [])].toSorted(
    (one, other) => one.start - other.start,
  );
  const parts = [];
  let at = 0;
  for (const span of spans) {
    const from = Math.max(span.start - start, at);
    const to = Math.min(span.end - start, text.length);
    if (from >= to) continue;
    parts.push(
      <Fragment key={from}>
        {text.slice(at, from)}
        <mark
          {...(span === passage
            ? {
                'data-passage': true,
                'data-lit': isLit,
                onPointerEnter: () => light(true),
                onPointerLeave: () => light(false),
              }
            : { 'data-found': true })}
          className={PASSAGE}
        >
          {text.slice(from, to)}
        </mark>
      </Fragment>,
    );
    at = to;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
