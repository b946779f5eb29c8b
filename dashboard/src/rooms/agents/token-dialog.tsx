import { LIMITS } from '#server/isomorphic/limits.ts';
import type { Agent, PublishableToken } from '#shared/api/agent.ts';
import { tokensPath, tokensQuery } from '#shared/api/agent-queries.ts';
import { submit } from '#shared/api/request.ts';
import { TextArea, TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import {
  BUDGET_FIELDS,
  isSameBudget,
  sentBudget,
  TokenBudgetFields,
  typedBudget,
} from '#shared/components/token-budget-fields.tsx';
import { withScheme } from '#shared/components/url-field.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { agents as words } from '#shared/strings/agents.ts';
import { text } from '#shared/strings/text.ts';
import { tokenBudgets } from '#shared/strings/token-budgets.ts';

const USUAL_RATE = 60;

/** The origins of typed or pasted addresses. Sends other text as typed, because the service says what is wrong with it. */
const originsOf = (typed: string): string[] =>
  typed
    .split(/[\s,]+/)
    .filter((each) => each !== '')
    .map((each) => {
      const address = withScheme(each);
      return URL.canParse(address) && /^https?:/.test(address) ? new URL(address).origin : each;
    });

/** Creates or edits a widget token. */
export function TokenDialog({
  agent,
  token,
  close,
}: {
  agent: Agent;
  token: PublishableToken | undefined;
  close: () => void;
}) {
  const before = typedBudget(token?.token_budget);
  const { values, put, field, reasonOf, form } = useForm({
    initial: {
      name: token?.name ?? '',
      allowed_origins: token?.allowed_origins.join('\n') ?? '',
      messages_per_minute: String(token?.messages_per_minute ?? USUAL_RATE),
      budget: before,
    },
    send: ({ name, allowed_origins, messages_per_minute, budget }, submission) =>
      submit<PublishableToken>(
        submission,
        token ? 'PATCH' : 'POST',
        token ? `${tokensPath(agent.id)}/${token.id}` : tokensPath(agent.id),
        {
          name: name.trim(),
          allowed_origins: originsOf(allowed_origins),
          messages_per_minute: Number(messages_per_minute),
          ...(!isSameBudget(budget, before) && { token_budget: sentBudget(budget) }),
        },
      ),
    others: BUDGET_FIELDS,
    said: ({ name }) => (token ? text.common.saved : words.widget.created(name)),
    done: close,
    stale: [tokensQuery(agent.id).queryKey],
  });
  return (
    <FormDialog
      title={token ? words.widget.editTitle(token.name) : words.widget.create}
      action={token ? text.common.save : text.common.create}
      {...form}
      close={close}
    >
      <TextField
        label={words.widget.name}
        hint={words.widget.nameHint}
        required
        maxLength={LIMITS.nameCharacters}
        {...field('name')}
      />
      <TextArea
        label={words.widget.origins}
        hint={words.widget.originsHint}
        required
        rows={3}
        spellCheck={false}
        autoCapitalize="off"
        {...field('allowed_origins')}
      />
      <TextField
        label={words.widget.rate}
        hint={words.widget.rateHint}
        required
        type="number"
        min={1}
        max={LIMITS.widgetMessagesPerMinute}
        {...field('messages_per_minute')}
      />
      <TokenBudgetFields
        id={token?.id}
        legend={tokenBudgets.title}
        about={tokenBudgets.aboutWidget}
        typed={values.budget}
        change={(budget) => put({ budget })}
        errorOf={reasonOf}
      />
    </FormDialog>
  );
}
