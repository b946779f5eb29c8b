import { z } from 'zod';
import { ENVIRONMENTS } from '#lib/environment.ts';

/** A backup is one stream of lines, compressed with zstd. A line that is an object says what comes next or sums up what
 *  came; one that is an array is a row, and the bytes of its binary columns follow, whose lengths stand in their places:
 *
 *    {"footnote_backup":1,…}                                  BackupHeader
 *    {"environment":"live","table":"workspaces","columns":…}  TableBegin: both environments, table by table
 *    ["ws_…","My workspace",…]                                rows in the order of their key
 *    {"rows":1,"bytes":60,"sha256":"…"}                       TableContent of what came since TableBegin
 *    {"sha256":"…"}                                           BackupEnd
 *
 *  It is the same whichever engine it was made from. */
export const BACKUP_FORMAT = 1;

const schemaVersions = z.object({ embedded: z.int(), postgres: z.int() });

export const BackupHeader = z.object({
  /** See BACKUP_FORMAT. */
  footnote_backup: z.int(),
  /** Version of the program that wrote it. */
  footnote: z.string(),
  /** The schema that its rows are of, as each engine counts. */
  schemas: schemaVersions,
  engine: z.enum(['embedded', 'postgres']),
  /** The moment that it shows, in milliseconds. */
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

/** The hash of all lines before it that are objects; each table's end has that of its rows. */
export const BackupEnd = z.object({ sha256: z.string() });
