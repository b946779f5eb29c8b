import type { Usage } from '#shared/api/usage-queries.ts';
import { Panel } from '#shared/components/page.tsx';
import { Table } from '#shared/components/table.tsx';
import { BudgetAbout } from '#shared/components/token-budget-fields.tsx';
import { formatNumber } from '#shared/format.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.tokenBudgets;

type Use = Usage['token_budgets'][number];

/** The use of each budget. */
export const TokenBudgetTable = ({ budgets }: { budgets: readonly Use[] }) => (
  <Panel title={words.title}>
    <div className="mb-3">
      <BudgetAbout />
    </div>
    <Table
      titles={[words.of, words.today, words.thisMonth]}
      rows={budgets.map((use) => ({
        key: use.id,
        cells: [
          <>
            {use.name} <span className="text-small text-quiet">{words.types[use.type]}</span>
          </>,
          spentOf(use.day),
          spentOf(use.month),
        ],
      }))}
    />
  </Panel>
);

const spentOf = ({ spent, limit }: Use['day']): string =>
  limit === null
    ? words.spentNoLimit({ spent: formatNumber(spent) })
    : words.spentOf({ spent: formatNumber(spent), limit: formatNumber(limit) });
