import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { addWorkspace, clientWithScope } from '../helpers/more-clients.ts';
import { type EventReader, openEvents, type ReadEvent } from '../helpers/read-events.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

const SOURCES = '/v1/knowledge-base/sources';
const CHANGES = '/v1/knowledge-base/changes';

let test: TestService;
let live: Client;
let neighbour: Client;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  neighbour = (await addWorkspace(test)).live;
});
afterAll(() => test.stop());

describe('GET /v1/knowledge-base/changes', () => {
  const follow = async (client: Client): Promise<EventReader> => {
    const stream = await openEvents(client, '/v1/knowledge-base/changes');
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    expect(await stream.next()).toMatchObject({ event: 'ready', data: {} });
    return stream;
  };
  const until = async (stream: EventReader, isLast: (event: ReadEvent) => boolean): Promise<ReadEvent[]> => {
    const events: ReadEvent[] = [];
    for (let event = await stream.next(); event; event = await stream.next()) {
      events.push(event);
      if (isLast(event)) return events;
    }
    throw new Error(`The stream ended after ${JSON.stringify(events)}`);
  };

  it('the change stream reports added, indexed, changed and deleted sources of its own workspace only', async () => {
    const stream = await follow(live);
    await neighbour.addText('Theirs', 'Some text.');
    const { id } = await live.addText('Followed', 'Some text.');
    const indexed = await until(stream, ({ data }) => data.id === id && data.status === 'indexed');
    expect(indexed.every(({ event, data }) => event === 'source' && data.id === id)).toBe(true);
    expect(indexed.at(-1)?.data).toEqual((await live.get(`${SOURCES}/${id}`)).body.data);
    await live.patch(`${SOURCES}/${id}`, { tags: ['seen'] });
    const tagged = await until(stream, ({ data }) => data.tags?.[0] === 'seen');
    expect(tagged.at(-1)).toMatchObject({ event: 'source', data: { id, name: 'Followed' } });
    await live.delete(`${SOURCES}/${id}`);
    expect((await until(stream, ({ event }) => event === 'source_deleted')).at(-1)?.data).toEqual({ id });
    stream.close();
  });

  it("the change stream reports a source's last state once when many changes come together", async () => {
    const { id } = await live.addText('Busy', 'Some text.');
    const stream = await follow(live);
    for (let count = 1; count <= 20; count++)
      await live.patch(`${SOURCES}/${id}`, { tags: [`tag ${count}`] });
    const events = await until(stream, ({ data }) => data.tags?.[0] === 'tag 20');
    expect(events.length).toBeLessThan(20);
    stream.close();
  });

  it('the change stream reports the sources of a deleted knowledge base', async () => {
    const base = (await live.post('/v1/knowledge-bases', { name: 'Brief' })).body.data.id;
    const { id } = await live.addText('Brief', 'Some text.', { knowledge_base_id: base });
    const stream = await follow(live);
    await live.delete(`/v1/knowledge-bases/${base}`);
    const events = await until(stream, ({ event }) => event === 'source_deleted');
    expect(events.at(-1)?.data).toEqual({ id });
    stream.close();
  });

  it('the change stream ends with an error when its key is revoked', async () => {
    const reader = await clientWithScope(live, 'read_only');
    const stream = await follow(reader);
    await live.delete(`/v1/api-keys/${reader.keyId}`);
    const [last] = await stream.rest();
    expect(last).toMatchObject({ event: 'error', data: { error: { code: 'unauthorized' } } });
  });

  it('the change stream ends when the service stops', async () => {
    const other = await startTestService();
    const stream = await follow(other.live);
    const stopped = other.stop();
    expect(await stream.rest()).toEqual([]);
    await stopped;
  });

  it('after a break the change stream goes on from an id: each changed and deleted source once', async () => {
    const [kept, gone] = [await live.addText('Kept', 'Some text.'), await live.addText('Gone', 'Some text.')];
    const stream = await follow(live);
    await live.patch(`${SOURCES}/${kept.id}`, { tags: ['before'] });
    const id = (await until(stream, (event) => event.id !== undefined)).at(-1)?.id ?? '';
    stream.close();
    for (const tag of ['one', 'two', 'three']) await live.patch(`${SOURCES}/${kept.id}`, { tags: [tag] });
    await live.delete(`${SOURCES}/${gone.id}`);
    const added = await live.addText('Added', 'Some text.');
    for (const headers of [{ 'last-event-id': id }, undefined]) {
      const path = headers ? CHANGES : `${CHANGES}?last_event_id=${id}`;
      const again = await openEvents(live, path, undefined, headers);
      expect(await again.next()).toEqual({ event: 'continued', data: {}, id });
      const events = await until(again, (event) => event.id !== undefined);
      expect(events.map(({ event, data }) => [event, data.id, data.tags]).sort()).toEqual(
        [
          ['source', kept.id, ['three']],
          ['source_deleted', gone.id, undefined],
          ['source', added.id, []],
        ].sort(),
      );
      // It goes on with what comes.
      await live.patch(`${SOURCES}/${added.id}`, { tags: [headers ? 'first' : 'second'] });
      const more = await until(again, (event) => event.id !== undefined);
      expect(more.map(({ data }) => data.id)).toEqual([added.id]);
      await live.patch(`${SOURCES}/${added.id}`, { tags: [] });
      await until(again, ({ data }) => data.tags.length === 0);
      again.close();
    }
  });

  it('the change stream goes on with what a restricted key sees', async () => {
    const base = (await live.post('/v1/knowledge-bases', { name: 'Seen' })).body.data.id;
    const reader = await clientWithScope(live, 'read_only', { knowledge_base_ids: [base] });
    const mine = await live.addText('Mine', 'Some text.', { knowledge_base_id: base });
    await live.get(`${SOURCES}/${mine.id}?wait=30`);
    const stream = await openEvents(reader, CHANGES);
    const id = (await stream.next())?.id ?? '';
    stream.close();
    await live.addText('Hidden', 'Some text.');
    await live.patch(`${SOURCES}/${mine.id}`, { tags: ['seen'] });
    const again = await openEvents(reader, CHANGES, undefined, { 'last-event-id': id });
    expect(await again.next()).toMatchObject({ event: 'continued' });
    expect((await again.next())?.data).toMatchObject({ id: mine.id, tags: ['seen'] });
    again.close();
    // Who sees more has not seen what came before.
    const owner = await openEvents(live, CHANGES, undefined, { 'last-event-id': id });
    expect(await owner.next()).toMatchObject({ event: 'ready' });
    owner.close();
  });

  it('the change stream says to read anew when an id is unknown, of another workspace, or too old', async () => {
    await neighbour.addText('Theirs', 'Some text.');
    const theirs = await follow(neighbour);
    await neighbour.addText('Theirs too', 'Some text.');
    const of = (await until(theirs, (event) => event.id !== undefined)).at(-1)?.id ?? '';
    theirs.close();
    for (const id of [of, '1-000000000000', 'x', '', '9'.repeat(90)]) {
      const stream = await openEvents(live, CHANGES, undefined, { 'last-event-id': id });
      expect(await stream.next()).toMatchObject({ event: 'ready', data: {} });
      stream.close();
    }
    expectError(await live.get(`${CHANGES}?last_event_id=${'9'.repeat(101)}`), 422);
  });

  it('the change stream takes no other parameters', async () => {
    expectError(await live.get('/v1/knowledge-base/changes?since=1'), 422);
  });
});
