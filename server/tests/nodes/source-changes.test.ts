import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from '../helpers/read-events.ts';
import type { ServerProcess } from '../helpers/server-process.ts';
import { type Cluster, startCluster, TEST_DATABASE_URL } from './cluster.ts';

const SOURCES = '/v1/knowledge-base/sources';
const CHANGES = '/v1/knowledge-base/changes';

describe.skipIf(!TEST_DATABASE_URL)('a stream of changes over several nodes (TEST_DATABASE_URL)', () => {
  let cluster: Cluster;
  let one: ServerProcess;
  let other: ServerProcess;
  beforeAll(async () => {
    cluster = await startCluster({ apis: 2, workers: 1 });
    const [first, second] = cluster.apis;
    if (!first || !second) throw new Error('There are no two nodes.');
    [one, other] = [first, second];
  }, 120_000);
  afterAll(() => cluster?.stop());

  const add = async (node: ServerProcess, name: string): Promise<string> => {
    const { data } = await node.call('POST', SOURCES, { type: 'text', name, content: `About ${name}.` });
    const { id } = data as { id: string };
    await node.call('GET', `${SOURCES}/${id}?wait=60`);
    return id;
  };
  const open = (node: ServerProcess, id?: string) =>
    openEvents(node, CHANGES, undefined, id === undefined ? {} : { 'last-event-id': id });

  it('goes on at another node, with what any node has changed since', async () => {
    const [kept, gone] = [await add(one, 'Kept'), await add(one, 'Gone')];
    const before = await open(one);
    const { id = '' } = (await before.next()) ?? {};
    before.close();
    await one.call('PATCH', `${SOURCES}/${kept}`, { tags: ['one'] });
    await other.call('DELETE', `${SOURCES}/${gone}`);
    const added = await add(other, 'Added');
    const after = await open(other, id);
    expect(await after.next()).toMatchObject({ event: 'continued' });
    const told = new Map<string, string>();
    while (told.size < 3) {
      const event = await after.next();
      told.set(event?.data.id, event?.event ?? '');
    }
    expect(Object.fromEntries(told)).toEqual({
      [kept]: 'source',
      [gone]: 'source_deleted',
      [added]: 'source',
    });
    // And with what comes by either.
    await one.call('PATCH', `${SOURCES}/${kept}`, { tags: ['two'] });
    let last = await after.next();
    while (last?.data.tags?.[0] !== 'two') last = await after.next();
    after.close();
    await cluster.sql('DELETE FROM source_changes');
    const tooLate = await open(one, last?.id);
    expect(await tooLate.next()).toEqual({ event: 'ready', data: {} });
    tooLate.close();
  });
});
