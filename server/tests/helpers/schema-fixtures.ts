import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { onDatabase, storageSettings } from './test-storage.ts';

const FOLDER = fileURLToPath(new URL('../fixtures/schemas', import.meta.url));

/** What a client of an earlier program saw, before it was killed; see scripts/make-schema-fixture.ts. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as a client does, by name.
export type Seen = Record<string, any> & {
  keys: Record<'live' | 'sandbox' | 'read_only' | 'revoked', string>;
  best: { query: string; source_id: string }[];
  left_processing: string[];
};

/** The schemas of an engine of which there is an installation as the program of that time left it. */
export const schemaFixtures = (engine: string): string[] =>
  readdirSync(FOLDER).filter((name) => name.startsWith(`${engine}-`));

export const seenIn = (fixture: string): Seen =>
  JSON.parse(readFileSync(join(FOLDER, fixture, 'seen.json'), 'utf8')) as Seen;

/** Puts it where `storageSettings(dataDir)` leads a service. */
export async function layFixture(fixture: string, dataDir: string): Promise<void> {
  for (const file of readdirSync(join(FOLDER, fixture)).filter((name) => name.endsWith('.gz'))) {
    const content = gunzipSync(readFileSync(join(FOLDER, fixture, file)));
    if (file === 'database.sql.gz') await runSql(content.toString(), dataDir);
    else writeFileSync(join(dataDir, file.slice(0, -'.gz'.length)), content);
  }
}

/** The vectors of an earlier search were of a type of an extension, which today's program needs no more. */
async function runSql(sql: string, dataDir: string): Promise<void> {
  const { DATABASE_URL = '', DATABASE_SCHEMA = '' } = storageSettings(dataDir);
  await onDatabase(
    DATABASE_URL,
    sql.replaceAll('fixture_', `${DATABASE_SCHEMA}_`).replaceAll('public.halfvec', 'text'),
  );
}
