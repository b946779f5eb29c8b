import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { agentsQuery } from '#shared/api/agent-queries.ts';
import { submit } from '#shared/api/request.ts';
import { TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import type { WholeSet } from '#shared/questions/question-set-queries.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { EVALUATIONS, type Run } from './evaluation-queries.ts';

const words = rooms.evaluations;

/** Asks an agent the questions of a set. judged: how many of them have an expectation. */
export function StartRunDialog({
  set,
  judged,
  started,
  close,
}: {
  set: WholeSet;
  judged: number;
  started: () => void;
  close: () => void;
}) {
  const { data: agents = [], isPending } = useQuery(agentsQuery);
  const able = agents.filter(({ knowledge_base_ids }) => knowledge_base_ids.length > 0);
  const { values, field, form } = useForm({
    initial: { agent_id: '', name: '' },
    others: ['question_set_id'],
    send: ({ agent_id, name }, submission) =>
      submit<Run>(submission, 'POST', EVALUATIONS, {
        question_set_id: set.id,
        agent_id: agent_id || able[0]?.id,
        search_types: ['hybrid'],
        ...(name.trim() && { name: name.trim() }),
      }),
    said: words.started,
    done: started,
    stale: [['evaluations']],
  });
  return (
    <FormDialog
      {...form}
      title={words.start}
      about={words.startAbout({ count: judged })}
      action={words.startAction}
      disabled={isPending || able.length === 0}
      close={close}
    >
      {!isPending && able.length === 0 ? (
        <p>{words.noAgent}</p>
      ) : (
        <SelectField
          label={words.agent}
          options={able.map(({ id, name }) => ({ value: id, label: name }))}
          {...field('agent_id')}
          value={values.agent_id || (able[0]?.id ?? '')}
        />
      )}
      <TextField
        label={words.note}
        hint={words.noteHint}
        maxLength={LIMITS.nameCharacters}
        {...field('name')}
      />
    </FormDialog>
  );
}
