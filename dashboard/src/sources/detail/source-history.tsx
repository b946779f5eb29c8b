import { useInfiniteQuery } from '@tanstack/react-query';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Empty, Failure, Loading } from '../../components/page.tsx';
import { When } from '../../components/when.tsx';
import { formatBytes } from '../../format.ts';
import { sources as words } from '../../strings/sources.ts';
import { text } from '../../strings.ts';
import { historyQuery } from '../source-queries.ts';
import type { Source, SourceOutcome } from '../types.ts';

/** What became of a source, newest first. */
export function SourceHistory({ source }: { source: Source }) {
  const { data, isPending, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(historyQuery(source.id));
  if (isPending) return <Loading lines={4} />;
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  const outcomes = data.pages.flatMap(({ items }) => items);
  if (outcomes.length === 0) return <Empty title={words.history.empty} about={words.history.emptyAbout} />;
  return (
    <div className="grid justify-items-center gap-3">
      <ol className="w-full rounded-panel border border-line bg-panel">
        {outcomes.map((outcome) => (
          <Outcome key={outcome.id} outcome={outcome} />
        ))}
      </ol>
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text.common.more}
        </Button>
      )}
    </div>
  );
}

/** When it was indexed and what came of it, or why it could not be. */
const Outcome = ({ outcome }: { outcome: SourceOutcome }) => {
  const { type, created_at, name, size_bytes, chunk_count, error } = outcome;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0">
      <span className="w-18">
        <Badge tone={error ? 'bad' : 'good'}>{words.history.outcome[type]}</Badge>
      </span>
      <span className="min-w-0 flex-1 basis-60">
        {error ? (
          error.message
        ) : (
          <>
            {name}
            <span className="text-quiet">
              {' · '}
              {words.history.chunks(chunk_count)}
              {size_bytes !== undefined && ` · ${formatBytes(size_bytes)}`}
            </span>
          </>
        )}
      </span>
      <span className="text-quiet">
        <When at={created_at} />
      </span>
    </li>
  );
};
