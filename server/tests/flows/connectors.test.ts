import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

type Connector = {
  id: string;
  state: string;
  error?: { code: string; message: string };
  last_synced_at?: string;
  next_sync_at?: string;
  settings: Record<string, unknown>;
  has_credentials: boolean;
};
type Run = Record<
  'found' | 'added' | 'changed' | 'moved' | 'deleted' | 'unchanged' | 'skipped' | 'failed',
  number
> & {
  outcome: string;
};
type Source = {
  id: string;
  name: string;
  status: string;
  external_id: string;
  metadata: Record<string, unknown>;
  updated_at: string;
};

const PATIENCE = { timeout: 60_000, interval: 50 };

/** A folder of the server that may be connected. */
const allowed = fs.mkdtempSync(join(tmpdir(), 'footnote-places-'));
const newPlace = (): string => fs.mkdtempSync(join(allowed, 'place-'));
afterAll(() => fs.rmSync(allowed, { recursive: true, force: true }));

const write = (folder: string, path: string, text: string): void => {
  fs.mkdirSync(join(folder, path, '..'), { recursive: true });
  fs.writeFileSync(join(folder, path), text);
};

let test: TestService;
let live: Client;

beforeAll(async () => {
  test = await startTestService({ CONNECTOR_FOLDERS: allowed, WATCH_SECONDS: '1' });
  ({ live } = test);
});
afterAll(() => test.stop());

async function connect(path: string, more: Record<string, unknown> = {}): Promise<Connector> {
  const base = (await live.post('/v1/knowledge-bases', { name: 'Place' })).body.data.id;
  const { status, body } = await live.post('/v1/connectors', {
    name: 'Place',
    kind: 'folder',
    settings: { path },
    knowledge_base_id: base,
    interval_minutes: null,
    ...more,
  });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data;
}

const read = async (id: string): Promise<Connector> => (await live.get(`/v1/connectors/${id}`)).body.data;
const runsOf = async (id: string): Promise<Run[]> => (await live.get(`/v1/connectors/${id}/runs`)).body.data;

/** Once no run is under way. */
async function settled(id: string): Promise<Connector> {
  await expect.poll(async () => (await read(id)).state, PATIENCE).not.toMatch(/^(pending|syncing)$/);
  return await read(id);
}

async function syncNow(id: string): Promise<Run> {
  expect((await live.post(`/v1/connectors/${id}/sync`)).status).toBe(202);
  await settled(id);
  return (await runsOf(id))[0] as Run;
}

/** By name, once all are indexed. */
async function sourcesOf(connector: { id: string }): Promise<Map<string, Source>> {
  const filter = encodeURIComponent(JSON.stringify({ type: 'eq', key: 'connector_id', value: connector.id }));
  const list = async () =>
    (await live.get(`/v1/knowledge-base/sources?limit=100&filter=${filter}`)).body.data as Source[];
  await expect
    .poll(async () => (await list()).filter(({ status }) => status === 'processing').length, PATIENCE)
    .toBe(0);
  return new Map((await list()).map((source) => [source.name, source]));
}

describe('a connected folder', () => {
  it('becomes sources, which follow what is added, changed, renamed and deleted', async () => {
    const place = newPlace();
    write(place, 'harbour.md', '# Harbour\n\nThe harbour of Zyxhaven closes at nine.');
    write(place, 'guides/pier.txt', 'The pier of Zyxhaven is 300 metres long.');
    write(place, 'guides/old.txt', 'The old lighthouse was torn down.');
    const { id } = await connect(place, { tags: ['docs'], metadata: { team: 'port' } });
    expect(await settled(id)).toMatchObject({ state: 'idle', has_credentials: false });
    expect(await runsOf(id)).toMatchObject([
      { outcome: 'completed', found: 3, added: 3, failed: 0, skipped: 0 },
    ]);
    const first = await sourcesOf({ id });
    expect([...first.keys()].sort()).toEqual(['harbour.md', 'old.txt', 'pier.txt']);
    expect(first.get('pier.txt')).toMatchObject({
      status: 'indexed',
      external_id: `${id}:guides/pier.txt`,
      tags: ['docs'],
      metadata: { team: 'port', connector_id: id, path: 'guides/pier.txt' },
    });

    // Nothing has changed: nothing is fetched.
    expect(await syncNow(id)).toMatchObject({
      found: 3,
      unchanged: 3,
      added: 0,
      changed: 0,
      moved: 0,
      deleted: 0,
    });
    expect(await sourcesOf({ id })).toEqual(first);

    write(place, 'harbour.md', '# Harbour\n\nThe harbour of Zyxhaven closes at eleven now.');
    write(place, 'ferry.txt', 'The ferry to Zyxhaven leaves at noon.');
    fs.renameSync(join(place, 'guides/pier.txt'), join(place, 'guides/long-pier.txt'));
    fs.rmSync(join(place, 'guides/old.txt'));
    expect(await syncNow(id)).toMatchObject({
      found: 3,
      added: 1,
      changed: 1,
      moved: 1,
      deleted: 1,
      unchanged: 0,
    });
    const second = await sourcesOf({ id });
    expect([...second.keys()].sort()).toEqual(['ferry.txt', 'harbour.md', 'long-pier.txt']);
    expect(second.get('long-pier.txt')).toMatchObject({
      id: first.get('pier.txt')?.id,
      external_id: `${id}:guides/long-pier.txt`,
      metadata: { path: 'guides/long-pier.txt' },
    });
    expect(second.get('harbour.md')?.id).toBe(first.get('harbour.md')?.id);
    const { results } = (await live.post('/v1/query', { query: 'When does the harbour of Zyxhaven close?' }))
      .body.data;
    expect(results[0].text).toContain('eleven');
    const documents = await live.get(`/v1/connectors/${id}/documents?limit=2`);
    expect(documents.body.data).toMatchObject([
      { id: 'ferry.txt', status: 'synced', source_id: second.get('ferry.txt')?.id },
      { id: 'guides/long-pier.txt', status: 'synced' },
    ]);
    expect(documents.body.meta.next_cursor).toMatch(/^cur_/);
  });

  it('leaves out hidden files, links, special files and what the patterns exclude', async () => {
    const place = newPlace();
    const outside = newPlace();
    write(outside, 'secret.txt', 'Nobody may read this.');
    for (const path of ['a.md', 'b.txt', 'drafts/c.md', '.hidden.md', '.git/config.md', 'deep/d.md'])
      write(place, path, `The text of ${path}.`);
    fs.symlinkSync(join(outside, 'secret.txt'), join(place, 'link.md'));
    fs.symlinkSync(outside, join(place, 'linked'));
    const { id } = await connect(place, {
      settings: { path: place, include: ['*.md', '**/*.md'], exclude: ['drafts/**'] },
    });
    expect(await settled(id)).toMatchObject({ state: 'idle' });
    expect([...(await sourcesOf({ id })).keys()].sort()).toEqual(['a.md', 'd.md']);
  });

  it('skips empty and oversized files without ending the run', async () => {
    const place = newPlace();
    write(place, 'a.txt', 'Something.');
    write(place, 'empty.txt', '');
    fs.writeFileSync(join(place, 'huge.bin'), '');
    fs.truncateSync(join(place, 'huge.bin'), 51 * 1024 * 1024);
    const { id } = await connect(place);
    expect(await settled(id)).toMatchObject({ state: 'idle' });
    expect(await runsOf(id)).toMatchObject([{ found: 3, added: 1, skipped: 2, failed: 0 }]);
    const { data } = (await live.get(`/v1/connectors/${id}/documents?status=skipped`)).body;
    expect(data).toMatchObject([
      { id: 'empty.txt', reason: 'It is empty.' },
      { id: 'huge.bin', reason: expect.stringContaining('larger than 50 MB') },
    ]);
    expect(await syncNow(id)).toMatchObject({ unchanged: 3, skipped: 0 });
  });

  it('that vanishes needs attention, and deletes nothing', async () => {
    const place = newPlace();
    write(place, 'a.txt', 'The first text.');
    const { id } = await connect(place);
    await settled(id);
    fs.renameSync(place, `${place}-away`);
    expect(await syncNow(id)).toMatchObject({ outcome: 'failed', deleted: 0 });
    expect(await read(id)).toMatchObject({ state: 'needs_attention', error: { code: 'settings' } });
    expect((await sourcesOf({ id })).size).toBe(1);
    const { data } = (await live.get('/v1/events?type=connector.failed')).body;
    expect(data.map((event: { data: { id: string } }) => event.data.id)).toContain(id);
    fs.renameSync(`${place}-away`, place);
    expect(await syncNow(id)).toMatchObject({ outcome: 'completed', unchanged: 1 });
    expect(await read(id)).toMatchObject({ state: 'idle' });
  });

  it('that is emptied loses its sources only when a second run finds it empty', async () => {
    const place = newPlace();
    write(place, 'a.txt', 'The first text.');
    write(place, 'b.txt', 'The second text.');
    const { id } = await connect(place);
    await settled(id);
    for (const name of fs.readdirSync(place)) fs.rmSync(join(place, name));
    await syncNow(id);
    expect(await read(id)).toMatchObject({ state: 'waiting', error: { code: 'emptied' } });
    expect((await sourcesOf({ id })).size).toBe(2);
    expect(await syncNow(id)).toMatchObject({ outcome: 'completed', deleted: 2 });
    expect((await sourcesOf({ id })).size).toBe(0);
    expect(await read(id)).toMatchObject({ state: 'idle' });
  });

  it('deletes nothing at first when it was emptied, and then another one was named that is empty too', async () => {
    const place = newPlace();
    write(place, 'a.txt', 'The first text.');
    const { id } = await connect(place);
    await settled(id);
    fs.rmSync(join(place, 'a.txt'));
    await syncNow(id);
    expect(await read(id)).toMatchObject({ state: 'waiting', error: { code: 'emptied' } });
    await live.patch(`/v1/connectors/${id}`, { settings: { path: newPlace() } });
    await settled(id);
    expect(await read(id)).toMatchObject({ state: 'waiting', error: { code: 'emptied' } });
    expect((await sourcesOf({ id })).size).toBe(1);
  });

  it('keeps a source deleted that a person deleted, until its file changes', async () => {
    const place = newPlace();
    write(place, 'a.txt', 'The first text.');
    write(place, 'b.txt', 'The second text.');
    const { id } = await connect(place);
    await settled(id);
    const gone = (await sourcesOf({ id })).get('a.txt');
    await live.delete(`/v1/knowledge-base/sources/${gone?.id}`);
    expect(await syncNow(id)).toMatchObject({ unchanged: 2, added: 0 });
    expect([...(await sourcesOf({ id })).keys()]).toEqual(['b.txt']);
    fs.renameSync(join(place, 'a.txt'), join(place, 'c.txt'));
    await syncNow(id);
    expect([...(await sourcesOf({ id })).keys()]).toEqual(['b.txt']);
    write(place, 'c.txt', 'The first text, written again.');
    expect(await syncNow(id)).toMatchObject({ added: 1 });
    expect([...(await sourcesOf({ id })).keys()].sort()).toEqual(['b.txt', 'c.txt']);
  });

  it('does not fetch a file again that was only touched into another folder, but one whose bytes changed', async () => {
    const place = newPlace();
    write(place, 'a.txt', 'The same bytes.');
    fs.linkSync(join(place, 'a.txt'), join(place, 'copy.txt'));
    const { id } = await connect(place);
    await settled(id);
    const before = await sourcesOf({ id });
    expect(before.size).toBe(2);
    fs.utimesSync(join(place, 'a.txt'), 1_000_000, 1_000_000);
    expect(await syncNow(id)).toMatchObject({ changed: 2, added: 0, moved: 0, deleted: 0 });
    const after = await sourcesOf({ id });
    expect(after.get('a.txt')?.id).toBe(before.get('a.txt')?.id);
    expect(after.get('a.txt')?.metadata['changed_at']).toBe(new Date(1_000_000_000).toISOString());
  });

  it('is synchronised by schedule', async () => {
    const place = newPlace();
    write(place, 'a.txt', 'The first text.');
    const { id } = await connect(place, { interval_minutes: 5 });
    const { last_synced_at, next_sync_at } = await settled(id);
    expect(Date.parse(next_sync_at ?? '') - Date.parse(last_synced_at ?? '')).toBe(5 * 60_000);
    const changed = await live.patch(`/v1/connectors/${id}`, { interval_minutes: null });
    expect(changed.body.data.next_sync_at).toBeUndefined();
  });
});

describe('POST /v1/connectors', () => {
  it('does not reach folders that the setting does not name', async () => {
    const elsewhere = fs.mkdtempSync(join(tmpdir(), 'footnote-elsewhere-'));
    onTestFinished(() => fs.rmSync(elsewhere, { recursive: true, force: true }));
    write(elsewhere, 'a.txt', 'Nobody may read this.');
    const inside = join(allowed, `link-${Date.now()}`);
    fs.symlinkSync(elsewhere, inside);
    for (const path of [elsewhere, inside, join(allowed, '../..'), `${allowed}-not`]) {
      const { id } = await connect(path);
      expect(await settled(id)).toMatchObject({ state: 'needs_attention', error: { code: 'settings' } });
      expect((await sourcesOf({ id })).size).toBe(0);
    }
  });

  it.each([
    [{ kind: 'nothing' }, 'kind'],
    [{ settings: { path: 'relative' } }, 'settings.path'],
    [{ settings: { path: '/a', more: 1 } }, 'settings.more'],
    [{ interval_minutes: 1 }, 'interval_minutes'],
    [{ knowledge_base_id: 'kb_nobody' }, 'knowledge_base_id'],
    [{ credentials: { token: 'x' } }, 'credentials'],
    [{ metadata: { 'not a key': 1 } }, 'metadata'],
  ])('422 for %o names the field', async (wrong, field) => {
    const body = { name: 'A', kind: 'folder', settings: { path: allowed }, ...wrong };
    const answer = await live.post('/v1/connectors', body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.details[0].field).toContain(field);
  });

  it('is for admins only, in each environment by itself', async () => {
    const { id } = await connect(newPlace());
    const { key } = (await live.post('/v1/api-keys', { name: 'K', scope: 'read_write' })).body.data;
    const headers = { authorization: `Bearer ${key}` };
    for (const [method, path] of [
      ['POST', '/v1/connectors'],
      ['GET', '/v1/connectors'],
      ['GET', `/v1/connectors/${id}`],
      ['POST', `/v1/connectors/${id}/sync`],
      ['DELETE', `/v1/connectors/${id}`],
    ] as const)
      expect((await live.call(method, path, method === 'POST' ? {} : undefined, headers)).status).toBe(403);
    expect((await test.sandbox.get(`/v1/connectors/${id}`)).status).toBe(404);
    expect((await test.sandbox.get('/v1/connectors')).body.data).toEqual([]);
  });
});

describe('PATCH and DELETE /v1/connectors/:id', () => {
  it('pauses, resumes, and follows new settings', async () => {
    const [first, second] = [newPlace(), newPlace()];
    write(first, 'a.txt', 'The first text.');
    write(second, 'b.txt', 'The second text.');
    const { id } = await connect(first, { interval_minutes: 60 });
    await settled(id);
    expect((await live.patch(`/v1/connectors/${id}`, { paused: true })).body.data).toMatchObject({
      state: 'paused',
    });
    expect((await live.post(`/v1/connectors/${id}/sync`)).status).toBe(409);
    expect((await live.patch(`/v1/connectors/${id}`, { settings: { path: second } })).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'paused' });
    await live.patch(`/v1/connectors/${id}`, { paused: false });
    expect(await settled(id)).toMatchObject({ state: 'idle', settings: { path: second, include: [] } });
    expect([...(await sourcesOf({ id })).keys()]).toEqual(['b.txt']);
    const { data } = (await live.get('/v1/audit-log?limit=100')).body;
    const actions = data.filter((entry: { subject_id: string }) => entry.subject_id === id);
    expect(actions.map((entry: { action: string }) => entry.action)).toEqual([
      'connector.updated',
      'connector.updated',
      'connector.updated',
      'connector.created',
    ]);
  });

  it('restricts its sources to principals, those that it has added at once', async () => {
    const place = newPlace();
    write(place, 'wages.txt', 'The keeper of the northern light earns ninety crowns a month.');
    const connector = await connect(place, { allowed: ['group:office'] });
    expect(connector).toMatchObject({ allowed: ['group:office'] });
    await settled(connector.id);
    await sourcesOf(connector);
    const seenBy = async (as_user: string[]): Promise<number> =>
      (
        await live.post('/v1/query', { query: 'What does the keeper of the northern light earn?', as_user })
      ).body.data.results.filter(({ text }: { text: string }) => text.includes('ninety crowns')).length;
    expect([await seenBy(['group:office']), await seenBy(['group:keepers']), await seenBy([])]).toEqual([
      1, 0, 0,
    ]);
    await live.patch(`/v1/connectors/${connector.id}`, { allowed: ['group:keepers', 'user:ada'] });
    expect([await seenBy(['group:office']), await seenBy(['user:ada']), await seenBy([])]).toEqual([0, 1, 0]);
    await settled(connector.id);
    write(place, 'wages.txt', 'The keeper of the northern light now earns more than ninety crowns a month.');
    expect(await syncNow(connector.id)).toMatchObject({ changed: 1 });
    await sourcesOf(connector);
    expect([await seenBy(['group:office']), await seenBy(['group:keepers'])]).toEqual([0, 1]);
    await live.patch(`/v1/connectors/${connector.id}`, { allowed: null });
    expect(await seenBy([])).toBe(1);
    await settled(connector.id);
  });

  it('deletes a connector and keeps its sources, or deletes them too', async () => {
    const place = newPlace();
    write(place, 'a.txt', 'The first text.');
    const kept = await connect(place);
    const other = await connect(place);
    await settled(kept.id);
    await settled(other.id);
    await sourcesOf(kept);
    await sourcesOf(other);
    expect((await live.delete(`/v1/connectors/${kept.id}`)).status).toBe(204);
    expect((await live.delete(`/v1/connectors/${other.id}?sources=delete`)).status).toBe(204);
    expect((await sourcesOf(kept)).size).toBe(1);
    expect((await sourcesOf(other)).size).toBe(0);
    expect((await live.get(`/v1/connectors/${kept.id}`)).status).toBe(404);
    expect((await live.post(`/v1/connectors/${kept.id}/sync`)).status).toBe(404);
  });

  it('goes with its knowledge base', async () => {
    const place = newPlace();
    write(place, 'a.txt', 'The first text.');
    const base = (await live.post('/v1/knowledge-bases', { name: 'Short' })).body.data.id;
    const { id } = await connect(place, { knowledge_base_id: base });
    await settled(id);
    expect((await live.delete(`/v1/knowledge-bases/${base}`)).status).toBe(204);
    expect((await live.get(`/v1/connectors/${id}`)).status).toBe(404);
  });
});
