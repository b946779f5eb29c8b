import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import { id, pageQuery, repeated, resourceName, tags, timestamp } from '#records/fields.ts';
import { SourceMetadata } from '#records/metadata.ts';
import { Allowed } from '#records/principals.ts';
import type { ArchiveCounts } from '#storage/store.ts';
import type { ArchiveEntryRow, ArchiveRow } from '#storage/tables.ts';

const ArchiveStatusSchema = z.enum(['processing', 'completed', 'failed']).meta({
  id: 'ArchiveStatus',
  description:
    '`processing` until each entry has become a source or was skipped (`completed`), or the archive as a whole cannot be unpacked (`failed`). Sources that a failed archive has added stay.',
});
const ArchiveEntryStatusSchema = z.enum(['waiting', 'created', 'updated', 'unchanged', 'skipped']).meta({
  id: 'ArchiveEntryStatus',
  description:
    'What became of an entry: a new source, a source with new content, a source that already was so, or nothing.',
});

/** Each source has the name and its path in its own metadata. */
const ownKeys = ['archive', 'path'];
const metadata = SourceMetadata.refine(
  (given) => !ownKeys.some((key) => Object.hasOwn(given, key)),
  'must not have the keys "archive" and "path", which say where a source is from',
);

/** What the sources of an archive get. */
export const ArchiveFields = z.strictObject({
  tags: tags.optional(),
  metadata: metadata.optional(),
  allowed: Allowed.optional(),
});

export const CreateArchive = z.strictObject({
  name: resourceName.optional().meta({
    description:
      'The first part of the external ids of its sources, `name/path`. Defaults to the name of the file. An archive of the same name updates the sources of the one before.',
  }),
  knowledge_base_id: id('kb').optional().meta({ description: 'Defaults to the default knowledge base.' }),
  tags: tags
    .optional()
    .meta({ description: 'The tags of each source. Without it, a source that exists keeps its tags.' }),
  metadata: metadata.optional().meta({
    description:
      'The metadata of each source, beside `archive` and `path`, which say where it is from. Replaces that of a source that exists.',
  }),
  allowed: Allowed.optional(),
});

export const CreateArchiveForm = CreateArchive.extend({
  file: z.file().meta({
    description:
      'A ZIP, TAR or TAR.GZ, at most `file_bytes` of `GET /v1/limits`. Its bytes decide the format, not its name.',
  }),
}).meta({ id: 'CreateArchive', description: 'An archive to unpack, sent as a form.' });

export const Archive = z
  .object({
    id: z.string().meta({ description: 'Prefix `arc_`.' }),
    name: z.string().meta({ description: 'The first part of the external ids of its sources.' }),
    file_name: z.string().meta({ description: 'The name of the uploaded file.' }),
    size_bytes: z.int().meta({ description: 'Bytes of the uploaded file.' }),
    status: ArchiveStatusSchema,
    knowledge_base_id: z.string().meta({ description: 'Where its files are added.' }),
    tags: z
      .array(z.string())
      .optional()
      .meta({ description: 'The tags of each source; absent if none were given.' }),
    metadata: SourceMetadata.meta({
      description: 'The metadata of each source, without `archive` and `path`.',
    }),
    allowed: z.array(z.string()).nullable().optional().meta({
      description: 'The principals who may see each source, null for everyone; absent if none were given.',
    }),
    entries: z
      .object({
        waiting: z.int().meta({ description: 'Not unpacked yet, or never if the archive failed.' }),
        created: z.int().meta({ description: 'Became a new source.' }),
        updated: z.int().meta({ description: 'Changed a source, which is indexed again.' }),
        unchanged: z.int().meta({ description: 'Were already a source, with the same content and fields.' }),
        skipped: z.int().meta({ description: 'Became no source; each says why.' }),
      })
      .meta({
        description: 'The number of entries by outcome, without folders. Zero until they are listed.',
      }),
    error: z.string().optional().meta({ description: 'Why the archive failed.' }),
    created_at: timestamp,
    updated_at: timestamp,
    ended_at: timestamp.optional(),
    expires_at: timestamp.meta({ description: 'When this record is deleted. The sources stay.' }),
  })
  .meta({ id: 'Archive', description: 'An uploaded archive whose files are added as sources.' });

export const ArchiveEntry = z
  .object({
    path: z.string().meta({ description: 'Where the file is in the archive.' }),
    size_bytes: z.int().meta({ description: 'The size that the archive declares.' }),
    status: ArchiveEntryStatusSchema,
    source_id: z
      .string()
      .optional()
      .meta({ description: 'Its source; absent unless there is one. It may be deleted since.' }),
    reason: z.string().optional().meta({ description: 'Why it was skipped.' }),
  })
  .meta({ id: 'ArchiveEntry', description: 'A file of an archive, and what became of it.' });

export const ListArchivesQuery = z.strictObject({
  ...pageQuery,
  status: ArchiveStatusSchema.optional().meta({ description: 'Only archives with this status.' }),
  knowledge_base_ids: repeated(id('kb'), LIMITS.knowledgeBasesOfAnAgent).meta({
    description: 'Only archives of these knowledge bases. Repeat the parameter for several.',
  }),
});

export const ListArchiveEntriesQuery = z.strictObject({
  ...pageQuery,
  status: ArchiveEntryStatusSchema.optional().meta({ description: 'Only entries with this status.' }),
});

export const toArchive = (row: ArchiveRow, entries: ArchiveCounts): z.infer<typeof Archive> => {
  const { tags, metadata = {}, allowed } = JSON.parse(row.fields) as z.output<typeof ArchiveFields>;
  return {
    id: row.archive_id,
    name: row.name,
    file_name: row.file_name,
    size_bytes: row.size_bytes,
    status: row.status,
    knowledge_base_id: row.knowledge_base_id,
    ...(tags && { tags }),
    metadata,
    ...(allowed !== undefined && { allowed }),
    entries,
    ...(row.error !== null && { error: row.error }),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    ...(row.ended_at !== null && { ended_at: toIso(row.ended_at) }),
    expires_at: toIso(row.expires_at),
  };
};

export const toArchiveEntry = ({
  path,
  size_bytes,
  status,
  source_id,
  reason,
}: ArchiveEntryRow): z.infer<typeof ArchiveEntry> => ({
  path,
  size_bytes,
  status,
  ...(source_id !== null && { source_id }),
  ...(reason !== null && { reason }),
});
