import { z } from 'zod';
import { id, pageQuery, refreshIntervalHours, repeated, requiredText, tags, text } from '#http/fields.ts';
import { SourceStatusSchema, SourceTypeSchema } from '#http/source-record.ts';
import { chunkId } from '#lib/ids.ts';
import { LIMITS } from '#lib/limits.ts';
import type { ChunkRow } from '#storage/tables.ts';

/** The fields of a new source, as JSON and as a form; what each type requires is checked with the content. */
export const CreateSource = z
  .strictObject({
    type: SourceTypeSchema,
    name: requiredText(LIMITS.nameCharacters),
    content: requiredText(LIMITS.contentCharacters)
      .optional()
      .meta({ description: 'Required when `type` is `text`.' }),
    url: text(LIMITS.urlCharacters)
      .optional()
      .meta({ description: 'Required when `type` is `url`: http or https.' }),
    tags: tags.default([]),
    refresh_interval_hours: refreshIntervalHours.optional().meta({
      description: 'Of a `url` source: look again so often, and index again when the content has changed.',
    }),
    on_duplicate: z.enum(['keep', 'skip', 'error']).default('keep').meta({
      description:
        'When the knowledge base has the same bytes, or the same address, already: `keep` adds the source and names the other in `duplicate_of`, `skip` answers 200 with the other, `error` answers 409.',
    }),
    knowledge_base_id: id('kb').optional().meta({ description: 'The default knowledge base when absent.' }),
  })
  .meta({ id: 'CreateSource' });

export const UpdateSource = z
  .strictObject({
    name: requiredText(LIMITS.nameCharacters).optional(),
    tags: tags.optional(),
    content: requiredText(LIMITS.contentCharacters)
      .optional()
      .meta({ description: 'New content of a `text` source.' }),
    url: text(LIMITS.urlCharacters).optional().meta({ description: 'New address of a `url` source.' }),
    refresh_interval_hours: refreshIntervalHours
      .nullable()
      .optional()
      .meta({ description: 'Of a `url` source; null ends the refreshing.' }),
  })
  .meta({ id: 'UpdateSource' });

export const ListSourcesQuery = z.strictObject({
  ...pageQuery,
  status: SourceStatusSchema.optional(),
  knowledge_base_ids: repeated(id('kb'), LIMITS.knowledgeBasesOfAnAgent),
  tags: repeated(requiredText(LIMITS.tagCharacters), LIMITS.tags).meta({
    description: 'Sources that carry any of these; repeat the parameter for several.',
  }),
});

export const SourceContent = z
  .object({
    source_id: z.string(),
    title: z.string().optional().meta({ description: 'What the document calls itself.' }),
    text: z
      .string()
      .meta({ description: 'The extracted text. All offsets count UTF-16 code units into it.' }),
    headings: z.array(z.object({ start: z.int(), end: z.int(), level: z.int(), text: z.string() })),
    pages: z.array(z.object({ page: z.int(), start: z.int() })),
  })
  .meta({ id: 'SourceContent' });

export const SourceChunk = z
  .object({
    id: z.string().meta({ description: 'Prefix `chunk_`.' }),
    position: z.int(),
    start: z.int(),
    end: z.int(),
    page: z.int().optional(),
    heading: z.string().optional(),
    text: z.string(),
  })
  .meta({ id: 'SourceChunk' });

export const toSourceChunk = (row: ChunkRow): z.infer<typeof SourceChunk> => ({
  id: chunkId(row.source_id, row.revision, row.position),
  position: row.position,
  start: row.start_offset,
  end: row.end_offset,
  ...(row.page !== null && { page: row.page }),
  ...(row.heading !== null && { heading: row.heading }),
  text: row.text,
});
