import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import { id, numberParameter, requiredName, requiredText, timestamp } from '#records/fields.ts';
import type { SearchType } from '#search/search.ts';
import type { EvaluationSummary } from '#storage/store.ts';
import { comparable } from '#text/phrases.ts';

export const SEARCH_TYPES = ['hybrid', 'semantic', 'keyword'] as const satisfies SearchType[];

const SearchTypeSchema = z.enum(SEARCH_TYPES);
const EvaluationStatusSchema = z.enum(['running', 'completed', 'failed']).meta({ id: 'EvaluationStatus' });

/** Null if there is no question to compute it from. */
const figure = z.number().nullable();

export const EvaluationResult = z
  .object({
    search_type: SearchTypeSchema,
    metrics: z
      .object({
        ndcg_at_10: figure,
        recall_at_5: figure,
        recall_at_10: figure,
        mrr_at_10: figure,
        calibration_error: figure.meta({
          description: 'Expected calibration error: how far scores are from the share of relevant results.',
        }),
        best_score_answerable: figure.meta({
          description: 'The mean highest score of questions that have an answer.',
        }),
        best_score_unanswerable: figure,
      })
      .meta({
        description:
          'Means over the questions, 0 to 1; null if no question counts. The first four rate rankings of sources, for questions that have an answer.',
      }),
    latency_ms: z
      .object({ p50: figure, p95: figure, p99: figure })
      .meta({ description: 'The time of a search for ten results, without HTTP.' }),
    reliability: z
      .array(
        z.object({
          from: z.number(),
          to: z.number(),
          count: z.int(),
          mean_score: figure,
          share_relevant: figure,
        }),
      )
      .meta({ description: 'The first ten results of each question, by score.' }),
  })
  .meta({ id: 'EvaluationResult' });

const QuestionOutcome = z
  .object({
    id: z.string().optional(),
    query: z.string(),
    ndcg_at_10: figure.meta({ description: 'Null for a question without an answer.' }),
    rank: z
      .int()
      .nullable()
      .meta({
        description: `Rank of the first relevant source, from 1; null if it is not among the first ${LIMITS.queryResults}.`,
      }),
    best_score: z.number().meta({ description: 'The highest score; 0 if nothing was found.' }),
    source_ids: z
      .array(z.string())
      .meta({ description: 'The sources that were found, best first, at most ten.' }),
  })
  .meta({ id: 'QuestionOutcome' });

export const OutcomesOfSearch = z
  .object({ search_type: SearchTypeSchema, questions: z.array(QuestionOutcome) })
  .meta({ id: 'OutcomesOfSearch' });

export const Evaluation = z
  .object({
    id: z.string().meta({ description: 'Prefix `eval_`.' }),
    name: z.string().optional(),
    status: EvaluationStatusSchema,
    progress: z.number().meta({ description: '0 to 1.' }),
    knowledge_base_ids: z.array(z.string()).optional().meta({ description: 'Defaults to all.' }),
    search_types: z.array(SearchTypeSchema),
    question_count: z.int(),
    results: z.array(EvaluationResult).optional().meta({ description: 'Once completed.' }),
    error: z.string().optional().meta({ description: 'Why it failed.' }),
    created_at: timestamp,
    updated_at: timestamp,
    ended_at: timestamp.optional(),
  })
  .meta({ id: 'Evaluation' });

export const EvaluationWithOutcomes = Evaluation.extend({
  outcomes: z
    .array(OutcomesOfSearch)
    .optional()
    .meta({ description: 'The outcome of each question, worst first, once completed.' }),
}).meta({ id: 'EvaluationWithOutcomes' });

const Relevant = z.strictObject({
  source_id: id('src'),
  text: requiredText(LIMITS.queryCharacters)
    .refine((text) => comparable(text) !== '', 'must have at least one letter or digit')
    .optional()
    .meta({
      description:
        'Words that the relevant passages of the source contain; all passages are relevant when absent.',
    }),
});

const GoldenQuestion = z
  .strictObject({
    query: requiredText(LIMITS.queryCharacters),
    relevant: z
      .array(Relevant)
      .max(LIMITS.relevantOfAQuestion, `must name at most ${LIMITS.relevantOfAQuestion} sources`)
      .default([])
      .meta({ description: 'All sources that answer the question.' }),
    unanswerable: z.boolean().default(false).meta({ description: 'No source answers the question.' }),
  })
  .refine(
    ({ relevant, unanswerable }) => unanswerable !== relevant.length > 0,
    'must name at least one source in "relevant", or none and say "unanswerable": true',
  )
  .meta({ id: 'GoldenQuestion' });

const questionsMessage = `must have 1 to ${LIMITS.evaluationQuestions} questions`;

export const CreateEvaluation = z
  .strictObject({
    questions: z
      .array(GoldenQuestion)
      .min(1, questionsMessage)
      .max(LIMITS.evaluationQuestions, questionsMessage),
    name: requiredName(LIMITS.nameCharacters).optional(),
    knowledge_base_ids: z
      .array(id('kb'))
      .min(1, 'must name at least one knowledge base')
      .max(LIMITS.knowledgeBasesOfAnAgent)
      .transform((ids) => [...new Set(ids)])
      .optional()
      .meta({ description: 'Where to search. Defaults to all knowledge bases.' }),
    search_types: z
      .array(SearchTypeSchema)
      .min(1, 'must name at least one search type')
      .max(SEARCH_TYPES.length)
      .transform((types) => [...new Set(types)])
      .default([...SEARCH_TYPES]),
  })
  .meta({ id: 'CreateEvaluation' });

export type NewEvaluation = z.output<typeof CreateEvaluation>;
export type GoldenQuestions = NewEvaluation['questions'];

const waitMessage = `must be 0 to ${LIMITS.waitSeconds} seconds`;
export const WaitQuery = z.strictObject({
  wait: numberParameter(
    z.number(waitMessage).min(0, waitMessage).max(LIMITS.waitSeconds, waitMessage).default(0),
  ).meta({ description: 'Seconds to wait for the status to leave `running`.' }),
});

export const toEvaluation = (row: EvaluationSummary): z.infer<typeof Evaluation> => ({
  id: row.evaluation_id,
  ...(row.name !== null && { name: row.name }),
  status: row.status,
  progress: row.progress,
  ...(row.knowledge_base_ids !== null && {
    knowledge_base_ids: JSON.parse(row.knowledge_base_ids) as string[],
  }),
  search_types: JSON.parse(row.search_types) as z.infer<typeof SearchTypeSchema>[],
  question_count: row.question_count,
  ...(row.results !== null && { results: resultsOf(row.results) }),
  ...(row.error !== null && { error: row.error }),
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
  ...(row.ended_at !== null && { ended_at: toIso(row.ended_at) }),
});

/** results, outcomes: columns of EvaluationRow. */
export const resultsOf = (results: string): z.infer<typeof EvaluationResult>[] => JSON.parse(results);
export const outcomesOf = (outcomes: string): z.infer<typeof OutcomesOfSearch>[] => JSON.parse(outcomes);
