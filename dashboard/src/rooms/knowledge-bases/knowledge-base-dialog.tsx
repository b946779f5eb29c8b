import { LIMITS } from '#server/isomorphic/limits.ts';
import { KNOWLEDGE_BASES, type KnowledgeBase } from '#shared/api/knowledge-base-queries.ts';
import { submit } from '#shared/api/request.ts';
import { TextArea, TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { UnsavedGuard } from '#shared/components/unsaved-guard.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { KEPT, modelOptions, OF_INSTALLATION } from './model-options.ts';

const words = rooms.knowledgeBases;

/** Creates or edits a knowledge base. `models`: the models to choose from. */
export function KnowledgeBaseDialog({
  base,
  models,
  close,
}: {
  base: KnowledgeBase | undefined;
  models: readonly string[];
  close: () => void;
}) {
  const { field, form, isUnsaved } = useForm({
    initial: {
      name: base?.name ?? '',
      description: base?.description ?? '',
      embedding_model: base ? KEPT : OF_INSTALLATION,
    },
    send: ({ name, description, embedding_model: model }, submission) =>
      submit<KnowledgeBase>(
        submission,
        base ? 'PATCH' : 'POST',
        base ? `${KNOWLEDGE_BASES}/${base.id}` : KNOWLEDGE_BASES,
        {
          name: name.trim(),
          description,
          ...(model !== KEPT && { embedding_model: model === OF_INSTALLATION ? null : model }),
        },
      ),
    said: ({ name }) => (base ? text.common.saved : words.created({ name })),
    done: close,
    stale: [['knowledge-bases']],
    version: base?.updated_at,
  });
  return (
    <FormDialog
      title={base ? words.editTitle({ name: base.name }) : words.createTitle}
      action={base ? text.common.save : text.common.create}
      {...form}
      close={close}
    >
      <TextField label={words.name} required maxLength={LIMITS.nameCharacters} {...field('name')} />
      <TextArea
        label={words.description}
        hint={words.descriptionHint}
        maxLength={LIMITS.descriptionCharacters}
        {...field('description')}
      />
      <SelectField
        label={words.model}
        hint={words.modelHint}
        options={modelOptions(base, models)}
        {...field('embedding_model')}
      />
      <UnsavedGuard isDirty={isUnsaved} />
    </FormDialog>
  );
}
