import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonsOf, request } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { Failure } from '#shared/components/page.tsx';
import {
  BUDGET_FIELDS,
  isSameBudget,
  sentBudget,
  type TokenBudget,
  TokenBudgetFields,
  typedBudget,
} from '#shared/components/token-budget-fields.tsx';
import { UnsavedGuard } from '#shared/components/unsaved-guard.tsx';
import { text } from '#shared/strings/text.ts';
import { tokenBudgets as words } from '#shared/strings/token-budgets.ts';

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
