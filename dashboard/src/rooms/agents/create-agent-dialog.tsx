import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import type { Agent } from '#shared/api/agent.ts';
import { AGENTS, agentQuery } from '#shared/api/agent-queries.ts';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { submit } from '#shared/api/request.ts';
import { TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { agents as words } from '#shared/strings/agents.ts';
import { text } from '#shared/strings/text.ts';
import { BaseChoice } from './base-choice.tsx';

/** Asks only for what an agent needs; the rest is set on its page. */
export function CreateAgentDialog({ close }: { close: () => void }) {
  const { data: bases = [] } = useQuery(knowledgeBasesQuery);
  const [chosen, setChosen] = useState<string[]>();
  const [isMissing, setMissing] = useState(false);
  // The default one, until something is chosen.
  const ids = chosen ?? bases.slice(0, 1).map(({ id }) => id);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { field, reasonOf, form } = useForm({
    initial: { name: '' },
    send: ({ name }, submission) =>
      submit<Agent>(submission, 'POST', AGENTS, { name: name.trim(), knowledge_base_ids: ids }),
    others: ['knowledge_base_ids'],
    said: ({ name }) => words.created(name),
    done: async (agent) => {
      queryClient.setQueryData(agentQuery(agent.id).queryKey, agent);
      await queryClient.invalidateQueries({ queryKey: ['agents', 'list'] });
      await navigate({ to: '/agents/$id', params: { id: agent.id } });
    },
  });
  return (
    <FormDialog
      title={words.create}
      action={text.common.create}
      {...form}
      submit={() => {
        setMissing(ids.length === 0);
        if (ids.length > 0) form.submit();
      }}
      close={close}
    >
      <TextField
        label={words.form.name}
        hint={words.form.nameHint}
        required
        maxLength={LIMITS.nameCharacters}
        {...field('name')}
      />
      <BaseChoice
        ids={ids}
        change={setChosen}
        error={isMissing && ids.length === 0 ? words.form.basesMissing : reasonOf('knowledge_base_ids')}
      />
    </FormDialog>
  );
}
