import { expect, it } from 'vitest';
import { type Context, page } from './context.ts';
import { reply } from './furnish.ts';
import { addIndexed, addTenant, newMessage, type Tenant } from './tenant.ts';

const BY = { rating_actor_type: 'account', rating_actor_id: 'acc_1', rating_actor_name: 'Ada' } as const;

/** The store contract for conversations. */
export function conversationsContract(context: () => Context): void {
  it('a conversation counts user and agent messages and keeps their order', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    const append = (now: number, ...messages: ReturnType<typeof newMessage>[]) =>
      store.transaction((tx) => tx.conversations.append(agentId, 's', messages, [], now));
    await append(10, newMessage('welcome', 'W'), newMessage('user', 'A'), newMessage('agent', 'B'));
    await append(20, newMessage('user', 'C'), newMessage('agent', 'D'));
    expect(await store.conversations.find(agentId, 's')).toEqual({
      workspace_id: ours.workspaceId,
      agent_id: agentId,
      session_id: 's',
      message_count: 4,
      metadata: '{}',
      as_user: null,
      started_at: 10,
      last_activity_at: 20,
      channel: null,
      language: null,
      state: 'open',
      assignee_type: null,
      assignee_id: null,
      assignee_name: null,
      tags: '[]',
      version: 0,
      searchable_count: 4,
    });
    const texts = async (rows: Promise<{ text: string }[]>) => (await rows).map((row) => row.text).join('');
    expect(await texts(store.conversations.messages(agentId, 's', page))).toBe('WABCD');
    expect(await texts(store.conversations.recentMessages(agentId, 's', 3))).toBe('BCD');
    expect(await store.conversations.list(agentId, { ...page, sessionId: 'other' })).toEqual([]);
  });

  it('simultaneous turns are all counted', async () => {
    const { store, agentId } = context().ours;
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.transaction((tx) =>
          tx.conversations.append(agentId, 's', [newMessage('user', 'A'), newMessage('agent', 'B')], [], 1),
        ),
      ),
    );
    expect(await store.conversations.find(agentId, 's')).toMatchObject({ message_count: 40 });
    expect(await store.conversations.messages(agentId, 's', page)).toHaveLength(40);
  });

  it('the latest metadata and feedback win, and change only their own session and message', async () => {
    const { store, agentId } = context().ours;
    const [one, two] = [newMessage('agent', 'A'), newMessage('agent', 'B')];
    await store.transaction(async (tx) => {
      await tx.conversations.append(agentId, 's', [one, two], [], 1);
      await tx.conversations.append(agentId, 't', [newMessage('agent', 'C')], [], 1);
      for (const metadata of ['{"a":"1"}', '{"b":"2"}'])
        await tx.conversations.setMetadata(agentId, 's', metadata);
      for (const rating of ['up', 'down'] as const)
        await tx.conversations.rate(agentId, 's', one.message_id, {
          rating,
          comment: `So ${rating}.`,
          ...BY,
        });
      await tx.conversations.rate(agentId, 't', two.message_id, { rating: 'up', comment: null, ...BY });
    });
    expect((await store.conversations.find(agentId, 's'))?.metadata).toBe('{"b":"2"}');
    expect((await store.conversations.find(agentId, 't'))?.metadata).toBe('{}');
    const message = (session: string, { message_id }: typeof one) =>
      store.conversations.message(agentId, session, message_id);
    expect(await message('s', one)).toMatchObject({ text: 'A', rating: 'down', comment: 'So down.' });
    expect(await message('s', two)).toMatchObject({ text: 'B', rating: null, comment: null });
    expect(await message('t', one)).toBeUndefined();
  });

  it('idle conversations are found in every workspace, and removed only if still idle', async () => {
    const { store, ours } = context();
    const theirs = await addTenant(store);
    const at = (tenant: Tenant, session: string, now: number) =>
      tenant.store.transaction((tx) =>
        tx.conversations.append(tenant.agentId, session, [newMessage('user', 'A')], [], now),
      );
    await at(ours, 'late', 30);
    await at(theirs, 'early', 10);
    await at(ours, 'early', 20);
    const idle = await store.orphanedWork.idleConversations(30, 10);
    expect(idle).toEqual(
      [theirs, ours].map(({ workspaceId: workspace_id, agentId: agent_id }) => ({
        workspace_id,
        agent_id,
        session_id: 'early',
      })),
    );
    expect(await store.orphanedWork.idleConversations(30, 1)).toEqual(idle.slice(0, 1));
    await at(theirs, 'early', 40);
    const remove = (tenant: Tenant) =>
      tenant.store.transaction((tx) => tx.conversations.remove(tenant.agentId, 'early', 30));
    expect([await remove(ours), await remove(theirs)]).toEqual([true, false]);
    expect(await ours.store.conversations.find(ours.agentId, 'early')).toBeUndefined();
    expect(await theirs.store.conversations.find(theirs.agentId, 'early')).toBeDefined();
  });

  it('deleting a source redacts the replies that quote it, and no others', async () => {
    const { ours } = context();
    const [a, b] = [await addIndexed(ours, ['acorn']), await addIndexed(ours, ['kettle'])];
    const { store, agentId } = ours;
    await store.transaction(async (tx) => {
      await tx.conversations.append(agentId, 's', [reply(a)], [a], 1);
      await tx.conversations.append(agentId, 's', [reply(b)], [b], 1);
    });
    await store.transaction((tx) => tx.conversations.redactSource(a));
    const [first, second] = await store.conversations.messages(agentId, 's', page);
    expect(first).toMatchObject({ text: '[removed] Ferries hoot.', sources: '[]', citations: '[]' });
    expect(second?.text).toBe('Kettles whistle. Ferries hoot.');
    expect(JSON.parse(second?.citations ?? '')).toHaveLength(1);
  });

  it('removing a conversation or its agent removes the messages', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    const sourceId = await addIndexed(ours, ['acorn']);
    for (const session of ['s', 't'])
      await store.transaction((tx) =>
        tx.conversations.append(agentId, session, [reply(sourceId)], [sourceId], 1),
      );
    expect(await store.transaction((tx) => tx.conversations.remove(agentId, 's'))).toBe(true);
    expect(await store.transaction((tx) => tx.conversations.remove(agentId, 's'))).toBe(false);
    expect(await store.conversations.messages(agentId, 's', page)).toEqual([]);
    expect(await store.conversations.messages(agentId, 't', page)).toHaveLength(1);
    expect(await store.transaction((tx) => tx.agents.remove(agentId))).toBe(true);
    expect(await store.conversations.messages(agentId, 't', page)).toEqual([]);
    expect(await store.sources.find(sourceId)).toBeDefined();
  });
}
