import { setTimeout as sleep } from 'node:timers/promises';
import { openStoreBesideServer } from '../server/src/storage/open-store.ts';
import { openBrowser, signUp, signUpOwner } from '../server/tests/helpers/people.ts';
import { startTestService } from '../server/tests/helpers/start-test-service.ts';
import { storageBeside } from '../server/tests/helpers/test-storage.ts';
import type { Figure } from './service.ts';

const ROUNDS = 200;
/** A failed attempt is recorded after its answer: the next attempt must not wait for that. */
const PAUSE_MS = 15;
/** Starts the next round with fresh limits. */
const ROUND_MS = 2 * 3_600_000;

/** Does the time of a refused sign-in reveal whether there is an account? Attempts at an account with a password, at one without
 *  (of a person who signs in by OpenID Connect) and at none, one after another in changing order, limits included. */
export async function benchSignIn(): Promise<Figure[]> {
  let ahead = 0;
  const settings = { RATE_LIMITS: 'auth=1000' };
  const test = await startTestService(settings, { now: () => Date.now() + ahead });
  const owner = await signUpOwner(test);
  const [known, without] = [await signUp(owner, 'member'), await signUp(owner, 'member')];
  const live = await openStoreBesideServer({ ...storageBeside(test.dataDir), environment: 'live' });
  const [workspaceId = 'ws_'] = await live.workspaceIds();
  await live
    .workspace(workspaceId)
    .transaction((tx) => tx.accounts.update(without.accountId as `acc_${string}`, { password_hash: null }));
  await live.close();

  const emails = {
    'an account with another password': known.email,
    'an account without a password': without.email,
    'an address without an account': 'nobody@example.com',
  };
  const names = Object.keys(emails) as (keyof typeof emails)[];
  const timesOf = new Map(names.map((name) => [name, [] as number[]]));
  const browser = openBrowser(test.live.baseUrl);
  for (let round = -5; round < ROUNDS; round++) {
    ahead += ROUND_MS;
    for (let index = 0; index < names.length; index++) {
      const name = names[(round + 5 + index) % names.length] as keyof typeof emails;
      await sleep(PAUSE_MS);
      const startedAt = performance.now();
      const { status } = await browser.post('/v1/account/sign-in', {
        email: emails[name],
        password: 'a wrong long password',
      });
      const ms = performance.now() - startedAt;
      if (status !== 401) throw new Error(`A wrong sign-in was answered ${status}.`);
      // The first rounds compile.
      if (round >= 0) timesOf.get(name)?.push(ms);
    }
  }
  await test.stop();
  const medians = names.map((name) => median(timesOf.get(name) ?? []));
  const apart = (Math.max(...medians) / Math.min(...medians) - 1) * 100;
  return [
    ...names.map((name, index) => ({
      what: `a refused sign-in at ${name}, median of ${ROUNDS}`,
      value: medians[index] ?? 0,
      unit: 'ms',
      goal: '',
    })),
    { what: 'difference between the slowest and the fastest', value: apart, unit: '%', goal: '<= 10' },
  ];
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
