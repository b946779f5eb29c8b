import { useQuery, useQueryClient } from '@tanstack/react-query';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { submit } from '#shared/api/request.ts';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { applyChanges } from '#shared/sources/apply-changes.ts';
import type { Source } from '#shared/sources/source.ts';
import { SOURCES } from '#shared/sources/source-queries.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.sources.move;

/** Moves a source to another knowledge base. */
export function MoveDialog({ source, close }: { source: Source; close: () => void }) {
  const queryClient = useQueryClient();
  const { data: bases = [] } = useQuery(knowledgeBasesQuery);
  const nameOf = (id: string): string => bases.find((base) => base.id === id)?.name ?? '';
  const { values, field, form } = useForm({
    initial: { knowledge_base_id: source.knowledge_base_id },
    send: (values, submission) => submit<Source>(submission, 'PATCH', `${SOURCES}/${source.id}`, values),
    said: (moved) => words.done({ name: moved.name, base: nameOf(moved.knowledge_base_id) }),
    done: (moved) => {
      applyChanges(queryClient, new Map([[moved.id, moved]]));
      close();
    },
    stale: [['knowledge-bases']],
  });
  return (
    <FormDialog
      title={words.title({ name: source.name })}
      action={words.send}
      {...form}
      disabled={values.knowledge_base_id === source.knowledge_base_id}
      close={close}
    >
      <SelectField
        label={words.label}
        hint={words.hint}
        options={bases.map(({ id, name }) => ({ value: id, label: name }))}
        {...field('knowledge_base_id')}
      />
    </FormDialog>
  );
}
