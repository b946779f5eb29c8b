import { z } from 'zod';
import { toIso } from '#lib/clock.ts';
import type { Metadata } from '#lib/metadata.ts';
import type { SourceRow } from '#storage/tables.ts';
import { timestamp } from './fields.ts';
import { SourceMetadata } from './metadata.ts';

export const SourceTypeSchema = z.enum(['document', 'url', 'text']).meta({ id: 'SourceType' });
export const SourceStatusSchema = z.enum(['processing', 'indexed', 'failed']).meta({ id: 'SourceStatus' });
const SourceStageSchema = z
  .enum(['queued', 'fetching', 'parsing', 'chunking', 'embedding', 'indexing', 'done'])
  .meta({ id: 'SourceStage' });

export const SourceError = z
  .object({
    code: z
      .enum([
        'unsupported_format',
        'unreadable_file',
        'encrypted_file',
        'no_text',
        'too_large',
        'too_many_pages',
        'fetch_failed',
        'fetch_blocked',
        'fetch_timeout',
        'parse_timeout',
        'embedding_failed',
        'internal_error',
      ])
      .meta({ id: 'SourceErrorCode' }),
    message: z.string().meta({ description: 'What is wrong, and what to do about it.' }),
    stage: SourceStageSchema,
    retryable: z.boolean().meta({ description: 'Whether reindexing the same content may succeed.' }),
  })
  .meta({ id: 'SourceError' });

/** A source as clients see it: in answers, and in the events about it. */
export const Source = z
  .object({
    id: z.string().meta({ description: 'Prefix `src_`.' }),
    type: SourceTypeSchema,
    name: z.string(),
    status: SourceStatusSchema,
    created_at: timestamp,
    knowledge_base_id: z.string(),
    tags: z.array(z.string()),
    external_id: z
      .string()
      .optional()
      .meta({ description: 'The id of the source where it comes from, if its client gave one.' }),
    metadata: SourceMetadata.meta({ description: 'What you noted about it; `{}` without any.' }),
    url: z.string().optional(),
    file_name: z.string().optional(),
    mime_type: z.string().optional(),
    size_bytes: z.int().optional().meta({ description: 'Bytes of the original content.' }),
    content_sha256: z.string().optional(),
    stage: SourceStageSchema,
    progress: z.number().meta({ description: 'Progress of the indexing, 0 to 1.' }),
    chunk_count: z.int(),
    understanding: z.enum(['pending', 'done', 'skipped']).optional().meta({
      description:
        'Whether the deep model has read what is indexed: `pending` sources are found by the instant pass meanwhile, `skipped` ones are beyond `DEEP_CHUNKS_MAX` and stay with it. Absent until the source is indexed, if its knowledge base has no such model, and in events.',
    }),
    updated_at: timestamp,
    indexed_at: timestamp.optional(),
    error: SourceError.optional().meta({ description: 'Present if the last indexing failed.' }),
    duplicate_of: z.string().optional().meta({
      description: 'The oldest source of the knowledge base with the same bytes, at the time of upload.',
    }),
    canonical_url: z.string().optional().meta({
      description:
        'The canonical URL that the page names, or else the URL at the end of redirects from `url`.',
    }),
    fetched_at: timestamp.optional().meta({ description: 'When the page was last fetched.' }),
    refresh_interval_hours: z.int().optional(),
    refresh_at: timestamp.optional().meta({ description: 'When the page will be fetched next.' }),
    refresh_error: SourceError.optional().meta({
      description: 'Why the last refresh failed. The previous content keeps answering.',
    }),
    crawl_id: z.string().optional().meta({ description: 'The crawl that added it.' }),
  })
  .meta({ id: 'Source' });

export const toSource = (row: SourceRow): z.infer<typeof Source> => ({
  id: row.source_id,
  type: row.type,
  name: row.name,
  status: row.status,
  created_at: toIso(row.created_at),
  knowledge_base_id: row.knowledge_base_id,
  tags: JSON.parse(row.tags) as string[],
  ...(row.external_id !== null && { external_id: row.external_id }),
  metadata: JSON.parse(row.metadata) as Metadata,
  ...(row.url !== null && { url: row.url }),
  ...(row.file_name !== null && { file_name: row.file_name }),
  ...(row.mime_type !== null && { mime_type: withoutParameters(row.mime_type) }),
  ...(row.size_bytes !== null && { size_bytes: row.size_bytes }),
  ...(row.content_sha256 !== null && { content_sha256: row.content_sha256 }),
  stage: row.stage,
  progress: row.progress,
  chunk_count: row.chunk_count,
  updated_at: toIso(row.updated_at),
  ...(row.indexed_at !== null && { indexed_at: toIso(row.indexed_at) }),
  ...(row.error !== null && { error: JSON.parse(row.error) as z.infer<typeof SourceError> }),
  ...(row.duplicate_of !== null && { duplicate_of: row.duplicate_of }),
  ...(row.canonical_url !== null && { canonical_url: row.canonical_url }),
  ...(row.fetched_at !== null && { fetched_at: toIso(row.fetched_at) }),
  ...(row.refresh_interval_hours !== null && { refresh_interval_hours: row.refresh_interval_hours }),
  ...(row.refresh_at !== null && { refresh_at: toIso(row.refresh_at) }),
  ...(row.refresh_error !== null && {
    refresh_error: JSON.parse(row.refresh_error) as z.infer<typeof SourceError>,
  }),
  ...(row.crawl_id !== null && { crawl_id: row.crawl_id }),
});

const withoutParameters = (mimeType: string): string => (mimeType.split(';')[0] ?? '').trimEnd();
