import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import type { AgentId, MessageId, QuestionId } from '#lib/ids.ts';
import { id, must, requiredText, resourceName, timestamp } from '#records/fields.ts';
import type { QuestionSetSummary } from '#storage/store.ts';
import { Relevant, type StoredQuestion } from './schema.ts';

/** Where a question was asked. */
export type Origin = { agent_id: AgentId; session_id: string; message_id: MessageId };

/** A question as a set keeps it. Without `relevant`, `must` and `unanswerable` no one has said what is right. */
export type SetQuestion = StoredQuestion & { id: QuestionId; must: string[]; from?: Origin };

const fields = {
  query: requiredText(LIMITS.queryCharacters).meta({ description: 'What a person would ask.' }),
  relevant: z
    .array(Relevant)
    .max(LIMITS.relevantOfAQuestion, `must name at most ${LIMITS.relevantOfAQuestion} sources`)
    .meta({ description: 'All sources that answer the question.' }),
  must,
  unanswerable: z
    .boolean()
    .meta({ description: 'The right reply is that there is no answer: an agent must refuse.' }),
};

const CONTRADICTION = 'must be false when "relevant" or "must" says what answers the question';

type Expectation = { relevant?: unknown[]; must?: unknown[]; unanswerable?: boolean };

export const contradicts = ({ relevant = [], must: words = [], unanswerable }: Expectation): boolean =>
  unanswerable === true && relevant.length + words.length > 0;

const NewSetQuestion = z
  .strictObject({
    query: fields.query,
    relevant: fields.relevant.default([]),
    must: fields.must.default([]),
    unanswerable: fields.unanswerable.default(false),
  })
  .refine((question) => !contradicts(question), { path: ['unanswerable'], message: CONTRADICTION })
  .meta({ id: 'NewSetQuestion', description: 'A question, and what answers it as far as that is known.' });

export const UpdateSetQuestion = z
  .strictObject({
    query: fields.query.optional(),
    relevant: fields.relevant.optional(),
    must: fields.must.optional(),
    unanswerable: fields.unanswerable.optional(),
  })
  .meta({ id: 'UpdateSetQuestion', description: 'Changes of a question.' });

export const NUMBER_OF_QUESTIONS = `must have 1 to ${LIMITS.evaluationQuestions.toLocaleString('en')} questions`;
const number = z
  .array(NewSetQuestion)
  .min(1, NUMBER_OF_QUESTIONS)
  .max(LIMITS.evaluationQuestions, NUMBER_OF_QUESTIONS);

const Conversation = z.strictObject({
  agent_id: id('agt').meta({ description: 'Its agent.' }),
  session_id: requiredText(LIMITS.sessionIdCharacters).meta({ description: 'Its session.' }),
  message_id: id('msg').optional().meta({ description: 'Only the question that this reply answers.' }),
});

const conversations = z
  .array(Conversation)
  .min(1, 'must name at least one conversation')
  .max(
    LIMITS.conversationsOfAnAddition,
    `must name at most ${LIMITS.conversationsOfAnAddition} conversations`,
  )
  .meta({
    description:
      'Adds the questions that people asked in them. The latest verdict on a reply says what is right; without one the question waits for somebody to say so.',
  });

export const CreateQuestionSet = z
  .strictObject({
    name: resourceName,
    questions: number.optional().meta({ description: 'Its first questions.' }),
  })
  .meta({ id: 'CreateQuestionSet', description: 'A new question set.' });

export const UpdateQuestionSet = z
  .strictObject({ name: resourceName.optional() })
  .meta({ id: 'UpdateQuestionSet', description: 'Changes of a question set.' });

export const AddQuestions = z
  .strictObject({
    questions: number.optional().meta({ description: 'Required, unless `conversations` is there.' }),
    conversations: conversations.optional(),
  })
  .refine((body) => (body.questions === undefined) !== (body.conversations === undefined), {
    path: ['questions'],
    message: 'is required, unless conversations is there, and one of them must be absent',
  })
  .meta({ id: 'AddQuestions', description: 'Questions to add to a set.' });

/** A question of an import: sources by id or name. */
export const ImportedQuestion = z
  .strictObject({
    question: fields.query,
    sources: z
      .array(requiredText(LIMITS.nameCharacters))
      .max(LIMITS.relevantOfAQuestion, `must name at most ${LIMITS.relevantOfAQuestion} sources`)
      .default([]),
    answers: fields.must.default([]),
    must_refuse: z.boolean({ error: 'must be true or false' }).default(false),
  })
  .refine(({ sources, answers, must_refuse }) => !must_refuse || sources.length + answers.length === 0, {
    path: ['must_refuse'],
    message: 'must be false when "sources" or "answers" says what answers the question',
  });

const SetQuestionSchema = z
  .object({
    id: z.string().meta({ description: 'Prefix `qst_`.' }),
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
      .meta({ description: 'The sources that answer it; they may be deleted since.' }),
    must: z.array(z.string()).meta({ description: 'Phrases; a right reply contains at least one.' }),
    unanswerable: z.boolean().meta({ description: 'The right reply is that there is no answer.' }),
    from: z
      .object({
        agent_id: z.string().meta({ description: 'Prefix `agt_`.' }),
        session_id: z.string().meta({ description: 'The session of the conversation.' }),
        message_id: z.string().meta({ description: 'The reply to it. Prefix `msg_`.' }),
      })
      .optional()
      .meta({ description: 'The conversation in which it was asked; it may be deleted since.' }),
  })
  .meta({ id: 'SetQuestion', description: 'A question of a set.' });

export const QuestionSet = z
  .object({
    id: z.string().meta({ description: 'Prefix `qset_`.' }),
    name: z.string().meta({ description: 'What people call it.' }),
    question_count: z.int().meta({ description: 'How many questions it has.' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'QuestionSet', description: 'Questions that are kept to be asked again and again.' });

export const QuestionSetWithQuestions = QuestionSet.extend({
  questions: z.array(SetQuestionSchema).meta({ description: 'Oldest first.' }),
}).meta({ id: 'QuestionSetWithQuestions', description: 'A question set with its questions.' });

export const AddedQuestions = z
  .object({
    added: z.int().meta({ description: 'Questions that are new to the set.' }),
    updated: z.int().meta({ description: 'Questions that the set had and that changed.' }),
    unchanged: z.int().meta({ description: 'Questions that the set had already.' }),
    skipped: z
      .int()
      .meta({ description: 'Replies whose question could not be read, such as those of small talk.' }),
    rows: z
      .array(
        z.object({
          place: z.string().meta({ description: 'Where it was sent, such as `line 4`.' }),
          question: z.string().meta({ description: 'The question.' }),
          change: z.enum(['added', 'updated', 'unchanged']).meta({ description: 'What would happen to it.' }),
        }),
      )
      .optional()
      .meta({ description: 'Each row of a file; only with `dry_run`.' }),
  })
  .meta({ id: 'AddedQuestions', description: 'How many questions were added.' });

export const toQuestionSet = (row: QuestionSetSummary): z.infer<typeof QuestionSet> => ({
  id: row.question_set_id,
  name: row.name,
  question_count: row.question_count,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
});

/** questions: column of QuestionSetRow. */
export const questionsOf = ({ questions }: { questions: string }): SetQuestion[] => JSON.parse(questions);
