import { expect, it } from 'vitest';
import { newId, type SourceId } from '#lib/ids.ts';
import { type Context, claimAll, page } from './context.ts';
import { furnish } from './furnish.ts';
import { addIndexed, newKnowledgeBase, newSource, search } from './tenant.ts';

/** The store contract for sources. */
export function sourcesContract(context: () => Context): void {
  it('chunks are returned in the requested order, and removed ones as undefined', async () => {
    const { ours } = context();
    const [first, second] = [await addIndexed(ours, ['acorn', 'beech']), await addIndexed(ours, ['cedar'])];
    const at = (sourceId: SourceId, position: number, revision = 1) => ({ sourceId, revision, position });
    const asked = [at(second, 0), at(first, 7), at(first, 1), at(second, 0, 2), at(first, 0), at(second, 0)];
    const found = await ours.store.contents.chunks(asked);
    expect(found.map((chunk) => chunk?.text)).toEqual([
      'cedar',
      undefined,
      'beech',
      undefined,
      'acorn',
      'cedar',
    ]);
    expect(await ours.store.contents.chunks([])).toEqual([]);
  });

  it.each([{ isLarge: false }, { isLarge: true }])(
    'removing a source removes everything derived from it, with %o',
    async (options) => {
      const { store, ours } = context();
      const { sourceId, sessionId } = await furnish(ours);
      const kept = await addIndexed(ours, ['acorn'], { tags: ['tea'] });
      expect(await search(ours, 'acorn')).toHaveLength(3);
      const wasThere = await ours.store.transaction(
        (tx) => tx.sources.remove({ source_id: sourceId, knowledge_base_id: ours.knowledgeBaseId }),
        options,
      );
      expect(await search(ours, 'acorn')).toEqual([{ sourceId: kept, revision: 1, position: 0 }]);
      expect(wasThere).toBe(true);
      expect(await ours.store.sources.ids({ tags: ['tea'] })).toEqual([kept]);
      expect(await ours.store.contents.file(sourceId, 1)).toHaveLength(0);
      expect(await ours.store.contents.text(sourceId, 1)).toBeUndefined();
      expect(await ours.store.contents.listChunks(sourceId, 1, page)).toEqual([]);
      expect(await claimAll(store)).toEqual([]);
      const [, answer] = await ours.store.conversations.messages(ours.agentId, sessionId, page);
      expect(answer).toMatchObject({ text: '[removed] Ferries hoot.', sources: '[]', citations: '[]' });
      // Rows left under the same id would show once the id is used again.
      await ours.store.transaction(async (tx) => {
        await tx.sources.insert(newSource(ours.knowledgeBaseId, { source_id: sourceId }));
      });
      expect(await ours.store.sources.ids({ tags: ['tea'] })).toEqual([kept]);
      expect(await ours.store.contents.text(sourceId, 1)).toBeUndefined();
      expect(await search(ours, 'acorn')).toHaveLength(1);
    },
  );

  it('removing a source twice returns false the second time', async () => {
    const { ours } = context();
    const source = { source_id: await addIndexed(ours, ['acorn']), knowledge_base_id: ours.knowledgeBaseId };
    const remove = () => ours.store.transaction((tx) => tx.sources.remove(source));
    expect(await Promise.all([remove(), remove()])).toEqual([true, false]);
  });

  it('filters select sources by status, knowledge base and any of several tags', async () => {
    const { ours } = context();
    const other = newId('knowledgeBase');
    await ours.store.transaction((tx) => tx.knowledgeBases.insert(newKnowledgeBase(other)));
    const [a, b, c] = [
      await addIndexed(ours, ['acorn'], { tags: ['tea', 'sea'] }),
      await addIndexed(ours, ['acorn'], { tags: ['sea'], knowledge_base_id: other }),
      newSource(ours.knowledgeBaseId, { tags: ['ink'] }),
    ];
    await ours.store.transaction((tx) => tx.sources.insert(c));
    const ids = async (filter: Parameters<typeof ours.store.sources.ids>[0]) =>
      (await ours.store.sources.ids(filter)).sort();
    expect(await ids({ tags: ['tea', 'sea'] })).toEqual([a, b].sort());
    expect(await ids({ tags: ['sea'], knowledgeBaseIds: [other] })).toEqual([b]);
    expect(await ids({ status: 'processing' })).toEqual([c.source_id]);
    expect(await ids({ knowledgeBaseIds: [ours.knowledgeBaseId, other] })).toEqual(
      [a, b, c.source_id].sort(),
    );
    await ours.store.transaction((tx) => tx.sources.setTags(a, ['ink']));
    expect(await ids({ tags: ['tea'] })).toEqual([]);
    expect(await ids({ tags: ['ink'] })).toEqual([a, c.source_id].sort());
    const bases = await ours.store.knowledgeBases.list(page);
    expect(bases.map((base) => [base.knowledge_base_id, base.source_count])).toEqual([
      [other, 1],
      [ours.knowledgeBaseId, 2],
    ]);
  });

  it('file returns the bytes of a revision, or the newest before it, until newer ones replace them', async () => {
    const { ours } = context();
    const sourceId = await addIndexed(ours, ['acorn']);
    const bytesAt = async (revision: number) =>
      Buffer.from(await ours.store.contents.file(sourceId, revision)).toString();
    await ours.store.transaction(async (tx) => {
      await tx.contents.insertFile(
        sourceId,
        3,
        ['part 0.', 'part 1.'].map((part) => Buffer.from(part)),
      );
    });
    expect([await bytesAt(1), await bytesAt(2), await bytesAt(3)]).toEqual([
      'acorn',
      'acorn',
      'part 0.part 1.',
    ]);
    const removeBefore = (revision: number) =>
      ours.store.transaction((tx) => tx.contents.removeFilesBefore(sourceId, revision));
    await removeBefore(2);
    expect(await bytesAt(2)).toBe('acorn');
    await removeBefore(4);
    expect([await bytesAt(2), await bytesAt(4)]).toEqual(['', 'part 0.part 1.']);
  });
}
