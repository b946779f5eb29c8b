import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import {
  id,
  isoTime,
  must,
  numberParameter,
  pageQuery,
  requiredText,
  resourceName,
  timestamp,
  VERDICTS,
} from '#records/fields.ts';
import type { EvaluationSummary } from '#storage/store.ts';
import type { EvaluationRow } from '#storage/tables.ts';
import { comparable } from '#text/phrases.ts';
import {
  EvaluationResult,
  OutcomesOfSearch,
  type ReplyOutcome,
  ReplyOutcomeSchema,
  ReplyResults,
  SEARCH_TYPES,
  SearchTypeSchema,
} from './result-schema.ts';

const EvaluationStatusSchema = z.enum(['running', 'completed', 'failed', 'cancelled']).meta({
  id: 'EvaluationStatus',
  description:
    '`running` until all questions were asked (`completed`), it has `failed`, or someone has `cancelled` it.',
});

const AgentSettings = z
  .object({
    name: z.string().meta({ description: 'Its name.' }),
    system_prompt: z.string().nullable().meta({ description: 'Its instructions; null without any.' }),
    response_length: z.string().meta({ description: '`short`, `medium` or `long`.' }),
    min_confidence: z
      .number()
      .nullable()
      .meta({ description: 'Replies below it were the fallback message; null for the default.' }),
    temperature: z.number().nullable().meta({ description: 'Of the language model; null for its default.' }),
    handover: z.string().meta({ description: 'When it offered a person.' }),
    fallback_message: z.string().nullable().meta({ description: 'Null for the default.' }),
    knowledge_base_ids: z.array(z.string()).meta({ description: 'What it answered from.' }),
  })
  .meta({ id: 'EvaluatedAgentSettings', description: 'What an agent was set to when it was evaluated.' });

export const Evaluation = z
  .object({
    id: z.string().meta({ description: 'Prefix `eval_`.' }),
    name: z.string().optional().meta({ description: 'What people call it; absent without one.' }),
    status: EvaluationStatusSchema,
    progress: z.number().meta({ description: '0 to 1.' }),
    knowledge_base_ids: z.array(z.string()).optional().meta({ description: 'Defaults to all.' }),
    search_types: z.array(SearchTypeSchema).meta({ description: 'The search types that are measured.' }),
    question_count: z.int().meta({ description: 'Questions that are asked.' }),
    agent_id: z.string().optional().meta({ description: 'The agent whose replies are judged too.' }),
    agent_settings: AgentSettings.optional().meta({
      description: 'The settings of the agent when the evaluation was created.',
    }),
    question_set_id: z
      .string()
      .optional()
      .meta({ description: 'The question set that was asked; it may be changed or deleted since.' }),
    skipped: z.int().optional().meta({
      description:
        'Questions of a set, or replies of `from_conversations`, that are not asked, because nothing says what answers them, or the question is too long.',
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
  .meta({ id: 'Evaluation', description: 'A measurement of search and replies on your questions.' });

export const EvaluationWithOutcomes = Evaluation.extend({
  outcomes: z
    .array(OutcomesOfSearch)
    .optional()
    .meta({ description: 'The outcome of each question, worst first, once completed.' }),
  reply_outcomes: z
    .array(ReplyOutcomeSchema)
    .optional()
    .meta({ description: 'What the agent replied to each question, sure mistakes first, once completed.' }),
}).meta({ id: 'EvaluationWithOutcomes', description: 'An evaluation with the outcome of each question.' });

export const Relevant = z.strictObject({
  source_id: id('src').meta({ description: 'A source that answers the question.' }),
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
    query: requiredText(LIMITS.queryCharacters).meta({ description: 'What a person would ask.' }),
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
  .meta({ id: 'GoldenQuestion', description: 'A question, and what answers it.' });

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
  .meta({ id: 'FromConversations', description: 'Which judged replies become questions.' });

export type ConversationFilter = z.output<typeof FromConversations>;

const questionsMessage = `must have 1 to ${LIMITS.evaluationQuestions} questions`;

export const CreateEvaluation = z
  .strictObject({
    questions: z
      .array(GoldenQuestion)
      .min(1, questionsMessage)
      .max(LIMITS.evaluationQuestions, questionsMessage)
      .optional()
      .meta({ description: 'Required, unless `question_set_id` or `from_conversations` is there.' }),
    question_set_id: id('qset').optional().meta({
      description:
        'Asks the questions of this set. Those are left out that nothing says the right answer to, or whose sources are gone or not searched.',
    }),
    from_conversations: FromConversations.optional().meta({
      description:
        'Makes the questions of replies that people have judged. If the evaluation is limited to some knowledge bases, replies of agents that use others are left out.',
    }),
    agent_id: id('agt').optional().meta({
      description:
        'Also asks this agent each question, without a conversation, and judges its replies. The search is then that of its knowledge bases.',
    }),
    name: resourceName.optional(),
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
      .default([...SEARCH_TYPES])
      .meta({ description: 'The search types to measure. Defaults to all.' }),
  })
  .refine(
    ({ questions, question_set_id, from_conversations }) =>
      [questions, question_set_id, from_conversations].some((each) => each !== undefined),
    {
      path: ['questions'],
      message: 'is required, unless question_set_id or from_conversations is there',
    },
  )
  .refine(
    ({ questions, from_conversations }) => questions === undefined || from_conversations === undefined,
    { path: ['from_conversations'], message: "can't be combined with questions" },
  )
  .refine(
    ({ questions, question_set_id, from_conversations }) =>
      question_set_id === undefined || (questions === undefined && from_conversations === undefined),
    { path: ['question_set_id'], message: "can't be combined with questions or from_conversations" },
  )
  .refine(({ agent_id, knowledge_base_ids }) => agent_id === undefined || knowledge_base_ids === undefined, {
    path: ['knowledge_base_ids'],
    message: "can't be combined with agent_id, because the knowledge bases of the agent are searched",
  })
  .meta({ id: 'CreateEvaluation', description: 'Questions to measure with.' });

export const ListEvaluationsQuery = z.strictObject({
  ...pageQuery,
  question_set_id: id('qset').optional().meta({ description: 'Only evaluations of this question set.' }),
});

export type NewEvaluation = z.output<typeof CreateEvaluation>;

/** A question as it is stored. must: absent in older evaluations. */
export type StoredQuestion = Omit<z.output<typeof GoldenQuestion>, 'must'> & { must?: string[] };

export const EvaluationQuestions = z
  .object({
    questions: z
      .array(
        z.object({
          query: z.string().meta({ description: 'What is asked.' }),
          relevant: z
            .array(
              z.object({
                source_id: z.string().meta({ description: 'Prefix `src_`.' }),
                text: z.string().optional().meta({
                  description: 'Words of the relevant passages; all passages are relevant when absent.',
                }),
              }),
            )
            .meta({ description: 'The sources that answer it.' }),
          must: z.array(z.string()).meta({ description: 'Phrases; a right reply contains at least one.' }),
          unanswerable: z.boolean().meta({ description: 'No source answers it.' }),
        }),
      )
      .meta({ description: 'In the order in which they were sent.' }),
  })
  .meta({ id: 'EvaluationQuestions', description: 'The questions of an evaluation.' });

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
  ...(row.agent_settings !== null && {
    agent_settings: JSON.parse(row.agent_settings) as z.infer<typeof AgentSettings>,
  }),
  ...(row.question_set_id !== null && { question_set_id: row.question_set_id }),
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
