import { useQuery } from '@tanstack/react-query';
import { formatOf, type Metric, type Usage, usageQuery } from '#shared/api/usage-queries.ts';
import { Failure, Loading, Panel } from '#shared/components/page.tsx';
import { usage as words } from '#shared/strings/usage.ts';

/** Who used it, most first. */
export function UsageByKey({ days, metric }: { days: number; metric: Metric }) {
  const { data, isPending, error, refetch } = useQuery(usageQuery(days, 'key'));
  const rows = (data?.groups ?? [])
    .map((group) => ({ group, value: group[metric] ?? 0 }))
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value);
  const sum = rows.reduce((total, { value }) => total + value, 0);
  return (
    <Panel title={words.byKey(words.metrics[metric])}>
      {isPending && <Loading lines={3} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && rows.length === 0 && (
        <p className="text-quiet">{metric === 'storage_bytes' ? words.notByKey : words.none}</p>
      )}
      {rows.length > 0 && (
        <table className="w-full table-fixed">
          <thead>
            <tr className="border-b border-line text-small text-quiet">
              <th scope="col" className="py-1.5 text-left font-medium">
                {words.key}
              </th>
              <th scope="col" className="w-28 py-1.5 text-right font-medium">
                {words.metrics[metric]}
              </th>
              <th scope="col" className="w-16 py-1.5 text-right font-medium">
                {words.share}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ group, value }) => (
              <tr key={group.key?.id ?? ''} className="border-b border-line last:border-b-0">
                <th scope="row" className="py-2 pr-3 text-left font-normal [overflow-wrap:anywhere]">
                  {nameOf(group)}
                </th>
                <td className="py-2 text-right">{formatOf(metric)(value)}</td>
                <td className="py-2 text-right text-quiet">{words.percent(value / sum)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function nameOf({ key }: Usage['groups'][number]): string {
  if (!key || key.id === null) return words.nobody;
  return key.name ?? `${words.unnamed} (${key.id})`;
}
