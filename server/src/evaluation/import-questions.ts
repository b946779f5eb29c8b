import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ErrorDetail } from '#errors.ts';
import {
  checkRows,
  fieldAt,
  type RowShape,
  readCsv,
  readJsonLines,
  refusal,
  type SentRow,
} from '#http/body/imported-rows.ts';
import { acceptText } from '#http/body/text-body.ts';
import { commit } from '#http/commit.ts';
import { envelope } from '#http/envelope.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import type { SourceId } from '#lib/ids.ts';
import { flag, idParams, isId } from '#records/fields.ts';
import type { Services } from '#services.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import { setOfPath } from './question-set-path.ts';
import { AddedQuestions, ImportedQuestion, NUMBER_OF_QUESTIONS, questionsOf } from './question-set-schema.ts';
import { type Change, changeQuestions, countsOf, mergeQuestions, type NewQuestion } from './set-questions.ts';

const ROWS: RowShape = {
  columns: ['question', 'sources', 'answers', 'must_refuse'],
  required: ['question'],
  lists: ['sources', 'answers'],
  flags: ['must_refuse'],
  optional: [],
  most: LIMITS.evaluationQuestions,
  number: NUMBER_OF_QUESTIONS,
  noun: 'a question',
};

/** The places of the rows of a body that is not JSON. */
const places = new WeakMap<FastifyRequest, string[]>();

const readRows =
  (read: (text: string, shape: RowShape) => SentRow[]) =>
  (text: string, request: FastifyRequest): unknown => {
    const rows = read(text, ROWS);
    checkRows(rows, ImportedQuestion, ROWS);
    places.set(
      request,
      rows.map(({ place }) => place),
    );
    return { questions: rows.map(({ value }) => value) };
  };

const ImportQuestions = z
  .strictObject({
    questions: z
      .array(
        ImportedQuestion.meta({
          id: 'ImportedQuestion',
          description: 'A question of a file, with its answer.',
        }),
      )
      .min(1, NUMBER_OF_QUESTIONS)
      .max(LIMITS.evaluationQuestions, NUMBER_OF_QUESTIONS)
      .meta({ description: 'The questions of the file.' }),
  })
  .meta({ id: 'ImportQuestions', description: 'Questions of a file.' });

const ImportQuery = z.strictObject({
  dry_run: flag
    .optional()
    .meta({ description: 'Checks everything and says what would change, but changes nothing.' }),
});

/** Takes a file of questions. A plugin of its own, because only it takes text. */
export const questionImport =
  ({ clock }: Pick<Services, 'clock'>): FastifyPluginAsyncZod =>
  async (app) => {
    acceptText(app, {
      'text/csv': readRows(readCsv),
      'application/jsonl': readRows(readJsonLines),
      'application/x-ndjson': readRows(readJsonLines),
    });
    app.post(
      '/question-sets/:id/import',
      {
        bodyLimit: LIMITS.importBytes,
        config: { access: 'unrestricted', texts: ['text/csv', 'application/jsonl'] },
        onRequest: setOfPath.load,
        schema: {
          operationId: 'questionSets.import',
          summary: 'Import questions into a set',
          description:
            'If anything is wrong, nothing is imported, and the error names the line and the field. `text/csv` names its columns in the first row, `question` and if you like `sources` (ids or names), `answers` (words of which a right reply has one) and `must_refuse`, and separates several values with `|`; `application/jsonl` has one question per line.',
          params: idParams('question set', 'qset'),
          querystring: ImportQuery,
          body: ImportQuestions,
          response: { 200: envelope(AddedQuestions) },
        },
      },
      async (request, reply) => {
        const { question_set_id } = setOfPath.of(request);
        const sent = request.body.questions;
        const at = places.get(request) ?? sent.map((_, index) => `questions[${index}]`);
        return await commit(
          request,
          reply,
          async (tx) => {
            const added = await resolveSources(tx, sent, at);
            let changes: Change[] = [];
            const merge = (before: Parameters<typeof mergeQuestions>[0]) => {
              const merged = mergeQuestions(before, added);
              changes = merged.changes;
              return merged.questions;
            };
            if (request.query.dry_run) merge(questionsOf(setOfPath.of(request)));
            else await changeQuestions(tx, question_set_id, clock.now(), merge);
            return {
              data: {
                ...countsOf(changes),
                skipped: 0,
                ...(request.query.dry_run && {
                  rows: added.map(({ query }, index) => ({
                    place: at[index] ?? '',
                    question: query,
                    change: changes[index] ?? 'unchanged',
                  })),
                }),
              },
            };
          },
          { isLarge: true },
        );
      },
    );
  };

/** Finds the sources of the rows by their ids, names or file names, in all knowledge bases. Throws 422 with all that are not found. */
async function resolveSources(
  tx: Pick<WorkspaceTransaction, 'sources' | 'knowledgeBases'>,
  rows: readonly z.output<typeof ImportedQuestion>[],
  at: readonly string[],
): Promise<NewQuestion[]> {
  const named = [...new Set(rows.flatMap(({ sources }) => sources))];
  const known = new Map<string, Set<SourceId>>();
  const note = (name: string | null, id: SourceId): void => {
    if (name !== null) known.set(name, (known.get(name) ?? new Set()).add(id));
  };
  const ids = named.filter((name): name is SourceId => isId('src', name));
  for (const { source_id } of await tx.sources.findMany(ids)) note(source_id, source_id);
  for (const { knowledge_base_id } of await tx.knowledgeBases.indexVersions())
    for (let from = 0; from < named.length; from += BATCH)
      for (const row of await tx.sources.findByNames(knowledge_base_id, named.slice(from, from + BATCH))) {
        note(row.name, row.source_id);
        note(row.file_name, row.source_id);
      }
  const wrong: ErrorDetail[] = [];
  const questions = rows.map(({ question, sources, answers, must_refuse }, index) => {
    const relevant = sources.flatMap((name, position) => {
      const [first, second] = known.get(name) ?? [];
      if (first && !second) return [{ source_id: first }];
      const reason = second
        ? `several sources are called "${name}"; name one by its id`
        : `no source has the id or the name "${name}"`;
      wrong.push({ field: fieldAt(at[index] ?? '', `sources[${position}]`), reason });
      return [];
    });
    return { query: question, relevant, must: answers, unanswerable: must_refuse };
  });
  if (wrong.length > 0) throw refusal(wrong);
  return questions;
}

/** Names in one query. */
const BATCH = 500;
