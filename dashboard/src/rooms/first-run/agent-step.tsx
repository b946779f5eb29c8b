import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '#server/lib/limits.ts';
import type { Agent } from '#shared/api/agent.ts';
import { AGENTS, agentsQuery } from '#shared/api/agent-queries.ts';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { reasonsOf, request } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { TextField } from '#shared/components/field.tsx';
import { Failure } from '#shared/components/page.tsx';
import { firstRun } from '#shared/strings/first-run.ts';

const words = firstRun.agent;

/** An agent that answers from all that was added before. */
export function AgentStep() {
  const { data: bases = [] } = useQuery(knowledgeBasesQuery);
  const [name, setName] = useState(words.first);
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: () =>
      request<Agent>('POST', AGENTS, {
        name: name.trim(),
        knowledge_base_ids: bases.slice(0, 1).map(({ id }) => id),
      }),
    onSuccess: (agent) => {
      queryClient.setQueryData(agentsQuery.queryKey, (all) => [agent, ...(all ?? [])]);
    },
  });
  const { reasonOf, rest } = reasonsOf(create.error, ['name']);
  return (
    <form
      className="grid max-w-md gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <TextField
        label={words.name}
        hint={words.about}
        required
        maxLength={LIMITS.nameCharacters}
        value={name}
        error={reasonOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
      {rest && <Failure error={rest} />}
      <Button
        type="submit"
        look="primary"
        className="justify-self-start"
        disabled={bases.length === 0}
        isBusy={create.isPending}
      >
        {words.action}
      </Button>
    </form>
  );
}
