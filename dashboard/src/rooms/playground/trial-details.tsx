import { type ReactNode, useMemo, useState } from 'react';
import { PlaceLink } from '#shared/chat/place-link.tsx';
import { Badge } from '#shared/components/badge.tsx';
import { CopyButton } from '#shared/components/copy-button.tsx';
import { Tabs } from '#shared/components/tabs.tsx';
import { formatDecimal } from '#shared/format.ts';
import { rooms } from '#shared/strings/rooms.ts';
import type { CitedPlace } from '#shared/viewer/cited-place.ts';
import { CODE_LANGUAGES, type CodeLanguage, codeOfTrial } from './code-of-trial.ts';
import type { TrialPassage } from './trial.ts';
import { TrialTrace } from './trial-trace.tsx';
import type { RunningTrial } from './use-trial.ts';

const words = rooms.trials;
const { playground } = rooms;

/** How a reply came about: its passages, its steps, and code that asks the same. */
export function TrialDetails({ name, trial }: { name: string; trial: RunningTrial }) {
  const passages = trial.trial?.passages;
  const sent = passages?.filter(({ rank }) => rank !== undefined).length ?? 0;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1 border-t border-line pt-2">
      {passages && (
        <Detail
          title={
            sent > 0
              ? words.passages({ sent, cited: passages.filter(({ is_cited }) => is_cited).length })
              : words.passagesFound({
                  count: passages.length,
                  cited: passages.filter(({ is_cited }) => is_cited).length,
                })
          }
        >
          <Passages passages={passages} />
        </Detail>
      )}
      {trial.steps.length > 0 && (
        <Detail title={words.trace}>
          <TrialTrace steps={trial.steps} />
        </Detail>
      )}
      <Detail title={words.code}>
        <Code name={name} trial={trial} />
      </Detail>
    </div>
  );
}

const Detail = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="group min-w-0">
    <summary className="min-h-8 cursor-pointer rounded-control py-1 font-medium">{title}</summary>
    <div className="pt-1 pb-3">{children}</div>
  </details>
);

function Passages({ passages }: { passages: readonly TrialPassage[] }) {
  const places = useMemo(() => passages.map(placeOf), [passages]);
  if (passages.length === 0) return <p className="text-quiet">{words.nothingFound}</p>;
  return (
    <ol className="grid gap-3">
      {passages.map((passage, index) => (
        <li key={passage.chunk_id} className="grid min-w-0 gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="w-5 shrink-0 text-end text-small text-quiet tabular-nums">
              {passage.rank ?? '–'}
            </span>
            <PlaceLink
              places={places}
              index={index}
              dir="auto"
              className="font-medium text-accent-ink [overflow-wrap:anywhere] hover:underline"
            >
              {passage.source_name}
            </PlaceLink>
            {passage.is_cited && <Badge tone="good">{words.cited}</Badge>}
            {passage.rank === undefined && <Badge>{words.notSent}</Badge>}
            <span className="text-small text-quiet tabular-nums">
              {passage.is_neighbour ? words.neighbour : words.score({ score: formatDecimal(passage.score) })}
            </span>
          </span>
          {(passage.heading || passage.page !== undefined) && (
            <span dir="auto" className="ps-7 text-small text-quiet [overflow-wrap:anywhere]">
              {[
                passage.heading,
                passage.page === undefined ? undefined : playground.page({ page: passage.page }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          )}
          <span dir="auto" className="line-clamp-3 ps-7 text-small break-words text-quiet">
            {passage.text}
          </span>
        </li>
      ))}
    </ol>
  );
}

const placeOf = ({ source_id, source_name, start, end, text, page, heading }: TrialPassage): CitedPlace => ({
  sourceId: source_id,
  sourceName: source_name,
  span: { start, end },
  snippet: text,
  page,
  heading,
});

function Code({ name, trial }: { name: string; trial: RunningTrial }) {
  const [language, setLanguage] = useState<CodeLanguage>('curl');
  const code = codeOfTrial(language, trial.message, trial.side, location.origin);
  return (
    <Tabs
      label={words.codeOf({ name })}
      value={language}
      choose={setLanguage}
      tabs={CODE_LANGUAGES.map((each) => ({ value: each, label: each }))}
    >
      <div className="grid min-w-0 grid-cols-1 justify-items-start gap-2">
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by the keyboard too.
          tabIndex={0}
          aria-label={words.codeOf({ name })}
          className="max-h-80 w-full overflow-auto rounded-control border border-line bg-sunken p-3"
        >
          <pre dir="ltr" className="font-mono text-small">
            {code}
          </pre>
        </section>
        <CopyButton value={code} label={words.copyCode({ language })} />
      </div>
    </Tabs>
  );
}
