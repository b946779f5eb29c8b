import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonsOf, request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { useNotices } from '../components/notices.tsx';
import { Failure } from '../components/page.tsx';
import { UnsavedGuard } from '../components/unsaved-guard.tsx';
import { tokenBudgets as words } from '../strings/token-budgets.ts';
import { text } from '../strings.ts';
import {
  BUDGET_FIELDS,
  isSameBudget,
  sentBudget,
  type TokenBudget,
  TokenBudgetFields,
  typedBudget,
} from '../usage/token-budget-fields.tsx';

/** The token budget of the workspace. */
export function TokenBudgetForm({ id, budget }: { id: string; budget: TokenBudget }) {
  const [typed, setTyped] = useState(() => typedBudget(budget));
  const queryClient = useQueryClient();
  const tell = useNotices();
  const save = useMutation({
    mutationFn: () =>
      request<{ token_budget: TokenBudget }>('PATCH', '/v1/workspace', { token_budget: sentBudget(typed) }),
    onSuccess: async ({ token_budget }) => {
      setTyped(typedBudget(token_budget));
      tell(text.common.saved);
      await queryClient.invalidateQueries({ queryKey: ['workspace'] });
      await queryClient.invalidateQueries({ queryKey: ['usage'] });
    },
  });
  const { reasonOf, rest } = reasonsOf(save.error, BUDGET_FIELDS);
  const isDirty = !isSameBudget(typed, typedBudget(budget));
  return (
    <form
      aria-label={words.title}
      className="grid max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TokenBudgetFields id={id} typed={typed} change={setTyped} errorOf={reasonOf} />
      {rest && <Failure error={rest} />}
      <Button
        type="submit"
        look="primary"
        className="justify-self-start"
        disabled={!isDirty}
        isBusy={save.isPending}
      >
        {words.save}
      </Button>
      <UnsavedGuard isDirty={isDirty && !save.isPending} />
    </form>
  );
}
