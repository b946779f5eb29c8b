import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newId, type SourceId } from '#lib/ids.ts';
import { type Metadata, type MetadataFilter, passesFilter } from '#lib/metadata.ts';
import type { Context } from './context.ts';
import { newKnowledgeBase, newSource, type Tenant } from './tenant.ts';

const key = fc.constantFrom('a', 'b', 'constructor');
const string = fc.constantFrom('', 'a', 'A', 'b', 'ab', '2026-01-31', 'é', '🍵', '\u{ffee}', "'; --");
const number = fc.constantFrom(0, 1, -1, 0.1, 1e21, -1e-7, 2 ** 53);
const scalar = fc.oneof(string, number, fc.boolean());
const metadata = fc.dictionary(key, fc.oneof(scalar, fc.array(string, { maxLength: 3 })), { maxKeys: 3 });

const { filter } = fc.letrec<{ filter: MetadataFilter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    fc.record({ type: fc.constantFrom('eq' as const, 'ne' as const), key, value: scalar }),
    fc.record({
      type: fc.constantFrom('gt' as const, 'gte' as const, 'lt' as const, 'lte' as const),
      key,
      value: fc.oneof(string, number),
    }),
    fc.record({
      type: fc.constantFrom('in' as const, 'nin' as const),
      key,
      value: fc.array(scalar, { minLength: 1, maxLength: 4 }),
    }),
    fc.record({
      type: fc.constant('exists' as const),
      key,
      value: fc.option(fc.boolean(), { nil: undefined }),
    }),
    fc.record({
      type: fc.constantFrom('and' as const, 'or' as const),
      filters: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
    }),
  ),
}));

/** The store contract for metadata and filters. */
export function metadataContract(context: () => Context): void {
  it('a filter finds the sources that the definition of filters finds', async () => {
    const { store, ours } = context();
    const notes = fc.sample(metadata, { numRuns: 60, seed: SEED }) as Metadata[];
    const sources = notes.map((each) => ({ id: newId('source'), metadata: each }));
    await ours.store.transaction(async (tx) => {
      for (const source of sources) await tx.sources.insert(sourceOf(ours, source));
    });
    const restricted = store.workspace(ours.workspaceId, [ours.knowledgeBaseId]);
    await fc.assert(
      fc.asyncProperty(filter, async (asked) => {
        const expected = sources.filter((source) => passesFilter(source.metadata, asked)).map(({ id }) => id);
        expect([...(await ours.store.sources.idsOfMetadata(asked))].sort()).toEqual(expected.sort());
        expect([...(await restricted.sources.idsOfMetadata(asked))].sort()).toEqual(expected);
        const listed = await ours.store.sources.list({ limit: 100, metadata: asked });
        expect(listed.map(({ source_id }) => source_id)).toEqual(expected.toReversed());
      }),
      { numRuns: 150, seed: SEED },
    );
  });

  it('a filter finds what metadata says now, and nothing of a deleted source', async () => {
    const { ours } = context();
    const source = sourceOf(ours, { id: newId('source'), metadata: { color: 'red', tags: ['x', 'y'] } });
    const red = { type: 'eq', key: 'color', value: 'red' } as const;
    const y = { type: 'eq', key: 'tags', value: 'y' } as const;
    const find = async (asked: MetadataFilter) => [...(await ours.store.sources.idsOfMetadata(asked))];
    await ours.store.transaction((tx) => tx.sources.insert(source));
    expect(await find({ type: 'and', filters: [red, y] })).toEqual([source.source_id]);
    await ours.store.transaction((tx) =>
      tx.sources.update(source.source_id, { metadata: '{"color":"blue"}' }),
    );
    expect([await find(red), await find(y)]).toEqual([[], []]);
    expect(await find({ ...red, value: 'blue' })).toEqual([source.source_id]);
    await ours.store.transaction((tx) => tx.sources.remove(source));
    await ours.store.transaction((tx) => tx.sources.insert({ ...source, metadata: '{}' }));
    expect(await find({ ...red, value: 'blue' })).toEqual([]);
    expect(await find({ type: 'exists', key: 'color', value: false })).toEqual([source.source_id]);
  });

  it('a filter finds nothing of other workspaces, and nothing that a restricted scope does not see', async () => {
    const { store, ours } = context();
    const other = newId('knowledgeBase');
    const red = { type: 'eq', key: 'color', value: 'red' } as const;
    const hidden = sourceOf(ours, { id: newId('source'), metadata: { color: 'red' } });
    await ours.store.transaction(async (tx) => {
      await tx.knowledgeBases.insert(newKnowledgeBase(other));
      await tx.sources.insert({ ...hidden, knowledge_base_id: other });
    });
    expect(await store.workspace(newId('workspace')).sources.idsOfMetadata(red)).toEqual(new Set());
    const { sources } = store.workspace(ours.workspaceId, [ours.knowledgeBaseId]);
    for (const asked of [red, { ...red, type: 'ne', value: 'blue' } as const]) {
      expect(await sources.idsOfMetadata(asked)).toEqual(new Set());
      expect(await sources.list({ limit: 10, metadata: asked })).toEqual([]);
    }
  });
}

const SEED = 19;

const sourceOf = ({ knowledgeBaseId }: Tenant, source: { id: SourceId; metadata: Metadata }) =>
  newSource(knowledgeBaseId, { source_id: source.id, metadata: JSON.stringify(source.metadata) });
