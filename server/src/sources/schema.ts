import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import { chunkId } from '#lib/ids.ts';
import { ActorOfChange } from '#records/audit.ts';
import {
  ErrorDetail,
  externalId,
  id,
  numberParameter,
  refreshIntervalHours,
  requiredText,
  tags,
  timestamp,
  webUrl,
} from '#records/fields.ts';
import { MetadataPatch, SourceMetadata } from '#records/metadata.ts';
import { Allowed, asUserParameter } from '#records/principals.ts';
import { Source, SourceTypeSchema } from '#records/source.ts';
import { HistoryDetails } from '#records/source-history.ts';
import type { ChunkRow, SourceHistoryRow } from '#storage/tables.ts';

/** Names come from files and pages: control characters become spaces instead of an error. */
const sourceName = requiredText(LIMITS.nameCharacters)
  .transform((name) => name.replace(/\p{Cc}/gu, ' '))
  .refine((name) => name.trim() !== '', 'must not be blank');

const content = requiredText(LIMITS.contentCharacters).meta({ description: 'The text, plain or Markdown.' });
const url = webUrl.meta({ description: 'The address of the page, http or https.' });
const refreshInterval = refreshIntervalHours.optional().meta({
  description: 'How often to fetch the page again and reindex it if it has changed. Never without it.',
});
const file = z.file().meta({
  description: `The document, at most \`file_bytes\` of \`GET /v1/limits\`: ${LIMITS.fileBytes / 1024 / 1024} MB unless the operator allows another size. Its bytes decide the format, not its name.`,
});

/** What a source of any type may have, also one that an upsert changes. */
const aboutSource = {
  name: sourceName.meta({ description: 'The name that lists and citations show.' }),
  metadata: SourceMetadata.optional(),
  allowed: Allowed.optional(),
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
      .meta({ id: `${verb}TextSource`, description: 'A text.' }),
    z
      .strictObject({
        type: z.literal('url').meta({ description: 'A web page that Footnote fetches.' }),
        url,
        refresh_interval_hours: refreshInterval,
        ...shape,
      })
      .meta({ id: `${verb}UrlSource`, description: 'A web page, which Footnote fetches.' }),
  ]);
const upload = <Shape extends z.ZodRawShape>(verb: 'Create' | 'Upsert', shape: Shape) =>
  z
    .strictObject({
      type: z.literal('document').meta({ description: 'A file that you upload.' }),
      file,
      ...shape,
    })
    .meta({ id: `${verb}DocumentSource`, description: 'A file, sent as a form.' });

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

export const UpsertedSource = Source.extend({ outcome: upsertOutcome }).meta({
  id: 'UpsertedSource',
  description: 'The source, and what the request did to it.',
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
  .strictObject({ sources: listOfBatch(documentedCreateSource), upsert })
  .meta({ id: 'CreateSources', description: 'Sources to add together.' });

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
              code: z.string().meta({ description: 'What is wrong, for programs.' }),
              message: z.string().meta({ description: 'What is wrong, and what to do about it.' }),
              details: z.array(ErrorDetail).optional().meta({ description: 'The fields that are wrong.' }),
            })
            .optional()
            .meta({ description: 'Why it was refused. Nothing was stored of it.' }),
        }),
      )
      .meta({ description: 'One for each source, in the order of the request.' }),
  })
  .meta({ id: 'CreatedSources', description: 'What became of each source of a batch.' });

const changes = {
  name: sourceName.optional().meta({ description: 'The new name.' }),
  tags: tags.optional().meta({ description: 'The new tags, in place of the present ones.' }),
  metadata: MetadataPatch.nullable().optional().meta({
    description:
      'Merged into the metadata: keys that are absent stay, and null removes a key. Null in place of the object removes all of it.',
  }),
  allowed: Allowed.optional(),
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

export const UpdateSource = z
  .strictObject(changes)
  .meta({ id: 'UpdateSource', description: 'Changes of a source.' });

/** For the OpenAPI document. */
export const DOCUMENTED_UPDATE_SOURCE = {
  json: UpdateSource,
  multipart: z
    .strictObject({ ...changes, file: file.optional() })
    .meta({ id: 'UpdateSourceForm', description: 'As the JSON body, or with a new file for a document.' }),
};

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

export const BulkChange = z
  .strictObject({
    action: z
      .enum(['delete', 'reindex', 'add_tags', 'remove_tags', 'set_metadata', 'set_allowed', 'move'])
      .meta({ description: 'What to do with each source.' }),
    source_ids: z
      .array(id('src'))
      .min(1, 'must name at least one source')
      .max(LIMITS.sourcesOfABulkChange, `must name at most ${LIMITS.sourcesOfABulkChange} sources`)
      .transform((ids) => [...new Set(ids)])
      .meta({ description: 'The sources to change.' }),
    tags: tags
      .refine((list) => list.length > 0, 'must have at least one tag')
      .optional()
      .meta({ minItems: 1, description: 'Required for `add_tags` and `remove_tags`.' }),
    knowledge_base_id: id('kb').optional().meta({ description: 'Where to; required for `move`.' }),
    metadata: MetadataPatch.optional().meta({
      description: 'Required for `set_metadata`. Merged into the metadata of each: null removes a key.',
    }),
    allowed: Allowed.optional().meta({
      description: 'Required for `set_allowed`: who may see each, in place of who may now. Null: everyone.',
    }),
  })
  .meta({ id: 'BulkChange', description: 'One change of many sources.' });

export const BulkResult = z
  .object({
    changed: z.int().meta({
      description:
        'Does not count sources that already had the tags, metadata or principals to set, had none of the tags to remove, or were in the knowledge base to move to.',
    }),
    missing: z.array(z.string()).meta({ description: 'Ids without a source.' }),
  })
  .meta({ id: 'BulkResult', description: 'What a change of many sources did.' });

export const SourceHistoryEntry = z
  .object({
    id: z.string().meta({
      description: 'Prefix `his_`. A change of several sources may have the same id in the history of each.',
    }),
    action: z
      .enum(['added', 'updated', 'replaced', 'reindex_requested', 'refreshed', 'indexed', 'failed'])
      .meta({ description: 'What happened.' }),
    actor: ActorOfChange,
    details: HistoryDetails.meta({
      description: 'More about the entry; changed fields as `{from, to}`.',
    }),
    created_at: timestamp,
  })
  .meta({ id: 'SourceHistoryEntry', description: 'Something that happened to a source.' });

export const toSourceHistoryEntry = (row: SourceHistoryRow): z.infer<typeof SourceHistoryEntry> => ({
  id: row.entry_id,
  action: row.action,
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  details: JSON.parse(row.details),
  created_at: toIso(row.created_at),
});

export const ContentQuery = z.strictObject({
  as_user: asUserParameter,
  offset: numberParameter(z.int().min(0)).optional().meta({
    description: 'Where the part begins, in UTF-16 code units: `next_offset` of the previous part.',
  }),
  limit: numberParameter(z.int().min(1).max(LIMITS.contentPartCharacters))
    .optional()
    .meta({ description: 'The most UTF-16 code units of a part. Without it, the text to its end.' }),
});

export const SourceContent = z
  .object({
    source_id: z.string().meta({ description: 'The source that the text is from, prefix `src_`.' }),
    title: z.string().optional().meta({ description: 'The title in the document.' }),
    text: z.string().meta({
      description:
        'The extracted text, or the part of it that was asked for. All offsets are in UTF-16 code units of the whole text.',
    }),
    total_characters: z.int().meta({ description: 'The length of the whole text, in UTF-16 code units.' }),
    next_offset: z.int().optional().meta({ description: 'Where the next part begins; absent at the end.' }),
    headings: z
      .array(
        z.object({
          start: z.int().meta({ description: 'Where the heading begins.' }),
          end: z.int().meta({ description: 'Where it ends, exclusive.' }),
          level: z.int().meta({ description: '1 for the highest.' }),
          text: z.string().meta({ description: 'The words of the heading.' }),
        }),
      )
      .meta({ description: 'In the order of the text: those that begin in the part.' }),
    pages: z
      .array(
        z.object({
          page: z.int().meta({ description: 'The number of the page, from 1.' }),
          start: z.int().meta({ description: 'Where the page begins in the text.' }),
        }),
      )
      .meta({ description: 'The pages of a document that begin in the part; empty if it has none.' }),
  })
  .meta({ id: 'SourceContent', description: 'The text that Footnote extracted from a source.' });

export const SourceChunk = z
  .object({
    id: z.string().meta({ description: 'Prefix `chunk_`.' }),
    position: z.int().meta({ description: 'Its place among the chunks of the source, from 0.' }),
    start: z.int().meta({ description: 'Offset into the extracted text, in UTF-16 code units.' }),
    end: z.int().meta({ description: 'Where it ends, exclusive.' }),
    page: z
      .int()
      .optional()
      .meta({ description: 'The page that it begins on, from 1; absent without pages.' }),
    heading: z
      .string()
      .optional()
      .meta({ description: 'The headings above it, joined by ` › `; absent without any.' }),
    text: z.string().meta({ description: 'The passage.' }),
  })
  .meta({ id: 'SourceChunk', description: 'A passage of a source, as searches return it.' });

export const toSourceChunk = (row: ChunkRow): z.infer<typeof SourceChunk> => ({
  id: chunkId(row.source_id, row.revision, row.position),
  position: row.position,
  start: row.start_offset,
  end: row.end_offset,
  ...(row.page !== null && { page: row.page }),
  ...(row.heading !== null && { heading: row.heading }),
  text: row.text,
});
