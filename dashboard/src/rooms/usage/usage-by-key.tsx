import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatOf, type Metric, type Usage, usageQuery } from '#shared/api/usage-queries.ts';
import { Failure, Loading, Panel } from '#shared/components/page.tsx';
import { formatPercent } from '#shared/format.ts';
import { rooms } from '#shared/strings/rooms.ts';
import type { Column } from '#shared/table/columns.ts';
import { RowsTable } from '#shared/table/list-table.tsx';

const words = rooms.usage;

/** Usage by key, most first. */
export function UsageByKey({ days, metric }: { days: number; metric: Metric }) {
  const { data, isPending, error, refetch } = useQuery(usageQuery(days, 'key'));
  const rows = useMemo(() => rowsOf(data, metric), [data, metric]);
  const columns = useMemo(() => columnsOf(metric), [metric]);
  return (
    <Panel title={words.byKey({ metric: words.metrics[metric] })}>
      {isPending && <Loading lines={3} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && rows.length === 0 && (
        <p className="text-quiet">{metric === 'storage_bytes' ? words.notByKey : words.none}</p>
      )}
      {rows.length > 0 && (
        <RowsTable
          id="usage-by-key"
          label={words.byKey({ metric: words.metrics[metric] })}
          rows={rows}
          columns={columns}
          keyOf={keyOfRow}
          nameOf={nameOfRow}
        />
      )}
    </Panel>
  );
}

type Row = { id: string; name: string; value: number; share: number };

const keyOfRow = ({ id }: Row): string => id;
const nameOfRow = ({ name }: Row): string => name;

function rowsOf(usage: Usage | undefined, metric: Metric): Row[] {
  const rows = (usage?.groups ?? [])
    .map((group) => ({ id: group.key?.id ?? '', name: nameOf(group), value: group[metric] ?? 0 }))
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value);
  const sum = rows.reduce((total, { value }) => total + value, 0);
  return rows.map((row) => ({ ...row, share: row.value / sum }));
}

const columnsOf = (metric: Metric): Column<Row>[] => [
  { id: 'key', head: words.key, width: 140, isSortable: true, value: nameOfRow, cell: nameOfRow },
  {
    id: 'value',
    head: words.metrics[metric],
    width: 140,
    isSortable: true,
    isNumber: true,
    value: ({ value }) => value,
    cell: ({ value }) => formatOf(metric)(value),
  },
  {
    id: 'share',
    head: words.share,
    width: 88,
    isNumber: true,
    value: ({ share }) => share,
    cell: ({ share }) => formatPercent(share, 1),
  },
];

function nameOf({ key }: Usage['groups'][number]): string {
  if (!key || key.id === null) return words.nobody;
  return key.name ?? `${words.unnamed} (${key.id})`;
}
