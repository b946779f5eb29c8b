import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';
import { newDataDir, removeDataDir, SHORT_LEASES, TEST_ENGINE } from '../helpers/test-storage.ts';

// Where nodes share a database, tests/nodes kills them too.
const ROUNDS = TEST_ENGINE === 'embedded' ? 20 : 6;
const CLIENTS = 4;

type Added = { id: string; word: string };

/** A text of several chunks that has a word of its own. */
const textWith = (word: string): string =>
  Array.from(
    { length: 40 },
    (_, line) => `Line ${line} of the text about ${word} says something that nobody needs to read.`,
  ).join(' ');

/** Adds texts until the server dies; keeps those that it acknowledged. */
async function addUntilDeath(
  server: ServerProcess,
  round: number,
  client: number,
  added: Added[],
): Promise<void> {
  for (let count = 0; ; count++) {
    const word = `zyx${round}q${client}q${count}`;
    const answer = await server
      .call('POST', '/v1/knowledge-base/sources', { type: 'text', name: word, content: textWith(word) })
      .catch(() => undefined);
    if (answer?.status !== 201) return;
    added.push({ id: (answer.data as Added).id, word });
  }
}

async function listAll(
  server: ServerProcess,
): Promise<{ id: string; status: string; chunk_count: number; name: string }[]> {
  const all = [];
  for (let cursor = '', more = true; more; ) {
    const { text } = await server.call('GET', `/v1/knowledge-base/sources?limit=100${cursor}`);
    const { data, meta } = JSON.parse(text);
    all.push(...data);
    cursor = `&cursor=${meta.next_cursor}`;
    more = meta.next_cursor !== undefined;
  }
  return all;
}

describe('kill -9 during ingestion', () => {
  const dataDir = newDataDir();
  afterAll(() => removeDataDir(dataDir));

  it(`kill -9 ${ROUNDS} times loses no acknowledged source, repeats none and leaves none processing`, {
    timeout: 180_000,
  }, async () => {
    const added: Added[] = [];
    let server = await startServerProcess({ dataDir, env: SHORT_LEASES });
    onTestFinished(async () => {
      await server.stop('SIGKILL');
    });
    const { key, knowledgeBaseId } = server;
    for (let round = 0; round < ROUNDS; round++) {
      const clients = Array.from({ length: CLIENTS }, (_, client) =>
        addUntilDeath(server, round, client, added),
      );
      // A busy machine acknowledges them late.
      const before = added.length;
      await expect.poll(() => added.length, { interval: 5 }).toBeGreaterThan(before + 1);
      await new Promise((resolve) => setTimeout(resolve, (round * 97) % 300));
      await server.stop('SIGKILL');
      await Promise.all(clients);
      server = await startServerProcess({ dataDir, key, knowledgeBaseId, env: SHORT_LEASES });
    }
    expect(added.length).toBeGreaterThan(ROUNDS);

    const deadline = Date.now() + 60_000;
    let sources = await listAll(server);
    while (sources.some((source) => source.status === 'processing') && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      sources = await listAll(server);
    }
    const byId = new Map(sources.map((source) => [source.id, source]));
    expect(sources.filter((source) => source.status === 'processing')).toEqual([]);
    expect(added.filter(({ id }) => byId.get(id)?.status !== 'indexed')).toEqual([]);
    expect(new Set(sources.map((source) => source.name)).size).toBe(sources.length);

    for (const { id, word } of added.filter((_, index) => index % 10 === 0)) {
      const { data } = await server.call('POST', '/v1/query', {
        query: word,
        search_type: 'keyword',
        limit: 20,
      });
      const { results } = data as { results: { id: string; source_id: string; text: string }[] };
      const withWord = results.filter((hit) => hit.text.includes(`${word} `));
      expect(new Set(withWord.map((hit) => hit.source_id))).toEqual(new Set([id]));
      expect(new Set(withWord.map((hit) => hit.id)).size).toBe(Math.min(20, byId.get(id)?.chunk_count ?? 0));
    }
  });
});
