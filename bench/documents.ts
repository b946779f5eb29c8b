import { globSync, readFileSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { basename } from 'node:path';
import { type ServerProcess, startServerProcess } from '../server/tests/helpers/server-process.ts';
import { untilNoneIsProcessing } from './fill.ts';
import { loadWithQueries } from './load.ts';
import { makePdf } from './make-pdf.ts';
import type { Figure } from './service.ts';
import { createTextMaker } from './texts.ts';

const agent = new Agent({ keepAlive: true });

type Document = { name: string; bytes: Uint8Array<ArrayBuffer> };

/** Documents through the REST API until they are searchable, and what that costs. */
export async function benchDocuments(): Promise<Figure[]> {
  return [...(await longPdf()), ...(await markdownFiles()), ...(await manyPdfs()), ...(await largeText())];
}

/** The first PDF loads the reader of PDFs; both are shown. */
async function longPdf(): Promise<Figure[]> {
  const server = await startServerProcess();
  const seconds: number[] = [];
  for (const seed of [1, 2, 3]) {
    const document = { name: 'long.pdf', bytes: makePdf({ pages: 200, seed }) };
    seconds.push(await addAll(server, [document]));
  }
  const memoryMb = server.rssMb();
  await server.stop();
  const [first = 0, ...others] = seconds;
  return [
    { what: 'first PDF of 200 pages, until searchable', value: first, unit: 's', goal: '<= 3' },
    { what: 'another PDF of 200 pages', value: Math.min(...others), unit: 's', goal: '' },
    { what: 'memory after three of them', value: memoryMb, unit: 'MB', goal: '' },
  ];
}

/** 1,000 files of real documentation: what the installed packages bring, about 400, repeated as often as needed, each with
 *  its own number. Then again, with concurrent queries. */
async function markdownFiles(): Promise<Figure[]> {
  const real = globSync('node_modules/**/*.md')
    .filter((path) => statSync(path).size > 500)
    .toSorted();
  const files = Array.from({ length: 1_000 }, (_, index): Document => {
    const path = real[index % real.length] ?? '';
    const bytes = Buffer.concat([readFileSync(path), Buffer.from(`\n\nFile number ${index}.\n`)]);
    return { name: basename(path), bytes: new Uint8Array(bytes) };
  });
  const server = await startServerProcess();
  const seconds = await addAll(server, files);
  const again = await addAll(server, files);
  const idle = await loadWithQueries(server.baseUrl, server.key, { clients: 2, seconds: 6 });
  const adding = addAll(server, files, 2);
  const busy = await loadWithQueries(server.baseUrl, server.key, {
    clients: 2,
    seconds: 6,
    warmUpSeconds: 0,
  });
  await adding;
  await server.stop();
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  const what = `1,000 Markdown files (${megabytes.toFixed(1)} MB)`;
  return [
    {
      what: `${what}, first after the start`,
      value: files.length / seconds,
      unit: 'files/s',
      goal: '>= 150',
    },
    { what: `${what}, once more`, value: files.length / again, unit: 'files/s', goal: '' },
    { what: 'p99 of queries, idle', value: idle.p99Ms, unit: 'ms', goal: '' },
    {
      what: 'p99 of queries during these files, over the idle p99',
      value: busy.p99Ms / Math.max(1, idle.p99Ms),
      unit: 'x',
      goal: '<= 5',
    },
  ];
}

/** Memory growth over hundreds of PDFs. */
async function manyPdfs(): Promise<Figure[]> {
  const server = await startServerProcess();
  const batch = (from: number, count: number): Document[] =>
    Array.from({ length: count }, (_, index) => ({
      name: `${from + index}.pdf`,
      bytes: makePdf({ pages: 4, seed: from + index }),
    }));
  await addAll(server, batch(0, 100));
  const after100 = server.rssMb();
  const seconds = await addAll(server, batch(100, 900));
  const after1000 = server.rssMb();
  await server.stop();
  return [
    { what: 'PDFs of 4 pages', value: 900 / seconds, unit: 'files/s', goal: '' },
    { what: 'memory after 100 PDFs', value: after100, unit: 'MB', goal: '' },
    {
      what: 'growth of memory from 100 to 1,000 PDFs',
      value: after1000 - after100,
      unit: 'MB',
      goal: '<= 50',
    },
  ];
}

async function largeText(): Promise<Figure[]> {
  const server = await startServerProcess();
  const make = createTextMaker(5);
  const paragraphs: string[] = [];
  for (let size = 0; size < 49.9e6; ) {
    const paragraph = make(200);
    paragraphs.push(paragraph);
    size += paragraph.length + 2;
  }
  const bytes = new Uint8Array(Buffer.from(paragraphs.join('\n\n')));
  let mostMb = 0;
  const watch = setInterval(() => {
    mostMb = Math.max(mostMb, server.rssMb());
  }, 50);
  const seconds = await addAll(server, [{ name: 'large.txt', bytes }]);
  clearInterval(watch);
  await server.stop();
  return [
    {
      what: `TXT of ${Math.round(bytes.length / 1e6)} MB until searchable`,
      value: seconds,
      unit: 's',
      goal: '<= 20',
    },
    { what: 'peak memory meanwhile', value: mostMb, unit: 'MB', goal: '<= 600' },
  ];
}

/** Uploads by `clients` at once and waits until all are indexed; the seconds of it all. Throws when one fails. */
async function addAll(server: ServerProcess, documents: readonly Document[], clients = 8): Promise<number> {
  const startedAt = performance.now();
  const left = [...documents];
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let document = left.pop(); document; document = left.pop()) await upload(server, document);
    }),
  );
  await untilNoneIsProcessing(server);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { data } = await server.call('GET', '/v1/knowledge-base/sources?status=failed&limit=100');
  for (const { file_name, error } of data as { file_name: string; error: { code: string } }[])
    if (error.code !== 'no_text') throw new Error(`${file_name} failed: ${JSON.stringify(error)}`);
  return seconds;
}

/** A form by hand: `FormData` costs the client more than the service spends on the answer, on the same cores. */
async function upload({ baseUrl, key }: ServerProcess, { name, bytes }: Document): Promise<void> {
  const boundary = 'a-line-that-no-document-has';
  const field = (label: string, value: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${label}"\r\n\r\n${value}\r\n`;
  const body = Buffer.concat([
    Buffer.from(
      `${field('type', 'document')}${field('name', name)}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': body.length,
  };
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const outgoing = request(
    `${baseUrl}/v1/knowledge-base/sources`,
    { method: 'POST', headers, agent },
    (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    },
  );
  outgoing.on('error', reject).end(body);
  const status = await promise;
  if (status !== 201) throw new Error(`adding ${name} answered ${status}`);
}
