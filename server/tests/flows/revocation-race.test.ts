import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  liesAmong,
  type Outcome,
  openRacePlace,
  RACE_SEED,
  type RacePlace,
  type Revocation,
  raceRevocations,
} from '../helpers/revocation-race.ts';
import { TEST_ENGINE } from '../helpers/test-storage.ts';
import { statementsOn, type WatchedWrites, watchWrites } from '../helpers/watch-writes.ts';

/** PostgreSQL takes a journey for each statement, and as much longer. */
const KEYS = TEST_ENGINE === 'embedded' ? 100 : 15;

let place: RacePlace;
let writes: WatchedWrites;
let outcomes: Outcome[];
let returnedAt: Map<string, Revocation>;

beforeAll(async () => {
  place = await openRacePlace();
  const { server, track } = place;
  writes = await watchWrites(statementsOn(server.dataDir));
  const race = await raceRevocations(track, { keys: KEYS, requestsOfAKey: 100, atOnce: 5 });
  outcomes = race.outcomes;
  returnedAt = new Map(race.revocations.map((revocation) => [revocation.keyId, revocation]));
}, 300_000);
afterAll(() => place.close());

const revocationOf = ({ keyId }: Outcome): Revocation => {
  const revocation = returnedAt.get(keyId);
  if (!revocation) throw new Error('The key was not revoked.');
  return revocation;
};
const isBefore = (outcome: Outcome): boolean => outcome.sentAt < revocationOf(outcome).returnedAt;
const isCut = (outcome: Outcome): boolean => outcome.status === 401 || outcome.code === 'unauthorized';

describe(`${100 * KEYS} requests of all kinds against the revocation of their keys (RACE_SEED=${RACE_SEED})`, () => {
  it('no write is committed after its key was revoked', async () => {
    expect(outcomes).toHaveLength(100 * KEYS);
    expect(await writes.late()).toEqual([]);
    // The watch sees one when there is one.
    const name = `${outcomes[0]?.keyId} is written about by another`;
    await place.server.call('POST', '/v1/knowledge-bases', { name });
    expect(await writes.late()).toEqual([`INSERT knowledge_bases ${name}`]);
  });

  it('every answer says truly whether its write was committed', async () => {
    const cut = outcomes.filter((outcome) => outcome.effect !== undefined && isCut(outcome));
    expect(cut.length).toBeGreaterThan(10 * KEYS);
    expect(liesAmong(outcomes, await writes.all())).toEqual([]);
  });

  it('a request sent after the revocation returned gets 401', () => {
    const after = outcomes.filter((outcome) => outcome.sentAt > revocationOf(outcome).returnedAt);
    expect(after.length).toBeGreaterThan(10 * KEYS);
    expect(after.filter(({ status, code }) => status !== 401 || code !== 'unauthorized')).toEqual([]);
  });

  it('requests get only their usual answers or 401', () => {
    const expected = [200, 201, 202, 204, 401, 404];
    // Chance may make more than 50.
    const isOneTooMany = ({ kind, status }: (typeof outcomes)[number]): boolean =>
      kind === 'make a webhook' && status === 422;
    const others = outcomes.filter((outcome) => !expected.includes(outcome.status) && !isOneTooMany(outcome));
    expect(others.map(({ kind, status, text }) => [kind, status, text])).toEqual([]);
  });

  it('after the revocation returned, only committed writes are still answered', () => {
    const late = outcomes.filter(
      (outcome) =>
        outcome.effect === undefined &&
        !isCut(outcome) &&
        (outcome.madeAt ?? 0) > revocationOf(outcome).returnedAtClock,
    );
    expect(late).toEqual([]);
  });

  it.each(['wait', 'chat', 'chat in a session', 'stream', 'upload'])(
    'end when they are in flight: %s',
    (kind) => {
      const begun = outcomes.filter((outcome) => outcome.kind === kind && isBefore(outcome));
      const cut = begun.filter(isCut);
      expect(cut.length).toBeGreaterThan(KEYS / 5);
      // The bound is generous, for the machine may be busy; `npm run bench revocation` measures.
      for (const outcome of begun)
        expect(outcome.endedAt - revocationOf(outcome).returnedAt).toBeLessThan(5_000);
      if (kind === 'wait') expect(begun.length).toBe(cut.length);
    },
  );

  it('a revoked stream ends with an event, or with 401 before its headers', () => {
    const streams = outcomes.filter(({ kind }) => kind === 'stream');
    const cut = streams.filter(({ status, code }) => status === 200 && code === 'unauthorized');
    expect(cut.length).toBeGreaterThan(KEYS / 10);
    for (const { text } of cut) expect(text.trimEnd().split('\n').at(-1)).toContain('"code":"unauthorized"');
    for (const { status, code, text } of streams)
      if (status === 200 && code === undefined) expect(text).toMatch(/event: done\n|\[DONE\]/);
  });

  it('the race leaves no upload file and no fault in the log', async () => {
    const folder = join(place.server.dataDir, 'uploads');
    await expect.poll(() => (existsSync(folder) ? readdirSync(folder) : [])).toEqual([]);
    expect(place.server.log()).not.toContain('"level":');
  });
});
