import { pino } from 'pino';
import { systemClock } from '../server/src/lib/clock.ts';
import { newId } from '../server/src/lib/ids.ts';
import type { Store } from '../server/src/storage/store.ts';
import { countUsage } from '../server/src/usage/count-usage.ts';
import { startServerProcess } from '../server/tests/helpers/server-process.ts';
import { loadWithQueries } from './load.ts';
import type { Figure } from './service.ts';

const COUNTS = 2_000_000;

/** The cost of counting beside that of a request, for the whole process, with one client after another. */
export async function benchUsage(): Promise<Figure[]> {
  // The write every ten seconds isn't part of a request.
  const store = { workspace: () => ({ transaction: async () => undefined }) } as unknown as Store;
  const usage = countUsage({ store, clock: systemClock, log: pino({ level: 'silent' }) });
  const workspaceId = newId('workspace');
  const actors = Array.from({ length: 100 }, () => ({
    type: 'api_key' as const,
    id: newId('apiKey'),
    name: '',
  }));
  const measure = (): number => {
    const startedAt = performance.now();
    for (let count = 0; count < COUNTS; count++) {
      const actor = actors[count % actors.length];
      if (actor) usage.of({ workspaceId, actor })('requests');
    }
    return ((performance.now() - startedAt) / COUNTS) * 1_000;
  };
  measure();
  const costUs = measure();
  await usage.close();

  const server = await startServerProcess();
  const before = server.cpuMs();
  const { requestsPerSecond } = await loadWithQueries(server.baseUrl, server.key, {
    clients: 8,
    seconds: 5,
    warmUpSeconds: 0,
  });
  const cpuUs = ((server.cpuMs() - before) / (5 * requestsPerSecond)) * 1_000;
  await server.stop();
  return [
    { what: 'one count', value: costUs, unit: 'µs', goal: '' },
    { what: 'a query on an empty knowledge base, CPU', value: cpuUs, unit: 'µs', goal: '' },
    {
      what: 'two counts, as a query makes, over the query',
      value: (200 * costUs) / cpuUs,
      unit: '%',
      goal: '< 1',
    },
  ];
}
