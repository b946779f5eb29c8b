import { useState } from 'react';
import type { KnowledgeBase } from '#shared/api/knowledge-base-queries.ts';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import type { Source } from '#shared/sources/source.ts';
import { useBulk } from '#shared/sources/source-actions.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.sources.moving;

/** Moves sources to another knowledge base. */
export function MoveDialog({
  sources,
  knowledgeBases,
  close,
  done,
}: {
  sources: readonly Source[];
  knowledgeBases: readonly KnowledgeBase[];
  close: () => void;
  done?: () => void;
}) {
  // One that all are in already is no place to move them to.
  const others = knowledgeBases.filter(
    ({ id }) => !sources.every(({ knowledge_base_id }) => knowledge_base_id === id),
  );
  const [to, setTo] = useState(others[0]?.id ?? '');
  const bulk = useBulk();
  return (
    <FormDialog
      title={words.title({ count: sources.length })}
      about={words.about}
      action={words.action}
      isBusy={bulk.isPending}
      error={null}
      submit={() =>
        bulk.mutate(
          { action: 'move', ids: sources.map(({ id }) => id), knowledge_base_id: to },
          {
            onSuccess: () => {
              close();
              done?.();
            },
          },
        )
      }
      close={close}
    >
      <SelectField
        label={rooms.sources.move.label}
        value={to}
        options={others.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ target }) => setTo(target.value)}
      />
    </FormDialog>
  );
}
