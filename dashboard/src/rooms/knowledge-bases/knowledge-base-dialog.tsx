import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '#server/lib/limits.ts';
import { KNOWLEDGE_BASES, type KnowledgeBase } from '#shared/api/knowledge-base-queries.ts';
import { reasonsOf, request } from '#shared/api/request.ts';
import { SelectField, TextArea, TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { UnsavedGuard } from '#shared/components/unsaved-guard.tsx';
import { knowledgeBases as words } from '#shared/strings/knowledge-bases.ts';
import { text } from '#shared/strings/text.ts';

/** Makes a knowledge base, or changes one. `models`: those that are known to be configured. */
export function KnowledgeBaseDialog({
  base,
  models,
  close,
}: {
  base: KnowledgeBase | undefined;
  models: readonly string[];
  close: () => void;
}) {
  const [name, setName] = useState(base?.name ?? '');
  const [description, setDescription] = useState(base?.description ?? '');
  const [model, setModel] = useState(base ? KEPT : OF_INSTALLATION);
  const queryClient = useQueryClient();
  const tell = useNotices();
  const save = useMutation({
    mutationFn: () => {
      const fields = {
        name: name.trim(),
        description,
        ...(model !== KEPT && { embedding_model: model === OF_INSTALLATION ? null : model }),
      };
      return base
        ? request<KnowledgeBase>('PATCH', `${KNOWLEDGE_BASES}/${base.id}`, fields)
        : request<KnowledgeBase>('POST', KNOWLEDGE_BASES, fields);
    },
    onSuccess: async (saved) => {
      tell(base ? text.common.saved : words.created(saved.name));
      close();
      await queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] });
    },
  });
  const { reasonOf, rest } = reasonsOf(save.error, ['name', 'description', 'embedding_model']);
  const isDirty =
    name !== (base?.name ?? '') ||
    description !== (base?.description ?? '') ||
    model !== (base ? KEPT : OF_INSTALLATION);
  return (
    <FormDialog
      title={base ? words.editTitle(base.name) : words.createTitle}
      action={base ? text.common.save : text.common.create}
      isBusy={save.isPending}
      error={rest}
      submit={() => save.mutate()}
      close={close}
    >
      <TextField
        label={words.name}
        required
        maxLength={LIMITS.nameCharacters}
        value={name}
        error={reasonOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label={words.description}
        hint={words.descriptionHint}
        maxLength={LIMITS.descriptionCharacters}
        value={description}
        error={reasonOf('description')}
        onChange={(event) => setDescription(event.target.value)}
      />
      <SelectField
        label={words.model}
        hint={words.modelHint}
        value={model}
        error={reasonOf('embedding_model')}
        options={[
          ...(base ? [{ value: KEPT, label: words.modelKept(base.embedding_model) }] : []),
          { value: OF_INSTALLATION, label: words.modelOfInstallation },
          ...models.map((each) => ({ value: each, label: each })),
        ]}
        onChange={(event) => setModel(event.target.value)}
      />
      <UnsavedGuard isDirty={isDirty && !save.isPending && !save.isSuccess} />
    </FormDialog>
  );
}

/** Choices of the model that are no name of one. */
const KEPT = '';
const OF_INSTALLATION = '(installation)';
