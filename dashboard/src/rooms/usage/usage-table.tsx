import { formatOf, type Metric, type Usage } from '#shared/api/usage-queries.ts';
import { usage as words } from '#shared/strings/usage.ts';

/** The numbers of the chart, newest first. */
export const UsageTable = ({ days, metric }: { days: Usage['groups']; metric: Metric }) => (
  <table className="mt-2 w-full max-w-md">
    <thead>
      <tr className="border-b border-line text-small text-quiet">
        <th scope="col" className="py-1.5 text-left font-medium">
          {words.day}
        </th>
        <th scope="col" className="py-1.5 text-right font-medium">
          {words.metrics[metric]}
        </th>
      </tr>
    </thead>
    <tbody>
      {days.toReversed().map((group) => (
        <tr key={group.day} className="border-b border-line last:border-b-0">
          <th scope="row" className="py-1 text-left font-normal">
            {group.day}
          </th>
          <td className="py-1 text-right">
            {group[metric] === undefined ? '–' : formatOf(metric)(group[metric])}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
