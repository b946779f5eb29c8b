import { expect, it } from 'vitest';
import { searchedWords } from '#text/search-words.ts';
import { type Context, page } from './context.ts';
import { reply } from './furnish.ts';
import { newView } from './new-view.ts';
import { addIndexed, addTenant, newMessage, type Tenant } from './tenant.ts';

/** The store contract for finding conversations, by words and by what people say about them. */
export function conversationSearchContract(context: () => Context): void {
  const say = ({ store, agentId }: Tenant, session: string, text: string, now = 1) =>
    store.transaction((tx) =>
      tx.conversations.append(
        agentId,
        session,
        [newMessage('user', text), newMessage('agent', '!')],
        [],
        now,
      ),
    );
  const sessionsOf = async (rows: Promise<{ session_id: string }[]>) =>
    (await rows).map(({ session_id }) => session_id);
  const search = ({ store }: Tenant, q: string) =>
    sessionsOf(store.transcripts.list({ ...page, words: searchedWords(q) }));

  it('finds messages in any language by words, their beginnings, and characters', async () => {
    const { ours } = context();
    const texts = {
      en: 'Can I get a refund for the two Ferries?',
      de: 'Wie lange gilt die Rückgabefrist?',
      zh: '我可以申请退款吗？',
      ja: '返品したいのですが',
      ko: '환불정책은 무엇인가요',
      ar: 'ما هي سياسة استرداد الكتاب؟',
      th: 'ขอคืนเงินได้ไหม',
      el: 'Πόσο διαρκεί η εγγύηση;',
      code: 'getUserName fails with ERR_42X at foo@bar.com',
    };
    for (const [session, text] of Object.entries(texts)) await say(ours, session, text);
    const found: Record<string, string[]> = {
      refund: ['en'],
      'FERRY ref': [],
      'ferri REFUND': ['en'],
      'rückgabe frist': [],
      RUCKGABE: ['de'],
      退款: ['zh'],
      退: ['zh'],
      款退: [],
      返品: ['ja'],
      환불: ['ko'],
      정책: ['ko'],
      كتاب: ['ar'],
      الكتاب: ['ar'],
      คืนเงิน: ['th'],
      εγγυηση: ['el'],
      username: [],
      getusername: ['code'],
      err_42x: ['code'],
      'foo@bar.com': ['code'],
      ca: [],
      can: ['en'],
      '!?': [],
    };
    for (const [q, sessions] of Object.entries(found))
      expect([q, await search(ours, q)]).toEqual([q, sessions]);
  });

  it('all words must be in one message, of any role but the welcome', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    await store.transaction((tx) =>
      tx.conversations.append(
        agentId,
        's',
        [newMessage('welcome', 'Walrus'), newMessage('user', 'acorn birch'), newMessage('person', 'cedar')],
        [],
        1,
      ),
    );
    expect(await search(ours, 'birch acorn')).toEqual(['s']);
    expect(await search(ours, 'cedar')).toEqual(['s']);
    expect(await search(ours, 'cedar acorn')).toEqual([]);
    expect(await search(ours, 'walrus')).toEqual([]);
  });

  it('finds nothing of another workspace', async () => {
    const { store, ours } = context();
    await say(await addTenant(store), 'theirs', 'acorn');
    await say(ours, 'ours', 'acorn');
    expect(await search(ours, 'acorn')).toEqual(['ours']);
  });

  it('forgets what was deleted or redacted', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    const source = await addIndexed(ours, ['kettle']);
    await store.transaction((tx) => tx.conversations.append(agentId, 's', [reply(source)], [source], 1));
    await say(ours, 't', 'acorn');
    expect(await search(ours, 'kettles')).toEqual(['s']);
    await store.transaction((tx) => tx.conversations.redactSource(source));
    expect(await search(ours, 'kettles')).toEqual([]);
    expect(await search(ours, 'ferries')).toEqual(['s']);
    await store.transaction((tx) => tx.conversations.remove(agentId, 't'));
    expect(await search(ours, 'acorn')).toEqual([]);
    await store.transaction((tx) => tx.agents.remove(agentId));
    expect(await search(ours, 'ferries')).toEqual([]);
  });

  it('a frequent word finds the same as a rare one', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    // More messages than are looked up in the index.
    const many = Array.from({ length: 11_000 }, () => newMessage('user', 'common'));
    for (let from = 0; from < many.length; from += 500)
      await store.transaction((tx) =>
        tx.conversations.append(agentId, 'many', many.slice(from, from + 500), [], 5),
      );
    await say(ours, 'rare', 'Commonly rare', 9);
    await say(ours, 'none', 'commo', 7);
    expect(await search(ours, 'common')).toEqual(['rare', 'many']);
    expect(await search(ours, 'common rare')).toEqual(['rare']);
  });

  it('filters and orders by what is known of a conversation', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    const append = (session: string, text: string, now: number, channel: string) =>
      store.transaction((tx) =>
        tx.conversations.append(agentId, session, [newMessage('user', text)], [], now, channel),
      );
    await append('a', 'How long is the pier of the town?', 10, 'api');
    await append('b', 'Wie lang ist der Steg in der Stadt?', 20, 'widget');
    await append('c', '退款', 30, 'api');
    await append('a', 'And how old?', 40, 'widget');
    const ada = { assignee_type: 'account', assignee_id: 'acc_1', assignee_name: 'Ada' } as const;
    await store.transaction(async (tx) => {
      await tx.conversations.triage(agentId, 'b', { tags: '["a\\"b","urgent"]', ...ada });
      await tx.conversations.triage(agentId, 'c', { state: 'resolved', tags: '["not,\\"urgent"]' });
    });
    const list = (filter: Partial<Parameters<typeof store.transcripts.list>[0]>) =>
      sessionsOf(store.transcripts.list({ ...page, ...filter }));
    expect(await list({})).toEqual(['a', 'c', 'b']);
    expect(await list({ order: 'asc' })).toEqual(['b', 'c', 'a']);
    expect(await list({ order: 'asc', after: [20, agentId, 'b'] })).toEqual(['c', 'a']);
    expect(await list({ state: 'resolved' })).toEqual(['c']);
    expect(await list({ channel: 'api' })).toEqual(['a', 'c']);
    expect(await list({ language: 'de' })).toEqual(['b']);
    expect(await list({ language: 'zh' })).toEqual(['c']);
    expect(await list({ tag: 'urgent' })).toEqual(['b']);
    expect(await list({ tag: 'a"b' })).toEqual(['b']);
    expect(await list({ assigneeId: 'acc_1' })).toEqual(['b']);
    expect(await list({ assigneeId: null })).toEqual(['a', 'c']);
    expect(await list({ since: 20 })).toEqual(['c', 'b']);
    expect(await list({ since: 20, until: 30 })).toEqual(['b']);
    expect(await list({ until: 20, words: searchedWords('pier') })).toEqual(['a']);
    expect(await store.transcripts.counts()).toHaveLength(3);
    expect(await store.transcripts.assignedCount('acc_1')).toBe(1);
    expect((await store.transcripts.tagCounts()).flatMap(({ tags }) => tags).sort()).toEqual(
      ['a"b', 'not,"urgent', 'urgent'].sort(),
    );
  });

  it('a question opens a conversation again, and a message of a person does not', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    await say(ours, 's', 'acorn');
    const resolved = await store.transaction((tx) =>
      tx.conversations.triage(agentId, 's', { state: 'resolved' }),
    );
    expect(resolved).toMatchObject({ state: 'resolved', version: 1 });
    await store.transaction((tx) =>
      tx.conversations.append(agentId, 's', [newMessage('person', 'birch')], [], 2),
    );
    expect(await store.conversations.find(agentId, 's')).toMatchObject({ state: 'resolved', version: 1 });
    await say(ours, 's', 'cedar', 3);
    expect(await store.conversations.find(agentId, 's')).toMatchObject({ state: 'open', version: 2 });
    await say(ours, 's', 'cedar', 4);
    expect(await store.conversations.find(agentId, 's')).toMatchObject({ state: 'open', version: 2 });
  });

  it('saved views are those of their owner, and those that all share', async () => {
    const { store, ours } = context();
    const theirs = await addTenant(store);
    await ours.store.transaction(async (tx) => {
      await tx.savedViews.insert(newView('view_1'));
      await tx.savedViews.insert(newView('view_2', { is_shared: 1 }));
      await tx.savedViews.insert(newView('view_3', { owner_id: 'acc_2' }));
    });
    const ids = async (tenant: Tenant, ownerId: string, list?: 'sources') =>
      (await tenant.store.savedViews.list({ ...page, ownerId, list })).map(({ view_id }) => view_id);
    expect(await ids(ours, 'acc_1')).toEqual(['view_1', 'view_2']);
    expect(await ids(ours, 'acc_2')).toEqual(['view_2', 'view_3']);
    expect(await ids(ours, 'acc_1', 'sources')).toEqual([]);
    expect(await ids(theirs, 'acc_1')).toEqual([]);
    expect(await ours.store.savedViews.find('view_3', { ownerId: 'acc_1' })).toBeUndefined();
    expect(await ours.store.savedViews.counts({ ownerId: 'acc_1' })).toEqual({ own: 2, shared: 1 });
    await ours.store.transaction(async (tx) => {
      await tx.savedViews.update('view_3', { name: 'Other', updated_at: 2 });
      await tx.savedViews.removeOwn('acc_1');
    });
    expect(await ids(ours, 'acc_1')).toEqual(['view_2']);
    expect(await ours.store.savedViews.find('view_3', { ownerId: 'acc_2' })).toMatchObject({ name: 'Other' });
    expect(await ours.store.transaction((tx) => tx.savedViews.remove('view_2'))).toBe(true);
    expect(await ours.store.transaction((tx) => tx.savedViews.remove('view_2'))).toBe(false);
  });
}
