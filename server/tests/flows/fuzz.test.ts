import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFuzz } from '../fuzz/run-fuzz.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';

/** Another one with FUZZ_SEED; `npm run bench -- fuzz` sends far more. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_122);
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 3_000);

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.stop());

describe('requests of any form', () => {
  it('random requests are never answered with a fault of the service', async () => {
    const { statuses, faults } = await runFuzz(server, { requests: REQUESTS, seed: SEED });
    expect(faults, `seed ${SEED}`).toEqual([]);
    // Enough of them are right, and enough are not, for the run to mean something.
    for (const status of [200, 201, 204, 400, 401, 403, 404, 405, 415, 421, 422])
      expect(statuses[status] ?? 0, `${status} in ${JSON.stringify(statuses)}`).toBeGreaterThan(0);
    expect(server.hasEnded()).toBe(false);
    expect((await server.call('GET', '/readyz')).status).toBe(200);
  });
});
