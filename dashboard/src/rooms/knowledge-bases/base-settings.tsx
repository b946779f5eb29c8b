import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { agentsQuery } from '#shared/api/agent-queries.ts';
import { KNOWLEDGE_BASES, type KnowledgeBase } from '#shared/api/knowledge-base-queries.ts';
import { submit } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { TextArea, TextField } from '#shared/components/field.tsx';
import { Form } from '#shared/components/form.tsx';
import { Panel } from '#shared/components/page.tsx';
import { UnsavedGuard } from '#shared/components/unsaved-guard.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { agentsOf } from './base-agents.tsx';
import { DeleteBaseDialog } from './delete-base-dialog.tsx';

const words = rooms.knowledgeBases;

/** The name and description of a knowledge base, and its deletion with what depends on it. */
export const BaseSettings = ({ base }: { base: KnowledgeBase }) => (
  <div className="grid max-w-3xl gap-4">
    <Panel title={words.details}>
      <Details base={base} />
    </Panel>
    <Panel title={words.deleteAction}>
      <Deletion base={base} />
    </Panel>
  </div>
);

function Details({ base }: { base: KnowledgeBase }) {
  const { values, field, form, isUnsaved } = useForm({
    initial: { name: base.name, description: base.description },
    send: ({ name, description }, submission) =>
      submit<KnowledgeBase>(submission, 'PATCH', `${KNOWLEDGE_BASES}/${base.id}`, {
        name: name.trim(),
        description,
      }),
    said: text.common.saved,
    stale: [['knowledge-bases']],
    version: base.updated_at,
  });
  const isSame = values.name === base.name && values.description === base.description;
  return (
    <Form action={text.common.save} {...form} disabled={isSame}>
      <TextField label={words.name} required maxLength={LIMITS.nameCharacters} {...field('name')} />
      <TextArea
        label={words.description}
        hint={words.descriptionHint}
        maxLength={LIMITS.descriptionCharacters}
        {...field('description')}
      />
      <UnsavedGuard isDirty={isUnsaved && !isSame} />
    </Form>
  );
}

function Deletion({ base }: { base: KnowledgeBase }) {
  const navigate = useNavigate();
  const { data: agents = [] } = useQuery(agentsQuery);
  const [isAsking, setAsking] = useState(false);
  if (base.is_default) return <p className="text-quiet">{words.defaultAbout}</p>;
  const using = agentsOf(agents, base);
  const stranded = using.filter((agent) => agent.knowledge_base_ids.length === 1);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-prose">{words.deleteAbout({ count: base.source_count })}</p>
      {using.length > 0 && (
        <div className="grid gap-1">
          <p>{words.deleteUsing}</p>
          <ul className="list-disc ps-5">
            {using.map((agent) => (
              <li key={agent.id}>
                <Link
                  to="/agents/$id"
                  params={{ id: agent.id }}
                  dir="auto"
                  className="text-accent-ink underline"
                >
                  {agent.name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {stranded.length > 0 && (
        <p className="max-w-prose text-warning">{words.deleteStranded({ count: stranded.length })}</p>
      )}
      <Button look="danger" disabled={stranded.length > 0} onClick={() => setAsking(true)}>
        {words.deleteAction}
      </Button>
      {isAsking && (
        <DeleteBaseDialog
          base={base}
          done={() => navigate({ to: '/knowledge-bases' })}
          close={() => setAsking(false)}
        />
      )}
    </div>
  );
}
