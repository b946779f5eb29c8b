import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_BODIES, largestText } from '../helpers/hostile-bodies.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';

/** Far above what a slow machine needs: without the bounds these bodies take 1 to 7 s and up to 2.6 GB. */
const MOST_CPU_MS = 1_500;
const MOST_MB = 400;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.stop());

const post = (path: string, body: Buffer) =>
  fetch(`${server.baseUrl}${path}`, {
    method: 'POST',
    body: body as never,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${server.key}`,
      'sec-fetch-site': 'same-origin',
    },
  });

describe('a body that costs more to understand than to send', () => {
  it.each(HOSTILE_BODIES)('$name, at $path, is refused with a reason, at little cost', async (hostile) => {
    const body = hostile.body();
    const before = { cpuMs: server.cpuMs(), rssMb: server.rssMb() };
    const answer = await post(hostile.path, body);
    const { error } = (await answer.json()) as { error: { message: string; details?: unknown[] } };
    expect({ status: answer.status, error }).toMatchObject({
      status: hostile.status,
      error: { message: expect.stringMatching(hostile.says) },
    });
    expect(error.message.length).toBeLessThan(2_000);
    expect(error.details?.length ?? 0).toBeLessThanOrEqual(50);
    expect(server.cpuMs() - before.cpuMs).toBeLessThan(MOST_CPU_MS);
    expect(server.rssMb() - before.rssMb).toBeLessThan(MOST_MB);
  });

  it('the limits on hostile bodies let the longest allowed content through', async () => {
    const answer = await post('/v1/knowledge-base/sources', largestText());
    expect(answer.status).toBe(201);
  });
});
