import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openModels } from '#boot/open-models.ts';
import { createTurnRunner, type RunTurn } from '#chat/turn/run-turn.ts';
import { readConfig } from '#config/config.ts';
import { drain } from '#lib/async/drain.ts';
import type { Models } from '#models/model.ts';
import { openStore } from '#storage/open-store.ts';
import type { Store, WorkspaceStore } from '#storage/store.ts';
import { newHandover } from '../../../tests/storage-contract/handovers.ts';
import { addIndexed, addTenant, newMessage, type Tenant } from '../../../tests/storage-contract/tenant.ts';

let models: Models;
let store: Store;
let tenant: Tenant;
let runTurn: RunTurn;

const dataDir = mkdtempSync(join(tmpdir(), 'footnote-handover-'));
const config = readConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off', EMBEDDING_MODEL: 'instant' });
beforeAll(async () => {
  ({ models } = await openModels(config));
  store = await openStore({ dataDir, environment: 'live', indexMemoryBytes: 1e9, isOnlyServer: true });
});
afterAll(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  tenant = await addTenant(store, undefined, models.embedders.indexVersionFor(null));
  await addIndexed(tenant, ['The acorn is in the tree.']);
  const { agentId } = tenant;
  await tenant.store.transaction(async (tx) => {
    await tx.conversations.append(agentId, 's', [newMessage('user', 'A')], [], 1);
    await tx.handovers.put(newHandover(agentId, 's'));
  });
  runTurn = createTurnRunner({
    store,
    models,
    clock: { now: () => 5 },
    log: pino({ level: 'silent' }),
    config,
  });
});

/** Asks, and makes a change just before the turn is written for the first time. */
async function askWhile(change: () => Promise<unknown>) {
  let left = 1;
  const delayed: WorkspaceStore = {
    ...tenant.store,
    transaction: async (work, options) => {
      if (left-- > 0) await change();
      return await tenant.store.transaction(work, options);
    },
  };
  const agent = await tenant.store.agents.find(tenant.agentId);
  if (!agent) throw new Error('The agent is gone.');
  const { workspaceId } = tenant;
  const principal = { actor: { type: 'api_key', id: 'key_1', name: 'test' }, workspaceId } as const;
  const context = { store: delayed, signal: new AbortController().signal, principal, count: () => {} };
  return await drain(runTurn(context, { agent, message: 'Where is the acorn?', sessionId: 's' }));
}
const setStatus = (status: 'assigned' | 'resolved') => () =>
  tenant.store.transaction((tx) => tx.handovers.update(tenant.agentId, 's', { status }));

describe('a conversation that changes hands while a reply is drafted', () => {
  it('is answered by the agent while no one has it', async () => {
    expect(await askWhile(async () => {})).toMatchObject({ kind: 'fallback', handover: { status: 'open' } });
  });

  it('is not answered by the agent once a person has taken it', async () => {
    const turn = await askWhile(setStatus('assigned'));
    expect(turn).toMatchObject({ kind: 'handover', sources: [], handover: { status: 'assigned' } });
    const [, question, reply] = await tenant.store.conversations.messages(tenant.agentId, 's', { limit: 9 });
    expect([question?.text, reply?.text]).toEqual(['Where is the acorn?', turn.text]);
  });

  it('is answered by the agent once the person has resolved it', async () => {
    await setStatus('assigned')();
    const turn = await askWhile(setStatus('resolved'));
    expect(turn.kind).toBe('fallback');
    expect(turn.handover).toBeUndefined();
  });

  it('is answered anew when it was deleted', async () => {
    await setStatus('assigned')();
    const turn = await askWhile(() =>
      tenant.store.transaction((tx) => tx.conversations.remove(tenant.agentId, 's')),
    );
    expect(turn.kind).toBe('fallback');
    expect(await tenant.store.handovers.find(tenant.agentId, 's')).toBeUndefined();
  });
});
