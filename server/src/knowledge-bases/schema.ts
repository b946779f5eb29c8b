import { z } from 'zod';
import { requiredText, text, timestamp } from '#http/fields.ts';
import { toIso } from '#lib/clock.ts';
import { LIMITS } from '#lib/limits.ts';
import type { KnowledgeBaseWithCount } from '#storage/store.ts';

export const KnowledgeBase = z
  .object({
    id: z.string().meta({ description: 'Prefix `kb_`.' }),
    name: z.string(),
    description: z.string(),
    is_default: z.boolean().meta({ description: 'Where sources go that name no knowledge base.' }),
    source_count: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'KnowledgeBase' });

export const CreateKnowledgeBase = z
  .strictObject({
    name: requiredText(LIMITS.nameCharacters),
    description: text(LIMITS.descriptionCharacters).optional(),
  })
  .meta({ id: 'CreateKnowledgeBase' });

export const UpdateKnowledgeBase = z
  .strictObject({
    name: requiredText(LIMITS.nameCharacters).optional(),
    description: text(LIMITS.descriptionCharacters).optional(),
  })
  .meta({ id: 'UpdateKnowledgeBase' });

export const toKnowledgeBase = (row: KnowledgeBaseWithCount): z.infer<typeof KnowledgeBase> => ({
  id: row.knowledge_base_id,
  name: row.name,
  description: row.description,
  is_default: row.is_default === 1,
  source_count: row.source_count,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
});
