import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import { chunkId } from '#lib/ids.ts';
import { ActorOfChange } from '#records/audit.ts';
import {
  externalId,
  id,
  numberParameter,
  pageQuery,
  refreshIntervalHours,
  repeated,
  requiredText,
  tags,
  text,
  timestamp,
} from '#records/fields.ts';
import { MetadataPatch, metadataFilterParameter, SourceMetadata } from '#records/metadata.ts';
import { Source, SourceStatusSchema, SourceTypeSchema } from '#records/source.ts';
import { HistoryDetails } from '#records/source-history.ts';
import type { SourceCount } from '#storage/store.ts';
import type { ChunkRow, SourceHistoryRow } from '#storage/tables.ts';
import type { SimilarSources as Similar } from './find-similar.ts';

/** Names come from files and pages: control characters become spaces instead of an error. */
const sourceName = requiredText(LIMITS.nameCharacters)
  .transform((name) => name.replace(/\p{Cc}/gu, ' '))
  .refine((name) => name.trim() !== '', 'must not be blank');

/** The fields of a new source, as JSON and as a form. The route checks the fields that a type requires, with its content. */
export const CreateSource = z
  .strictObject({
    type: SourceTypeSchema,
    name: sourceName,
    content: requiredText(LIMITS.contentCharacters)
      .optional()
      .meta({ description: 'Required if `type` is `text`.' }),
    url: text(LIMITS.urlCharacters)
      .optional()
      .meta({ description: 'Required if `type` is `url`; http or https.' }),
    tags: tags.default([]),
    metadata: SourceMetadata.optional(),
    refresh_interval_hours: refreshIntervalHours.optional().meta({
      description: 'For a `url` source: how often to fetch the page again and reindex it if it has changed.',
    }),
    on_duplicate: z.enum(['keep', 'skip', 'error']).default('keep').meta({
      description:
        'What to do if the knowledge base already has the same bytes or URL: `keep` adds the source and names the other in `duplicate_of`, `skip` answers 200 with the other, `error` answers 409.',
    }),
    knowledge_base_id: id('kb').optional().meta({ description: 'Defaults to the default knowledge base.' }),
    external_id: externalId.optional(),
  })
  .meta({ id: 'CreateSource' });

/** A source under the external id of the path. Fields that are left out stay as they are. */
export const UpsertSource = CreateSource.omit({ external_id: true, on_duplicate: true })
  .extend({
    tags: tags.optional().meta({ description: 'Without it, an existing source keeps its tags.' }),
  })
  .meta({ id: 'UpsertSource' });

const upsertOutcome = z.enum(['created', 'updated', 'unchanged']).meta({
  description:
    '`unchanged`: the source was already so. It was not indexed again, and has no new entry in its history.',
});

export const UpsertedSource = Source.extend({ outcome: upsertOutcome }).meta({ id: 'UpsertedSource' });

export const BatchSource = CreateSource.extend({ type: SourceTypeSchema.exclude(['document']) }).meta({
  id: 'BatchSource',
});

const listOfBatch = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .min(1, 'must have at least one source')
    .max(LIMITS.sourcesOfABatch, `must have at most ${LIMITS.sourcesOfABatch} sources`)
    .meta({ description: 'Texts and web pages. Documents are uploaded one by one.' });
const upsert = z.boolean().default(false).meta({
  description:
    'Whether a source whose `external_id` the knowledge base has already is updated, as by `PUT …/by-external-id/:external_id`; otherwise it gets 409.',
});

export const CreateSources = z
  .strictObject({ sources: listOfBatch(BatchSource), upsert })
  .meta({ id: 'CreateSources' });

/** The same body before its sources are checked: each gets its own answer. */
export const UncheckedSources = z.strictObject({ sources: listOfBatch(z.unknown()), upsert });

export const CreatedSources = z
  .object({
    results: z
      .array(
        z.object({
          status: z.int().meta({
            description: 'The status that the source would get by itself: 201, 200, 400, 409 or 422.',
          }),
          data: UpsertedSource.optional().meta({ description: 'The source, if it was accepted.' }),
          error: z
            .object({
              code: z.string(),
              message: z.string(),
              details: z.array(z.object({ field: z.string(), reason: z.string() })).optional(),
            })
            .optional()
            .meta({ description: 'Why it was refused. Nothing was stored of it.' }),
        }),
      )
      .meta({ description: 'One for each source, in the order of the request.' }),
  })
  .meta({ id: 'CreatedSources' });

export const UpdateSource = z
  .strictObject({
    name: sourceName.optional(),
    tags: tags.optional(),
    metadata: MetadataPatch.nullable().optional().meta({
      description:
        'Merged into the metadata: keys that are absent stay, and null removes a key. Null in place of the object removes all of it.',
    }),
    content: requiredText(LIMITS.contentCharacters)
      .optional()
      .meta({ description: 'New content, for a `text` source.' }),
    url: text(LIMITS.urlCharacters).optional().meta({ description: 'New URL, for a `url` source.' }),
    refresh_interval_hours: refreshIntervalHours
      .nullable()
      .optional()
      .meta({ description: 'For a `url` source; null turns refreshing off.' }),
    external_id: externalId.nullable().optional().meta({
      description:
        'Another external id; null takes it away. 409 if another source of the knowledge base has it.',
    }),
    knowledge_base_id: id('kb').optional().meta({
      description: 'Moves the source to this knowledge base, with what was indexed of it.',
    }),
  })
  .meta({ id: 'UpdateSource' });

export const ListSourcesQuery = z.strictObject({
  ...pageQuery,
  status: SourceStatusSchema.optional(),
  type: SourceTypeSchema.optional(),
  q: requiredText(LIMITS.nameCharacters)
    .optional()
    .meta({ description: 'Part of the name or file name; case does not matter.' }),
  knowledge_base_ids: repeated(id('kb'), LIMITS.knowledgeBasesOfAnAgent),
  external_id: externalId.optional(),
  tags: repeated(requiredText(LIMITS.tagCharacters), LIMITS.tags).meta({
    description: 'Only sources with any of these tags. Repeat the parameter for several.',
  }),
  filter: metadataFilterParameter,
});

const waitMessage = `must be 0 to ${LIMITS.waitSeconds} seconds, or deep`;

export const waitFor = z
  .union([
    z.coerce.number(waitMessage).min(0, waitMessage).max(LIMITS.waitSeconds, waitMessage),
    z.literal('deep', waitMessage),
  ])
  .default(0)
  .meta({
    description: `How many seconds to wait while the status is \`processing\`; \`deep\` waits at most ${LIMITS.waitSeconds} seconds, also while \`understanding\` is \`pending\`.`,
  });

export const SourceCounts = z
  .object({
    total: z.int(),
    by_status: z.record(SourceStatusSchema, z.int()),
    by_type: z.record(SourceTypeSchema, z.int()),
    by_knowledge_base: z
      .record(z.string(), z.int())
      .meta({ description: 'By knowledge base id, without empty knowledge bases.' }),
    tags: z
      .array(z.object({ tag: z.string(), count: z.int() }))
      .meta({ description: `The ${LIMITS.tagCounts} most frequent tags, most frequent first.` }),
  })
  .meta({ id: 'SourceCounts' });

export const BulkChange = z
  .strictObject({
    action: z.enum(['delete', 'reindex', 'add_tags', 'remove_tags', 'set_metadata', 'move']),
    source_ids: z
      .array(id('src'))
      .min(1, 'must name at least one source')
      .max(LIMITS.sourcesOfABulkChange, `must name at most ${LIMITS.sourcesOfABulkChange} sources`)
      .transform((ids) => [...new Set(ids)]),
    tags: tags
      .refine((list) => list.length > 0, 'must have at least one tag')
      .optional()
      .meta({ description: 'Required for `add_tags` and `remove_tags`.' }),
    knowledge_base_id: id('kb').optional().meta({ description: 'Where to; required for `move`.' }),
    metadata: MetadataPatch.optional().meta({
      description: 'Required for `set_metadata`. Merged into the metadata of each: null removes a key.',
    }),
  })
  .meta({ id: 'BulkChange' });

export const BulkResult = z
  .object({
    changed: z.int().meta({
      description:
        'Does not count sources that already had the tags or metadata to set, had none of the tags to remove, or were in the knowledge base to move to.',
    }),
    missing: z.array(z.string()).meta({ description: 'Ids without a source.' }),
  })
  .meta({ id: 'BulkResult' });

const similarMessage = `must be a whole number from 1 to ${LIMITS.similarSources}`;

export const SimilarQuery = z.strictObject({
  limit: numberParameter(
    z.int(similarMessage).min(1, similarMessage).max(LIMITS.similarSources, similarMessage).default(10),
  ),
});

export const SimilarSources = z
  .object({
    by: z.enum(['deep', 'instant']).meta({
      description:
        'What was compared: with `deep`, what the deep model has read, in any language, among the sources that it has read; with `instant`, the vectors of the index, which hardly work across languages.',
    }),
    sources: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          knowledge_base_id: z.string(),
          similarity: z.number().meta({
            description:
              '0 to 1. 1 is the same text, 0 is as unlike as two texts about different things. Nearly the same text has 0.9 or more; a good translation 0.4 to 0.8; pages of one manual about 0.4 to 0.7. Lower than 0.36 is left out.',
          }),
          kind: z.enum(['duplicate', 'translation', 'related']).meta({
            description:
              '`duplicate`: nearly the same text. `translation`: nearly the same meaning in another language, only with `deep`. `related`: anything else.',
          }),
        }),
      )
      .meta({ description: 'Most similar first. Empty while nothing of the source is indexed.' }),
  })
  .meta({ id: 'SimilarSources' });

export const toSimilarSources = ({ by, sources }: Similar): z.infer<typeof SimilarSources> => ({
  by,
  sources: sources.map(({ source, similarity, kind }) => ({
    id: source.source_id,
    name: source.name,
    knowledge_base_id: source.knowledge_base_id,
    similarity: Math.round(1_000 * similarity) / 1_000,
    kind,
  })),
});

export const SourceHistoryEntry = z
  .object({
    id: z.string().meta({
      description: 'Prefix `his_`. A change of several sources may have the same id in the history of each.',
    }),
    action: z.enum(['added', 'updated', 'replaced', 'reindex_requested', 'refreshed', 'indexed', 'failed']),
    actor: ActorOfChange,
    details: HistoryDetails.meta({
      description: 'More about the entry; changed fields as `{from, to}`.',
    }),
    created_at: timestamp,
  })
  .meta({ id: 'SourceHistoryEntry' });

export const toSourceHistoryEntry = (row: SourceHistoryRow): z.infer<typeof SourceHistoryEntry> => ({
  id: row.entry_id,
  action: row.action,
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  details: JSON.parse(row.details),
  created_at: toIso(row.created_at),
});

export const SourceContent = z
  .object({
    source_id: z.string(),
    title: z.string().optional().meta({ description: 'The title in the document.' }),
    text: z
      .string()
      .meta({ description: 'The extracted text. All offsets are in UTF-16 code units of this text.' }),
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

/** Counts by kind; 0 for missing ones. */
export function toSourceCounts(
  counts: readonly SourceCount[],
  tags: readonly { tag: string; count: number }[],
): z.infer<typeof SourceCounts> {
  const sums = {
    total: 0,
    by_status: { processing: 0, indexed: 0, failed: 0 },
    by_type: { document: 0, url: 0, text: 0 },
    by_knowledge_base: {} as Record<string, number>,
  };
  for (const { status, type, knowledge_base_id: base, count } of counts) {
    sums.total += count;
    sums.by_status[status] += count;
    sums.by_type[type] += count;
    sums.by_knowledge_base[base] = (sums.by_knowledge_base[base] ?? 0) + count;
  }
  return { ...sums, tags: [...tags] };
}
