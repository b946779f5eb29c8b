import { describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { wrongFields } from '../helpers/named-cases.ts';
import {
  contentOf,
  form,
  hits,
  kettle,
  live,
  prepareSources,
  settled,
  site,
  sources,
  upload,
} from './prepare-sources.ts';

prepareSources();

const modes = ['semantic', 'keyword', 'hybrid'];

describe('GET /v1/knowledge-base/sources', () => {
  it('sources are filtered by status, tag and knowledge base, newest first', async () => {
    const id = (await live.post('/v1/knowledge-bases', { name: 'Filter' })).body.data.id;
    const more = { knowledge_base_id: id };
    const first = await live.addText('First', kettle, { ...more, tags: ['red', 'blue'] });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await live.addText('Second', kettle, { ...more, tags: ['blue'] });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const failed = await settled(
      (await live.post(sources, { type: 'url', name: 'Third', url: 'http://127.0.0.1:1/', ...more })).body
        .data.id,
    );
    const ids = async (query: string) =>
      (await live.get(`${sources}?knowledge_base_ids=${id}${query}`)).body.data.map(
        (source: { id: string }) => source.id,
      );
    expect(await ids('')).toEqual([failed.id, second.id, first.id]);
    expect(await ids('&status=failed')).toEqual([failed.id]);
    expect(await ids('&status=indexed')).toEqual([second.id, first.id]);
    expect(await ids('&status=processing')).toEqual([]);
    expect(await ids('&tags=red')).toEqual([first.id]);
    expect(await ids('&tags=red&tags=blue')).toEqual([second.id, first.id]);
    expect(await ids('&tags=green')).toEqual([]);
  });

  it.each([
    ['status', 'status=done'],
    ['knowledge_base_ids', 'knowledge_base_ids=src_1'],
    ['tag', 'tag=tea'],
    ['tags', 'tags='],
  ])('422 naming %s for ?%s', async (field, query) => {
    const { body, ...answer } = await live.get(`${sources}?${query}`);
    expectError({ body, ...answer }, 422);
    expect(body.error.message).toContain(field);
  });
});

describe('GET /v1/knowledge-base/sources/:id', () => {
  it('?wait answers as soon as the source is settled', async () => {
    const { id } = (await live.post(sources, { type: 'text', name: 'Long', content: kettle.repeat(3_000) }))
      .body.data;
    const source = await settled(id);
    expect(source.status).toBe('indexed');
    const started = Date.now();
    expect((await live.get(`${sources}/${id}?wait=30`)).body.data).toEqual(source);
    expect(Date.now() - started).toBeLessThan(10_000);
  });

  it('?wait ends with the source still processing when its time is over', async () => {
    const { url, release } = site.hold('/slow');
    const { id } = (await live.post(sources, { type: 'url', name: 'Slow', url })).body.data;
    const { status, body } = await live.get(`${sources}/${id}?wait=0.1`);
    expect([status, body.data.status]).toEqual([200, 'processing']);
    release();
    await live.delete(`${sources}/${id}`);
  });

  it('?wait gets 404 when the source is deleted meanwhile', async () => {
    const { url, release } = site.hold('/slow');
    const { id } = (await live.post(sources, { type: 'url', name: 'Slow', url })).body.data;
    const waiting = live.get(`${sources}/${id}?wait=30`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await live.delete(`${sources}/${id}`)).status).toBe(204);
    expectError(await waiting, 404);
    release();
  });

  it.each(['61', '-1', 'abc'])('422 for ?wait=%s', async (wait) => {
    const { id } = await live.addText('A', kettle);
    expectError(await live.get(`${sources}/${id}?wait=${wait}`), 422, 'wait');
  });

  it.each(['src_0000000000000000000000000', 'kb_1', 'x'])('404 for %s', async (id) => {
    expectError(await live.get(`${sources}/${id}`), 404);
  });
});

describe('GET /v1/knowledge-base/sources/:id/content and /chunks', () => {
  it('content has text and headings, and chunks are slices of the text', async () => {
    const text = `# Lighthouse\n\n${kettle.repeat(20)}\n\n## Ferry\n\n${kettle.repeat(20)}`;
    const { id, chunk_count } = await live.addText('Guide', text);
    const { text: stored, headings } = (await live.get(`${sources}/${id}/content`)).body.data;
    expect(stored).toBe(text);
    expect(headings.map((heading: { text: string; level: number }) => heading.level)).toEqual([1, 2]);
    const chunks = (await live.get(`${sources}/${id}/chunks?limit=100`)).body.data;
    expect(chunks.map((chunk: { position: number }) => chunk.position)).toEqual(
      Array.from({ length: chunk_count }, (_, index) => index),
    );
    for (const { start, end, text: slice, id: chunkId } of chunks) {
      expect(stored.slice(start, end)).toBe(slice);
      expect(chunkId).toMatch(/^chunk_/);
    }
  });

  it('content comes in parts, which together are the whole text and cut no character', async () => {
    const text = `# Pier\n\n${'😀'.repeat(50)}\n\n## Ferry\n\n${kettle.repeat(3)}`;
    const { id } = await live.addText('In parts', text);
    const whole = (await live.get(`${sources}/${id}/content`)).body.data;
    expect(whole).toMatchObject({ text, total_characters: text.length });
    expect(whole.next_offset).toBeUndefined();
    let read = '';
    const headings = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      // biome-ignore lint/suspicious/noExplicitAny: an answer is read by name, as any client reads it.
      const part: any = (await live.get(`${sources}/${id}/content?offset=${offset}&limit=7`)).body.data;
      expect(part.text.isWellFormed()).toBe(true);
      expect(part.total_characters).toBe(text.length);
      read += part.text;
      headings.push(...part.headings);
      offset = part.next_offset;
    }
    expect(read).toBe(text);
    expect(headings).toEqual(whole.headings);
    const inEmoji = (await live.get(`${sources}/${id}/content?offset=9&limit=1`)).body.data;
    expect(inEmoji).toMatchObject({ text: '😀', next_offset: 10 });
    expect((await live.get(`${sources}/${id}/content?offset=100000`)).body.data.text).toBe('');
  });

  it.each([
    ['offset=-1', 'offset'],
    ['offset=x', 'offset'],
    ['limit=0', 'limit'],
    ['limit=1000001', 'limit'],
    ['part=1', 'part'],
  ])('422 for content with %s', async (query, field) => {
    const { id } = await live.addText('Wrong part', kettle);
    expectError(await live.get(`${sources}/${id}/content?${query}`), 422, field);
  });

  it('content and chunks of a source without text are empty', async () => {
    const { id } = await settled(
      (await live.post(sources, { type: 'url', name: 'P', url: 'http://127.0.0.1:1/' })).body.data.id,
    );
    expect(await contentOf(id)).toBe('');
    expect((await live.get(`${sources}/${id}/chunks`)).body.data).toEqual([]);
  });

  it.each(['content', 'chunks', 'reindex'])('404 for %s of an unknown source', async (part) => {
    const path = `${sources}/src_0000000000000000000000000/${part}`;
    expectError(await live.call(part === 'reindex' ? 'POST' : 'GET', path), 404);
  });
});

describe('PATCH /v1/knowledge-base/sources/:id', () => {
  it('PATCH changes name and tags without indexing again', async () => {
    const before = await live.addText('Old', kettle, { tags: ['old'] });
    const { status, body } = await live.patch(`${sources}/${before.id}`, { name: 'New', tags: [] });
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...before, name: 'New', tags: [], updated_at: expect.any(String) });
    expect((await hits(kettle, { source_ids: [before.id] }))[0]).toMatchObject({
      source_name: 'New',
      tags: [],
    });
    expect(await hits(kettle, { tags: ['old'], source_ids: [before.id] })).toEqual([]);
  });

  it('new content swaps in at once, and the old content answers until then', async () => {
    const filler = 'Nothing of note happened on this long and quiet day at the coast. '.repeat(20_000);
    const { id } = await live.addText('Log', `The zeppelin landed.\n\n${filler}`);
    const find = async () =>
      (await hits('zeppelin quagga', { source_ids: [id], search_type: 'keyword' })).map(
        ({ text }) => /zeppelin|quagga/.exec(text)?.[0],
      );
    const { body } = await live.patch(`${sources}/${id}`, { content: `The quagga grazed.\n\n${filler}` });
    expect(body.data.status).toBe('processing');
    const seen: string[] = [];
    for (let status = 'processing'; status === 'processing'; ) {
      seen.push((await find()).join());
      status = (await live.get(`${sources}/${id}`)).body.data.status;
    }
    seen.push((await find()).join());
    expect(seen[0]).toBe('zeppelin');
    expect(seen.at(-1)).toBe('quagga');
    expect([...new Set(seen)]).toEqual(['zeppelin', 'quagga']);
    expect(await contentOf(id)).toContain('quagga');
  });

  it('a search at any moment of a change finds the old content or the new', async () => {
    const { id } = await live.addText('Log', 'The zeppelin landed, in the year 0.');
    const find = () => hits('zeppelin', { source_ids: [id], search_type: 'keyword' });
    let isChanging = true;
    const searching = Array.from({ length: 4 }, async () => {
      for (const counts = new Set<number>(); ; counts.add((await find()).length))
        if (!isChanging) return [...counts];
    });
    for (let year = 1; year <= 25; year++) {
      await live.patch(`${sources}/${id}`, { content: `The zeppelin landed, in the year ${year}.` });
      await settled(id);
    }
    isChanging = false;
    expect(await Promise.all(searching)).toEqual(searching.map(() => [1]));
    expect((await find())[0]?.text).toContain('year 25');
  });

  it('the last of several simultaneous changes wins', async () => {
    const { id } = await live.addText('Log', kettle);
    const words = ['alder', 'birch', 'cedar', 'dogwood', 'elm'];
    for (const word of words)
      await live.patch(`${sources}/${id}`, { content: `A ${word} grows at the gate.` });
    expect((await settled(id)).status).toBe('indexed');
    expect(await contentOf(id)).toBe('A elm grows at the gate.');
    for (const word of words)
      expect((await hits(word, { search_type: 'keyword', source_ids: [id] })).length).toBe(
        word === 'elm' ? 1 : 0,
      );
  });

  it('a failed change leaves the old content answering and is reported', async () => {
    const { id } = await upload(kettle);
    await live.call('PATCH', `${sources}/${id}`, form({ file: new Blob(['%PDF-1.7']) }, 'new.pdf'));
    expect(await settled(id)).toMatchObject({ status: 'failed', error: { code: 'unreadable_file' } });
    expect((await hits('copper kettle', { source_ids: [id] }))[0]?.text).toBe(kettle);
    expect(await contentOf(id)).toBe(kettle);
  });

  it('PATCH gives a document a new file and a url source a new URL', async () => {
    const document = await upload(kettle);
    const changed = await live.call(
      'PATCH',
      `${sources}/${document.id}`,
      form({ file: new Blob(['A new ferry timetable.']) }, 'b.txt'),
    );
    expect(changed.body.data).toMatchObject({ status: 'processing', file_name: 'b.txt' });
    await settled(document.id);
    expect(await contentOf(document.id)).toBe('A new ferry timetable.');
    const url = (await live.post(sources, { type: 'url', name: 'P', url: 'http://127.0.0.1:1/' })).body.data;
    expect(
      (await live.patch(`${sources}/${url.id}`, { url: 'http://127.0.0.1:2/' })).body.data,
    ).toMatchObject({
      url: 'http://127.0.0.1:2/',
    });
  });

  it.each(
    wrongFields<Record<string, unknown>>([
      ['url', { url: 'http://127.0.0.1:1/' }],
      ['name', { name: '' }],
      ['content', { content: '' }],
      ['content', { content: null }],
      ['type', { type: 'url' }],
      ['status', { status: 'indexed' }],
      ['knowledge_base_id', { knowledge_base_id: 'kb_1' }],
      ['tags', { tags: null }],
    ]),
  )('422 naming $field for $wrong, and nothing changes', async ({ field, wrong: change }) => {
    const before = await live.addText('A', kettle);
    expectError(await live.patch(`${sources}/${before.id}`, { tags: ['new'], ...change }), 422, field);
    expect((await live.get(`${sources}/${before.id}`)).body.data).toEqual(before);
  });
});

describe('POST /v1/knowledge-base/sources/:id/reindex', () => {
  it('reindexing keeps what a search finds', async () => {
    const before = await live.addText('A', kettle);
    const { status, body } = await live.post(`${sources}/${before.id}/reindex`);
    expect([status, body.data.status]).toEqual([200, 'processing']);
    expect(await settled(before.id)).toMatchObject({
      status: 'indexed',
      chunk_count: before.chunk_count,
      content_sha256: before.content_sha256,
    });
    expect((await hits('copper kettle', { source_ids: [before.id] })).length).toBe(1);
  });

  it('reindexing a failed source ends its failed status', async () => {
    const { id } = await upload('%PDF-1.7');
    const { body } = await live.post(`${sources}/${id}/reindex`);
    expect(body.data).toMatchObject({ status: 'processing' });
    expect(body.data.error).toBeUndefined();
    expect((await settled(id)).status).toBe('failed');
  });

  it('reindexing accepts no body and an empty body with a content type', async () => {
    const { id } = await live.addText('A', kettle);
    const { status } = await live.call('POST', `${sources}/${id}/reindex`, undefined, {
      'content-type': 'application/json',
    });
    expect(status).toBe(200);
  });
});

describe('DELETE /v1/knowledge-base/sources/:id', () => {
  it.each(modes)('deleting a source answers 204 and %s search no longer finds it', async (search_type) => {
    const { id } = await live.addText('Piano', 'The mayor plays the piano in the town hall on Sundays.');
    expect((await hits('mayor plays piano', { search_type })).map((hit) => hit.source_id)).toContain(id);
    const { status, body } = await live.delete(`${sources}/${id}`);
    expect([status, body]).toEqual([204, undefined]);
    expect((await hits('mayor plays piano', { search_type })).map((hit) => hit.source_id)).not.toContain(id);
    for (const part of ['', '/content', '/chunks'])
      expectError(await live.get(`${sources}/${id}${part}`), 404);
    expectError(await live.delete(`${sources}/${id}`), 404);
    expectError(await live.post('/v1/query', { query: 'kettle', source_ids: [id] }), 422, 'source_ids');
  });

  it('DELETE with a content type and no body answers 204', async () => {
    const { id } = await live.addText('A', kettle);
    expect(
      (await live.call('DELETE', `${sources}/${id}`, undefined, { 'content-type': 'application/json' }))
        .status,
    ).toBe(204);
  });

  it('a source can be deleted while it is being indexed', async () => {
    const { id } = (
      await live.post(sources, { type: 'text', name: 'Long', content: `${'marmalade '.repeat(200_000)}` })
    ).body.data;
    expect((await live.delete(`${sources}/${id}`)).status).toBe(204);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expectError(await live.get(`${sources}/${id}`), 404);
    expect(await hits('marmalade', { search_type: 'keyword' })).toEqual([]);
  });

  it('deleting a source removes its words and name from every transcript and later answers', async () => {
    const knowledge_base_id = (await live.post('/v1/knowledge-bases', { name: 'Vault' })).body.data.id;
    const secret = 'The vault code of the harbour office is seven tangerine owls.';
    const { id } = await live.addText('Vault memo', secret, { knowledge_base_id });
    const agent = (await live.post('/v1/agents', { name: 'A', knowledge_base_ids: [knowledge_base_id] })).body
      .data.id;
    const ask = async () =>
      await live.post(`/v1/agents/${agent}/chat`, {
        message: 'What is the vault code of the harbour office?',
        session_id: 's',
      });
    const transcript = async () => (await live.get(`/v1/agents/${agent}/conversations/s/messages`)).body.data;
    expect((await ask()).body.data.sources[0]).toMatchObject({ id, name: 'Vault memo' });
    await live.delete(`${sources}/${id}`);
    expect((await ask()).body.data).toMatchObject({ sources: [], citations: [] });
    const messages = await transcript();
    expect(messages.length).toBe(4);
    expect(JSON.stringify(messages)).not.toMatch(/tangerine|Vault memo/);
    expect(JSON.stringify(messages)).not.toContain(id);
  });
});
