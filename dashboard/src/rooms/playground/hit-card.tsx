import { useState } from 'react';
import { PlaceLink } from '#shared/chat/place-link.tsx';
import { MarkedText } from '#shared/components/marked-text.tsx';
import { playground as words } from '#shared/strings/playground.ts';
import type { CitedPlace } from '#shared/viewer/cited-place.ts';
import { explainHit } from './explain-hit.ts';
import type { Mode } from './playground-search.ts';
import { ScoreBar } from './score-bar.tsx';
import type { Hit } from './search-queries.ts';

/** Longer texts are cut to this many characters. */
const LONG = 320;

/** A search result with its score, explanation and text. */
export function HitCard({
  hit,
  places,
  index,
  mode,
  onlyThis,
}: {
  hit: Hit;
  /** Of all results of the search, and which of them this one is. */
  places: readonly CitedPlace[];
  index: number;
  mode: Mode;
  /** Searches only in its source. */
  onlyThis: (() => void) | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const details = hit.score_details;
  return (
    <li className="grid gap-2 border-b border-line p-4 last:border-b-0">
      <div className="grid gap-0.5">
        <PlaceLink
          places={places}
          index={index}
          dir="auto"
          className="justify-self-start font-semibold text-accent-ink [overflow-wrap:anywhere] hover:underline"
        >
          {hit.source_name}
        </PlaceLink>
        {(hit.heading || hit.page !== undefined) && (
          <p dir="auto" className="text-small break-words text-quiet">
            {[hit.heading, hit.page === undefined ? undefined : words.page(hit.page)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
      </div>
      <div className="grid gap-0.5">
        <ScoreBar label={words.score} value={hit.score} isStrong />
        {details && mode !== 'keyword' && (
          <ScoreBar label={words.parts.closeness} about={words.parts.closenessAbout} value={details.cosine} />
        )}
        {details && mode !== 'semantic' && (
          <ScoreBar label={words.parts.share} about={words.parts.shareAbout} value={details.share} />
        )}
      </div>
      <p dir="auto" className={`text-prose break-words whitespace-pre-line ${isOpen ? '' : 'line-clamp-5'}`}>
        <MarkedText text={hit.text} spans={hit.matches ?? []} />
      </p>
      <div className="flex flex-wrap gap-x-4 text-small">
        {hit.text.length > LONG && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="min-h-6 underline"
          >
            {isOpen ? words.less : words.more}
          </button>
        )}
        {onlyThis && (
          <button type="button" onClick={onlyThis} className="min-h-6 underline">
            {words.onlyThis}
          </button>
        )}
      </div>
      <details className="text-small">
        <summary className="min-h-6 cursor-pointer rounded-control text-quiet">{words.why.title}</summary>
        <ul className="grid max-w-prose gap-1 pt-1">
          {explainHit(hit, mode).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
    </li>
  );
}
