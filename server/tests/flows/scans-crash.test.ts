import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { faxPdf } from '../helpers/scan-files.ts';
import { startServerProcess } from '../helpers/server-process.ts';
import { newDataDir, removeDataDir, SHORT_LEASES } from '../helpers/test-storage.ts';

const SOURCES = '/v1/knowledge-base/sources';

describe('kill -9 during OCR', () => {
  const dataDir = newDataDir();
  afterAll(() => removeDataDir(dataDir));

  it('the next process reads the scan again, and indexes it', { timeout: 240_000 }, async () => {
    let server = await startServerProcess({ dataDir, env: SHORT_LEASES });
    onTestFinished(async () => {
      await server.stop('SIGKILL');
    });
    const { key, knowledgeBaseId } = server;
    const form = new FormData();
    form.set('type', 'document');
    form.set('name', 'Notice');
    form.set('file', new Blob([faxPdf(8)]), 'notice.pdf');
    const response = await fetch(`${server.baseUrl}${SOURCES}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: form,
    });
    const { data: added } = (await response.json()) as { data: { id: string } };
    const sourceOf = async () =>
      (await server.call('GET', `${SOURCES}/${added.id}`)).data as { status: string; stage: string };
    for (let round = 0; round < 3; round++) {
      await expect.poll(async () => (await sourceOf()).stage, { timeout: 60_000, interval: 20 }).toBe('ocr');
      await server.stop('SIGKILL');
      server = await startServerProcess({ dataDir, key, knowledgeBaseId, env: SHORT_LEASES });
    }
    await expect.poll(async () => (await sourceOf()).status, { timeout: 120_000 }).toBe('indexed');
  });
});
