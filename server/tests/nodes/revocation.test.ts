import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  liesAmong,
  type Outcome,
  RACE_SEED,
  type Revocation,
  raceRevocations,
} from '../helpers/revocation-race.ts';
import { type WatchedWrites, watchWrites } from '../helpers/watch-writes.ts';
import { type Cluster, startCluster, TEST_DATABASE_URL } from './cluster.ts';

/** Of news between nodes. */
const BOUND_MS = 1_000;
const KEYS = 15;

describe.skipIf(!TEST_DATABASE_URL)(
  `keys that are revoked on one node, while another works (TEST_DATABASE_URL, RACE_SEED=${RACE_SEED})`,
  () => {
    let cluster: Cluster;
    let writes: WatchedWrites;
    let outcomes: Outcome[];
    let revocations: Map<string, Revocation>;
    beforeAll(async () => {
      // Without workers, so that what is added stays `processing`, and can be waited for.
      cluster = await startCluster({ apis: 2, workers: 0 });
      const [here, there] = cluster.apis;
      if (!here || !there) throw new Error('There are no two nodes.');
      const agent = await cluster.addAgent();
      const waiting = { type: 'text', name: 'Waiting', content: 'Text.' };
      const added = await here.call('POST', '/v1/knowledge-base/sources', waiting);
      writes = await watchWrites((sql) => cluster.sql(sql));
      const track = {
        baseUrl: there.baseUrl,
        adminBaseUrl: here.baseUrl,
        adminKey: here.key,
        agent,
        base: here.knowledgeBaseId,
        waitingSource: (added.data as { id: string }).id,
      };
      const race = { keys: KEYS, requestsOfAKey: 60, atOnce: 2 };
      const ran = await raceRevocations(track, race);
      outcomes = ran.outcomes;
      revocations = new Map(ran.revocations.map((revocation) => [revocation.keyId, revocation]));
    }, 120_000);
    afterAll(() => cluster?.stop());

    const returnedAt = ({ keyId }: Outcome): number => revocations.get(keyId)?.returnedAt ?? Number.NaN;

    it('no write is committed after its key was revoked on another node', async () => {
      expect(outcomes).toHaveLength(60 * KEYS);
      expect(await writes.late()).toEqual([]);
    });

    it('every answer says truly whether its write was committed', async () => {
      expect(liesAmong(outcomes, await writes.all())).toEqual([]);
    });

    it('a key revoked on one node is refused by the other for every later request', () => {
      const after = outcomes.filter((outcome) => outcome.sentAt > returnedAt(outcome));
      expect(after.length).toBeGreaterThan(KEYS);
      expect(after.filter(({ status }) => status !== 401)).toEqual([]);
    });

    it('revoking a key on one node ends its requests on the other within a second', () => {
      const waited = outcomes.filter(({ kind }) => kind === 'wait');
      expect(waited).toHaveLength(KEYS);
      for (const outcome of waited) expect(outcome.status).toBe(401);
      const delays = waited.map((outcome) => outcome.endedAt - returnedAt(outcome)).sort((a, b) => a - b);
      // The middle one, for the slowest tell of a busy machine.
      expect(delays[Math.floor(delays.length / 2)]).toBeLessThan(BOUND_MS);
      expect(delays.at(-1)).toBeLessThan(10 * BOUND_MS);
    });
  },
);
