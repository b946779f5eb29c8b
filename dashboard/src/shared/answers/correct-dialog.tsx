import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import type { PinnedAnswer as PinnedAnswerSchema } from '#server/answers/schema.ts';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { agentQuery } from '#shared/api/agent-queries.ts';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { ApiError, request, submit } from '#shared/api/request.ts';
import type { Submission } from '#shared/api/submission.ts';
import { Chip } from '#shared/components/chip.tsx';
import { TextArea, TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { SOURCES } from '#shared/sources/source-queries.ts';
import { verdicts } from '#shared/strings/verdicts.ts';

type PinnedAnswer = z.infer<typeof PinnedAnswerSchema>;
type Source = { id: string; name: string };

const words = verdicts.correct;
const ANSWERS = '/v1/answers';

/** What the dialog starts with. */
export type Correction = {
  agentId: string;
  question: string;
  answer: string;
  sources: readonly Source[];
};

/** Pins an answer to a question. Turns into an update if the question has one. */
export function CorrectDialog({
  correction: { agentId, question, answer, sources },
  about,
  alsoSend,
  done,
  close,
}: {
  correction: Correction;
  about: string;
  /** What else to save once the answer is pinned. */
  alsoSend?: (sourceIds: string[]) => Promise<unknown>;
  done?: () => void;
  close: () => void;
}) {
  const [kept, setKept] = useState(sources.slice(0, LIMITS.sourcesOfAnAnswer));
  const [existing, setExisting] = useState<PinnedAnswer>();
  const { bases, isPending } = useBasesOf(agentId);
  const queryClient = useQueryClient();
  const tell = useNotices();
  const form = useForm({
    initial: {
      question: question.slice(0, LIMITS.queryCharacters),
      variants: '',
      answer,
      knowledge_base_id: '',
    },
    others: ['answer_id', 'source_ids'],
    version: existing?.updated_at,
    send: async (typed, submission): Promise<PinnedAnswer | undefined> => {
      const source_ids = kept.map(({ id }) => id);
      const content = {
        question: typed.question,
        variants: linesOf(typed.variants),
        answer: typed.answer,
        source_ids,
      };
      const knowledge_base_id = typed.knowledge_base_id || bases[0]?.id;
      const saved = existing
        ? await submit<PinnedAnswer>(submission, 'PATCH', `${ANSWERS}/${existing.id}`, content)
        : await pinOrFind(submission, { ...content, knowledge_base_id });
      if ('found' in saved) {
        takeOver(saved.found, await sourcesOf(saved.found), typed.variants);
        return undefined;
      }
      await alsoSend?.(source_ids);
      return saved;
    },
    done: async (saved) => {
      if (!saved) return;
      tell(saved.version > 1 ? words.updated(saved.version) : words.saved);
      close();
      done?.();
      await queryClient.invalidateQueries({ queryKey: ['conversations'] });
    },
  });
  /** Shows what the existing answer has beside what was typed, because saving replaces it. */
  function takeOver(found: PinnedAnswer, rested: readonly Source[], typedVariants: string): void {
    setExisting(found);
    form.put({ variants: [...new Set([...found.variants, ...linesOf(typedVariants)])].join('\n') });
    setKept((all) => [...rested, ...all.filter(({ id }) => !found.source_ids.includes(id))]);
  }
  return (
    <FormDialog
      {...form.form}
      title={words.title}
      about={about}
      action={existing ? words.update : words.save}
      disabled={isPending}
      close={close}
    >
      {existing && <Existing answer={existing} />}
      <TextField
        label={words.question}
        required
        maxLength={LIMITS.queryCharacters}
        readOnly={existing !== undefined}
        {...form.field('question')}
      />
      <TextArea label={words.variants} hint={words.variantsAbout} rows={2} {...form.field('variants')} />
      <TextArea
        label={words.answer}
        hint={words.answerAbout}
        required
        rows={6}
        maxLength={LIMITS.pinnedAnswerCharacters}
        {...form.field('answer')}
      />
      {bases.length > 1 && !existing && (
        <SelectField
          label={words.base}
          options={bases.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.field('knowledge_base_id')}
        />
      )}
      <Sources
        sources={kept}
        remove={(source) => setKept((all) => all.filter(({ id }) => id !== source.id))}
        error={form.reasonOf('source_ids')}
      />
    </FormDialog>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The knowledge bases that an agent uses, its first one first. */
function useBasesOf(agentId: string): { bases: Source[]; isPending: boolean } {
  const agent = useQuery(agentQuery(agentId));
  const all = useQuery(knowledgeBasesQuery);
  const bases = (agent.data?.knowledge_base_ids ?? []).map((id) => ({
    id,
    name: all.data?.find((base) => base.id === id)?.name ?? id,
  }));
  return { bases, isPending: agent.isPending };
}

/** Pins an answer, or finds the one that the question has. */
async function pinOrFind(
  submission: Submission,
  body: Record<string, unknown>,
): Promise<PinnedAnswer | { found: PinnedAnswer }> {
  try {
    return await submit<PinnedAnswer>(submission, 'POST', ANSWERS, body);
  } catch (error) {
    const id =
      error instanceof ApiError && error.status === 409
        ? error.details.find(({ field }) => field === 'answer_id')?.reason
        : undefined;
    if (id === undefined) throw error;
    return { found: await request<PinnedAnswer>('GET', `${ANSWERS}/${id}`) };
  }
}

/** The sources of an answer, by their ids if they cannot be read. */
const sourcesOf = ({ source_ids }: PinnedAnswer): Promise<Source[]> =>
  Promise.all(
    source_ids.map((id) => request<Source>('GET', `${SOURCES}/${id}`).catch(() => ({ id, name: id }))),
  );

const Existing = ({ answer }: { answer: PinnedAnswer }) => (
  <div role="status" className="grid gap-1 rounded-control bg-warning-ground p-3">
    <p>{words.exists(answer.version, answer.updated_by.name)}</p>
    <details>
      <summary className="min-h-6 cursor-pointer text-small">{words.existing}</summary>
      <p dir="auto" className="break-words whitespace-pre-line">
        {answer.answer}
      </p>
    </details>
  </div>
);

const Sources = ({
  sources,
  remove,
  error,
}: {
  sources: readonly Source[];
  remove: (source: Source) => void;
  error: string | undefined;
}) => (
  <div className="grid gap-1">
    <p className="font-medium">{words.sources}</p>
    <p className="flex flex-wrap gap-1">
      {sources.length === 0 && <span className="text-quiet">{words.noSources}</span>}
      {sources.map((source) => (
        <Chip
          key={source.id}
          text={source.name}
          removeLabel={words.removeSource(source.name)}
          remove={() => remove(source)}
        />
      ))}
    </p>
    {error && (
      <p role="alert" className="text-small text-bad first-letter:uppercase">
        {error}
      </p>
    )}
  </div>
);
