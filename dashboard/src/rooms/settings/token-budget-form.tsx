import { submit } from '#shared/api/request.ts';
import { Form } from '#shared/components/form.tsx';
import {
  BUDGET_FIELDS,
  isSameBudget,
  sentBudget,
  type TokenBudget,
  TokenBudgetFields,
  typedBudget,
} from '#shared/components/token-budget-fields.tsx';
import { UnsavedGuard } from '#shared/components/unsaved-guard.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { text } from '#shared/strings/text.ts';
import { tokenBudgets as words } from '#shared/strings/token-budgets.ts';

/** The token budget of the workspace. */
export function TokenBudgetForm({
  id,
  budget,
  version,
}: {
  id: string;
  budget: TokenBudget;
  version: string;
}) {
  const { values, put, reasonOf, form } = useForm({
    initial: { typed: typedBudget(budget) },
    send: ({ typed }, submission) =>
      submit<{ token_budget: TokenBudget }>(submission, 'PATCH', '/v1/workspace', {
        token_budget: sentBudget(typed),
      }),
    others: BUDGET_FIELDS,
    said: text.common.saved,
    done: ({ token_budget }): void => put({ typed: typedBudget(token_budget) }),
    stale: [['workspace'], ['usage']],
    version,
  });
  const isDirty = !isSameBudget(values.typed, typedBudget(budget));
  return (
    <Form aria-label={words.title} className="max-w-md" action={words.save} {...form} disabled={!isDirty}>
      <TokenBudgetFields id={id} typed={values.typed} change={(typed) => put({ typed })} errorOf={reasonOf} />
      <UnsavedGuard isDirty={isDirty && !form.isBusy} />
    </Form>
  );
}
