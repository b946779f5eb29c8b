import type { DatabaseSync } from 'node:sqlite';

/** How every connection of ours is set up. `flushes`: FULL brings each commit to the disk, NORMAL leaves that to the
 *  caller. `secure_delete`: deleted text is overwritten in the file. Checkpoints are scheduled, never part of a commit.
 *  No mmap: it measured slower beside writes. `lower` is that of PostgreSQL, for all scripts. */
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
  // SQLite's own functions know only ASCII letters.
  database.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
}
