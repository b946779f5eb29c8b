import type { Usage } from '#shared/api/usage-queries.ts';
import { Panel } from '#shared/components/page.tsx';
import { BudgetAbout } from '#shared/components/token-budget-fields.tsx';
import { formatNumber } from '#shared/format.ts';
import { tokenBudgets as words } from '#shared/strings/token-budgets.ts';

type Use = Usage['token_budgets'][number];

/** What is spent of each budget. */
export const TokenBudgetTable = ({ budgets }: { budgets: readonly Use[] }) => (
  <Panel title={words.title}>
    <div className="mb-3">
      <BudgetAbout />
    </div>
    <table className="w-full table-fixed">
      <thead>
        <tr className="border-b border-line text-small text-quiet">
          {[words.of, words.today, words.thisMonth].map((title) => (
            <th key={title} scope="col" className="py-1.5 pr-3 text-left font-medium">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {budgets.map((use) => (
          <tr key={use.id} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-2 pr-3 text-left font-normal [overflow-wrap:anywhere]">
              {use.name} <span className="text-small text-quiet">{words.types[use.type]}</span>
            </th>
            <td className="py-2 pr-3">{spentOf(use.day)}</td>
            <td className="py-2">{spentOf(use.month)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Panel>
);

const spentOf = ({ spent, limit }: Use['day']): string =>
  words.spentOf(formatNumber(spent), limit === null ? undefined : formatNumber(limit));
