import { expect, it } from 'vitest';
import { LIMITS } from '#isomorphic/limits.ts';
import { type AnswerId, type KnowledgeBaseId, newId, type SourceId } from '#lib/ids.ts';
import type { Store } from '#storage/store.ts';
import { addIndexed, newKnowledgeBase, newSource, type Tenant } from './tenant.ts';

const ADA = { actor_type: 'account', actor_id: 'acc_1', actor_name: 'Ada', updated_at: 9 } as const;

/** A pinned answer that rests on these sources. */
export const newAnswer = (
  knowledgeBaseId: KnowledgeBaseId,
  source_ids: readonly SourceId[] = [],
  answerId: AnswerId = newId('answer'),
) => ({
  answer_id: answerId,
  knowledge_base_id: knowledgeBaseId,
  question: 'Where is the acorn?',
  question_key: 'acorn',
  variants: '["Who has the acorn?"]',
  answer: 'The acorn is in the tree.',
  is_enabled: 1 as const,
  actor_type: 'api_key' as const,
  actor_id: 'key_1',
  actor_name: 'Ada',
  source_ids,
  created_at: 1,
  updated_at: 1,
});

/** The store contract for pinned answers. */
export function pinnedAnswersContract(context: () => { store: Store; ours: Tenant }): void {
  const add = async (
    { store, knowledgeBaseId }: Tenant,
    ...[sources, more]: [Parameters<typeof newAnswer>[1]?, Partial<ReturnType<typeof newAnswer>>?]
  ): Promise<AnswerId> => {
    const row = { ...newAnswer(knowledgeBaseId, sources), ...more };
    await store.transaction((tx) => tx.answers.insertMany([row]));
    return row.answer_id;
  };
  const changesOf = async ({ store, knowledgeBaseId }: Tenant): Promise<number | undefined> =>
    (await store.knowledgeBases.indexVersions([knowledgeBaseId]))[0]?.answer_changes;

  it('keep each earlier version with its author, the newest of them up to a limit', async () => {
    const { ours } = context();
    const id = await add(ours);
    for (let count = 0; count < LIMITS.answerVersions + 2; count++)
      await ours.store.transaction((tx) =>
        tx.answers.updateMany([{ answer_id: id, ...ADA, answer: `Answer ${count}` }]),
      );
    const versions = await ours.store.answers.versions(id, { limit: 1_000 });
    expect(versions).toHaveLength(LIMITS.answerVersions);
    expect(versions[0]).toMatchObject({
      version: LIMITS.answerVersions + 2,
      answer: `Answer ${LIMITS.answerVersions}`,
      actor_name: 'Ada',
      created_at: 9,
    });
    const [, after] = await ours.store.answers.versions(id, { limit: 1, after: 5 });
    expect(after?.version).toBe(3);
  });

  it('count a hit only for the newest version of an enabled answer', async () => {
    const { ours } = context();
    const id = await add(ours);
    const hit = (version: number) => ours.store.transaction((tx) => tx.answers.countHit(id, version, 7));
    expect(await hit(1)).toBe(true);
    await ours.store.transaction((tx) => tx.answers.updateMany([{ answer_id: id, ...ADA, answer: 'New.' }]));
    expect(await hit(1)).toBe(false);
    expect(await hit(2)).toBe(true);
    await ours.store.transaction((tx) => tx.answers.updateMany([{ answer_id: id, ...ADA, is_enabled: 0 }]));
    expect(await hit(3)).toBe(false);
    expect(await ours.store.answers.find(id)).toMatchObject({ hits: 2, last_hit_at: 7, version: 3 });
  });

  it('lose a deleted source and need a review, until they are updated', async () => {
    const { ours } = context();
    const [gone, kept] = [await addIndexed(ours, ['gone']), await addIndexed(ours, ['kept'])];
    const id = await add(ours, [gone, kept]);
    const bystander = await add(ours, [kept], { question_key: 'bystander' });
    await ours.store.transaction((tx) =>
      tx.sources.remove({ source_id: gone, knowledge_base_id: ours.knowledgeBaseId }),
    );
    expect(await ours.store.answers.find(id)).toMatchObject({ source_ids: [kept], needs_review: 1 });
    expect(await ours.store.answers.find(bystander)).toMatchObject({ needs_review: 0 });
    const updated = await ours.store.transaction((tx) => tx.answers.updateMany([{ answer_id: id, ...ADA }]));
    expect(updated).toMatchObject([{ source_ids: [kept], needs_review: 0 }]);
  });

  it('need a review when the content of a source changes, and not when it is indexed again', async () => {
    const { ours } = context();
    const source = await addIndexed(ours, ['tea'], { content_sha256: 'one' });
    const id = await add(ours, [source]);
    const update = (content_sha256: string) =>
      ours.store.transaction((tx) => tx.sources.update(source, { content_sha256, revision: 2 }));
    await update('one');
    expect(await ours.store.answers.find(id)).toMatchObject({ needs_review: 0 });
    await update('two');
    expect(await ours.store.answers.find(id)).toMatchObject({ needs_review: 1 });
  });

  it('raise the number of changes of their knowledge base, by which other nodes notice', async () => {
    const { ours } = context();
    expect(await changesOf(ours)).toBe(0);
    const id = await add(ours);
    expect(await changesOf(ours)).toBe(1);
    await ours.store.transaction((tx) => tx.answers.countHit(id, 1, 7));
    expect(await changesOf(ours)).toBe(1);
    await ours.store.transaction((tx) => tx.answers.updateMany([{ answer_id: id, ...ADA, is_enabled: 0 }]));
    await ours.store.transaction((tx) => tx.answers.remove(id));
    expect(await changesOf(ours)).toBe(3);
  });

  it('are added and updated many at once, which their knowledge base notices once', async () => {
    const { ours } = context();
    const { store, knowledgeBaseId } = ours;
    const source = await addIndexed(ours, ['tea']);
    const many = Array.from({ length: 1_001 }, (_, index) => ({
      ...newAnswer(knowledgeBaseId, [source]),
      question_key: `key ${index}`,
    }));
    await store.transaction((tx) => tx.answers.insertMany(many));
    expect(await changesOf(ours)).toBe(1);
    expect(await store.answers.count(knowledgeBaseId)).toBe(1_001);
    const changes = many.map(({ answer_id, question_key }) => ({
      ...ADA,
      answer_id,
      answer: `The answer of ${question_key}.`,
      ...(question_key === 'key 7' && { source_ids: [] }),
    }));
    const missing = { ...ADA, answer_id: newId('answer'), answer: 'Nowhere.' };
    const updated = await store.transaction((tx) => tx.answers.updateMany([missing, ...changes]));
    expect(updated).toHaveLength(1_001);
    expect(await changesOf(ours)).toBe(2);
    const found = await store.answers.findByQuestions(knowledgeBaseId, ['key 7', 'key 1000', 'no key']);
    const [seventh, last] = found.toSorted((a, b) => b.question_key.localeCompare(a.question_key));
    expect(seventh).toMatchObject({ version: 2, answer: 'The answer of key 7.', source_ids: [] });
    expect(last).toMatchObject({ version: 2, answer: 'The answer of key 1000.', source_ids: [source] });
    const [version] = await store.answers.versions(last?.answer_id as AnswerId, { limit: 9 });
    expect(version).toMatchObject({ version: 1, answer: 'The acorn is in the tree.', actor_id: 'key_1' });
  });

  it('show only what a restricted scope sees, and mark what it does not see', async () => {
    const { store, ours } = context();
    const baseId = newId('knowledgeBase');
    const source = newSource(baseId);
    await ours.store.transaction(async (tx) => {
      await tx.knowledgeBases.insert(newKnowledgeBase(baseId));
      await tx.sources.insert(source);
    });
    const id = await add(ours, [source.source_id]);
    const inOther = await add(ours, [source.source_id], { knowledge_base_id: baseId });
    const narrow = store.workspace(ours.workspaceId, [ours.knowledgeBaseId]);
    expect(await narrow.answers.find(id)).toMatchObject({ source_ids: [] });
    expect(await narrow.answers.find(inOther)).toBeUndefined();
    expect((await narrow.answers.list({ limit: 9 })).map((row) => row.answer_id)).toEqual([id]);
    const other = store.workspace(ours.workspaceId, [baseId]);
    expect(await other.transaction((tx) => tx.answers.remove(id))).toBe(false);
    expect(await other.transaction((tx) => tx.sources.remove(source))).toBe(true);
    expect(await ours.store.answers.find(id)).toMatchObject({ source_ids: [], needs_review: 1 });
  });

  it('keep the sources that the scope does not see, also in their versions, when it changes the others', async () => {
    const { store, ours } = context();
    const baseId = newId('knowledgeBase');
    const hidden = newSource(baseId);
    await ours.store.transaction(async (tx) => {
      await tx.knowledgeBases.insert(newKnowledgeBase(baseId));
      await tx.sources.insert(hidden);
    });
    const [seen, more] = [await addIndexed(ours, ['seen']), await addIndexed(ours, ['more'])];
    const id = await add(ours, [hidden.source_id, seen]);
    const narrow = store.workspace(ours.workspaceId, [ours.knowledgeBaseId]);
    const [updated] = await narrow.transaction((tx) =>
      tx.answers.updateMany([{ ...ADA, answer_id: id, source_ids: [more] }]),
    );
    expect(updated?.source_ids).toEqual([more]);
    expect((await ours.store.answers.find(id))?.source_ids).toEqual([more, hidden.source_id]);
    const sourcesOf = async (scope: Tenant['store']) =>
      (await scope.answers.versions(id, { limit: 9 })).map(({ source_ids }) => JSON.parse(source_ids));
    expect(await sourcesOf(ours.store)).toEqual([[hidden.source_id, seen]]);
    expect(await sourcesOf(narrow)).toEqual([[seen]]);
  });

  it('go with their knowledge base', async () => {
    const { ours } = context();
    const baseId = newId('knowledgeBase');
    await ours.store.transaction((tx) => tx.knowledgeBases.insert(newKnowledgeBase(baseId)));
    const id = await add(ours, [], { knowledge_base_id: baseId });
    await ours.store.transaction((tx) => tx.answers.updateMany([{ answer_id: id, ...ADA }]));
    await ours.store.transaction((tx) => tx.knowledgeBases.remove(baseId));
    expect(await ours.store.answers.find(id)).toBeUndefined();
    expect(await ours.store.answers.versions(id, { limit: 9 })).toEqual([]);
  });
}
