import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SourceId } from '#lib/ids.ts';
import { changeSource } from '#sources/change-source.ts';
import {
  aDocument,
  bytesOf,
  CREDENTIALS_KEY,
  connectScriptedPlace,
  pagesOf,
  SECRET,
} from '../../tests/helpers/scripted-place.ts';
import type { FoundDocument } from './connector.ts';
import { ConnectorFault } from './connector-fault.ts';
import { openCredentials } from './credentials.ts';

const codeOf = ({ error }: { error: string | null }): string | undefined =>
  error === null ? undefined : (JSON.parse(error) as { code: string }).code;

const everything = (...documents: FoundDocument[]) => ({ list: () => ({ pages: pagesOf(documents) }) });

describe('a place that lists everything', () => {
  it('has each version of a document fetched once', async () => {
    const { place, sync, sources } = await connectScriptedPlace(everything(aDocument('a'), aDocument('b')));
    expect((await sync()).run).toMatchObject({ outcome: 'completed', found: 2, added: 2 });
    place.script = everything(aDocument('a'), aDocument('b', { version: '2' }));
    expect((await sync()).run).toMatchObject({ found: 2, unchanged: 1, changed: 1 });
    expect(place.fetched).toEqual(['a', 'b', 'b']);
    expect(await sources()).toHaveLength(2);
  });

  it('deletes nearly everything only once the place has named so few twice', async () => {
    const all = Array.from({ length: 30 }, (_, at) => aDocument(`page${at}`));
    const { place, sync, sources } = await connectScriptedPlace(everything(...all));
    await sync();
    place.script = everything(aDocument('page0', { version: 'We are back soon.' }));
    const first = await sync();
    expect(codeOf(first.connector)).toBe('emptied');
    expect(await sources()).toHaveLength(30);
    place.script = everything(...all);
    expect((await sync()).run).toMatchObject({ outcome: 'completed', deleted: 0 });
    place.script = everything(aDocument('page0'));
    await sync();
    expect((await sync()).run).toMatchObject({ outcome: 'completed', deleted: 29 });
    expect(await sources()).toHaveLength(1);
  });

  it('leaves a source restricted that a person has restricted', async () => {
    const { place, sync, sources, tenant, clock } = await connectScriptedPlace(everything(aDocument('a')));
    await sync();
    const [source] = await sources();
    await tenant.store.transaction((tx) =>
      changeSource(tx, source?.source_id as SourceId, {
        fields: { allowed: ['group:office'] },
        content: undefined,
        url: undefined,
        now: clock.at,
      }),
    );
    place.script = everything(aDocument('a', { version: '2' }));
    expect((await sync()).run).toMatchObject({ changed: 1 });
    expect((await sources()).map(({ allowed }) => allowed)).toEqual(['["group:office"]']);
  });

  it('renames and moves without fetching', async () => {
    const { place, sync, sources } = await connectScriptedPlace(
      everything(aDocument('old/a', { fingerprint: 'f' }), aDocument('b')),
    );
    await sync();
    const before = await sources();
    place.script = everything(
      aDocument('new/a', { fingerprint: 'f', version: '9', metadata: { path: 'new/a' } }),
      aDocument('b', { name: 'A better name' }),
    );
    expect((await sync()).run).toMatchObject({ moved: 1, changed: 1, added: 0, deleted: 0 });
    expect(place.fetched).toEqual(['b', 'old/a']);
    const after = await sources();
    expect(after.map(({ source_id }) => source_id)).toEqual(before.map(({ source_id }) => source_id));
    expect(after.map(({ revision }) => revision)).toEqual([1, 1]);
    expect(after.map(({ name }) => name).sort()).toEqual(['A better name', 'new/a']);
    const moved = after.find(({ name }) => name === 'new/a');
    expect(moved?.external_id).toMatch(/^con_\w+:new\/a$/);
    expect(JSON.parse(moved?.metadata ?? '')).toMatchObject({ path: 'new/a' });
  });

  it('links its sources to where a person can open them', async () => {
    const { sync, sources } = await connectScriptedPlace(
      everything(
        aDocument('a', { url: 'https://place.example/a' }),
        aDocument('b', { url: 'javascript:alert(1)' }),
      ),
    );
    await sync();
    expect((await sources()).map(({ name, url }) => [name, url]).sort()).toEqual([
      ['a', 'https://place.example/a'],
      ['b', null],
    ]);
  });

  it('deletes nothing when its listing fails halfway, and goes on where it was', async () => {
    const all = ['a', 'b', 'c'].map((id) => aDocument(id));
    const connected = await connectScriptedPlace(everything(...all));
    const { place, sync, sources, clock } = connected;
    await sync();
    const resumes: unknown[] = [];
    const first = { changes: [{ type: 'found' as const, document: aDocument('a') }], resume: 'after a' };
    place.script = {
      list: ({ resume }) => {
        resumes.push(resume);
        return {
          pages: (async function* () {
            if (resume === undefined) yield first;
            if (resumes.length < 3) throw new ConnectorFault('unavailable', 'The place is down.');
            yield { changes: [{ type: 'found' as const, document: aDocument('b') }] };
          })(),
        };
      },
    };
    const failed = await sync();
    expect(failed.connector).toMatchObject({ state: 'waiting', resume: 'after a', failures: 1 });
    expect(codeOf(failed.connector)).toBe('unavailable');
    expect(failed.connector.next_sync_at).toBeGreaterThan(clock.at);
    expect(await sources()).toHaveLength(3);
    await sync();
    expect(await sources()).toHaveLength(3);
    const { run, connector } = await sync();
    expect(resumes).toEqual([undefined, 'after a', 'after a']);
    expect(run).toMatchObject({ outcome: 'completed', found: 2, deleted: 1 });
    expect(connector).toMatchObject({ state: 'idle', resume: null, error: null, failures: 0 });
    expect((await sources()).map(({ name }) => name).sort()).toEqual(['a', 'b']);
  });
});

describe('a place that lists changes', () => {
  it('gets its cursor back, and loses only what it calls deleted', async () => {
    const since: unknown[] = [];
    const { place, sync, sources } = await connectScriptedPlace({
      list: ({ cursor }) => {
        since.push(cursor);
        return { covers: 'changes', pages: pagesOf([aDocument('a'), aDocument('b')]), cursor: () => 'first' };
      },
    });
    await sync();
    place.script = {
      list: ({ cursor }) => {
        since.push(cursor);
        return {
          covers: 'changes',
          pages: pagesOf({
            changes: [
              { type: 'deleted', id: 'a' },
              { type: 'deleted', id: 'unknown' },
            ],
          }),
          cursor: () => 'second',
        };
      },
    };
    expect((await sync()).run).toMatchObject({ deleted: 1, covers: 'changes' });
    expect((await sources()).map(({ name }) => name)).toEqual(['b']);
    await sync();
    expect(since).toEqual([undefined, 'first', 'second']);
  });
});

describe('a place that lies', () => {
  it.each([
    ['sends more than it claimed', { sizeBytes: 3 }, ['lie']],
    ['claims more than a document may have', { sizeBytes: 1e12 }, []],
  ])('%s: the document is skipped, and the others are taken', async (_, claim, fetched) => {
    const part = new Uint8Array(1024 * 1024);
    let sent = 0;
    const { place, sync, tenant, connectorId } = await connectScriptedPlace({
      ...everything(aDocument('lie', claim), aDocument('sound')),
      fetch: async ({ id }) => ({
        bytes:
          id === 'sound'
            ? bytesOf('Sound.')
            : (async function* () {
                for (;;) {
                  sent += 1;
                  yield part;
                }
              })(),
      }),
    });
    expect((await sync()).run).toMatchObject({ outcome: 'completed', added: 1, skipped: 1 });
    expect(place.fetched).toEqual([...fetched, 'sound']);
    expect(sent).toBeLessThanOrEqual(52);
    const [skipped] = await tenant.store.connectors.listDocuments(connectorId, {
      limit: 1,
      status: 'skipped',
    });
    expect(skipped).toMatchObject({ document_id: 'lie', reason: expect.stringContaining('50 MB') });
  });

  it('runs in circles: the run ends, and a person is asked', async () => {
    const { sync, sources, isDueAt, tenant } = await connectScriptedPlace({
      list: () => ({
        pages: (async function* () {
          for (;;) {
            yield { changes: [{ type: 'found' as const, document: aDocument('a') }], resume: 'again' };
          }
        })(),
      }),
    });
    const { connector, run } = await sync();
    expect([connector.state, codeOf(connector), run.outcome]).toEqual([
      'needs_attention',
      'untrusted',
      'failed',
    ]);
    expect(await sources()).toEqual([]);
    expect(await isDueAt(Number.MAX_SAFE_INTEGER)).toBe(false);
    const events = await tenant.store.events.list({ limit: 10, after: undefined });
    expect(events.map(({ type }) => type)).toEqual(['connector.failed']);
  });

  it.each([
    ['a cursor', { list: () => ({ pages: pagesOf([aDocument('a')]), cursor: () => 'x'.repeat(65 * 1024) }) }],
    ['a continuation', { list: () => ({ pages: pagesOf({ changes: [], resume: 'x'.repeat(65 * 1024) }) }) }],
    [
      'a page',
      { list: () => ({ pages: pagesOf(Array.from({ length: 10_001 }, (_, at) => aDocument(`${at}`))) }) },
    ],
  ])('names %s without end: the run ends', async (_, script) => {
    const { sync, sources } = await connectScriptedPlace(script);
    const { connector } = await sync();
    expect([connector.state, codeOf(connector)]).toEqual(['needs_attention', 'untrusted']);
    expect(await sources()).toEqual([]);
  });

  it('says odd things about documents: what cannot be kept is left out', async () => {
    const { sync, sources } = await connectScriptedPlace(
      everything(
        aDocument('line\nbreak'),
        aDocument(''),
        aDocument('x'.repeat(401)),
        aDocument('half \ud800'),
        aDocument('odd', {
          name: `two\nlines ${'long '.repeat(1_000)}`,
          fileName: '../../etc/passwd',
          metadata: {
            'no key': 'x',
            path: 'p'.repeat(9_000),
            nested: { a: 1 } as never,
            connector_id: 'con_other',
          },
        }),
      ),
    );
    expect((await sync()).run).toMatchObject({ outcome: 'completed', found: 5, added: 1, skipped: 4 });
    const [source] = await sources();
    expect(source?.name).toMatch(/^two lines long/);
    expect(source?.name.length).toBeLessThanOrEqual(200);
    expect(source?.file_name).toBe('passwd');
    const metadata = JSON.parse(source?.metadata ?? '') as Record<string, string>;
    expect(Object.keys(metadata).sort()).toEqual(['connector_id', 'path']);
    expect(metadata['path']).toHaveLength(512);
    expect(metadata['connector_id']).toBe(source?.external_id?.split(':')[0]);
  });
});

describe('faults of a place', () => {
  it('credentials that are refused need attention, and nothing is tried until a person does something', async () => {
    const { place, sync, isDueAt } = await connectScriptedPlace({
      list: () => {
        throw new ConnectorFault('credentials', 'The place refuses the token.');
      },
    });
    const { connector } = await sync();
    expect(connector).toMatchObject({ state: 'needs_attention', next_sync_at: null });
    expect(codeOf(connector)).toBe('credentials');
    expect(await isDueAt(Number.MAX_SAFE_INTEGER)).toBe(false);
    place.script = everything(aDocument('a'));
    expect((await sync()).connector).toMatchObject({ state: 'idle', error: null });
    expect(place.connected).toEqual([{ token: SECRET }, { token: SECRET }]);
  });

  it('credentials that are revoked while documents are fetched end the run at once', async () => {
    const { place, sync } = await connectScriptedPlace({
      ...everything(aDocument('a'), aDocument('b'), aDocument('c')),
      fetch: async ({ id }) => {
        if (id === 'b') throw new ConnectorFault('credentials', 'The token was revoked.');
        return { bytes: bytesOf(id) };
      },
    });
    const { connector, run } = await sync();
    expect([connector.state, run.outcome, run.added]).toEqual(['needs_attention', 'failed', 1]);
    expect(place.fetched).toEqual(['a', 'b']);
  });

  it('a place that wants to be left alone is, for as long as it says', async () => {
    const { sync, clock, isDueAt } = await connectScriptedPlace({
      list: () => {
        throw new ConnectorFault('rate_limited', 'Too many requests.', { retryAfterMs: 3_600_000 });
      },
    });
    expect((await sync()).connector).toMatchObject({ state: 'waiting', next_sync_at: clock.at + 3_600_000 });
    expect(await isDueAt(clock.at + 3_599_999)).toBe(false);
    expect(await isDueAt(clock.at + 3_600_000)).toBe(true);
  });
});

describe('the credentials of a connector', () => {
  it.each([
    ['changed', 'another key of more than thirty-two characters', 'has changed'],
    ['gone', undefined, 'is not set'],
  ])('need attention when CREDENTIALS_KEY is %s, without a connection', async (_, key, words) => {
    const { sync, setKey, place } = await connectScriptedPlace(everything(aDocument('a')));
    setKey(key);
    const { connector } = await sync();
    expect([connector.state, codeOf(connector)]).toEqual(['needs_attention', 'credentials']);
    expect(connector.error).toContain(words);
    expect(place.connected).toEqual([]);
    setKey(CREDENTIALS_KEY);
    expect((await sync()).connector.state).toBe('idle');
  });

  it('cannot be opened by another workspace or connector', async () => {
    const { read, other } = await connectScriptedPlace(everything());
    const row = await read();
    expect(openCredentials({ CREDENTIALS_KEY }, row)).toEqual({ token: SECRET });
    for (const moved of [
      { ...row, workspace_id: other.workspaceId },
      { ...row, connector_id: 'con_0000000000000000000000000' as const },
    ])
      expect(() => openCredentials({ CREDENTIALS_KEY }, moved)).toThrow('cannot be opened');
  });

  it('stand neither in the data folder nor in the log', async () => {
    const { sync, place, log } = await connectScriptedPlace({
      ...everything(aDocument('a'), aDocument('b')),
      fetch: async ({ id }) => {
        if (id === 'a') throw new Error('The request failed.');
        return { bytes: bytesOf('Sound.') };
      },
    });
    await sync();
    expect(log()).toContain('a document of a connector could not be read');
    expect(log()).not.toContain(SECRET);
    const files = readdirSync(place.dataDir, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files)
      expect(readFileSync(join(file.parentPath, file.name)).includes(SECRET), file.name).toBe(false);
  });
});

describe('a connector of another workspace', () => {
  it('is neither read nor written by its store', async () => {
    const { sync, other, connectorId } = await connectScriptedPlace(everything(aDocument('a')));
    await sync();
    const { connectors } = other.store;
    expect(await connectors.find(connectorId)).toBeUndefined();
    expect(await connectors.listDocuments(connectorId, { limit: 10 })).toEqual([]);
    expect(await connectors.listRuns(connectorId, { limit: 10 })).toEqual([]);
    expect(await other.store.transaction((tx) => tx.connectors.remove(connectorId))).toBe(false);
  });
});
