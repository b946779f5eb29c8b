import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import { ActorOfChange } from '#records/audit.ts';
import { flag, id, pageQuery, requiredText, timestamp } from '#records/fields.ts';
import type { AnswerWithSources } from '#storage/store.ts';
import type { PinnedAnswerVersionRow } from '#storage/tables.ts';
import { comparable } from '#text/phrases.ts';

const question = requiredText(LIMITS.queryCharacters)
  .refine(
    // requiredText refuses longer text, and comparing 8 MB of it takes seconds.
    (text) => text.length > 2 * LIMITS.queryCharacters || comparable(text) !== '',
    'must have at least one letter or digit',
  )
  .meta({
    description: 'The question that the answer is for. Case, punctuation and word forms do not matter.',
  });
const variants = z
  .array(question)
  .max(LIMITS.variantsOfAnAnswer, `must have at most ${LIMITS.variantsOfAnAnswer} variants`)
  .transform((list) => [...new Set(list)])
  .meta({ description: 'Other wordings of the question, in any language.' });
const answer = requiredText(LIMITS.pinnedAnswerCharacters).meta({
  description: 'What the agent says, in Markdown.',
});
const sourceIds = z
  .array(id('src'))
  .max(LIMITS.sourcesOfAnAnswer, `must name at most ${LIMITS.sourcesOfAnAnswer} sources`)
  .transform((ids) => [...new Set(ids)])
  .meta({ description: 'The sources that the answer rests on, which a reply lists.' });
const enabled = z.boolean().meta({ description: 'Agents say only enabled answers.' });

/** The fields of an answer that people write. */
const content = {
  question,
  variants: variants.default([]),
  answer,
  source_ids: sourceIds.default([]),
  enabled: enabled.default(true),
};

export const CreatePinnedAnswer = z
  .strictObject({
    knowledge_base_id: id('kb').optional().meta({ description: 'Defaults to the default knowledge base.' }),
    ...content,
  })
  .meta({ id: 'CreatePinnedAnswer', description: 'A new pinned answer.' });

export const UpdatePinnedAnswer = z
  .strictObject({
    question: question.optional(),
    variants: variants.optional(),
    answer: answer.optional(),
    source_ids: sourceIds.optional(),
    enabled: enabled.optional(),
  })
  .meta({ id: 'UpdatePinnedAnswer', description: 'Changes of a pinned answer.' });

/** An answer of an import: sources by id or name. */
export const ImportedAnswer = z
  .strictObject({
    question,
    variants: variants.optional(),
    answer,
    sources: z
      .array(requiredText(LIMITS.nameCharacters))
      .max(LIMITS.sourcesOfAnAnswer, `must name at most ${LIMITS.sourcesOfAnAnswer} sources`)
      .optional()
      .meta({ description: 'Ids of sources, or names of sources of the knowledge base.' }),
    knowledge_base_id: id('kb').optional().meta({ description: 'Defaults to the default knowledge base.' }),
    enabled: enabled.optional(),
  })
  .meta({ id: 'ImportedAnswer', description: 'A pinned answer to create or update.' });

export type ImportedAnswer = z.output<typeof ImportedAnswer>;

export const NUMBER_OF_ANSWERS = `must have 1 to ${LIMITS.importedAnswers.toLocaleString('en')} answers`;
export const ImportAnswers = z
  .strictObject({
    answers: z
      .array(ImportedAnswer)
      .min(1, NUMBER_OF_ANSWERS)
      .max(LIMITS.importedAnswers, NUMBER_OF_ANSWERS)
      .meta({ description: 'One for each question.' }),
  })
  .meta({ id: 'ImportAnswers', description: 'Pinned answers to create or update together.' });

export const ImportResult = z
  .object({
    created: z.int().meta({ description: 'Questions that had no answer yet.' }),
    updated: z.int().meta({ description: 'Answers that got a new version.' }),
    unchanged: z.int().meta({ description: 'Answers that were already as sent.' }),
    rows: z
      .array(
        z.object({
          place: z.string().meta({ description: 'Where it was sent, such as `line 4` or `answers[2]`.' }),
          question: z.string().meta({ description: 'The question that the answer is for.' }),
          change: z
            .enum(['created', 'updated', 'unchanged'])
            .meta({ description: 'What the import would do with it.' }),
        }),
      )
      .optional()
      .meta({ description: 'Each answer that was sent; only with `dry_run`.' }),
  })
  .meta({ id: 'ImportResult', description: 'How many pinned answers an import changed.' });

export type AnswerContent = Omit<z.output<typeof CreatePinnedAnswer>, 'knowledge_base_id'>;

export const ImportQuery = z.strictObject({
  dry_run: flag
    .optional()
    .meta({ description: 'Checks everything and says what would change, but changes nothing.' }),
});

export const ANSWER_STATES = ['enabled', 'disabled', 'needs_review'] as const;

export const ListAnswersQuery = z.strictObject({
  ...pageQuery,
  q: requiredText(LIMITS.nameCharacters).optional().meta({
    description:
      'Words that the question, a variant or the answer contains, ignoring case and accents. All must be there.',
  }),
  state: z
    .enum(ANSWER_STATES)
    .optional()
    .meta({ description: 'Only answers that are enabled or disabled, or whose sources have changed.' }),
  knowledge_base_id: id('kb').optional().meta({ description: 'Only answers of this knowledge base.' }),
});

const shown = {
  question: z.string().meta({ description: 'The question that the answer is for.' }),
  variants: z.array(z.string()).meta({ description: 'Other wordings of the question.' }),
  answer: z.string().meta({ description: 'What the agent says, in Markdown.' }),
  source_ids: z.array(z.string()).meta({ description: 'The sources that the answer rests on.' }),
  enabled: z.boolean().meta({ description: 'Agents say only enabled answers.' }),
  version: z.int().meta({ description: 'Starts at 1; each update adds one.' }),
  updated_by: ActorOfChange.meta({ description: 'The author of this version.' }),
};

export const PinnedAnswer = z
  .object({
    id: z.string().meta({ description: 'Prefix `ans_`.' }),
    knowledge_base_id: z
      .string()
      .meta({ description: 'Agents that use this knowledge base give the answer.' }),
    ...shown,
    hits: z.int().meta({ description: 'How many replies were this answer.' }),
    last_hit_at: timestamp.optional(),
    needs_review: z.boolean().meta({
      description:
        'A source of the answer was deleted or replaced since the answer was last updated. Updating it clears this.',
    }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'PinnedAnswer', description: 'A reply that a person wrote, which agents give word for word.' });

export const PinnedAnswerVersion = z
  .object({ ...shown, created_at: timestamp.meta({ description: 'When this version was written.' }) })
  .meta({ id: 'PinnedAnswerVersion', description: 'An earlier version of a pinned answer.' });

const showText = (row: AnswerWithSources | PinnedAnswerVersionRow) => ({
  question: row.question,
  variants: JSON.parse(row.variants) as string[],
  answer: row.answer,
  enabled: row.is_enabled === 1,
  version: row.version,
  updated_by: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
});

export const toPinnedAnswer = (row: AnswerWithSources): z.infer<typeof PinnedAnswer> => ({
  id: row.answer_id,
  knowledge_base_id: row.knowledge_base_id,
  ...showText(row),
  source_ids: row.source_ids,
  hits: row.hits,
  ...(row.last_hit_at !== null && { last_hit_at: toIso(row.last_hit_at) }),
  needs_review: row.needs_review === 1,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
});

export const toVersion = (row: PinnedAnswerVersionRow): z.infer<typeof PinnedAnswerVersion> => ({
  ...showText(row),
  source_ids: JSON.parse(row.source_ids) as string[],
  created_at: toIso(row.created_at),
});
