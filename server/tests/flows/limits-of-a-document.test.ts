import { deflateSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

const SOURCES = '/v1/knowledge-base/sources';
const MB = 1024 * 1024;
const FERRY = 'The ferry to the island is painted green.';

const WORDS = 'harbour ledger signal granite orchard copper meadow lantern voyage anchor'.split(' ');

/** Text of about so many bytes: paragraphs of sentences of different words. */
function largeText(bytes: number): string {
  const word = (n: number): string => `${WORDS[n % WORDS.length]}${n % 977}`;
  const paragraphs: string[] = [];
  for (let n = 0, size = 0; size < bytes; n++) {
    const sentences = Array.from(
      { length: 8 },
      (_, s) => `Entry ${n}.${s}: the ${word(n * 7 + s)} of the ${word(n + s * 31)} is near ${word(n * s)}.`,
    );
    const paragraph = sentences.join(' ');
    paragraphs.push(paragraph);
    size += paragraph.length + 2;
  }
  return paragraphs.join('\n\n');
}

let test: TestService;
let live: Client;
const start = async (settings: Record<string, string>): Promise<void> => {
  test = await startTestService({ INGEST_WORKERS: '1', ...settings });
  live = test.live;
};
afterEach(() => test.stop());

const upload = async (content: string | Buffer<ArrayBuffer>, fileName = 'log.txt'): Promise<string> => {
  const form = new FormData();
  form.append('type', 'document');
  form.append('name', 'Log book');
  form.append('file', new Blob([content]), fileName);
  const { status, body } = await live.post(SOURCES, form);
  expect(status).toBe(201);
  return body.data.id;
};
const sourceOf = async (id: string) => (await live.get(`${SOURCES}/${id}`)).body.data;
const settled = async (id: string) => (await live.get(`${SOURCES}/${id}?wait=60`)).body.data;

/** Asks on and on until `work` has ended, and expects each answer; returns how many there were. */
async function answeredDuring(work: Promise<unknown>): Promise<number> {
  let [count, isOver] = [0, false];
  const ending = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    expect((await fetch(`${live.baseUrl}/healthz`)).status).toBe(200);
    const answer = await live.post('/v1/query', { query: 'What colour is the ferry?', limit: 1 });
    expect([answer.status, answer.body.data.results[0]?.text]).toEqual([200, FERRY]);
    count++;
  }
  await ending;
  return count;
}

/** A page whose content is so many zeros, compressed so often. */
function pdfOfZeros(bytes: number, times: number): Buffer<ArrayBuffer> {
  let content = Buffer.alloc(bytes);
  for (let done = 0; done < times; done++) content = deflateSync(content);
  const filters = '/FlateDecode'.repeat(times);
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>endobj
4 0 obj<</Length ${content.length}/Filter[${filters}]>>stream\n`,
    ),
    content,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ]);
}

let text: string;
beforeAll(() => {
  text = largeText(30 * MB);
});

describe('a document', () => {
  it('a document that takes longer than DOCUMENT_SECONDS fails, and those behind it are indexed', async () => {
    await start({ DOCUMENT_SECONDS: '1' });
    const large = await upload(text);
    // Already waiting for the thread when it is ended.
    const small = (await live.post(SOURCES, { type: 'text', name: 'Ferry', content: FERRY })).body.data.id;
    const failed = await settled(large);
    expect(failed).toMatchObject({
      status: 'failed',
      chunk_count: 0,
      error: {
        code: 'parse_timeout',
        stage: expect.stringMatching(/^(?:parsing|chunking|embedding|indexing)$/),
        message: expect.stringMatching(/^Reading the document took longer than 1 seconds?, .*Split it.*\.$/),
        retryable: false,
      },
    });
    expect(failed.stage).toBe(failed.error.stage);
    expect(await settled(small)).toMatchObject({ status: 'indexed' });
    expect(await live.addText('Boat', 'The boat is blue.')).toMatchObject({ status: 'indexed' });
  });

  it('a document that needs more than DOCUMENT_MEMORY_MB fails, and the service goes on answering', async () => {
    await start({ DOCUMENT_MEMORY_MB: '128' });
    expect(await live.addText('Ferry', FERRY)).toMatchObject({ status: 'indexed' });
    const large = await upload(text);
    const ended = settled(large);
    expect(await answeredDuring(ended)).toBeGreaterThan(0);
    expect(await ended).toMatchObject({
      status: 'failed',
      error: {
        code: 'too_large',
        message: expect.stringMatching(
          /^Reading the document needs more than 128 MB of memory, .*Split it and add the parts\.$/,
        ),
        retryable: false,
      },
    });
    expect(await live.addText('Boat', 'The boat is blue.')).toMatchObject({ status: 'indexed' });
  });

  it.each([1, 2, 3])(
    'a PDF of 500 MB of zeros, compressed %i times, fails without taking memory',
    async (times) => {
      await start({});
      expect(await live.addText('Ferry', FERRY)).toMatchObject({ status: 'indexed' });
      const bomb = pdfOfZeros(500 * MB, times);
      const before = process.memoryUsage.rss();
      let most = 0;
      const watching = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss() - before);
      }, 20);
      const failed = await settled(await upload(bomb, 'zeros.pdf'));
      clearInterval(watching);
      expect(failed).toMatchObject({
        status: 'failed',
        error: { code: 'too_large', message: expect.stringContaining('grows more than a hundredfold') },
      });
      expect(most).toBeLessThan(300 * MB);
    },
  );

  it('a document of 20 MB shows its stages until ?wait= answers', async () => {
    await start({});
    const id = await upload(text.slice(0, 20 * MB));
    const seen: { status: string; stage: string; progress: number }[] = [];
    let isSettled = false;
    const waiting = settled(id).finally(() => {
      isSettled = true;
    });
    while (!isSettled) {
      const { status, stage, progress } = await sourceOf(id);
      if (status === 'processing') seen.push({ status, stage, progress });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await waiting).toMatchObject({ status: 'indexed', stage: 'done', progress: 1 });
    expect(await sourceOf(id)).toEqual(await waiting);
    const order = ['queued', 'parsing', 'chunking', 'embedding', 'indexing'];
    const stages = seen.map(({ stage }) => order.indexOf(stage));
    expect(stages).not.toContain(-1);
    expect(stages).toEqual(stages.toSorted((a, b) => a - b));
    expect(new Set(stages).size).toBeGreaterThan(2);
    const progress = seen.map((one) => one.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(new Set(progress).size).toBeGreaterThan(2);
    expect(Math.max(...progress)).toBeLessThan(1);
  });
});
