import type { DatabaseSync } from 'node:sqlite';

/** Configures a connection. `flushes`: FULL flushes each commit to the disk, NORMAL leaves that to the caller.
 *  `secure_delete` overwrites deleted text in the file. Checkpoints are scheduled, never part of a commit. No mmap: it
 *  measured slower beside writes. `lower` handles all scripts, as in PostgreSQL. */
export function applyPragmas(database: DatabaseSync, flushes: 'FULL' | 'NORMAL'): void {
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = ${flushes};
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -8192;
    PRAGMA wal_autocheckpoint = 0;
  `);
  // SQLite's own `lower` only handles ASCII letters.
  database.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
}
