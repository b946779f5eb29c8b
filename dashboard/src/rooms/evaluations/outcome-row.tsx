import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Badge, type Tone } from '#shared/components/badge.tsx';
import { Button, buttonLook } from '#shared/components/button.tsx';
import { formatPercent } from '#shared/format.ts';
import { lazyPart } from '#shared/lazy-part.ts';
import { SourceNames } from '#shared/sources/source-names.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import type { Change, ComparedQuestion, Outcome } from './compared-runs.ts';
import { Expected } from './questions-tab.tsx';

const words = rooms.evaluations;

const CorrectDialog = lazyPart(() => import('#shared/answers/correct-dialog.tsx'), 'CorrectDialog');

const TONES: Record<Change, Tone> = { better: 'good', worse: 'bad', same: 'plain' };

/** A question with what came of it, and beside it what came of it in the other run. */
export const OutcomeRow = ({
  question: { asked, outcome, other, change },
  agentId,
  isCompared,
  isWriter,
}: {
  question: ComparedQuestion;
  agentId: string | undefined;
  isCompared: boolean;
  isWriter: boolean;
}) => (
  <li className="grid gap-2 border-b border-line px-4 py-3.5 last:border-b-0">
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      <p dir="auto" className="min-w-0 flex-1 basis-60 font-medium [overflow-wrap:anywhere]">
        {outcome.query}
      </p>
      {isCompared && (
        <Badge tone={change ? TONES[change] : 'plain'}>{change ? words.shown[change] : words.onlyHere}</Badge>
      )}
    </div>
    {asked && (
      <p className="flex flex-wrap items-center gap-x-3 text-small text-quiet">
        <Expected question={asked} />
      </p>
    )}
    <div className={`grid gap-2 ${isCompared ? 'lg:grid-cols-2' : ''}`}>
      {isCompared && other && <Said title={words.other} outcome={other} />}
      <Said title={isCompared ? words.thisRun : undefined} outcome={outcome} />
    </div>
    {isWriter && !outcome.right && agentId !== undefined && <Fix agentId={agentId} outcome={outcome} />}
  </li>
);

const Said = ({ title, outcome }: { title: string | undefined; outcome: Outcome }) => (
  <div className="grid content-start gap-1 rounded-control bg-sunken px-3 py-2">
    <p className="flex flex-wrap items-center gap-x-3 text-small text-quiet">
      {title && <span className="font-medium text-ink">{title}</span>}
      <span
        className={`inline-flex items-center gap-1 font-medium ${outcome.right ? 'text-good' : 'text-bad'}`}
      >
        {outcome.right ? <Check aria-hidden className="size-3.5" /> : <X aria-hidden className="size-3.5" />}
        {outcome.right ? words.right : words.wrong}
      </span>
      <span>{words.confidence({ share: formatPercent(outcome.confidence) })}</span>
      {outcome.isFallback && <span>{words.refused}</span>}
    </p>
    {outcome.reply !== undefined && (
      <p dir="auto" className="line-clamp-6 [overflow-wrap:anywhere] whitespace-pre-line">
        {outcome.reply}
      </p>
    )}
    {outcome.source_ids.length > 0 && (
      <p className="flex flex-wrap items-center gap-x-3 text-small text-quiet">
        <SourceNames ids={outcome.source_ids} />
      </p>
    )}
  </div>
);

/** What mends a wrong reply. */
function Fix({ agentId, outcome: { query, reply } }: { agentId: string; outcome: Outcome }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap gap-2">
      <Link
        to="/sources"
        search={{ add: 'text' }}
        aria-label={words.addSourceFor({ question: query })}
        className={buttonLook()}
      >
        {words.addSource}
      </Link>
      <Button aria-label={words.pinFor({ question: query })} onClick={() => setOpen(true)}>
        {words.pin}
      </Button>
      {isOpen && (
        <Suspense>
          <CorrectDialog
            correction={{ agentId, question: query, answer: reply ?? '', sources: [] }}
            about={rooms.verdicts.correct.aboutGap}
            close={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
