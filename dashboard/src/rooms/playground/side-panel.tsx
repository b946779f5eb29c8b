import { X } from 'lucide-react';
import type { Agent } from '#shared/api/agent.ts';
import { ReplyView } from '#shared/chat/reply-view.tsx';
import { WrittenReply } from '#shared/chat/written-reply.tsx';
import { Badge } from '#shared/components/badge.tsx';
import { IconButton } from '#shared/components/button.tsx';
import { Failure } from '#shared/components/page.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import type { Side } from './playground-search.ts';
import { SideForm } from './side-form.tsx';
import type { Trial } from './trial.ts';
import { TrialDetails } from './trial-details.tsx';
import { TrialFigures } from './trial-figures.tsx';
import type { RunningTrial } from './use-trial.ts';

const words = rooms.trials;
const { chat } = rooms;

/** A configuration, and what it replied. */
export function SidePanel({
  name,
  side,
  change,
  agents,
  trial,
  other,
  isWriter,
  remove,
}: {
  /** A or B. */
  name: string;
  side: Side;
  change: (side: Side) => void;
  agents: readonly Agent[];
  trial: RunningTrial | undefined;
  /** What the other one did, to compare with. */
  other: RunningTrial | undefined;
  isWriter: boolean;
  remove?: () => void;
}) {
  return (
    <section
      aria-label={words.side({ name })}
      className="grid min-w-0 grid-cols-1 rounded-panel border border-line bg-panel shadow-panel"
    >
      <div className="flex items-start gap-2 border-b border-line p-3">
        <span
          aria-hidden
          className="mt-0.5 grid size-6 shrink-0 place-items-center rounded-control bg-accent-ground text-small font-semibold text-accent-ink"
        >
          {name}
        </span>
        <SideForm name={name} side={side} change={change} agents={agents} isWriter={isWriter} />
        {remove && (
          <IconButton icon={X} label={words.remove({ name })} onClick={remove} className="shrink-0" />
        )}
      </div>
      {trial ? (
        <div className="grid min-w-0 grid-cols-1 gap-4 p-4">
          <Answer trial={trial} />
          <TrialFigures trial={trial} other={other?.message === trial.message ? other : undefined} />
          <TrialDetails name={name} trial={trial} />
        </div>
      ) : (
        <p className="p-4 text-quiet">{words.start}</p>
      )}
    </section>
  );
}

function Answer({ trial }: { trial: RunningTrial }) {
  if (trial.state === 'failed' && trial.error) return <Failure error={trial.error} />;
  if (trial.trial)
    return (
      <div className="grid min-w-0 grid-cols-1 gap-2">
        {trial.trial.kind && trial.trial.kind !== 'answer' && (
          <p>
            <Badge>{words.kinds[trial.trial.kind]}</Badge>
          </p>
        )}
        <ReplyView reply={replyOfTrial(trial.trial)} />
      </div>
    );
  const isRunning = trial.state === 'running';
  return (
    <div className="grid gap-2">
      <WrittenReply text={trial.written} isRunning={isRunning} progress={progressOf(trial)} />
      {!isRunning && <p className="text-small text-quiet">{chat.stopped}</p>}
    </div>
  );
}

/** What the last step that ended says about the next. */
const progressOf = ({ steps }: RunningTrial): string =>
  steps.some(({ name }) => name === 'send') ? words.writing : words.searching;

const replyOfTrial = (trial: Trial) => ({
  text: trial.reply,
  sources: trial.sources,
  citations: trial.citations,
  confidence: trial.confidence,
  confidenceReason: trial.confidence_reason,
  isDegraded: trial.degraded ?? false,
});
