import { describe, expect, it, onTestFinished } from 'vitest';
import { faxPdf, scanFile } from '../helpers/scan-files.ts';
import { type Client, startTestService } from '../helpers/start-test-service.ts';

const SOURCES = '/v1/knowledge-base/sources';

async function start(settings: Record<string, string> = {}): Promise<Client> {
  const test = await startTestService(settings);
  onTestFinished(() => test.stop());
  return test.live;
}

async function upload(live: Client, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> {
  const form = new FormData();
  form.set('type', 'document');
  form.set('name', name);
  form.set('file', new Blob([bytes]), name);
  const { status, body } = await live.post(SOURCES, form);
  expect(status).toBe(201);
  return body.data.id;
}

const sourceOf = async (live: Client, id: string) => (await live.get(`${SOURCES}/${id}`)).body.data;

async function settled(live: Client, id: string) {
  const isSettled = async () => (await live.get(`${SOURCES}/${id}?wait=60`)).body.data.status;
  await expect.poll(isSettled, { timeout: 120_000 }).not.toBe('processing');
  return await sourceOf(live, id);
}

describe('a scan', () => {
  it('is found by its words, with the page, after the stage ocr', async () => {
    const live = await start();
    const id = await upload(live, faxPdf(6), 'notice.pdf');
    const stages = new Set<string>();
    await expect
      .poll(
        async () => {
          const { status, stage } = await sourceOf(live, id);
          stages.add(stage);
          return status;
        },
        { timeout: 120_000, interval: 20 },
      )
      .toBe('indexed');
    expect([...stages]).toContain('ocr');
    const { body } = await live.post('/v1/query', { query: 'When is there no hot water?', limit: 1 });
    expect(body.data.results[0]).toMatchObject({ source_id: id, page: expect.any(Number) });
    expect(body.data.results[0].text).toContain('there is no hot water from 8 a.m. until 5 p.m.');
  }, 180_000);

  it('does not hold up other documents', async () => {
    const live = await start({ INGEST_WORKERS: '1' });
    const scan = await upload(live, faxPdf(40), 'long.pdf');
    await expect.poll(async () => (await sourceOf(live, scan)).stage, { timeout: 60_000 }).toBe('ocr');
    for (const name of ['one', 'two', 'three']) {
      const { body } = await live.post(SOURCES, { type: 'text', name, content: `Text ${name} is short.` });
      expect((await settled(live, body.data.id)).status).toBe('indexed');
    }
    expect((await sourceOf(live, scan)).status).toBe('processing');
  }, 180_000);

  it('fails with the name of the setting if OCR is off', async () => {
    const live = await start({ OCR: 'off' });
    const scan = await settled(live, await upload(live, faxPdf(), 'notice.pdf'));
    expect(scan).toMatchObject({ status: 'failed', error: { code: 'no_text' } });
    expect(scan.error.message).toContain('OCR is off (OCR=off)');
  });

  it('fails with too_many_pages if it is longer than OCR_PAGES', async () => {
    const live = await start({ OCR_PAGES: '2' });
    const scan = await settled(live, await upload(live, faxPdf(3), 'notice.pdf'));
    expect(scan).toMatchObject({ status: 'failed', error: { code: 'too_many_pages', stage: 'parsing' } });
  });
});

describe('a picture', () => {
  it.each([
    ['letter.png', 'image/png'],
    ['letter-turned.jpg', 'image/jpeg'],
    ['letter.tif', 'image/tiff'],
  ])(
    '%s is indexed as %s',
    async (name, mimeType) => {
      const live = await start();
      const id = await upload(live, scanFile(name), name);
      expect(await settled(live, id)).toMatchObject({ status: 'indexed', mime_type: mimeType });
      const { body } = await live.get(`${SOURCES}/${id}/content`);
      expect(body.data.text).toContain('leave the door of the boiler room unlocked');
    },
    120_000,
  );
});

describe('OCR_LANGUAGES', () => {
  it('stops the start if there is no data for a language', async () => {
    await expect(start({ OCR_LANGUAGES: 'eng,xyz' })).rejects.toThrow(
      'OCR_LANGUAGES: there is no data for xyz.',
    );
  });
});
