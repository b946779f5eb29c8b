import { useQuery } from '@tanstack/react-query';
import { PanelRightOpen } from 'lucide-react';
import type { Span } from '#shared/components/marked-text.tsx';
import { SourceIcon } from '#shared/sources/source-icon.tsx';
import { citations as words } from '#shared/strings/citations.ts';
import { aroundQuery, type CitedPlace, type PlaceNow, usePlaceNow } from '#shared/viewer/cited-place.ts';
import { PASSAGE } from '#shared/viewer/passage-look.ts';
import { useWhere } from '#shared/viewer/where-is.ts';

/** Characters of the text before and after the passage: about two lines each. */
const BESIDE = 110;

/** What a footnote rests on: the passage between the lines around it, and where it is. `open`: shows it beside the page. */
export function FootnoteCard({ place, open }: { place: CitedPlace; open: () => void }) {
  const { now } = usePlaceNow(place);
  const where = useWhere(place, now);
  return (
    <div className="grid gap-2">
      <p className="flex items-center gap-2">
        <SourceIcon source={now?.source} />
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {now?.source?.name ?? place.sourceName}
        </span>
      </p>
      {where !== undefined && (
        <p dir="auto" className="truncate text-quiet">
          {where}
        </p>
      )}
      <Words place={place} now={now} />
      <button
        type="button"
        // The footnote itself opens it by keyboard.
        tabIndex={-1}
        onClick={open}
        className="inline-flex min-h-8 items-center gap-1.5 justify-self-start font-medium text-accent-ink hover:underline"
      >
        <PanelRightOpen aria-hidden className="size-4 rtl:-scale-x-100" />
        {words.open}
      </button>
    </div>
  );
}

function Words({ place, now }: { place: CitedPlace; now: PlaceNow | undefined }) {
  if (!now) return <span className="h-20 animate-pulse rounded-control bg-sunken" aria-hidden />;
  const { state, source, span } = now;
  if (source && span && (state === 'same' || state === 'moved'))
    return <Around source={source} span={span} fallback={place.snippet} />;
  return (
    <>
      {(state === 'gone' || state === 'lost') && <p className="text-warning">{words[state]}.</p>}
      <p dir="auto" className="max-h-40 overflow-hidden break-words whitespace-pre-line">
        {place.snippet ?? words.noText}
      </p>
    </>
  );
}

function Around({
  source,
  span,
  fallback,
}: {
  source: NonNullable<PlaceNow['source']>;
  span: Span;
  fallback: string | undefined;
}) {
  const { data } = useQuery(aroundQuery(source, span));
  if (!data) return <p dir="auto">{fallback}</p>;
  const { text, total_characters } = data;
  // The part begins where the query says, or at the beginning of the text.
  const from = Math.max(0, span.start - 400);
  const [start, end] = [span.start - from, span.end - from];
  const before = lastWords(text.slice(Math.max(0, start - BESIDE), start), from + start > BESIDE);
  const after = firstWords(text.slice(end, end + BESIDE), from + end + BESIDE < total_characters);
  return (
    <p dir="auto" className="max-h-60 overflow-hidden break-words whitespace-pre-line text-quiet">
      {before}
      <mark className={`${PASSAGE} text-ink!`}>{text.slice(start, end)}</mark>
      {after}
    </p>
  );
}

/** Whole words from the end of a text. */
function lastWords(text: string, isCut: boolean): string {
  const space = isCut ? text.indexOf(' ') : -1;
  return `${isCut ? '… ' : ''}${text.slice(space + 1)}`.replace(/\n{2,}/g, '\n');
}

/** Whole words from the beginning of a text. */
function firstWords(text: string, isCut: boolean): string {
  const space = isCut ? text.lastIndexOf(' ') : -1;
  const kept = space > 0 ? text.slice(0, space) : text;
  return `${kept}${isCut ? ' …' : ''}`.replace(/\n{2,}/g, '\n');
}
