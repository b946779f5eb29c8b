import { useQuery } from '@tanstack/react-query';
import { formatOf, type Metric, type Usage, usageQuery } from '#shared/api/usage-queries.ts';
import { Failure, Loading, Panel } from '#shared/components/page.tsx';
import { Table } from '#shared/components/table.tsx';
import { formatPercent } from '#shared/format.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.usage;

/** Usage by key, most first. */
export function UsageByKey({ days, metric }: { days: number; metric: Metric }) {
  const { data, isPending, error, refetch } = useQuery(usageQuery(days, 'key'));
  const rows = (data?.groups ?? [])
    .map((group) => ({ group, value: group[metric] ?? 0 }))
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value);
  const sum = rows.reduce((total, { value }) => total + value, 0);
  return (
    <Panel title={words.byKey({ metric: words.metrics[metric] })}>
      {isPending && <Loading lines={3} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && rows.length === 0 && (
        <p className="text-quiet">{metric === 'storage_bytes' ? words.notByKey : words.none}</p>
      )}
      {rows.length > 0 && (
        <Table
          titles={[words.key, words.metrics[metric], words.share]}
          rows={rows.map(({ group, value }) => ({
            key: group.key?.id ?? '',
            cells: [nameOf(group), formatOf(metric)(value), formatPercent(value / sum, 1)],
          }))}
        />
      )}
    </Panel>
  );
}

function nameOf({ key }: Usage['groups'][number]): string {
  if (!key || key.id === null) return words.nobody;
  return key.name ?? `${words.unnamed} (${key.id})`;
}
