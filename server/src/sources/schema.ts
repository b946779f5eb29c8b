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

const content = requiredText(LIMITS.contentCharacters);
const url = text(LIMITS.urlCharacters).meta({ description: 'The address of the page, http or https.' });
const refreshInterval = refreshIntervalHours.optional().meta({
  description: 'How often to fetch the page again and reindex it if it has changed. Never without it.',
});
const file = z.file().meta({
  description: `The document, at most ${LIMITS.fileBytes / 1024 / 1024} MB. Its bytes decide the format, not its name.`,
});

/** What a source of any type may have, also one that an upsert changes. */
const aboutSource = {
  name: sourceName.meta({ description: 'The name that lists and citations show.' }),
  metadata: SourceMetadata.optional(),
  knowledge_base_id: id('kb')
    .optional()
    .meta({ description: 'The knowledge base to add it to. Defaults to the default knowledge base.' }),
};
const aboutNewSource = {
  ...aboutSource,
  tags: tags.default([]).meta({ description: 'Words to filter sources by.' }),
  on_duplicate: z.enum(['keep', 'skip', 'error']).default('keep').meta({
    description:
      'What to do if the knowledge base already has the same bytes or URL: `keep` adds the source and names the other in `duplicate_of`, `skip` answers 200 with the other, `error` answers 409.',
  }),
  external_id: externalId.optional(),
};
const aboutUpsertedSource = {
  ...aboutSource,
  tags: tags
    .optional()
    .meta({ description: 'Words to filter sources by. Without it, a source keeps its tags.' }),
};
/** Which of them a type requires is checked with the content. */
const contentOfAnyType = {
  content: content.optional(),
  url: url.optional(),
  refresh_interval_hours: refreshInterval,
};

/** The fields of a new source, as JSON and as a form. The route checks the fields that a type requires, with its content. */
export const CreateSource = z.strictObject({
  type: SourceTypeSchema,
  ...contentOfAnyType,
  ...aboutNewSource,
});

/** A source under the external id of the path. Fields that are left out stay as they are. */
export const UpsertSource = z.strictObject({
  type: SourceTypeSchema,
  ...contentOfAnyType,
  ...aboutUpsertedSource,
});

export const BatchSource = CreateSource.extend({ type: SourceTypeSchema.exclude(['document']) });

/** For the OpenAPI document, where each type of source has the fields that it requires. */
const textOrPage = <Shape extends z.ZodRawShape>(verb: 'Create' | 'Upsert', shape: Shape) =>
  z.discriminatedUnion('type', [
    z
      .strictObject({
        type: z.literal('text').meta({ description: 'Text that you send.' }),
        content: content.meta({ description: 'The text, plain or Markdown.' }),
        ...shape,
      })
      .meta({ id: `${verb}TextSource` }),
    z
      .strictObject({
        type: z.literal('url').meta({ description: 'A web page that Footnote fetches.' }),
        url,
        refresh_interval_hours: refreshInterval,
        ...shape,
      })
      .meta({ id: `${verb}UrlSource` }),
  ]);
const upload = <Shape extends z.ZodRawShape>(verb: 'Create' | 'Upsert', shape: Shape) =>
  z
    .strictObject({
      type: z.literal('document').meta({ description: 'A file that you upload.' }),
      file,
      ...shape,
    })
    .meta({ id: `${verb}DocumentSource` });

const DESCRIPTION = 'A text or a web page. Send documents as a form.';
const documentedCreateSource = textOrPage('Create', aboutNewSource).meta({
  id: 'CreateSource',
  description: DESCRIPTION,
});
export const DOCUMENTED_CREATE_SOURCE = {
  json: documentedCreateSource,
  multipart: upload('Create', aboutNewSource),
};
export const DOCUMENTED_UPSERT_SOURCE = {
  json: textOrPage('Upsert', aboutUpsertedSource).meta({ id: 'UpsertSource', description: DESCRIPTION }),
  multipart: upload('Upsert', aboutUpsertedSource),
};

const upsertOutcome = z.enum(['created', 'updated', 'unchanged']).meta({
  description:
    '`unchanged`: the source was already so. It was not indexed again, and has no new entry in its history.',
});

export const UpsertedSource = Source.extend({ outcome: upsertOutcome }).meta({ id: 'UpsertedSource' });

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
  .strictObject({ sources: listOfBatch(documentedCreateSource), upsert })
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

const changes = {
  name: sourceName.optional().meta({ description: 'The new name.' }),
  tags: tags.optional().meta({ description: 'The new tags, in place of the present ones.' }),
  metadata: MetadataPatch.nullable().optional().meta({
    description:
      'Merged into the metadata: keys that are absent stay, and null removes a key. Null in place of the object removes all of it.',
  }),
  content: content.optional().meta({ description: 'New content, for a `text` source.' }),
  url: url.optional().meta({ description: 'New URL, for a `url` source.' }),
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
};

export const UpdateSource = z.strictObject(changes).meta({ id: 'UpdateSource' });

/** For the OpenAPI document. */
export const DOCUMENTED_UPDATE_SOURCE = {
  json: UpdateSource,
  multipart: z
    .strictObject({ ...changes, file: file.optional() })
    .meta({ id: 'UpdateSourceForm', description: 'As the JSON body, or with a new file for a document.' }),
};

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
      .meta({ minItems: 1, description: 'Required for `add_tags` and `remove_tags`.' }),
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
