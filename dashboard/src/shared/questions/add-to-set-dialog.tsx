import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { submit } from '#shared/api/request.ts';
import type { Submission } from '#shared/api/submission.ts';
import { TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { type Added, QUESTION_SETS, type QuestionSet, questionSetsQuery } from './question-set-queries.ts';

const words = rooms.evaluations;

/** What is added: the questions of conversations, or of certain replies in them, or written ones. */
export type ToAdd =
  | { conversations: readonly { agent_id: string; session_id: string; message_id?: string }[] }
  | { questions: readonly { query: string }[] };

/** The last set that was chosen: people who collect questions add many to the same. */
let last: string | undefined;

const NEW = 'new';

/** Asks for the set, or for the name of a new one. */
export function AddToSetDialog({ what, close }: { what: ToAdd; close: () => void }) {
  const { data: sets, isPending } = useQuery(questionSetsQuery);
  const known = sets ?? [];
  const usual = known.find(({ id }) => id === last)?.id ?? known[0]?.id ?? NEW;
  /** A set that was created before the questions could be added. */
  const [made, setMade] = useState<string>();
  const { values, field, form } = useForm({
    initial: { set: '', name: '' },
    others: ['questions', 'conversations'],
    send: async ({ set, name }, submission: Submission) => {
      let id = made ?? (set || usual);
      if (id === NEW) {
        id = (await submit<QuestionSet>(submission, 'POST', QUESTION_SETS, { name: name.trim() })).id;
        setMade(id);
      }
      const added = await submit<Added>(submission, 'POST', `${QUESTION_SETS}/${id}/questions`, what);
      last = id;
      return added;
    },
    said: ({ added, updated, unchanged, skipped }) =>
      words.added({ added, known: updated + unchanged, skipped }),
    done: close,
    stale: [['question-sets']],
  });
  const chosen = values.set || usual;
  return (
    <FormDialog
      {...form}
      title={words.addTitle}
      about={words.addAbout}
      action={words.add}
      disabled={isPending}
      close={close}
    >
      <SelectField
        label={words.set}
        options={[
          ...known.map(({ id, name, question_count }) => ({
            value: id,
            label: words.setOf({ name, count: question_count }),
          })),
          { value: NEW, label: words.newSet },
        ]}
        {...field('set')}
        value={chosen}
      />
      {chosen === NEW && (
        <TextField label={words.name} required maxLength={LIMITS.nameCharacters} {...field('name')} />
      )}
    </FormDialog>
  );
}
