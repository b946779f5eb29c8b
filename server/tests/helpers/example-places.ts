import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { archiveForm } from './add-archive.ts';
import type { Answer } from './start-test-service.ts';
import { htmlPage, type TestSite } from './test-site.ts';

/** The pages of the museum's website. */
export function setPages(site: TestSite): void {
  const text =
    'The museum shows ships, maps and instruments from four centuries of seafaring. Guided tours start every hour in the entrance hall. ';
  const page = { text: text.repeat(4) };
  site.set('/visit', htmlPage({ ...page, title: 'Plan your visit', links: ['/visit/tours'] }));
  site.set('/visit/tours', htmlPage({ ...page, title: 'Guided tours' }));
}

/** A folder with documents of the museum. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-museum-'));
  writeFileSync(join(folder, 'tours.md'), '# Tours\n\nGuided tours start every hour in the entrance hall.');
  writeFileSync(join(folder, 'empty.md'), '');
  return folder;
}

type Calls = Record<'get', (path: string) => Promise<Answer['body']>> &
  Record<'post' | 'patch' | 'remove', (path: string, body?: unknown) => Promise<Answer['body']>> & {
    settled: (path: string, isSettled: (data: Answer['body']) => boolean) => Promise<unknown>;
  };

/** Connects the folder, looks at what became of it, and lets go of it. */
export async function connectFolder(
  { get, post, patch, remove, settled }: Calls,
  folder: string,
): Promise<void> {
  const { id } = await post('/v1/connectors', {
    name: 'Documents of the museum',
    kind: 'folder',
    settings: { path: folder, include: ['**/*.md'] },
    tags: ['museum'],
  });
  const path = `/v1/connectors/${id}`;
  await settled(path, ({ state }) => state === 'idle');
  await get('/v1/connectors');
  await get(path);
  await get(`${path}/runs`);
  expect(await get(`${path}/documents`)).toHaveLength(2);
  await patch(path, { interval_minutes: 1_440 });
  await post(`${path}/sync`);
  await remove(`${path}?sources=delete`);
}

/** Unpacks an archive, and looks at what became of its files. */
export async function unpackHandbook({ get, post, settled }: Calls): Promise<void> {
  const { id } = await post('/v1/knowledge-base/archives', archiveForm({ tags: 'museum' }));
  const path = `/v1/knowledge-base/archives/${id}`;
  await settled(path, ({ status }) => status === 'completed');
  await get('/v1/knowledge-base/archives');
  await get(path);
  expect(await get(`${path}/entries`)).toHaveLength(2);
}
