import { setTimeout as sleep } from 'node:timers/promises';
import { runFuzz } from '../server/tests/fuzz/run-fuzz.ts';
import { freePort, startServerProcess } from '../server/tests/helpers/server-process.ts';
import { liveMemoryMb } from './live-memory.ts';
import type { Figure } from './service.ts';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 100_000);
/** Requests before memory is first measured: caches fill, and code is compiled. */
const WARM_UP = REQUESTS / 5;
const REST_MS = 20_000;

/** Requests of any form against every operation, with a seed that is printed: does any cause an error of the service, and
 *  does memory leak? Set FUZZ_SEED to repeat a run. */
export async function benchFuzz(): Promise<Figure[]> {
  const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
  console.error(`  seed ${seed}`);
  const inspector = await freePort();
  const server = await startServerProcess({ env: { NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` } });
  await runFuzz(server, { requests: WARM_UP, seed: seed + 1 });
  await sleep(REST_MS);
  const beforeMb = server.rssMb();
  const heldBeforeMb = await liveMemoryMb(inspector, server.rssMb);
  const { statuses, faults } = await runFuzz(server, { requests: REQUESTS, seed });
  await sleep(REST_MS);
  const afterMb = server.rssMb();
  const heldAfterMb = await liveMemoryMb(inspector, server.rssMb);
  for (const fault of faults.slice(0, 20)) console.error(JSON.stringify(fault));
  console.error(`  ${JSON.stringify(statuses)}`);
  const hasEnded = server.hasEnded();
  await server.stop();
  if (hasEnded) throw new Error('The service ended.');
  const share = ([from, to]: [number, number]): number =>
    (100 *
      Object.entries(statuses)
        .filter(([status]) => Number(status) >= from && Number(status) < to)
        .reduce((sum, [, count]) => sum + count, 0)) /
    REQUESTS;
  return [
    { what: `requests of any form, seed ${seed}`, value: REQUESTS, unit: '', goal: '' },
    { what: 'answered 5xx', value: faults.length, unit: '', goal: '0' },
    { what: 'answered 2xx and 3xx', value: share([200, 400]), unit: '%', goal: '' },
    { what: 'answered 4xx', value: share([400, 500]), unit: '%', goal: '' },
    { what: 'closed without an answer, or not sendable', value: share([0, 100]), unit: '%', goal: '' },
    {
      what: 'growth of memory, after a rest',
      value: heldAfterMb - heldBeforeMb,
      unit: 'MB',
      goal: '<= 100',
    },
    { what: 'the same with garbage', value: afterMb - beforeMb, unit: 'MB', goal: '' },
  ];
}
