import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';
import { newDataDir, removeDataDir, TEST_ENGINE } from '../helpers/test-storage.ts';

// Where nodes share a database, the keys of a dead one are free when its leases end, after 15 s.
const ROUNDS = TEST_ENGINE === 'embedded' ? 3 : 1;
const CLIENTS = 4;

type Sent = { name: string; key: string; id: string | undefined };

/** Adds the agent of a name with its key, and says what was answered. */
async function add({ baseUrl, key, knowledgeBaseId }: ServerProcess, sent: Sent): Promise<number> {
  const response = await fetch(`${baseUrl}/v1/agents`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': sent.key,
    },
    body: JSON.stringify({ name: sent.name, knowledge_base_ids: [knowledgeBaseId] }),
  });
  const { data } = (await response.json()) as { data?: { id: string } };
  if (data) {
    expect(sent.id ?? data.id).toBe(data.id);
    sent.id = data.id;
  }
  return response.status;
}

async function agentNames(server: ServerProcess): Promise<string[]> {
  const names: string[] = [];
  for (let cursor = '', more = true; more; ) {
    const { text } = await server.call('GET', `/v1/agents?limit=100${cursor}`);
    const { data, meta } = JSON.parse(text);
    names.push(...data.map((agent: { name: string }) => agent.name));
    cursor = `&cursor=${meta.next_cursor}`;
    more = meta.next_cursor !== undefined;
  }
  return names;
}

describe('kill -9 while requests with an Idempotency-Key run', () => {
  const dataDir = newDataDir();
  let server: ServerProcess | undefined;
  afterAll(async () => {
    await server?.stop('SIGKILL');
    await removeDataDir(dataDir);
  });

  it('after kill -9 each request was done once or not at all, and a retry does it', {
    timeout: 120_000,
  }, async () => {
    let known: { key?: string; knowledgeBaseId?: string } = {};
    const all: Sent[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const alive = await startServerProcess({ dataDir, ...known });
      known = { key: alive.key, knowledgeBaseId: alive.knowledgeBaseId };
      const clients = Array.from({ length: CLIENTS }, async (_, client) => {
        for (let count = 0; ; count++) {
          const sent: Sent = { name: `${round} ${client} ${count}`, key: randomUUID(), id: undefined };
          all.push(sent);
          const status = await add(alive, sent).catch(() => undefined);
          if (status === undefined) return;
          expect(status).toBe(201);
        }
      });
      const enough = (round + 1) * 3 * CLIENTS;
      await expect.poll(() => all.length, { interval: 5 }).toBeGreaterThan(enough);
      await sleep(Math.random() * 250);
      await alive.stop('SIGKILL');
      await Promise.all(clients);
    }
    server = await startServerProcess({ dataDir, ...known });
    const last = server;
    for (let from = 0; from < all.length; from += 20) {
      const some = all.slice(from, from + 20);
      const again = some.map((sent) =>
        expect.poll(() => add(last, sent), { timeout: 30_000, interval: 500 }).toBe(201),
      );
      await Promise.all(again);
    }

    expect((await agentNames(server)).sort()).toEqual(all.map(({ name }) => name).sort());
  });
});
