import { expect, it } from 'vitest';
import type { AgentId } from '#lib/ids.ts';
import type { HandoverRow } from '#storage/tables.ts';
import { type Context, page } from './context.ts';
import { addTenant, newMessage, type Tenant } from './tenant.ts';

/** An open hand-over. */
export const newHandover = (agentId: AgentId, sessionId: string): Omit<HandoverRow, 'workspace_id'> => ({
  agent_id: agentId,
  session_id: sessionId,
  status: 'open',
  contact_name: 'Ida',
  contact_email: 'ida@example.com',
  message: 'acorn',
  assignee_type: null,
  assignee_id: null,
  assignee_name: null,
  created_at: 1,
  assigned_at: null,
  resolved_at: null,
});

/** The store contract for conversations that are handed over to people. */
export function handoversContract(context: () => Context): void {
  const handOver = ({ store, agentId }: Tenant, session: string, more: Partial<HandoverRow> = {}) =>
    store.transaction(async (tx) => {
      await tx.conversations.append(agentId, session, [newMessage('user', 'A')], [], 1);
      await tx.handovers.put({ ...newHandover(agentId, session), ...more });
    });
  const sessionsOf = async (rows: Promise<{ session_id: string }[]>) =>
    (await rows).map(({ session_id }) => session_id);

  it('a conversation has one hand-over, of which the latest counts', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    await handOver(ours, 's', { status: 'resolved', assignee_id: 'acc_1', resolved_at: 5 });
    await handOver(ours, 's', { message: 'again' });
    await store.transaction((tx) => tx.handovers.update(agentId, 's', { assigned_at: 9 }));
    expect(await store.handovers.find(agentId, 's')).toEqual({
      ...newHandover(agentId, 's'),
      workspace_id: ours.workspaceId,
      message: 'again',
      assigned_at: 9,
    });
  });

  it('conversations are found by the status of their hand-over', async () => {
    const { ours, store } = context();
    await handOver(ours, 'open');
    await handOver(ours, 'done', { status: 'resolved' });
    await handOver(await addTenant(store), 'theirs');
    const { conversations, transcripts, handovers } = ours.store;
    const filter = { ...page, handover: 'open' as const };
    expect(await sessionsOf(conversations.list(ours.agentId, filter))).toEqual(['open']);
    expect(await sessionsOf(transcripts.list(filter))).toEqual(['open']);
    const rows = await conversations.list(ours.agentId, page);
    expect((await sessionsOf(handovers.findMany(rows))).sort()).toEqual(['done', 'open']);
    expect(await handovers.findMany([])).toEqual([]);
  });

  it('a key restricted to other knowledge bases sees no hand-over and changes none', async () => {
    const { ours, store } = context();
    await handOver(ours, 's');
    const restricted = store.workspace(ours.workspaceId, []);
    expect(await restricted.handovers.find(ours.agentId, 's')).toBeUndefined();
    expect(await restricted.handovers.findMany([{ agent_id: ours.agentId, session_id: 's' }])).toEqual([]);
    await restricted.transaction((tx) => tx.handovers.update(ours.agentId, 's', { status: 'resolved' }));
    await restricted
      .transaction((tx) => tx.handovers.put({ ...newHandover(ours.agentId, 's'), message: 'x' }))
      .catch(() => undefined);
    expect(await ours.store.handovers.find(ours.agentId, 's')).toMatchObject({
      status: 'open',
      message: 'acorn',
    });
  });

  it('goes with its conversation and with its agent', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    await handOver(ours, 's');
    await handOver(ours, 't');
    await store.transaction((tx) => tx.conversations.remove(agentId, 's'));
    expect(await store.handovers.find(agentId, 's')).toBeUndefined();
    await store.transaction((tx) => tx.agents.remove(agentId));
    expect(await store.handovers.find(agentId, 't')).toBeUndefined();
  });
}
