import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStoreBesideServer } from '#storage/open-store.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import { PASSWORD, signUp } from '../helpers/people.ts';
import {
  type Answer,
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { storageBeside } from '../helpers/test-storage.ts';

let test: TestService;
let live: Client;
let base: string;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  base = await defaultKnowledgeBase(live);
});
afterAll(() => test.stop());

const send = (key: string, path: string, body: unknown) =>
  live.call('POST', path, body, { 'idempotency-key': key });
const isReplayed = ({ headers }: Answer): boolean => headers.get('idempotency-replayed') === 'true';
const agentNamed = (name: string) => ({ name, knowledge_base_ids: [base] });

describe('what the database keeps of a request', () => {
  it("a stored request doesn't help to guess the password in its body", async () => {
    const key = randomUUID();
    const path = '/v1/account/confirm';
    const owner = await signUp(live, 'member');
    const body = { password: PASSWORD };
    expect((await owner.call('POST', path, body, { 'idempotency-key': key })).status).toBe(200);
    const kept = await requestHash(key);
    const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
    expect(kept).not.toContain(sha(`POST ${path}\n${sha(JSON.stringify(body))}`));
    expect(kept).toMatch(/^[0-9a-f]{16}\.[0-9a-f]{64}$/);
  });

  it('a request stored before hashes were keyed is never matched', async () => {
    const key = randomUUID();
    expect((await send(key, '/v1/agents', agentNamed('Before'))).status).toBe(201);
    await withStore(test.dataDir, (tx) =>
      tx.idempotentRequests.find(key).then(async (row) => {
        if (!row) throw new Error('no row');
        await tx.idempotentRequests.begin({ ...row, lease_until: Date.now() + 60_000, lease_token: 'old' });
        await tx.idempotentRequests.end(
          { idempotency_key: key, lease_token: 'old' },
          { ...row, request_hash: 'a'.repeat(64) },
        );
      }),
    );
    const again = await send(key, '/v1/agents', agentNamed('After'));
    expect([again.status, isReplayed(again), again.body.data.name]).toEqual([201, false, 'After']);
  });
});

async function withStore<Found>(
  dataDir: string,
  work: (tx: WorkspaceTransaction) => Promise<Found>,
): Promise<Found> {
  const store = await openStoreBesideServer({ ...storageBeside(dataDir), environment: 'live' });
  try {
    const { id } = (await live.get('/v1/workspace')).body.data;
    return await store.workspace(id).transaction(work);
  } finally {
    await store.close();
  }
}

const requestHash = async (key: string): Promise<string> =>
  (await withStore(test.dataDir, (tx) => tx.idempotentRequests.find(key)))?.request_hash ?? '';
