import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import {
  id,
  isoTime,
  must,
  numberParameter,
  requiredName,
  requiredText,
  timestamp,
  VERDICTS,
} from '#records/fields.ts';
import type { SearchType } from '#search/search.ts';
import type { EvaluationSummary } from '#storage/store.ts';
import type { EvaluationRow } from '#storage/tables.ts';
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

export const ReplyResults = z
  .object({
    questions: z.int(),
    right: figure.meta({
      description:
        'Replies that hold an entry of `must`; without `must`, replies that cite a relevant source; for a question without an answer, fallbacks.',
    }),
    holds_must: figure.meta({ description: 'Of the questions with `must`.' }),
    cites_relevant: figure.meta({ description: 'Of the questions with relevant sources.' }),
    cites_relevant_first: figure.meta({ description: 'The first source of the reply is a relevant one.' }),
    answerable_fallbacks: figure.meta({ description: 'Questions that have an answer and got none.' }),
    unanswerable_fallbacks: figure.meta({ description: 'Questions that have no answer and got none.' }),
    mean_confidence: figure,
    calibration_error: figure.meta({
      description:
        'How far the confidence is from the share of replies that answer rightly. No reply answers an unanswerable question.',
    }),
    latency_ms: z.object({ p50: figure, p95: figure }).meta({ description: 'The time of a reply.' }),
  })
  .meta({ id: 'ReplyResults', description: 'Shares and means over the questions, 0 to 1.' });

const ReplyOutcomeSchema = z
  .object({
    query: z.string(),
    reply: z.string().optional().meta({ description: 'Absent once a source of the reply was deleted.' }),
    kind: z.enum(['answer', 'pinned', 'fallback', 'small_talk', 'handover']),
    confidence: z.number(),
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
  .meta({ id: 'ReplyOutcome' });

export type ReplyOutcome = z.infer<typeof ReplyOutcomeSchema>;

export const Evaluation = z
  .object({
    id: z.string().meta({ description: 'Prefix `eval_`.' }),
    name: z.string().optional(),
    status: EvaluationStatusSchema,
    progress: z.number().meta({ description: '0 to 1.' }),
    knowledge_base_ids: z.array(z.string()).optional().meta({ description: 'Defaults to all.' }),
    search_types: z.array(SearchTypeSchema),
    question_count: z.int(),
    agent_id: z.string().optional().meta({ description: 'The agent whose replies are judged too.' }),
    skipped: z.int().optional().meta({
      description:
        'Replies of `from_conversations` that did not become a question, because nothing says what answers it, or the question is too long.',
    }),
    merged: z.int().optional().meta({
      description:
        'Replies of `from_conversations` whose question is the question of a later reply, which counts instead.',
    }),
    replies: ReplyResults.optional().meta({ description: 'With an agent, once completed.' }),
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
  reply_outcomes: z
    .array(ReplyOutcomeSchema)
    .optional()
    .meta({ description: 'What the agent replied to each question, sure mistakes first, once completed.' }),
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
    must: must.default([]),
    unanswerable: z.boolean().default(false).meta({ description: 'No source answers the question.' }),
  })
  .refine(
    ({ relevant, must, unanswerable }) => unanswerable !== relevant.length + must.length > 0,
    'must name at least one source in "relevant", or words in "must", or neither and say "unanswerable": true',
  )
  .meta({ id: 'GoldenQuestion' });

const RATINGS = ['up', 'down'] as const;

const FromConversations = z
  .strictObject({
    agent_id: id('agt').optional().meta({ description: 'Only replies of this agent.' }),
    verdicts: z
      .array(z.enum(VERDICTS))
      .max(VERDICTS.length)
      .transform((list) => [...new Set(list)])
      .default([...VERDICTS])
      .meta({ description: 'Replies whose latest verdict is one of these.' }),
    ratings: z
      .array(z.enum(RATINGS))
      .max(RATINGS.length)
      .transform((list) => [...new Set(list)])
      .default([])
      .meta({
        description:
          'Also replies without a verdict that have one of these ratings. `up` counts like the verdict `right`; a reply rated `down` is skipped, because nothing says what is right.',
      }),
    since: isoTime.optional().meta({ description: 'Only replies given since then.' }),
    until: isoTime.optional().meta({ description: 'Only replies given before.' }),
    limit: z
      .int()
      .min(1)
      .max(LIMITS.evaluationQuestions)
      .default(LIMITS.evaluationQuestions)
      .meta({ description: 'The most replies, the newest first.' }),
  })
  .meta({ id: 'FromConversations' });

export type ConversationFilter = z.output<typeof FromConversations>;

const questionsMessage = `must have 1 to ${LIMITS.evaluationQuestions} questions`;

export const CreateEvaluation = z
  .strictObject({
    questions: z
      .array(GoldenQuestion)
      .min(1, questionsMessage)
      .max(LIMITS.evaluationQuestions, questionsMessage)
      .optional()
      .meta({ description: 'Required, unless `from_conversations` is there.' }),
    from_conversations: FromConversations.optional().meta({
      description:
        'Makes the questions of replies that people have judged. If the evaluation is limited to some knowledge bases, replies of agents that use others are left out.',
    }),
    agent_id: id('agt').optional().meta({
      description:
        'Also asks this agent each question, without a conversation, and judges its replies. The search is then that of its knowledge bases.',
    }),
    name: requiredName(LIMITS.nameCharacters).optional(),
    knowledge_base_ids: z
      .array(id('kb'))
      .min(1, 'must name at least one knowledge base')
      .max(LIMITS.knowledgeBasesOfAnAgent)
      .transform((ids) => [...new Set(ids)])
      .optional()
      .meta({
        description:
          'Where to search. Defaults to all knowledge bases, and with `agent_id` to those of the agent.',
      }),
    search_types: z
      .array(SearchTypeSchema)
      .min(1, 'must name at least one search type')
      .max(SEARCH_TYPES.length)
      .transform((types) => [...new Set(types)])
      .default([...SEARCH_TYPES]),
  })
  .refine(
    ({ questions, from_conversations }) => questions !== undefined || from_conversations !== undefined,
    {
      path: ['questions'],
      message: 'is required, unless from_conversations is there',
    },
  )
  .refine(
    ({ questions, from_conversations }) => questions === undefined || from_conversations === undefined,
    {
      path: ['from_conversations'],
      message: "can't be combined with questions",
    },
  )
  .refine(({ agent_id, knowledge_base_ids }) => agent_id === undefined || knowledge_base_ids === undefined, {
    path: ['knowledge_base_ids'],
    message: "can't be combined with agent_id, because the knowledge bases of the agent are searched",
  })
  .meta({ id: 'CreateEvaluation' });

export type NewEvaluation = z.output<typeof CreateEvaluation>;

/** A question as it is stored. must: absent in older evaluations. */
export type StoredQuestion = Omit<z.output<typeof GoldenQuestion>, 'must'> & { must?: string[] };

export const EvaluationQuestions = z
  .object({
    questions: z.array(
      z.object({
        query: z.string(),
        relevant: z.array(z.object({ source_id: z.string(), text: z.string().optional() })),
        must: z.array(z.string()),
        unanswerable: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'EvaluationQuestions' });

/** questions: column of EvaluationRow. */
export const toQuestions = (questions: string): z.infer<typeof EvaluationQuestions> => ({
  questions: (JSON.parse(questions) as StoredQuestion[]).map((question) => ({
    query: question.query,
    relevant: question.relevant,
    must: question.must ?? [],
    unanswerable: question.unanswerable,
  })),
});

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
  ...(row.agent_id !== null && { agent_id: row.agent_id }),
  ...(row.skipped !== null && { skipped: row.skipped }),
  ...(row.merged !== null && { merged: row.merged }),
  ...(row.reply_results !== null && {
    replies: JSON.parse(row.reply_results) as z.infer<typeof ReplyResults>,
  }),
  ...(row.results !== null && { results: resultsOf(row.results) }),
  ...(row.error !== null && { error: row.error }),
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
  ...(row.ended_at !== null && { ended_at: toIso(row.ended_at) }),
});

/** The outcomes of each question, as far as there are any. */
export const toOutcomes = ({
  outcomes,
  reply_outcomes,
}: Pick<EvaluationRow, 'outcomes' | 'reply_outcomes'>) => ({
  ...(outcomes !== null && { outcomes: JSON.parse(outcomes) as z.infer<typeof OutcomesOfSearch>[] }),
  ...(reply_outcomes !== null && { reply_outcomes: JSON.parse(reply_outcomes) as ReplyOutcome[] }),
});

/** results: column of EvaluationRow. */
export const resultsOf = (results: string): z.infer<typeof EvaluationResult>[] => JSON.parse(results);
