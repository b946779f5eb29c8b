import { expect, it } from 'vitest';
import { type AgentId, type MessageId, newId, type SourceId } from '#lib/ids.ts';
import type { MessageVerdictRow, Verdict } from '#storage/tables.ts';
import type { Context } from './context.ts';
import { addIndexed, newEvaluation, newMessage, type Tenant } from './tenant.ts';

type Address = { agentId: AgentId; sessionId: string; messageId: MessageId };

/** A verdict of Ada on a message. */
export const newVerdict = (
  { agentId, sessionId, messageId }: Address,
  more: Partial<MessageVerdictRow> = {},
): Omit<MessageVerdictRow, 'workspace_id'> => ({
  agent_id: agentId,
  session_id: sessionId,
  message_id: messageId,
  actor_id: 'acc_1',
  actor_type: 'account',
  actor_name: 'Ada',
  verdict: 'wrong',
  note: 'acorn',
  must: '["acorn"]',
  source_ids: '[]',
  created_at: 1,
  updated_at: 1,
  ...more,
});

/** The store contract for verdicts, and for the replies that evaluations keep. */
export function verdictsContract(context: () => Context): void {
  /** A session of one reply. */
  const say = async ({ store, agentId }: Tenant, sessionId: string, created_at = 1): Promise<Address> => {
    const message = { ...newMessage('agent', 'A'), created_at };
    await store.transaction((tx) => tx.conversations.append(agentId, sessionId, [message], [], 1));
    return { agentId, sessionId, messageId: message.message_id };
  };
  const judge = (
    { store }: Tenant,
    address: Address,
    verdict: Verdict,
    more: Partial<MessageVerdictRow> = {},
  ): Promise<void> => store.transaction((tx) => tx.verdicts.put(newVerdict(address, { verdict, ...more })));
  const all = { verdicts: ['right', 'wrong', 'incomplete'] as const, ratings: [], limit: 10 };

  it('a reviewer has one verdict on a reply, and others have their own', async () => {
    const { ours } = context();
    const said = await say(ours, 's');
    await judge(ours, said, 'wrong');
    await judge(ours, said, 'right', { actor_id: 'acc_2', created_at: 2 });
    await judge(ours, said, 'incomplete', { note: null, created_at: 5, updated_at: 5 });
    const verdicts = await ours.store.verdicts.ofMessages(said.agentId, 's', [said.messageId]);
    expect(verdicts).toMatchObject([
      { actor_id: 'acc_1', verdict: 'incomplete', note: null, created_at: 1, updated_at: 5 },
      { actor_id: 'acc_2', verdict: 'right' },
    ]);
    const key = newVerdict(said);
    expect(await ours.store.transaction((tx) => tx.verdicts.remove(key))).toBe(true);
    expect(await ours.store.transaction((tx) => tx.verdicts.remove(key))).toBe(false);
    expect(await ours.store.verdicts.ofMessages(said.agentId, 's', [said.messageId])).toHaveLength(1);
    await ours.store.transaction((tx) => tx.conversations.remove(said.agentId, 's'));
    expect(await ours.store.verdicts.ofMessages(said.agentId, 's', [said.messageId])).toEqual([]);
  });

  it('the sources of a verdict are those that exist and that the scope sees', async () => {
    const { ours } = context();
    const [kept, gone] = [await addIndexed(ours, ['tea']), await addIndexed(ours, ['tea'])];
    const said = await say(ours, 's');
    await judge(ours, said, 'wrong', { source_ids: JSON.stringify([gone, kept]) });
    const { knowledgeBaseId } = ours;
    await ours.store.transaction((tx) =>
      tx.sources.remove({ source_id: gone, knowledge_base_id: knowledgeBaseId }),
    );
    const [verdict] = await ours.store.verdicts.ofMessages(said.agentId, 's', [said.messageId]);
    expect(verdict?.source_ids).toEqual([kept]);
  });

  it('the latest verdict on a reply counts, and a rating only without one', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    const [first, second, third] = [
      await say(ours, 'a', 10),
      await say(ours, 'b', 20),
      await say(ours, 'c', 30),
    ];
    await judge(ours, first, 'right', { updated_at: 5 });
    await judge(ours, first, 'wrong', { actor_id: 'acc_2', updated_at: 6 });
    await judge(ours, second, 'right');
    const by = { rating_actor_type: 'account', rating_actor_id: 'acc_1', rating_actor_name: 'Ada' } as const;
    for (const { sessionId, messageId } of [second, third])
      await store.transaction((tx) =>
        tx.conversations.rate(agentId, sessionId, messageId, { rating: 'up', comment: null, ...by }),
      );
    const found = async (filter: Partial<Parameters<typeof store.verdicts.reviewedReplies>[0]>) =>
      (await store.verdicts.reviewedReplies({ ...all, ...filter })).map(
        ({ message, verdict }) => `${message.session_id} ${verdict?.verdict}`,
      );
    expect(await found({})).toEqual(['b right', 'a wrong']);
    expect(await found({ verdicts: ['right'] })).toEqual(['b right']);
    expect(await found({ ratings: ['up'] })).toEqual(['c undefined', 'b right', 'a wrong']);
    expect(await found({ ratings: ['up'], limit: 2 })).toEqual(['c undefined', 'b right']);
    expect(await found({ verdicts: [], ratings: ['down'] })).toEqual([]);
    expect(await found({ since: 20 })).toEqual(['b right']);
    expect(await found({ until: 20 })).toEqual(['a wrong']);
    expect(await found({ agentId: newId('agent') })).toEqual([]);
    expect(await found({ agentId })).toEqual(['b right', 'a wrong']);
  });

  it('a scope of some knowledge bases sees only verdicts on replies of agents that use no others', async () => {
    const { store, ours } = context();
    const said = await say(ours, 's');
    await judge(ours, said, 'wrong');
    const other = newId('knowledgeBase');
    const { agentId, knowledgeBaseId } = ours;
    for (const [ids, count] of [
      [[knowledgeBaseId], 1],
      [[other], 0],
      [[], 0],
    ] as const) {
      const narrowed = store.workspace(ours.workspaceId, ids);
      expect(await narrowed.verdicts.reviewedReplies(all)).toHaveLength(count);
      expect(await narrowed.verdicts.ofMessages(agentId, 's', [said.messageId])).toHaveLength(count);
      expect(await ours.store.verdicts.reviewedReplies({ ...all, knowledgeBaseIds: ids })).toHaveLength(
        count,
      );
    }
  });

  it('a deleted source leaves the replies of evaluations', async () => {
    const { ours } = context();
    const [kept, gone] = [await addIndexed(ours, ['tea']), await addIndexed(ours, ['tea'])];
    const outcome = (reply: string, ...source_ids: SourceId[]) => ({ query: 'Q', reply, source_ids });
    const evaluation = newEvaluation();
    const { evaluation_id } = evaluation;
    await ours.store.transaction(async (tx) => {
      const outcomes = [outcome('Quotes both.', kept, gone), outcome('Quotes one.', kept)];
      await tx.evaluations.insert({ ...evaluation, reply_outcomes: JSON.stringify(outcomes) });
      await tx.evaluations.nameSources(evaluation_id, [kept, gone]);
    });
    const { knowledgeBaseId } = ours;
    await ours.store.transaction((tx) =>
      tx.sources.remove({ source_id: gone, knowledge_base_id: knowledgeBaseId }),
    );
    const { reply_outcomes = null } = (await ours.store.evaluations.outcomes(evaluation_id)) ?? {};
    expect(JSON.parse(reply_outcomes ?? '')).toEqual([
      { query: 'Q', source_ids: [kept] },
      outcome('Quotes one.', kept),
    ]);
    expect(await ours.store.transaction((tx) => tx.evaluations.remove(evaluation_id))).toBe(true);
  });
}
