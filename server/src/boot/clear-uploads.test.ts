import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { clearUploads } from './clear-uploads.ts';

const DAY_MS = 86_400_000;
const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';

let dataDir: string;
let warnings: string[];
const log = () => pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'footnote-uploads-'));
  warnings = [];
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
});

/** Creates uploads of these ages. */
function leave(ages: Record<string, number>): void {
  const folder = join(dataDir, 'uploads');
  mkdirSync(folder);
  for (const [name, ageMs] of Object.entries(ages)) {
    const path = join(folder, name);
    writeFileSync(path, 'left behind');
    const at = new Date(Date.now() - ageMs);
    utimesSync(path, at, at);
  }
}
const left = (): string[] => readdirSync(join(dataDir, 'uploads')).sort();

describe('clearUploads', () => {
  it('removes all uploads on the embedded engine', async () => {
    leave({ young: 0, old: 2 * DAY_MS });
    await clearUploads({ DATA_DIR: dataDir, DATABASE_URL: undefined }, log());
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('removes uploads older than a day on PostgreSQL, where other nodes may be working on newer ones', async () => {
    leave({ young: 0, running: DAY_MS - 60_000, old: DAY_MS + 60_000, older: 30 * DAY_MS });
    await clearUploads({ DATA_DIR: dataDir, DATABASE_URL }, log());
    expect(left()).toEqual(['running', 'young']);
    expect(warnings).toEqual([]);
  });

  it('neither needs nor creates a data folder on PostgreSQL', async () => {
    const nowhere = join(dataDir, 'nowhere');
    await clearUploads({ DATA_DIR: nowhere, DATABASE_URL }, log());
    expect(readdirSync(dataDir)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it('only warns when the folder cannot be listed', async () => {
    writeFileSync(join(dataDir, 'uploads'), 'a file, where the folder should be');
    await clearUploads({ DATA_DIR: dataDir, DATABASE_URL }, log());
    expect(warnings.join()).toContain('removing abandoned uploads failed');
  });
});
