import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { configurationQuery } from '#shared/api/configuration.ts';
import { usageQuery } from '#shared/api/usage-queries.ts';
import { formatNumber } from '#shared/format.ts';
import { canManage, useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { TextField } from './field.tsx';

const words = rooms.tokenBudgets;

export type TokenBudget = { per_day: number | null; per_month: number | null };

/** A budget as typed; empty means no limit. */
export type TypedBudget = { per_day: string; per_month: string };

export const typedBudget = (budget: TokenBudget | undefined): TypedBudget => ({
  per_day: budget?.per_day?.toString() ?? '',
  per_month: budget?.per_month?.toString() ?? '',
});

export const isSameBudget = (one: TypedBudget, other: TypedBudget): boolean =>
  one.per_day.trim() === other.per_day.trim() && one.per_month.trim() === other.per_month.trim();

const limitOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

export const sentBudget = (typed: TypedBudget): TokenBudget => ({
  per_day: limitOf(typed.per_day),
  per_month: limitOf(typed.per_month),
});

/** The API's names for the fields of a budget. */
export const BUDGET_FIELDS = ['token_budget.per_day', 'token_budget.per_month'];

/** Explains what a budget limits, or that nothing is spent because there is no language model. */
export function BudgetAbout({ about = words.about }: { about?: string }) {
  const { data } = useQuery(configurationQuery);
  const hasModel = data === undefined || data.models.chat !== undefined;
  return <p className="text-small text-quiet">{hasModel ? about : words.noModel}</p>;
}

/** The token limits per day and month, each with what is spent. Only owners and admins see them.
 *  id: of the workspace, agent or token; undefined for a new one. legend: needed where no heading names them. */
export function TokenBudgetFields({
  id,
  legend,
  about,
  typed,
  change,
  errorOf,
}: {
  id: string | undefined;
  legend?: string;
  about?: string;
  typed: TypedBudget;
  change: (typed: TypedBudget) => void;
  errorOf: (field: string) => string | undefined;
}) {
  const { workspace } = useAccount();
  const isManager = canManage(workspace.role);
  const { data } = useQuery({ ...usageQuery(1, 'day'), enabled: isManager });
  if (!isManager) return null;
  const use = data?.token_budgets.find((each) => each.id === id);
  const field = (name: keyof TypedBudget, label: string, spent: number) => (
    <TextField
      label={label}
      hint={id === undefined ? words.hint : words.spent({ tokens: formatNumber(spent) })}
      type="number"
      min={1}
      max={LIMITS.tokenBudget}
      placeholder={words.noLimit}
      value={typed[name]}
      error={errorOf(`token_budget.${name}`)}
      onChange={(event) => change({ ...typed, [name]: event.target.value })}
    />
  );
  return (
    <fieldset
      className={legend === undefined ? 'min-w-0' : 'min-w-0 rounded-control border border-line p-3 pt-1'}
    >
      <legend className={legend === undefined ? 'sr-only' : 'px-1 font-medium'}>
        {legend ?? words.title}
      </legend>
      <div className="grid gap-3">
        <BudgetAbout {...(about !== undefined && { about })} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {field('per_day', words.perDay, use?.day.spent ?? 0)}
          {field('per_month', words.perMonth, use?.month.spent ?? 0)}
        </div>
      </div>
    </fieldset>
  );
}
