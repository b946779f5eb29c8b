import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import type { Embedders } from '#models/model.ts';
import { requiredText, resourceName, text, timestamp } from '#records/fields.ts';
import type { KnowledgeBaseWithCount, UnderstandingCount } from '#storage/store.ts';

export const KnowledgeBase = z
  .object({
    id: z.string().meta({ description: 'Prefix `kb_`.' }),
    name: z.string().meta({ description: 'What people call it.' }),
    description: z.string().meta({ description: 'What is in it, in your words; may be empty.' }),
    is_default: z.boolean().meta({ description: 'For sources that name no knowledge base.' }),
    source_count: z.int().meta({ description: 'All its sources, whatever their status.' }),
    embedding_model: z.string().meta({ description: 'The model whose index answers queries.' }),
    embedding_switch: z
      .object({
        to: z.string().meta({ description: 'The model whose index is being built.' }),
        progress: z.number().meta({ description: 'The share of sources that are done, 0 to 1.' }),
        error: z.string().nullable().meta({ description: 'Why it is stuck. Footnote keeps trying.' }),
      })
      .nullable()
      .meta({
        description:
          'Present while the knowledge base switches to another model. Queries use the current index until all sources are done, then the new one.',
      }),
    understanding: z
      .object({
        status: z.enum(['pending', 'done', 'skipped']).meta({
          description:
            '`skipped`: nothing waits, and some sources keep to the instant pass, because the workspace has as many chunks as `DEEP_CHUNKS_MAX`.',
        }),
        chunks: z.int().meta({ description: 'Of its indexed sources.' }),
        understood_chunks: z.int().meta({ description: 'How many of them the deep model has read.' }),
      })
      .nullable()
      .meta({
        description:
          'How far the deep model has come, which reads what is indexed; null without one. Queries use what there is.',
      }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'KnowledgeBase', description: 'A collection of sources that is searched as one.' });

const embeddingModel = requiredText(LIMITS.nameCharacters).nullable().optional().meta({
  description: 'The name of a configured model; null means the default of the installation.',
});

export const CreateKnowledgeBase = z
  .strictObject({
    name: resourceName,
    description: text(LIMITS.descriptionCharacters)
      .optional()
      .meta({ description: 'What is in it, in your words.' }),
    embedding_model: embeddingModel,
  })
  .meta({ id: 'CreateKnowledgeBase', description: 'A new knowledge base.' });

export const UpdateKnowledgeBase = z
  .strictObject({
    name: resourceName.optional(),
    description: text(LIMITS.descriptionCharacters)
      .optional()
      .meta({ description: 'What is in it, in your words.' }),
    embedding_model: embeddingModel,
  })
  .meta({ id: 'UpdateKnowledgeBase', description: 'Changes of a knowledge base.' });

type Understood = Pick<
  UnderstandingCount,
  'chunks' | 'understood_chunks' | 'pending_sources' | 'skipped_sources'
>;

/** to: the version of the index that it should have. progress: on the way there. understood: by its deep model; null
 *  without one. */
export const toKnowledgeBase = (
  row: KnowledgeBaseWithCount,
  embedders: Embedders,
  { to, progress, understood }: { to: string; progress: number; understood: Understood | null },
): z.infer<typeof KnowledgeBase> => ({
  id: row.knowledge_base_id,
  name: row.name,
  description: row.description,
  is_default: row.is_default === 1,
  source_count: row.source_count,
  embedding_model: embedders.nameOf(row.index_version, row.embedding_choice),
  embedding_switch:
    row.index_version === to
      ? null
      : { to: embedders.nameOf(to, row.embedding_choice), progress, error: row.index_error },
  understanding: understood && {
    status: understood.pending_sources > 0 ? 'pending' : understood.skipped_sources > 0 ? 'skipped' : 'done',
    chunks: understood.chunks,
    understood_chunks: understood.understood_chunks,
  },
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
});
