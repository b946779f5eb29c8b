import { HOSTILE_BODIES, type HostileBody, largestText } from '../server/tests/helpers/hostile-bodies.ts';
import { type ServerProcess, startServerProcess } from '../server/tests/helpers/server-process.ts';
import type { Figure } from './service.ts';

const SOURCES = '/v1/knowledge-base/sources';

/** Main-thread time and peak memory of one body. */
export async function benchHostileBodies(): Promise<Figure[]> {
  const largest = { name: 'the longest content, each character escaped', path: SOURCES, body: largestText };
  const figures: Figure[] = [];
  for (const each of [...HOSTILE_BODIES, largest]) figures.push(...(await measure(each)));
  return figures;
}

/** In its own process, so that the previous body's garbage isn't counted. */
async function measure({ name, path, body }: Pick<HostileBody, 'name' | 'path' | 'body'>): Promise<Figure[]> {
  const server = await startServerProcess();
  // Warms up: compiling and caches.
  await server.call('POST', SOURCES, { type: 'text', name: 'n', content: 'The pier is long.' });
  await post(server, path, Buffer.from('{"odd":[]}'));
  const bytes = body();
  server.resetPeak();
  const before = { ms: server.mainThreadCpuMs(), mb: server.rssMb() };
  await post(server, path, bytes);
  const ms = server.mainThreadCpuMs() - before.ms;
  const mb = server.peakRssMb() - before.mb;
  await server.stop();
  const what = `${name}, ${(bytes.length / 1024 / 1024).toFixed(1)} MB to \`${path}\``;
  return [
    { what, value: ms, unit: 'ms', goal: '<= 250' },
    { what: 'its memory', value: mb, unit: 'MB', goal: '<= 200' },
  ];
}

async function post({ baseUrl, key }: ServerProcess, path: string, body: Buffer): Promise<void> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    body: body as never,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      'sec-fetch-site': 'same-origin',
    },
  });
  await answer.arrayBuffer();
}
