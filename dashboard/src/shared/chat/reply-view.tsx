import { type ReactNode, useMemo, useState } from 'react';
import { type CitedSpan, markCited } from '#shared/markdown/mark-cited.ts';
import { MarkdownView } from '#shared/markdown/markdown-view.tsx';
import { readReply } from '#shared/markdown/read-reply.ts';
import { chat as words } from '#shared/strings/chat.ts';
import type { CitedPlace } from '#shared/viewer/cited-place.ts';
import { PASSAGE } from '#shared/viewer/passage-look.ts';
import { useCitationDesk } from './citation-desk.tsx';
import { Confidence } from './confidence.tsx';
import { FootnoteMark } from './footnote-mark.tsx';
import { footnotesByEnd, placesOf } from './footnotes.ts';
import { PlaceLink } from './place-link.tsx';
import type { Reply } from './reply.ts';

/** A reply with footnotes, sources and confidence. `actions`: what one can do with it, on the line of the confidence. */
export function ReplyView({ reply, actions }: { reply: Reply; actions?: ReactNode }) {
  const { text, sources, citations, confidence } = reply;
  const { shown, isLit, light } = useCitationDesk();
  const [hovered, setHovered] = useState<number>();
  const footnotes = useMemo(() => footnotesByEnd({ sources, citations }), [sources, citations]);
  const places = useMemo(() => placesOf({ sources, citations }), [sources, citations]);
  // Drawn with all spans at all times, so that nothing moves when some of them light up.
  const blocks = useMemo(
    () => markCited(readReply(text, [...footnotes.keys()]), citations.map(spanOf)),
    [text, footnotes, citations],
  );
  const shownNumber = shown?.places === places ? places[shown.index]?.number : undefined;
  const hover = (number: number, isOn: boolean): void => {
    setHovered(isOn ? number : undefined);
    if (number === shownNumber) light(isOn);
  };
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2.5">
      <MarkdownView
        blocks={blocks}
        drawFootnotes={(at) =>
          footnotes
            .get(at)
            ?.map((number) => (
              <FootnoteMark
                key={number}
                places={places}
                index={places.findIndex((place) => place.number === number)}
                isShown={number === shownNumber}
                hover={(isOn) => hover(number, isOn)}
              />
            ))
        }
        drawCited={(numbers, cited) => {
          const number =
            numbers.find((each) => each === hovered) ?? numbers.find((each) => each === shownNumber);
          if (number === undefined) return cited;
          return (
            <mark
              className={PASSAGE}
              data-cited={number}
              data-lit={number === hovered || isLit}
              onPointerEnter={() => number === shownNumber && light(true)}
              onPointerLeave={() => number === shownNumber && light(false)}
            >
              {cited}
            </mark>
          );
        }}
      />
      {reply.isDegraded && <p className="text-small text-warning">{words.degraded}</p>}
      {places.length > 0 && <Sources places={places} />}
      {(confidence !== undefined || actions) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-quiet">
          {confidence !== undefined && <Confidence value={confidence} reason={reply.confidenceReason} />}
          {actions}
        </div>
      )}
    </div>
  );
}

/** The words that rest on a citation. */
const spanOf = ({ number, reply_start: start, reply_end: end }: Reply['citations'][number]): CitedSpan => ({
  number,
  start,
  end,
});

const Sources = ({ places }: { places: readonly CitedPlace[] }) => (
  <ol aria-label={words.sources} className="grid gap-1.5 border-t border-line pt-2.5 text-small">
    {places.map(({ number, sourceId, sourceName, page, snippet }, index) => (
      <li key={number ?? sourceId} className="flex gap-2">
        <span className="w-4 shrink-0 py-0.5 text-end text-quiet">{number}</span>
        <span className="grid min-w-0">
          <span>
            <PlaceLink
              places={places}
              index={index}
              dir="auto"
              className="inline-block py-0.5 font-medium text-accent-ink [overflow-wrap:anywhere] hover:underline"
            >
              {sourceName}
            </PlaceLink>
            {page !== undefined && <span className="text-quiet"> · {words.page(page)}</span>}
          </span>
          <span dir="auto" className="line-clamp-2 break-words text-quiet">
            {snippet}
          </span>
        </span>
      </li>
    ))}
  </ol>
);
