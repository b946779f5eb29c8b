import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge, type Tone } from '#shared/components/badge.tsx';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { LoadMore } from '#shared/components/load-more.tsx';
import { Empty, Failure, Loading, Panel } from '#shared/components/page.tsx';
import { When } from '#shared/components/when.tsx';
import { every } from '#shared/every.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { type Connector, type ConnectorDocument, documentsQuery } from './connector-queries.ts';

const words = rooms.connectors;

const STATUSES = every<ConnectorDocument['status']>()(['pending', 'synced', 'skipped', 'failed', 'gone']);

const TONES: Record<ConnectorDocument['status'], Tone> = {
  pending: 'accent',
  synced: 'good',
  skipped: 'plain',
  failed: 'bad',
  gone: 'plain',
};

/** The documents of a connector, and what became of each. */
export function ConnectorDocuments({ connector }: { connector: Connector }) {
  const [status, setStatus] = useState<string>();
  const list = useInfiniteQuery(documentsQuery(connector, status));
  const { data, isPending, error, refetch } = list;
  const documents = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex">
        <FilterSelect
          label={words.statusFilter}
          value={status}
          choose={setStatus}
          options={[
            { value: '', label: words.anyStatus },
            ...STATUSES.map((value) => ({ value, label: words.documentStatus[value] })),
          ]}
        />
      </div>
      <Panel>
        {isPending && <Loading lines={6} />}
        {error && !data && <Failure error={error} retry={() => void refetch()} />}
        {data &&
          documents.length === 0 &&
          (status === undefined ? (
            <Empty title={words.noDocuments} about={words.noDocumentsAbout} />
          ) : (
            <p className="text-quiet">{words.noneOfStatus}</p>
          ))}
        <ul className="-m-4">
          {documents.map((document) => (
            <DocumentRow key={document.id} document={document} />
          ))}
        </ul>
      </Panel>
      <LoadMore list={list} />
    </div>
  );
}

const DocumentRow = ({
  document: { id, name, status, source_id, reason, attempts, updated_at },
}: {
  document: ConnectorDocument;
}) => (
  <li className="grid gap-0.5 border-b border-line px-4 py-2 last:border-b-0">
    <div className="flex min-h-7 items-center justify-between gap-3">
      {source_id ? (
        <Link
          to="/sources/$id"
          params={{ id: source_id }}
          dir="auto"
          className="min-w-0 truncate py-px font-medium hover:underline"
        >
          {name ?? id}
        </Link>
      ) : (
        <span dir="auto" className="min-w-0 truncate">
          {name ?? id}
        </span>
      )}
      <span className="flex shrink-0 items-center gap-3 text-small text-quiet">
        <span className="max-sm:hidden">
          <When at={updated_at} />
        </span>
        <Badge tone={TONES[status]}>{words.documentStatus[status]}</Badge>
      </span>
    </div>
    {reason && (
      <p className="text-small text-quiet [overflow-wrap:anywhere]">
        <span dir="auto">{reason}</span>
        {attempts > 0 && <> · {words.attempts({ count: attempts })}</>}
      </p>
    )}
  </li>
);
