import { z } from 'zod';
import { toIso } from '#lib/clock.ts';
import type { Metadata } from '#lib/metadata.ts';
import type { SourceRow } from '#storage/tables.ts';
import { timestamp } from './fields.ts';
import { SourceMetadata } from './metadata.ts';

export const SourceTypeSchema = z.enum(['document', 'url', 'text']).meta({
  id: 'SourceType',
  description:
    '`document`: an uploaded file. `url`: a web page that Footnote fetches. `text`: text that was sent.',
});
export const SourceStatusSchema = z.enum(['processing', 'indexed', 'failed']).meta({
  id: 'SourceStatus',
  description: '`processing` until it is `indexed` and found by searches, or has `failed`.',
});
const SourceStageSchema = z
  .enum(['queued', 'fetching', 'parsing', 'ocr', 'chunking', 'embedding', 'indexing', 'done'])
  .meta({ id: 'SourceStage', description: 'The step of the indexing that the source is at.' });

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
        'too_many_chunks',
        'fetch_failed',
        'fetch_blocked',
        'fetch_timeout',
        'parse_timeout',
        'embedding_failed',
        'internal_error',
      ])
      .meta({ id: 'SourceErrorCode', description: 'What went wrong, for programs.' }),
    message: z.string().meta({ description: 'What is wrong, and what to do about it.' }),
    stage: SourceStageSchema,
    retryable: z.boolean().meta({ description: 'Whether reindexing the same content may succeed.' }),
  })
  .meta({ id: 'SourceError', description: 'Why a source could not be indexed or refreshed.' });

/** A source as clients see it: in answers, and in the events about it. */
export const Source = z
  .object({
    id: z.string().meta({ description: 'Prefix `src_`.' }),
    type: SourceTypeSchema,
    name: z.string().meta({ description: 'The name that lists and citations show.' }),
    status: SourceStatusSchema,
    created_at: timestamp,
    knowledge_base_id: z.string().meta({ description: 'The knowledge base that it is in.' }),
    tags: z.array(z.string()).meta({ description: 'Words to filter sources by.' }),
    external_id: z
      .string()
      .optional()
      .meta({ description: 'The id of the source where it comes from, if its client gave one.' }),
    metadata: SourceMetadata.meta({ description: 'What you noted about it; `{}` without any.' }),
    allowed: z.array(z.string()).optional().meta({
      description:
        'The principals who may see it; absent if everyone may, and in answers to requests with `as_user`. An empty list: only requests without `as_user`.',
    }),
    url: z.string().optional().meta({
      description:
        'The address of a web page, as it was given, or where the document of a connector can be opened.',
    }),
    file_name: z.string().optional().meta({ description: 'The name of an uploaded file.' }),
    mime_type: z.string().optional().meta({
      description:
        'The type of the content, such as `application/pdf`, as its bytes say; absent until it is known.',
    }),
    size_bytes: z.int().optional().meta({ description: 'Bytes of the original content.' }),
    content_sha256: z.string().optional().meta({ description: 'SHA-256 of the original content, in hex.' }),
    stage: SourceStageSchema,
    progress: z.number().meta({ description: 'Progress of the indexing, 0 to 1.' }),
    chunk_count: z.int().meta({ description: 'The number of passages that are indexed.' }),
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
    refresh_interval_hours: z
      .int()
      .optional()
      .meta({ description: 'How often the page is fetched again, in hours; absent if never.' }),
    refresh_at: timestamp.optional().meta({ description: 'When the page will be fetched next.' }),
    refresh_error: SourceError.optional().meta({
      description: 'Why the last refresh failed. The previous content keeps answering.',
    }),
    crawl_id: z.string().optional().meta({ description: 'The crawl that added it.' }),
  })
  .meta({ id: 'Source', description: 'A text, web page or document in a knowledge base.' });

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
  ...(row.allowed !== null && { allowed: JSON.parse(row.allowed) as string[] }),
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
