import { useQueryClient } from '@tanstack/react-query';
import type { Agent } from '#shared/api/agent.ts';
import { AGENTS, agentQuery } from '#shared/api/agent-queries.ts';
import { submit } from '#shared/api/request.ts';
import { Form } from '#shared/components/form.tsx';
import { Panel } from '#shared/components/page.tsx';
import {
  BUDGET_FIELDS,
  sentBudget,
  TokenBudgetFields,
  typedBudget,
} from '#shared/components/token-budget-fields.tsx';
import { UnsavedGuard } from '#shared/components/unsaved-guard.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { showAgent } from './agent-actions.ts';

const words = rooms.agents;
const { tokenBudgets } = rooms;

/** What the agent may spend. It is of the agent, not of a version, and applies once it is saved. */
export function BudgetPanel({ agent }: { agent: Agent }) {
  const queryClient = useQueryClient();
  const { values, put, reasonOf, form, isUnsaved } = useForm({
    initial: { budget: typedBudget(agent.token_budget) },
    version: agent.updated_at,
    send: ({ budget }, submission) =>
      submit<Agent>(submission, 'PATCH', `${AGENTS}/${agent.id}`, { token_budget: sentBudget(budget) }),
    others: BUDGET_FIELDS,
    said: text.common.saved,
    done: (saved) => showAgent(queryClient, saved),
    stale: [agentQuery(agent.id).queryKey],
  });
  return (
    <Panel title={tokenBudgets.title}>
      <Form {...form} action={words.saveBudget}>
        <TokenBudgetFields
          id={agent.id}
          typed={values.budget}
          change={(budget) => put({ budget })}
          errorOf={reasonOf}
        />
      </Form>
      <UnsavedGuard isDirty={isUnsaved} />
    </Panel>
  );
}
