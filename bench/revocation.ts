import { openRacePlace, raceRevocations } from '../server/tests/helpers/revocation-race.ts';
import type { Figure } from './service.ts';

/** How long requests in flight survive the revocation of their key: from its answer to the end of the request, both as clients
 *  see them. A request that ends before the answer counts 0. */
export async function benchRevocation(): Promise<Figure[]> {
  const place = await openRacePlace();
  const race = { keys: 100, requestsOfAKey: 100, atOnce: 2 };
  const startedAt = performance.now();
  const { outcomes, revocations } = await raceRevocations(place.track, race);
  const seconds = (performance.now() - startedAt) / 1_000;
  await place.close();
  const returnedAt = new Map(revocations.map((revocation) => [revocation.keyId, revocation.returnedAt]));
  const late = outcomes
    .map(({ keyId, sentAt, endedAt, status, code }) => {
      const at = returnedAt.get(keyId) ?? 0;
      const isCut = sentAt < at && (status === 401 || code === 'unauthorized');
      return isCut ? Math.max(0, endedAt - at) : undefined;
    })
    .filter((ms) => ms !== undefined)
    .sort((a, b) => a - b);
  const percentile = (share: number): number => late[Math.floor(share * (late.length - 1))] ?? Number.NaN;
  return [
    {
      what: 'requests of 100 keys, each revoked meanwhile',
      value: outcomes.length / seconds,
      unit: 'req/s',
      goal: '',
    },
    {
      what: 'requests that were in flight and ended by the revocation',
      value: late.length,
      unit: '',
      goal: '',
    },
    {
      what: 'they end after the answer to the revocation: p50',
      value: percentile(0.5),
      unit: 'ms',
      goal: '',
    },
    {
      what: 'they end after the answer to the revocation: p99',
      value: percentile(0.99),
      unit: 'ms',
      goal: '<= 50',
    },
  ];
}
