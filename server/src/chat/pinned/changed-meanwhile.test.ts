import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openModels } from '#boot/open-models.ts';
import { createTurnRunner, type RunTurn } from '#chat/turn/run-turn.ts';
import { type Config, readConfig } from '#config/config.ts';
import { drain } from '#lib/async/drain.ts';
import type { SourceId } from '#lib/ids.ts';
import type { Models } from '#models/model.ts';
import { openStore } from '#storage/open-store.ts';
import type { Store, WorkspaceStore } from '#storage/store.ts';
import { comparable } from '#text/phrases.ts';
import { newAnswer } from '../../../tests/storage-contract/pinned-answers.ts';
import { addIndexed, addTenant, type Tenant } from '../../../tests/storage-contract/tenant.ts';

const QUESTION = 'Where is the acorn?';
const ADA = { actor_type: 'account', actor_id: 'acc_1', actor_name: 'Ada', updated_at: 9 } as const;

let config: Config;
let models: Models;
let store: Store;
let tenant: Tenant;
let source: SourceId;
let pinned: ReturnType<typeof newAnswer>;
let runTurn: RunTurn;

const dataDir = mkdtempSync(join(tmpdir(), 'footnote-pinned-'));
beforeAll(async () => {
  config = readConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off', EMBEDDING_MODEL: 'instant' });
  ({ models } = await openModels(config));
  store = await openStore({ dataDir, environment: 'live', indexMemoryBytes: 1e9, isOnlyServer: true });
});
afterAll(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  tenant = await addTenant(store, undefined, models.embedders.indexVersionFor(null));
  source = await addIndexed(tenant, ['The acorn is in the tree.']);
  pinned = newAnswer(tenant.knowledgeBaseId, [source]);
  await tenant.store.transaction((tx) => tx.answers.insertMany([pinned]));
  const log = pino({ level: 'silent' });
  runTurn = createTurnRunner({ store, models, clock: { now: () => 5 }, log, config });
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
  const principal = {
    actor: { type: 'api_key', id: 'key_1', name: 'test' },
    workspaceId: tenant.workspaceId,
  } as const;
  const context = { store: delayed, signal: new AbortController().signal, principal, count: () => {} };
  return await drain(runTurn(context, { agent, message: QUESTION, sessionId: undefined }));
}
const hits = async () => (await tenant.store.answers.find(pinned.answer_id))?.hits;

describe('a pinned answer that changes while it is said', () => {
  it('is said as it is, and counted once, if nothing changes', async () => {
    expect(comparable(QUESTION)).toBe(comparable(pinned.question));
    const turn = await askWhile(async () => {});
    expect(turn).toMatchObject({ text: pinned.answer, pinned: { id: pinned.answer_id, version: 1 } });
    expect(turn.sources.map(({ id }) => id)).toEqual([source]);
    expect(await hits()).toBe(1);
  });

  it('is said in its new words', async () => {
    const turn = await askWhile(() =>
      tenant.store.transaction((tx) =>
        tx.answers.updateMany([{ answer_id: pinned.answer_id, ...ADA, answer: 'Under the tree.' }]),
      ),
    );
    expect(turn).toMatchObject({ text: 'Under the tree.', pinned: { version: 2 } });
    expect(await hits()).toBe(1);
  });

  it.each([
    ['deleted', () => tenant.store.transaction((tx) => tx.answers.remove(pinned.answer_id))],
    [
      'disabled',
      () =>
        tenant.store.transaction((tx) =>
          tx.answers.updateMany([{ answer_id: pinned.answer_id, ...ADA, is_enabled: 0 }]),
        ),
    ],
  ])('is not said once it is %s', async (_, change) => {
    const turn = await askWhile(change);
    expect(turn.pinned).toBeUndefined();
    expect(turn.text).not.toBe(pinned.answer);
  });

  it('is said without a source that is deleted', async () => {
    const turn = await askWhile(() =>
      tenant.store.transaction((tx) =>
        tx.sources.remove({ source_id: source, knowledge_base_id: tenant.knowledgeBaseId }),
      ),
    );
    expect(turn).toMatchObject({ text: pinned.answer, sources: [] });
    expect(await hits()).toBe(1);
  });
});
