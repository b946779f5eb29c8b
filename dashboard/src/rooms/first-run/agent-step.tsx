import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LIMITS } from '#server/isomorphic/limits.ts';
import type { Agent } from '#shared/api/agent.ts';
import { AGENTS, agentsQuery } from '#shared/api/agent-queries.ts';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { request } from '#shared/api/request.ts';
import { TextField } from '#shared/components/field.tsx';
import { Form } from '#shared/components/form.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { text } from '#shared/strings/text.ts';

const { firstRun } = text;

const words = firstRun.agent;

/** Creates an agent over the default knowledge base. */
export function AgentStep() {
  const { data: bases = [] } = useQuery(knowledgeBasesQuery);
  const queryClient = useQueryClient();
  const { field, form } = useForm({
    initial: { name: words.first },
    send: ({ name }) =>
      request<Agent>('POST', AGENTS, {
        name: name.trim(),
        knowledge_base_ids: bases.slice(0, 1).map(({ id }) => id),
      }),
    done: (agent) => queryClient.setQueryData(agentsQuery.queryKey, (all) => [agent, ...(all ?? [])]),
  });
  return (
    <Form className="max-w-md" action={words.action} {...form} disabled={bases.length === 0}>
      <TextField
        label={words.name}
        hint={words.about}
        required
        maxLength={LIMITS.nameCharacters}
        {...field('name')}
      />
    </Form>
  );
}
