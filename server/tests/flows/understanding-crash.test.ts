import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';
import { newDataDir, removeDataDir, SHORT_LEASES } from '../helpers/test-storage.ts';

const ENV = { ...SHORT_LEASES, EMBEDDING_MODEL: '' };
/** As many as are committed together. */
const BATCH = 16;
// Each passage takes the model a tenth of a second of an idle core, and a hundred times as long on a busy one: it reads at the
// lowest priority.
const PATIENCE_MS = 900_000;

/** A text of about 20 chunks, no two alike. */
const content = Array.from(
  { length: 20 },
  (_, part) =>
    `Part ${part}. ${Array.from({ length: 14 }, (_, line) => `Harbour ${part * 14 + line} keeps its boats dry in winter and paints them in spring.`).join(' ')}`,
).join('\n\n');

type Understanding = { status: string; chunks: number; understood_chunks: number };

const understandingOf = async (server: ServerProcess, knowledgeBaseId: string): Promise<Understanding> =>
  (
    (await server.call('GET', `/v1/knowledge-bases/${knowledgeBaseId}`)).data as {
      understanding: Understanding;
    }
  ).understanding;

const readCounter = async (server: ServerProcess): Promise<number> =>
  Number(
    /^footnote_understood_chunks_total\{environment="live"\} (\d+)$/m.exec(
      await (await fetch(`${server.baseUrl}/metrics`)).text(),
    )?.[1] ?? 0,
  );

describe('kill -9 while the deep model reads a source', () => {
  const dataDir = newDataDir();
  afterAll(() => removeDataDir(dataDir));

  it('the next start goes on after the last batch, and reads no chunk twice that was committed', {
    timeout: 2 * PATIENCE_MS,
  }, async () => {
    let server = await startServerProcess({ dataDir, env: ENV });
    onTestFinished(async () => {
      await server.stop('SIGKILL');
    });
    const { key, knowledgeBaseId } = server;
    const path = '/v1/knowledge-base/sources';
    const added = await server.call('POST', path, { type: 'text', name: 'Harbours', content });
    const { id } = added.data as { id: string };
    await expect
      .poll(async () => (await understandingOf(server, knowledgeBaseId)).understood_chunks, {
        timeout: PATIENCE_MS,
      })
      .toBeGreaterThanOrEqual(BATCH);
    await server.stop('SIGKILL');

    server = await startServerProcess({ dataDir, key, knowledgeBaseId, env: ENV });
    const read = async () =>
      ((await server.call('GET', `${path}/${id}`)).data as { understanding: string }).understanding;
    await expect.poll(read, { timeout: PATIENCE_MS }).toBe('done');
    const { status, chunks, understood_chunks } = await understandingOf(server, knowledgeBaseId);
    expect({ status, understood_chunks }).toEqual({ status: 'done', understood_chunks: chunks });
    expect(chunks).toBeGreaterThan(BATCH);
    expect(await readCounter(server)).toBeLessThanOrEqual(chunks - BATCH);
  });
});
