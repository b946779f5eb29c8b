import { LIMITS } from '#server/isomorphic/limits.ts';
import { submit } from '#shared/api/request.ts';
import { TextArea } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { RadioGroup } from '#shared/components/radio-group.tsx';
import { UnsavedGuard } from '#shared/components/unsaved-guard.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { QUESTION_SETS, type SetQuestion } from '#shared/questions/question-set-queries.ts';
import { SourcePicker } from '#shared/sources/source-picker.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';

const words = rooms.evaluations;

type Kind = 'answer' | 'refuse' | 'later';

/** Adds a question with what a right reply is, or changes one. */
export function QuestionDialog({
  setId,
  question,
  close,
}: {
  setId: string;
  question: SetQuestion | undefined;
  close: () => void;
}) {
  const path = `${QUESTION_SETS}/${setId}/questions`;
  const { values, put, field, reasonOf, form, isUnsaved } = useForm({
    initial: {
      query: question?.query ?? '',
      kind: (question?.unanswerable ? 'refuse' : 'answer') as Kind,
      relevant: (question?.relevant ?? []).map(({ source_id }) => source_id),
      must: (question?.must ?? []).join('\n'),
    },
    others: ['questions', 'unanswerable'],
    send: ({ query, kind, relevant, must }, submission): Promise<unknown> => {
      const answers = kind === 'answer';
      const content = {
        query,
        relevant: answers ? relevant.map((source_id) => keptOf(question, source_id)) : [],
        must: answers ? linesOf(must) : [],
        unanswerable: kind === 'refuse',
      };
      return question
        ? submit(submission, 'PATCH', `${path}/${question.id}`, content)
        : submit(submission, 'POST', path, { questions: [content] });
    },
    said: question ? text.common.saved : words.questionAdded,
    done: close,
    stale: [['question-sets']],
  });
  return (
    <FormDialog
      {...form}
      title={question ? words.editQuestion : words.addQuestion}
      action={question ? text.common.save : words.addQuestion}
      close={close}
    >
      <TextArea
        label={words.question}
        hint={words.questionHint}
        required
        rows={2}
        maxLength={LIMITS.queryCharacters}
        {...field('query')}
      />
      <RadioGroup
        label={words.expectation}
        value={values.kind}
        choose={(kind) => put({ kind })}
        options={[
          { value: 'answer', label: words.kinds.answer },
          { value: 'refuse', label: words.kinds.refuse },
          { value: 'later', label: words.kinds.later },
        ]}
      />
      {values.kind === 'answer' && (
        <>
          <SourcePicker
            chosen={values.relevant}
            base={undefined}
            most={LIMITS.relevantOfAQuestion}
            look="field"
            error={reasonOf('relevant')}
            change={(relevant) => put({ relevant })}
          />
          <TextArea label={words.must} hint={words.mustHint} rows={2} {...field('must')} />
        </>
      )}
      <UnsavedGuard isDirty={isUnsaved} />
    </FormDialog>
  );
}

/** A source with the words of its passages, if an import or a program named some. */
const keptOf = (question: SetQuestion | undefined, source_id: string) =>
  question?.relevant.find((each) => each.source_id === source_id) ?? { source_id };

const linesOf = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
