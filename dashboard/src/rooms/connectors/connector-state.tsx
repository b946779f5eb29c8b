import { Badge, type Tone } from '#shared/components/badge.tsx';
import { ProgressBar } from '#shared/components/progress-bar.tsx';
import { When } from '#shared/components/when.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import type { Connector, ConnectorRun } from './connector-queries.ts';

const words = rooms.connectors;

const TONES: Record<Connector['state'], Tone> = {
  pending: 'accent',
  syncing: 'accent',
  idle: 'good',
  waiting: 'warning',
  needs_attention: 'bad',
  paused: 'plain',
};

export const ConnectorState = ({ state }: Pick<Connector, 'state'>) => (
  <Badge tone={TONES[state]}>{words.state[state]}</Badge>
);

const COUNTS = ['found', 'added', 'changed', 'moved', 'deleted', 'unchanged', 'skipped', 'failed'] as const;

/** What a run did; what it did not is left out. */
export const RunCounts = ({ run }: { run: ConnectorRun }) => (
  <span className="flex flex-wrap gap-x-3">
    {COUNTS.filter((count) => count === 'found' || run[count] > 0).map((count) => (
      <span key={count} className={count === 'failed' ? 'text-bad' : ''}>
        {words.counts[count]({ count: run[count] })}
      </span>
    ))}
  </span>
);

/** How far a run is with what it has found so far. */
export function RunProgress({ run, name }: { run: ConnectorRun; name: string }) {
  const { found, added, changed, moved, unchanged, skipped, failed } = run;
  const handled = added + changed + moved + unchanged + skipped + failed;
  return (
    <ProgressBar value={found === 0 ? 0 : Math.min(1, handled / found)} label={words.syncing({ name })} />
  );
}

/** Why a connector could not sync, and what to do about it. */
export const ConnectorTrouble = ({ connector: { error, state, next_sync_at } }: { connector: Connector }) => {
  if (!error || state === 'syncing' || state === 'pending') return null;
  const isBad = state === 'needs_attention';
  return (
    <div
      role={isBad ? 'alert' : 'status'}
      className={`grid gap-1 rounded-panel border px-4 py-3 ${isBad ? 'border-bad/30 bg-bad-ground' : 'border-warning/40 bg-warning-ground'}`}
    >
      <p dir="auto" className={`font-medium [overflow-wrap:anywhere] ${isBad ? 'text-bad' : 'text-warning'}`}>
        {error.message}
      </p>
      <p>{words.advice[error.code]}</p>
      {next_sync_at && (
        <p className="text-small text-quiet">
          {words.nextTry}: <When at={next_sync_at} />
        </p>
      )}
    </div>
  );
};
