import { useQuery } from '@tanstack/react-query';
import { configurationQuery } from '#shared/api/configuration.ts';
import {
  KNOWLEDGE_BASES,
  type KnowledgeBase,
  knowledgeBasesQuery,
} from '#shared/api/knowledge-base-queries.ts';
import { submit } from '#shared/api/request.ts';
import { Form } from '#shared/components/form.tsx';
import { Panel } from '#shared/components/page.tsx';
import { ProgressBar } from '#shared/components/progress-bar.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { formatNumber } from '#shared/format.ts';
import { canManage, canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { useForm } from '#shared/hooks/use-form.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { KEPT, modelOptions, OF_INSTALLATION } from './model-options.ts';
import { ModelSwitch } from './model-switch.tsx';

const words = rooms.knowledgeBases;

/** The embedding model of a knowledge base, a change of it, and how far the sources have been read. */
export function BaseModel({ base }: { base: KnowledgeBase }) {
  const { workspace } = useAccount();
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Panel title={words.model}>
        <div className="grid gap-4">
          <p>
            <code className="font-mono text-small">{base.embedding_model}</code>
          </p>
          {base.embedding_switch && <ModelSwitch base={base} change={base.embedding_switch} />}
          {canWrite(workspace.role) && <ModelForm base={base} />}
        </div>
      </Panel>
      <Panel title={words.understandingTitle}>
        <Understanding base={base} />
      </Panel>
    </div>
  );
}

function ModelForm({ base }: { base: KnowledgeBase }) {
  const { workspace } = useAccount();
  const { data: bases = [] } = useQuery(knowledgeBasesQuery);
  // Members cannot read the configuration: they choose among models in use.
  const { data: configuration } = useQuery({ ...configurationQuery, enabled: canManage(workspace.role) });
  const { values, field, form } = useForm({
    initial: { embedding_model: KEPT },
    send: ({ embedding_model: model }, submission) =>
      submit<KnowledgeBase>(submission, 'PATCH', `${KNOWLEDGE_BASES}/${base.id}`, {
        embedding_model: model === OF_INSTALLATION ? null : model,
      }),
    said: text.common.saved,
    stale: [['knowledge-bases']],
    version: base.updated_at,
  });
  return (
    <Form action={words.changeModel} {...form} disabled={values.embedding_model === KEPT}>
      <SelectField
        label={words.changeModel}
        hint={words.modelHint}
        options={modelOptions(base, [
          ...(configuration?.models.embedding.choices ?? []),
          ...bases.map(({ embedding_model }) => embedding_model),
        ])}
        {...field('embedding_model')}
      />
    </Form>
  );
}

function Understanding({ base: { understanding, name } }: { base: KnowledgeBase }) {
  if (!understanding) return <p className="text-quiet">{words.understandingNone}</p>;
  const { chunks, understood_chunks: done } = understanding;
  const share = chunks === 0 ? 1 : done / chunks;
  return (
    <div className="grid gap-3">
      <p className="text-quiet">{words.understandingAbout}</p>
      <ProgressBar value={share} label={words.understandingOf({ name })} />
      <p>
        {words.understandingCount({ done: formatNumber(done), all: formatNumber(chunks) })}
        {understanding.status === 'skipped' && ` ${words.understandingSkipped}`}
      </p>
    </div>
  );
}
