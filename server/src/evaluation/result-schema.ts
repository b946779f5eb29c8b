import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import type { SearchType } from '#search/search.ts';

export const SEARCH_TYPES = ['hybrid', 'semantic', 'keyword'] as const satisfies SearchType[];

export const SearchTypeSchema = z
  .enum(SEARCH_TYPES)
  .meta({ description: 'How the passages were found: by meaning, by words, or by both.' });

/** Null if there is no question to compute it from. */
const figure = z.number().nullable();

export const EvaluationResult = z
  .object({
    search_type: SearchTypeSchema,
    metrics: z
      .object({
        ndcg_at_10: figure.meta({ description: 'Quality of the first ten results; 1 is the best order.' }),
        recall_at_5: figure.meta({ description: 'The share of relevant sources among the first five.' }),
        recall_at_10: figure.meta({ description: 'The share of relevant sources among the first ten.' }),
        mrr_at_10: figure.meta({ description: 'The mean of 1 / rank of the first relevant source.' }),
        calibration_error: figure.meta({
          description: 'Expected calibration error: how far scores are from the share of relevant results.',
        }),
        best_score_answerable: figure.meta({
          description: 'The mean highest score of questions that have an answer.',
        }),
        best_score_unanswerable: figure.meta({
          description: 'The mean highest score of questions that have no answer.',
        }),
      })
      .meta({
        description:
          'Means over the questions, 0 to 1; null if no question counts. The first four rate rankings of sources, for questions that have an answer.',
      }),
    latency_ms: z
      .object({
        p50: figure.meta({ description: 'Half took no longer.' }),
        p95: figure.meta({ description: '95% took no longer.' }),
        p99: figure.meta({ description: '99% took no longer.' }),
      })
      .meta({ description: 'The time of a search for ten results, without HTTP.' }),
    reliability: z
      .array(
        z.object({
          from: z.number().meta({ description: 'The lowest score of the group.' }),
          to: z.number().meta({ description: 'The highest score of the group.' }),
          count: z.int().meta({ description: 'Results in the group.' }),
          mean_score: figure.meta({ description: 'Their mean score; null without results.' }),
          share_relevant: figure.meta({
            description: 'The share of them that is relevant, 0 to 1; null without results.',
          }),
        }),
      )
      .meta({ description: 'The first ten results of each question, by score.' }),
  })
  .meta({ id: 'EvaluationResult', description: 'How well one search type did.' });

const QuestionOutcome = z
  .object({
    id: z
      .string()
      .optional()
      .meta({ description: 'The id that the question had in an older evaluation; absent otherwise.' }),
    query: z.string().meta({ description: 'The question.' }),
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
  .meta({ id: 'QuestionOutcome', description: 'What the search found for one question.' });

export const OutcomesOfSearch = z
  .object({
    search_type: SearchTypeSchema,
    questions: z.array(QuestionOutcome).meta({ description: 'Worst first.' }),
  })
  .meta({
    id: 'OutcomesOfSearch',
    description: 'The questions of an evaluation, with what one search type found.',
  });

export const ReplyResults = z
  .object({
    questions: z.int().meta({ description: 'Questions that the agent was asked.' }),
    right: figure.meta({
      description:
        'Replies that hold an entry of `must`; without `must`, replies that cite a relevant source; for a question without an answer, fallbacks.',
    }),
    holds_must: figure.meta({ description: 'Of the questions with `must`.' }),
    cites_relevant: figure.meta({ description: 'Of the questions with relevant sources.' }),
    cites_relevant_first: figure.meta({ description: 'The first source of the reply is a relevant one.' }),
    answerable_fallbacks: figure.meta({ description: 'Questions that have an answer and got none.' }),
    unanswerable_fallbacks: figure.meta({ description: 'Questions that have no answer and got none.' }),
    mean_confidence: figure.meta({ description: 'Of all replies.' }),
    calibration_error: figure.meta({
      description:
        'How far the confidence is from the share of replies that answer rightly. No reply answers an unanswerable question.',
    }),
    latency_ms: z
      .object({
        p50: figure.meta({ description: 'Half took no longer.' }),
        p95: figure.meta({ description: '95% took no longer.' }),
      })
      .meta({ description: 'The time of a reply.' }),
  })
  .meta({ id: 'ReplyResults', description: 'Shares and means over the questions, 0 to 1.' });

export const ReplyOutcomeSchema = z
  .object({
    query: z.string().meta({ description: 'The question.' }),
    reply: z.string().optional().meta({ description: 'Absent once a source of the reply was deleted.' }),
    kind: z
      .enum(['answer', 'pinned', 'fallback', 'small_talk', 'handover'])
      .meta({ description: 'How the reply came about, as in `POST /v1/agents/{id}/chat`.' }),
    confidence: z.number().meta({ description: '0 to 1.' }),
    right: z.boolean().meta({
      description:
        'The reply holds an entry of `must`; without `must`, it cites a relevant source; for a question without an answer, it is a fallback.',
    }),
    holds_must: z.boolean().nullable().meta({ description: 'Null for a question without `must`.' }),
    cites_relevant: z
      .boolean()
      .nullable()
      .meta({ description: 'Null for a question without relevant sources.' }),
    source_ids: z.array(z.string()).meta({ description: 'The sources of the reply, best first.' }),
  })
  .meta({
    id: 'ReplyOutcome',
    description: 'What the agent replied to one question, and whether that was right.',
  });

export type ReplyOutcome = z.infer<typeof ReplyOutcomeSchema>;
