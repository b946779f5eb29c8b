import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '#server/lib/limits.ts';
import type { Agent, PublishableToken } from '#shared/api/agent.ts';
import { tokensPath, tokensQuery } from '#shared/api/agent-queries.ts';
import { reasonsOf, request } from '#shared/api/request.ts';
import { TextArea, TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import {
  BUDGET_FIELDS,
  isSameBudget,
  sentBudget,
  TokenBudgetFields,
  typedBudget,
} from '#shared/components/token-budget-fields.tsx';
import { agents as words } from '#shared/strings/agents.ts';
import { text } from '#shared/strings/text.ts';
import { tokenBudgets } from '#shared/strings/token-budgets.ts';

const USUAL_RATE = 60;

/** Makes a token of a widget, or changes one. */
export function TokenDialog({
  agent,
  token,
  close,
}: {
  agent: Agent;
  token: PublishableToken | undefined;
  close: () => void;
}) {
  const [name, setName] = useState(token?.name ?? '');
  const [origins, setOrigins] = useState(token?.allowed_origins.join('\n') ?? '');
  const [rate, setRate] = useState(String(token?.messages_per_minute ?? USUAL_RATE));
  const before = typedBudget(token?.token_budget);
  const [budget, setBudget] = useState(before);
  const queryClient = useQueryClient();
  const tell = useNotices();
  const save = useMutation({
    mutationFn: () => {
      const body = {
        name: name.trim(),
        allowed_origins: origins.split(/[\s,]+/).filter((each) => each !== ''),
        messages_per_minute: Number(rate),
        ...(!isSameBudget(budget, before) && { token_budget: sentBudget(budget) }),
      };
      return token
        ? request<PublishableToken>('PATCH', `${tokensPath(agent.id)}/${token.id}`, body)
        : request<PublishableToken>('POST', tokensPath(agent.id), body);
    },
    onSuccess: async (saved) => {
      tell(token ? text.common.saved : words.widget.created(saved.name));
      close();
      await queryClient.invalidateQueries({ queryKey: tokensQuery(agent.id).queryKey });
    },
  });
  const { reasonOf, rest } = reasonsOf(save.error, [
    'name',
    'allowed_origins',
    'messages_per_minute',
    ...BUDGET_FIELDS,
  ]);
  return (
    <FormDialog
      title={token ? words.widget.editTitle(token.name) : words.widget.create}
      action={token ? text.common.save : text.common.create}
      isBusy={save.isPending}
      error={rest}
      submit={() => save.mutate()}
      close={close}
    >
      <TextField
        label={words.widget.name}
        hint={words.widget.nameHint}
        required
        maxLength={LIMITS.nameCharacters}
        value={name}
        error={reasonOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label={words.widget.origins}
        hint={words.widget.originsHint}
        required
        rows={3}
        spellCheck={false}
        autoCapitalize="off"
        value={origins}
        error={reasonOf('allowed_origins')}
        onChange={(event) => setOrigins(event.target.value)}
      />
      <TextField
        label={words.widget.rate}
        hint={words.widget.rateHint}
        required
        type="number"
        min={1}
        max={LIMITS.widgetMessagesPerMinute}
        value={rate}
        error={reasonOf('messages_per_minute')}
        onChange={(event) => setRate(event.target.value)}
      />
      <TokenBudgetFields
        id={token?.id}
        legend={tokenBudgets.title}
        about={tokenBudgets.aboutWidget}
        typed={budget}
        change={setBudget}
        errorOf={reasonOf}
      />
    </FormDialog>
  );
}
