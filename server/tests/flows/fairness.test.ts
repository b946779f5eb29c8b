import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { addWorkspace } from '../helpers/more-clients.ts';
import { type Client, startTestService } from '../helpers/start-test-service.ts';

const SOURCES = '/v1/knowledge-base/sources';

/** A text of about so many words, unlike any other. */
const textOf = (name: string, words: number): string =>
  Array.from(
    { length: words / 10 },
    (_, index) => `Line ${index} of ${name} tells what the harbour master wrote.`,
  ).join(' ');

let ours: Client;
let theirs: Client;
beforeEach(async () => {
  const test = await startTestService({ INGEST_WORKERS: '1' });
  onTestFinished(() => test.stop());
  ours = test.live;
  theirs = (await addWorkspace(test)).live;
});

const add = async (client: Client, name: string, words: number): Promise<string> => {
  const content = textOf(name, words);
  const { status, body } = await client.post(SOURCES, { type: 'text', name, content });
  expect(status).toBe(201);
  return body.data.id;
};
const addMany = (client: Client, count: number, words: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => add(client, `book ${index}`, words)));

async function countOf(client: Client, status: string): Promise<number> {
  let [count, cursor] = [0, ''];
  do {
    const { body } = await client.get(`${SOURCES}?status=${status}&limit=100${cursor}`);
    count += body.data.length;
    cursor = body.meta.next_cursor ? `&cursor=${body.meta.next_cursor}` : '';
  } while (cursor !== '');
  return count;
}

describe('a workspace that adds one source while another has added many, on one thread', () => {
  it("a workspace's only source is indexed long before another's hundred small ones", async () => {
    // More are added until a queue stands: how fast they are indexed meanwhile is the machine's affair.
    let before = 0;
    while (before < 100) {
      await addMany(theirs, 100, 12_000);
      before = await countOf(theirs, 'processing');
    }
    const id = await add(ours, 'letter', 50);
    const { body } = await ours.get(`${SOURCES}/${id}?wait=30`);
    const after = await countOf(theirs, 'processing');
    expect(body.data.status).toBe('indexed');
    expect(after).toBeGreaterThan(before / 2);
  });

  it('a source waits for the large one under way, not for those queued behind it', async () => {
    await addMany(theirs, 20, 250_000);
    const before = await countOf(theirs, 'indexed');
    const id = await add(ours, 'letter', 50);
    const { body } = await ours.get(`${SOURCES}/${id}?wait=30`);
    const after = await countOf(theirs, 'indexed');
    expect(body.data.status).toBe('indexed');
    // One that is in the thread, one that makes room in the queue, and those that end while this is told.
    expect(after - before).toBeLessThan(5);
    expect(after).toBeLessThan(15);
  });

  it('all sources of both workspaces are indexed in the end', async () => {
    const added = await Promise.all([addMany(theirs, 40, 200), addMany(ours, 40, 200)]);
    for (const [index, client] of [theirs, ours].entries())
      for (const id of added[index] ?? [])
        expect((await client.get(`${SOURCES}/${id}?wait=30`)).body.data.status).toBe('indexed');
  });
});
