import '#storage/sqlite/open-sqlite.ts';
