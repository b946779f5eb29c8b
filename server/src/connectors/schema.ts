import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import type { SourceId } from '#lib/ids.ts';
import type { Metadata } from '#lib/metadata.ts';
import { id, pageQuery, resourceName, tags, timestamp } from '#records/fields.ts';
import { SourceMetadata } from '#records/metadata.ts';
import { Allowed } from '#records/principals.ts';
import type { ConnectorDocumentRow, ConnectorRow, ConnectorRunRow } from '#storage/tables.ts';
import type { FoundDocument } from './connector.ts';
import {
  type AnyConnectorKind,
  CONNECTOR_KIND_NAMES,
  connectorKind,
  takesCredentials,
} from './connector-kinds.ts';

const ConnectorError = z
  .object({
    code: z
      .enum(['credentials', 'settings', 'rate_limited', 'unavailable', 'untrusted', 'emptied', 'internal'])
      .meta({
        id: 'ConnectorErrorCode',
        description:
          '`credentials`, `settings` and `untrusted` wait for you; the others are tried again. `emptied`: the place lists nothing any more, and nothing is deleted until a second run finds the same.',
      }),
    message: z.string().meta({ description: 'What is wrong, and what to do about it.' }),
  })
  .meta({ id: 'ConnectorError', description: 'Why a connector could not synchronise.' });

export const Connector = z
  .object({
    id: z.string().meta({ description: 'Prefix `con_`.' }),
    name: z.string().meta({ description: 'What people call it.' }),
    kind: z.string().meta({ description: 'What kind of place it is, such as `folder`.' }),
    state: z.enum(['pending', 'syncing', 'idle', 'waiting', 'needs_attention', 'paused']).meta({
      id: 'ConnectorState',
      description:
        '`pending` until its first run begins, then `syncing` and `idle` in turn. `waiting`: the last run failed and is tried again at `next_sync_at`. `needs_attention`: nothing is tried until you change it or start a run. `paused`: by you.',
    }),
    error: ConnectorError.optional(),
    knowledge_base_id: z.string().meta({ description: 'The knowledge base that is kept in step.' }),
    settings: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What the kind takes, with its defaults.' }),
    has_credentials: z
      .boolean()
      .meta({ description: 'Whether credentials are stored. They are never shown.' }),
    interval_minutes: z
      .int()
      .nullable()
      .meta({ description: 'Minutes between runs; null means only by request.' }),
    tags: z.array(z.string()).meta({ description: 'The tags of each added source.' }),
    metadata: SourceMetadata.meta({
      description: 'The metadata of each source, beside what the place says.',
    }),
    allowed: z.array(z.string()).nullable().meta({
      description: 'The principals who may see its sources; null: everyone.',
    }),
    created_by: z.string().nullable().meta({
      description: 'The account (`acc_`) or API key (`key_`) that made it. It goes on without them.',
    }),
    next_sync_at: timestamp
      .optional()
      .meta({ description: 'When the next run begins; absent if none is due.' }),
    last_synced_at: timestamp.optional().meta({ description: 'When the last complete run ended.' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({
    id: 'Connector',
    description: 'A place where documents live, which a knowledge base is kept in step with.',
  });

const minutesMessage = `must be null, or a whole number of minutes from ${LIMITS.connectorMinMinutes} to ${LIMITS.connectorMaxMinutes}`;
const interval = z
  .int(minutesMessage)
  .min(LIMITS.connectorMinMinutes, minutesMessage)
  .max(LIMITS.connectorMaxMinutes, minutesMessage)
  .nullable();

const isSmall = (value: unknown): boolean =>
  Buffer.byteLength(JSON.stringify(value) ?? '') <= LIMITS.connectorSettingsBytes;
const TOO_LARGE = `must have at most ${LIMITS.connectorSettingsBytes / 1024} KB as JSON`;

/** The fields that connectors of all kinds take. */
const common = {
  name: resourceName,
  knowledge_base_id: id('kb').optional().meta({ description: 'Defaults to the default knowledge base.' }),
  interval_minutes: interval
    .default(60)
    .meta({ description: 'Minutes between runs; null means only by request.' }),
  tags: tags.default([]).meta({ description: 'The tags of each added source.' }),
  metadata: SourceMetadata.default({}).meta({
    description: 'The metadata of each source, beside what the place says.',
  }),
  allowed: Allowed.default(null).meta({
    description: 'The principals who may see its sources, as `allowed` of a source. Null: everyone.',
  }),
};

const titled = (name: string): string => name[0]?.toUpperCase() + name.slice(1);

const bodyOf = (name: string) => {
  const kind = connectorKind(name) as AnyConnectorKind;
  return z
    .strictObject({
      kind: z.literal(name).meta({ description: 'What kind of place it is.' }),
      settings: kind.settings
        .refine(isSmall, TOO_LARGE)
        .meta({ description: 'Where the place is, and what to take from it.' }),
      ...(takesCredentials(kind) && {
        credentials: kind.credentials
          .refine(isSmall, TOO_LARGE)
          .optional()
          .meta({ description: 'Stored encrypted, and never shown again.' }),
      }),
      ...common,
    })
    .meta({ id: `Create${titled(name)}Connector`, description: `A connector of the kind \`${name}\`.` });
};

type CreateConnectorBody = z.output<z.ZodObject<typeof common>> & {
  kind: string;
  settings: unknown;
  credentials?: unknown;
};

export const CreateConnector = z
  .discriminatedUnion('kind', CONNECTOR_KIND_NAMES.map(bodyOf) as unknown as [ReturnType<typeof bodyOf>], {
    error: (issue) =>
      issue.code === 'invalid_union' ? `must be one of ${CONNECTOR_KIND_NAMES.join(', ')}` : undefined,
  })
  .meta({
    id: 'CreateConnector',
    description: 'A place to connect.',
  }) as unknown as z.ZodType<CreateConnectorBody>;

export const UpdateConnector = z
  .strictObject({
    name: resourceName.optional(),
    settings: z.record(z.string(), z.unknown()).refine(isSmall, TOO_LARGE).optional().meta({
      description: 'Replaces the settings as a whole, as for a new connector; the next run lists everything.',
    }),
    credentials: z
      .unknown()
      .refine(isSmall, TOO_LARGE)
      .optional()
      .meta({ description: 'Replaces the credentials, as for a new connector; null removes them.' }),
    interval_minutes: interval
      .optional()
      .meta({ description: 'Minutes between runs; null means only by request.' }),
    tags: tags.optional().meta({ description: 'For sources that are added from now on.' }),
    metadata: SourceMetadata.optional().meta({
      description: 'Replaces the metadata. A source gets it when its document changes.',
    }),
    allowed: Allowed.optional().meta({
      description:
        'The principals who may see its sources; null: everyone. It holds at once for all that it has added.',
    }),
    paused: z
      .boolean()
      .optional()
      .meta({ description: '`true` stops a run and starts no other; `false` starts one.' }),
  })
  .meta({ id: 'UpdateConnector', description: 'Changes of a connector.' });

export const DeleteConnectorQuery = z.strictObject({
  sources: z
    .enum(['keep', 'delete'], { error: 'must be keep or delete' })
    .default('keep')
    .meta({ description: 'What becomes of the sources of its documents.' }),
});

export const ConnectorRun = z
  .object({
    id: z.string().meta({ description: 'Prefix `sync_`.' }),
    outcome: z
      .enum(['running', 'completed', 'failed', 'cancelled'])
      .meta({ description: '`running` until it has ended. Pausing and changing the connector cancel it.' }),
    started_at: timestamp,
    ended_at: timestamp.optional(),
    found: z.int().meta({ description: 'Documents that the place named.' }),
    added: z.int().meta({ description: 'New sources.' }),
    changed: z.int().meta({ description: 'Sources with new content, or a new name or metadata.' }),
    moved: z
      .int()
      .meta({ description: 'Sources whose document lies elsewhere now. They were not fetched again.' }),
    deleted: z.int().meta({ description: 'Sources whose document is gone.' }),
    unchanged: z
      .int()
      .meta({ description: 'Documents that were not fetched, because nothing about them changed.' }),
    skipped: z.int().meta({ description: 'Documents that were left out, such as empty or too large ones.' }),
    failed: z
      .int()
      .meta({ description: 'Documents that could not be fetched. The next run tries them again.' }),
    error: ConnectorError.optional(),
  })
  .meta({ id: 'ConnectorRun', description: 'One synchronisation of a connector.' });

const DocumentStatus = z.enum(['pending', 'synced', 'skipped', 'failed', 'gone']).meta({
  id: 'ConnectorDocumentStatus',
  description:
    '`pending` until it is `synced`, left out (`skipped`) or could not be fetched (`failed`). `gone`: no longer there, and its source is about to be deleted.',
});

export const ListConnectorDocumentsQuery = z.strictObject({
  ...pageQuery,
  status: DocumentStatus.optional().meta({ description: 'Only documents with this status.' }),
});

export const ConnectorDocument = z
  .object({
    id: z.string().meta({ description: 'Its id in the place, such as a path.' }),
    status: DocumentStatus,
    source_id: z.string().optional().meta({ description: 'Its source; absent if there is none.' }),
    name: z
      .string()
      .optional()
      .meta({ description: 'What it is called, while it waits or after it failed.' }),
    reason: z.string().optional().meta({ description: 'Why it was skipped or failed.' }),
    attempts: z.int().meta({ description: 'How often fetching this version of it failed.' }),
    updated_at: timestamp,
  })
  .meta({ id: 'ConnectorDocument', description: 'A document of a connector.' });

export const toConnector = (row: ConnectorRow): z.infer<typeof Connector> => ({
  id: row.connector_id,
  name: row.name,
  kind: row.kind,
  state: row.is_paused === 1 ? 'paused' : row.state,
  ...(row.error !== null && { error: JSON.parse(row.error) as z.infer<typeof ConnectorError> }),
  knowledge_base_id: row.knowledge_base_id,
  settings: JSON.parse(row.settings) as Record<string, unknown>,
  has_credentials: row.credentials !== null,
  interval_minutes: row.interval_minutes,
  tags: JSON.parse(row.tags) as string[],
  metadata: JSON.parse(row.metadata) as Metadata,
  allowed: row.allowed === null ? null : (JSON.parse(row.allowed) as string[]),
  created_by: row.created_by,
  ...(row.next_sync_at !== null && row.is_paused === 0 && { next_sync_at: toIso(row.next_sync_at) }),
  ...(row.last_synced_at !== null && { last_synced_at: toIso(row.last_synced_at) }),
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
});

export const toConnectorRun = (row: ConnectorRunRow): z.infer<typeof ConnectorRun> => ({
  id: row.run_id,
  outcome: row.outcome,
  started_at: toIso(row.started_at),
  ...(row.ended_at !== null && { ended_at: toIso(row.ended_at) }),
  found: row.found,
  added: row.added,
  changed: row.changed,
  moved: row.moved,
  deleted: row.deleted,
  unchanged: row.unchanged,
  skipped: row.skipped,
  failed: row.failed,
  ...(row.error !== null && { error: JSON.parse(row.error) as z.infer<typeof ConnectorError> }),
});

/** existing: the sources that there still are; a person may have deleted that of the document. */
export const toConnectorDocument = (
  row: ConnectorDocumentRow,
  existing: ReadonlySet<SourceId>,
): z.infer<typeof ConnectorDocument> => ({
  id: row.document_id,
  status: row.status,
  ...(row.source_id !== null && existing.has(row.source_id) && { source_id: row.source_id }),
  ...(row.found !== null && { name: (JSON.parse(row.found) as FoundDocument).name }),
  ...(row.reason !== null && { reason: row.reason }),
  attempts: row.attempts,
  updated_at: toIso(row.updated_at),
});
