import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type KnowledgeBase, knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { Failure, Loading, Panel } from '#shared/components/page.tsx';
import { ProgressBar } from '#shared/components/progress-bar.tsx';
import { formatAge, formatPercent } from '#shared/format.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.models;

/** How far the deep model has come with each knowledge base. */
export function Understanding() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(knowledgeBasesQuery);
  const bases = data?.filter(({ understanding }) => understanding && understanding.chunks > 0);
  if (bases?.length === 0) return undefined;
  return (
    <Panel title={words.understanding}>
      <div className="grid gap-4">
        <p className="max-w-prose text-quiet">{words.understandingAbout}</p>
        {error && !data && <Failure error={error} retry={() => void refetch()} />}
        {!bases && !error && <Loading lines={2} />}
        {bases?.map((base) => (
          <BaseProgress key={base.id} base={base} at={dataUpdatedAt} />
        ))}
      </div>
    </Panel>
  );
}

/** at: when the base was read. */
function BaseProgress({ base, at }: { base: KnowledgeBase; at: number }) {
  const { chunks = 0, understood_chunks: done = 0 } = base.understanding ?? {};
  // The pace since the page was opened.
  const [first, setFirst] = useState({ done, at });
  if (done < first.done) setFirst({ done, at });
  const left = chunks - done;
  const minutes = (at - first.at) / 60_000;
  const rate = minutes > 0 ? (done - first.done) / minutes : 0;
  const share = chunks === 0 ? 1 : done / chunks;
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span dir="auto" className="font-medium [overflow-wrap:anywhere]">
          {base.name}
        </span>
        <span className="text-small text-quiet tabular-nums">
          {formatPercent(Math.floor(100 * share) / 100)}
        </span>
      </p>
      <ProgressBar value={share} label={`${words.understanding}: ${base.name}`} />
      <p className="flex flex-wrap gap-x-3 text-small text-quiet">
        <span>{left === 0 ? words.nothingLeft : words.left({ count: left })}</span>
        {left > 0 && rate > 0 && (
          <>
            <span>{words.rate({ count: Math.round(rate) })}</span>
            <span>{words.timeLeft({ time: formatAge((60 * left) / rate) })}</span>
          </>
        )}
      </p>
    </div>
  );
}
