import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { invalidField } from '#errors.ts';
import { checkRows, type RowShape, readCsv, readJsonLines, type SentRow } from '#http/body/imported-rows.ts';
import { acceptText } from '#http/body/text-body.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { envelope } from '#http/envelope.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import type { Services } from '#services.ts';
import { importAnswers } from './import-answers.ts';
import { ImportAnswers, ImportedAnswer, ImportQuery, ImportResult, NUMBER_OF_ANSWERS } from './schema.ts';

/** The places of the rows of a body that is not JSON. */
const places = new WeakMap<FastifyRequest, string[]>();

const ROWS: RowShape = {
  columns: ['question', 'variants', 'answer', 'sources', 'knowledge_base_id', 'enabled'],
  required: ['question', 'answer'],
  lists: ['variants', 'sources'],
  flags: ['enabled'],
  optional: ['knowledge_base_id'],
  most: LIMITS.importedAnswers,
  number: NUMBER_OF_ANSWERS,
  noun: 'an answer',
};

const readRows =
  (read: (text: string, shape: RowShape) => SentRow[]) =>
  (text: string, request: FastifyRequest): unknown => {
    const rows = read(text, ROWS);
    checkRows(rows, ImportedAnswer, ROWS);
    places.set(
      request,
      rows.map(({ place }) => place),
    );
    return { answers: rows.map(({ value }) => value) };
  };

/** The schema checks the rows before it counts them. */
function assertFewRows(body: unknown): void {
  const { answers } = (body ?? {}) as { answers?: unknown };
  if (Array.isArray(answers) && answers.length > LIMITS.importedAnswers)
    throw invalidField('answers', NUMBER_OF_ANSWERS);
}

/** Takes many pinned answers at once. A plugin of its own, because only it takes text. */
export const importRoute =
  ({ clock }: Pick<Services, 'clock'>): FastifyPluginAsyncZod =>
  async (app) => {
    acceptText(app, {
      'text/csv': readRows(readCsv),
      'application/jsonl': readRows(readJsonLines),
      'application/x-ndjson': readRows(readJsonLines),
    });
    app.post(
      '/answers/import',
      {
        bodyLimit: LIMITS.importBytes,
        preValidation: async (request) => assertFewRows(request.body),
        config: { texts: ['text/csv', 'application/jsonl'] },
        schema: {
          operationId: 'answers.import',
          summary: 'Import pinned answers',
          description:
            'A question that already has an answer is updated. Fields that are absent stay as they are. If anything is wrong, nothing is imported, and the error names the line and the field. `text/csv` names its columns in the first row and separates the values of `variants` and `sources` with `|`; `application/jsonl` has one answer per line.',
          querystring: ImportQuery,
          body: ImportAnswers,
          response: { 200: envelope(ImportResult) },
        },
      },
      async (request, reply) => {
        const { actor } = contextOf(request).principal;
        const at = places.get(request);
        const rows = request.body.answers.map((row, index) => ({
          ...row,
          place: at?.[index] ?? `answers[${index}]`,
        }));
        return await commit(
          request,
          reply,
          async (tx) => ({
            data: await importAnswers(tx, rows, {
              author: { actor, now: clock.now() },
              isDry: request.query.dry_run === true,
            }),
          }),
          { isLarge: true },
        );
      },
    );
  };
