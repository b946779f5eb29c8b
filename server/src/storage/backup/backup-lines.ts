import { z } from 'zod';
import { ENVIRONMENTS } from '#lib/environment.ts';

/** A backup is one stream of lines, compressed with zstd. An object announces or summarises lines. An array is a row: it
 *  has the lengths of its binary columns, whose bytes follow the line:
 *
 *    {"footnote_backup":1,…}                                  BackupHeader
 *    {"environment":"live","table":"workspaces","columns":…}  TableBegin: both environments, table by table
 *    ["ws_…","My workspace",…]                                rows in the order of their key
 *    {"rows":1,"bytes":60,"sha256":"…"}                       TableContent of the rows since TableBegin
 *    {"sha256":"…"}                                           BackupEnd
 *
 *  The format does not depend on the engine. */
export const BACKUP_FORMAT = 1;

const schemaVersions = z.object({ embedded: z.int(), postgres: z.int() });

export const BackupHeader = z.object({
  /** See BACKUP_FORMAT. */
  footnote_backup: z.int(),
  /** The version of Footnote that wrote it. */
  footnote: z.string(),
  /** The schema version of its rows, per engine. */
  schemas: schemaVersions,
  engine: z.enum(['embedded', 'postgres']),
  /** The time of its snapshot, in milliseconds since 1970. */
  created_at: z.int(),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

const name = z.string().regex(/^[a-z0-9_]+$/);

export const TableBegin = z.object({
  environment: z.enum(ENVIRONMENTS),
  table: name,
  columns: z.record(name, z.enum(['text', 'integer', 'real', 'bytes'])),
});
export type TableBegin = z.infer<typeof TableBegin>;

export const TableEnd = z.object({ rows: z.int(), bytes: z.int(), sha256: z.string() });

/** The hash of all object lines before it. Each TableContent has the hash of its rows. */
export const BackupEnd = z.object({ sha256: z.string() });
