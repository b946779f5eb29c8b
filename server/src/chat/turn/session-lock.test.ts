import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openModels } from '#boot/open-models.ts';
import { type Config, readConfig } from '#config/config.ts';
import { drain } from '#lib/async/drain.ts';
import type { MessageId } from '#lib/ids.ts';
import type { Models } from '#models/model.ts';
import { openStore, type StorageAddress } from '#storage/open-store.ts';
import type { AgentWithBases, Store } from '#storage/store.ts';
import { addTenant, newMessage, type Tenant } from '../../../tests/storage-contract/tenant.ts';
import { createTurnRunner, type RunTurn } from './run-turn.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'footnote-nodes-'));
const { TEST_DATABASE_URL } = process.env;
/** The order does not depend on the engine. */
const STORAGES: [string, StorageAddress][] = [['the embedded engine', { dataDir }]];
if (TEST_DATABASE_URL !== undefined) {
  const databaseSchema = `nodes_${randomUUID().slice(0, 8)}`;
  STORAGES.push(['PostgreSQL', { databaseUrl: TEST_DATABASE_URL, databaseSchema, connections: 4 }]);
}
const log = pino({ level: 'silent' });

let config: Config;
let models: Models;
let store: Store;
let tenant: Tenant;
let agent: AgentWithBases;
let now: number;
/** Two nodes that work on one store. */
let nodes: [RunTurn, RunTurn];

beforeAll(async () => {
  config = readConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off' });
  ({ models } = await openModels(config));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Opens the storage for all tests of a block. */
function useStore(address: StorageAddress): void {
  beforeAll(async () => {
    const options = { environment: 'live', indexMemoryBytes: 1e9, isOnlyServer: true } as const;
    store = await openStore({ ...address, ...options });
  });
  afterAll(() => store.close());
  beforeEach(addAgent);
}

const startNode = (seen: Store = store): RunTurn =>
  createTurnRunner({ store: seen, models, clock: { now: () => now }, log, config }, { isShared: true });

async function addAgent(): Promise<void> {
  now = 1_000_000;
  tenant = await addTenant(store, undefined, models.embedders.indexVersionFor(null));
  await tenant.store.transaction((tx) => tx.agents.update(tenant.agentId, { welcome_message: 'Ahoy!' }));
  const row = await tenant.store.agents.find(tenant.agentId);
  if (!row) throw new Error('The agent is gone.');
  agent = row;
  nodes = [startNode(), startNode()];
}

const turnOn = (
  runTurn: RunTurn,
  message: string,
  { signal = new AbortController().signal, sessionId = 's' } = {},
) => {
  const { workspaceId } = tenant.store;
  const principal = { actor: { type: 'api_key', id: 'key_test', name: 'test' }, workspaceId } as const;
  return runTurn({ store: tenant.store, signal, principal, count: () => {} }, { agent, message, sessionId });
};

/** Begins a turn, and returns once it is queued. */
async function begin(...turn: Parameters<typeof turnOn>): Promise<{ answer: ReturnType<typeof drainTurn> }> {
  const answer = drainTurn(...turn);
  // Each test handles the rejection later.
  answer.catch(() => undefined);
  // Waits until earlier transactions have ended.
  for (let round = 0; round < 2; round++) await tenant.store.transaction(async () => {});
  return { answer };
}
const drainTurn = (...turn: Parameters<typeof turnOn>) => drain(turnOn(...turn));

const session = () => ({ agentId: tenant.agentId, sessionId: 's' });
const firstTicket = () => tenant.store.turnTickets.first(session());
const asked = async (): Promise<string[]> =>
  (await tenant.store.conversations.messages(tenant.agentId, 's', { limit: 100 }))
    .filter(({ role }) => role === 'user')
    .map(({ text }) => text);

/** Takes a ticket for a node that has died, so that its lease is not extended. */
const takeDead = () =>
  tenant.store.transaction((tx) => tx.turnTickets.take(session(), { now, leaseUntil: now + 10_000 }));

const isPending = async (answer: Promise<unknown>): Promise<boolean> =>
  (await Promise.race([answer.catch(() => 'ended'), sleep(600, 'pending')])) === 'pending';

describe.each(STORAGES)('turns of one session on two nodes, on %s', (_, address) => {
  useStore(address);

  it('run one after another in the order they were sent, 20 of them to alternate nodes', async () => {
    const questions = Array.from({ length: 20 }, (_, index) => `What is number ${index}?`);
    const begun = [];
    for (const [index, question] of questions.entries())
      begun.push(await begin(nodes[index % 2 === 0 ? 0 : 1], question));
    const turns = await Promise.all(begun.map(({ answer }) => answer));
    expect(await asked()).toEqual(questions);
    // Each turn saw the messages written before it.
    expect(turns.map(({ welcomeMessage }) => welcomeMessage)).toEqual(['Ahoy!', ...Array(19)]);
    const roles = await tenant.store.conversations.messages(tenant.agentId, 's', { limit: 100 });
    expect(roles.map(({ role }) => role)).toEqual(['welcome', ...questions.flatMap(() => ['user', 'agent'])]);
    expect(await firstTicket()).toBeUndefined();
  });

  it('do not delay turns of other sessions', async () => {
    await takeDead();
    await drainTurn(nodes[0], 'Who are you?', { sessionId: 'another' });
    expect(await isPending((await begin(nodes[0], 'And you?')).answer)).toBe(true);
    now += 10_000;
  });

  it('wait for a dead node until its lease expires', async () => {
    await takeDead();
    const { answer } = await begin(nodes[0], 'Is anybody there?');
    now += 9_999;
    expect(await isPending(answer)).toBe(true);
    now += 1;
    await answer;
    expect(await asked()).toEqual(['Is anybody there?']);
    expect(await firstTicket()).toBeUndefined();
  });

  it('release their ticket if aborted while waiting', async () => {
    const dead = await takeDead();
    const abort = new AbortController();
    const first = await begin(nodes[0], 'first', { signal: abort.signal });
    const second = await begin(nodes[1], 'second');
    const reason = new Error('The client went away.');
    abort.abort(reason);
    await expect(first.answer).rejects.toBe(reason);
    await tenant.store.transaction((tx) => tx.turnTickets.giveBack(dead));
    await second.answer;
    expect(await asked()).toEqual(['second']);
  });

  it('release their ticket if the reader leaves', async () => {
    const turn = turnOn(nodes[0], 'first');
    expect((await turn.next()).value).toMatchObject({ type: 'meta' });
    const second = await begin(nodes[1], 'second');
    expect(await isPending(second.answer)).toBe(true);
    await turn.return(undefined as never);
    await second.answer;
    expect(await asked()).toEqual(['second']);
  });

  it('fail and write nothing if overtaken while their node was stuck', async () => {
    const slow = turnOn(nodes[0], 'slow');
    await slow.next();
    now += 10_000;
    await drainTurn(nodes[1], 'quick');
    await expect(drain(slow)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('went ahead'),
    });
    expect(await asked()).toEqual(['quick']);
  });

  it('take another ticket if theirs was lost while waiting', async () => {
    const dead = await takeDead();
    const { answer } = await begin(nodes[0], 'patient');
    now += 10_000;
    await store.leases.extend('turn_tickets', [dead], now + 10_000);
    await tenant.store.transaction((tx) => tx.turnTickets.removeExpired(session(), now));
    expect(await isPending(answer)).toBe(true);
    await tenant.store.transaction((tx) => tx.turnTickets.giveBack(dead));
    await answer;
    expect(await asked()).toEqual(['patient']);
  });

  it('keep their ticket however long they take', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const long = turnOn(nodes[0], 'long');
    await long.next();
    const { answer } = await begin(nodes[1], 'next');
    for (let round = 0; round < 4; round++) {
      now += 9_000;
      vi.advanceTimersByTime(3_334);
      await expect.poll(async () => (await firstTicket())?.lease_until).toBe(now + 10_000);
    }
    expect(await isPending(answer)).toBe(true);
    await drain(long);
    await answer;
    expect(await asked()).toEqual(['long', 'next']);
  });

  it('work without notifications between nodes', async () => {
    const deaf = startNode({ ...store, listen: () => () => {} });
    const questions = ['first', 'second', 'third'];
    const begun = [];
    for (const question of questions) begun.push(await begin(deaf, question));
    await Promise.all(begun.map(({ answer }) => answer));
    expect(await asked()).toEqual(questions);
  });

  it('follow turns of a node whose clock is ahead in the transcript', async () => {
    const ahead = newMessage('user', 'from the future');
    const id: MessageId = `msg_04${ahead.message_id.slice('msg_04'.length)}`;
    await tenant.store.transaction((tx) =>
      tx.conversations.append(tenant.agentId, 's', [{ ...ahead, message_id: id }], [], now),
    );
    await drainTurn(nodes[0], 'from the present');
    expect(await asked()).toEqual(['from the future', 'from the present']);
  });
});

describe('turns of one session on one node of the embedded engine', () => {
  useStore({ dataDir });

  it('take no tickets', async () => {
    const runTurn = createTurnRunner({ store, models, clock: { now: () => now }, log, config });
    const turn = turnOn(runTurn, 'Who are you?');
    await turn.next();
    expect(await firstTicket()).toBeUndefined();
    await drain(turn);
    expect(await asked()).toEqual(['Who are you?']);
  });
});
