import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { Badge, type Tone } from '#shared/components/badge.tsx';
import { LoadMore } from '#shared/components/load-more.tsx';
import { Empty, Failure, Loading } from '#shared/components/page.tsx';
import { When } from '#shared/components/when.tsx';
import { formatBytes, formatDuration } from '#shared/format.ts';
import type { Source, SourceHistoryEntry } from '#shared/sources/source.ts';
import { historyQuery } from '#shared/sources/source-queries.ts';
import { sources as allWords } from '#shared/strings/sources.ts';
import { intervalOf } from './source-facts.tsx';

const words = allWords.history;

/** The history of a source, newest first. */
export function SourceHistory({ source }: { source: Source }) {
  const history = useInfiniteQuery(historyQuery(source.id));
  const { data, isPending, error, refetch } = history;
  if (isPending) return <Loading lines={4} />;
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  const entries = data.pages.flatMap(({ items }) => items);
  if (entries.length === 0) return <Empty title={words.empty} about={words.emptyAbout} />;
  return (
    <div className="grid gap-3">
      <ol aria-label={words.label} className="w-full rounded-panel border border-line bg-panel shadow-panel">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <LoadMore list={history} />
    </div>
  );
}

/** One history entry: the action with details, the actor and the time. */
const Entry = ({ entry }: { entry: SourceHistoryEntry }) => {
  const { action, actor, created_at } = entry;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0">
      <span className="w-24">
        <Badge tone={toneOf(entry)}>{words.action[action]}</Badge>
      </span>
      <span className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        {partsOf(entry).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an entry stay where they are.
          <Fragment key={index}>
            {index > 0 && <span className="text-quiet"> · </span>}
            {part}
          </Fragment>
        ))}
      </span>
      <span className="flex items-baseline gap-x-3 text-quiet">
        <span className="[overflow-wrap:anywhere]">{words.by[actor.type](actor.name)}</span>
        <When at={created_at} />
      </span>
    </li>
  );
};

function toneOf({ action, details: { outcome } }: SourceHistoryEntry): Tone {
  if (action === 'failed') return 'bad';
  if (action === 'indexed') return 'good';
  return outcome === 'failed' ? 'warning' : 'plain';
}

/** The details in reading order. */
function partsOf({ action, details }: SourceHistoryEntry): ReactNode[] {
  const { type, crawl_id, name, outcome, reason, error, times, since } = details;
  const isNew = action === 'added';
  return [
    type && allWords.type[type],
    isNew && name?.to && words.named(name.to),
    outcome && outcome !== 'failed' && words.outcome[outcome],
    action === 'reindex_requested' && !reason && words.reindex,
    reason && words.reason[reason],
    ...(isNew ? [details.file_name?.to, details.url?.to] : changesOf(details)),
    details.chunk_count !== undefined && words.chunks(details.chunk_count),
    details.size_bytes !== undefined && formatBytes(details.size_bytes),
    details.duration_ms !== undefined && words.took(formatDuration(details.duration_ms)),
    crawl_id && <Crawl id={crawl_id} />,
    error?.message,
    times && since && (
      <span className="text-quiet">
        {words.times(times)} <When at={since} />
      </span>
    ),
  ].filter((part) => part !== undefined && part !== false && part !== null && part !== '');
}

/** The changed fields with old and new values. */
const changesOf = (details: SourceHistoryEntry['details']): ReactNode[] => {
  const { name, tags, refresh_interval_hours: hours, url, file_name, embedding_model } = details;
  return [
    name && <Change key="name" field="name" {...name} />,
    tags && <Change key="tags" field="tags" from={tags.from.join(', ')} to={tags.to.join(', ')} />,
    hours && (
      <Change
        key="hours"
        field="refresh_interval_hours"
        from={intervalOf(hours.from)}
        to={intervalOf(hours.to)}
      />
    ),
    url && <Change key="url" field="url" {...url} />,
    file_name && <Change key="file" field="file_name" {...file_name} />,
    embedding_model && <Change key="model" field="embedding_model" {...embedding_model} />,
  ];
};

const Change = ({
  field,
  from,
  to,
}: {
  field: keyof typeof words.field;
  from: string | null;
  to: string | null;
}) => (
  <>
    <span className="text-quiet">{words.field[field]}:</span>{' '}
    {words.change(from || words.nothing, to || words.nothing)}
  </>
);

const Crawl = ({ id }: { id: string }) => (
  <>
    {words.byCrawl}{' '}
    <Link to="/sources/crawls/$id" params={{ id }} className="text-accent-ink underline">
      {words.crawl}
    </Link>
  </>
);
