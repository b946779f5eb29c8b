import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { submit } from '#shared/api/request.ts';
import { TextArea, TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { UnsavedGuard } from '#shared/components/unsaved-guard.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { SourcePicker } from '#shared/sources/source-picker.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { ANSWERS, type PinnedAnswer } from './answer-queries.ts';

const words = rooms.pinnedAnswers;

/** Pins an answer, or changes one. */
export function AnswerDialog({ answer, close }: { answer: PinnedAnswer | undefined; close: () => void }) {
  const { data: bases = [] } = useQuery(knowledgeBasesQuery);
  const [from] = useState(answer);
  const { values, put, field, reasonOf, form, isUnsaved } = useForm({
    initial: {
      question: answer?.question ?? '',
      variants: (answer?.variants ?? []).join('\n'),
      answer: answer?.answer ?? '',
      source_ids: answer?.source_ids ?? [],
      knowledge_base_id: answer?.knowledge_base_id ?? '',
    },
    send: ({ question, variants, answer: says, source_ids, knowledge_base_id }, submission) => {
      const content = { question, variants: linesOf(variants), answer: says, source_ids };
      return from
        ? submit<PinnedAnswer>(submission, 'PATCH', `${ANSWERS}/${from.id}`, content)
        : submit<PinnedAnswer>(submission, 'POST', ANSWERS, {
            ...content,
            ...(knowledge_base_id && { knowledge_base_id }),
          });
    },
    said: ({ version }) => (from ? words.updated({ version }) : words.pinned),
    done: close,
    stale: [['answers']],
    version: answer?.updated_at,
  });
  const base = values.knowledge_base_id || bases[0]?.id;
  return (
    <FormDialog
      {...form}
      title={from ? words.editTitle : words.create}
      about={words.dialogAbout}
      action={from ? text.common.save : words.create}
      close={close}
    >
      <TextField label={words.question} required maxLength={LIMITS.queryCharacters} {...field('question')} />
      <TextArea label={words.variants} hint={words.variantsHint} rows={2} {...field('variants')} />
      <TextArea
        label={words.answer}
        hint={words.answerHint}
        required
        rows={6}
        maxLength={LIMITS.pinnedAnswerCharacters}
        {...field('answer')}
      />
      {!from && bases.length > 1 && (
        <SelectField
          label={words.base}
          hint={words.baseHint}
          options={bases.map(({ id, name }) => ({ value: id, label: name }))}
          {...field('knowledge_base_id')}
          value={base ?? ''}
        />
      )}
      <SourcePicker
        chosen={values.source_ids}
        base={base}
        most={LIMITS.sourcesOfAnAnswer}
        look="field"
        error={reasonOf('source_ids')}
        change={(source_ids) => put({ source_ids })}
      />
      <UnsavedGuard isDirty={isUnsaved} />
    </FormDialog>
  );
}

const linesOf = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
