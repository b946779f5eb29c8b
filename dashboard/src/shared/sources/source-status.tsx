import { Badge, type Tone } from '#shared/components/badge.tsx';
import { ProgressBar } from '#shared/components/progress-bar.tsx';
import { explain } from '#shared/components/tooltip.ts';
import { addSources as words } from '#shared/strings/add-sources.ts';
import type { Source } from './source.ts';

const TONES: Record<Source['status'], Tone> = { processing: 'accent', indexed: 'good', failed: 'bad' };

type Shown = Pick<Source, 'name' | 'status' | 'stage' | 'progress' | 'understanding'>;

/** The status of a source, with stage and progress while it is processed, and whether passages wait to be read. */
export const SourceStatus = ({ source }: { source: Shown }) =>
  source.status === 'processing' ? (
    <div className="grid w-full max-w-36 gap-1">
      <span className="truncate text-small text-accent-ink">{words.stage[source.stage]}</span>
      <ProgressBar value={source.progress} label={words.progressOf(source.name)} />
    </div>
  ) : (
    <div className="grid justify-items-start gap-0.5">
      <Badge tone={TONES[source.status]}>{words.status[source.status]}</Badge>
      {source.understanding === 'pending' && <Understanding value="pending" />}
    </div>
  );

/** How far the deep model has read a source, as a small label. */
export const Understanding = ({ value }: { value: NonNullable<Source['understanding']> }) => (
  <span className="text-small text-quiet" {...explain(words.understandingAbout[value])}>
    {words.understanding[value]}
  </span>
);

/** The status on one line. */
export const SourceStatusWord = ({ source }: { source: Shown }) => (
  <Badge tone={TONES[source.status]}>
    {source.status === 'processing'
      ? `${words.stage[source.stage]} ${Math.round(source.progress * 100)} %`
      : words.status[source.status]}
  </Badge>
);
