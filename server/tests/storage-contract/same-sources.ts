import { expect, it } from 'vitest';
import { type KnowledgeBaseId, newId, type SourceId } from '#lib/ids.ts';
import type { Context } from './context.ts';
import { addTenant, newKnowledgeBase, newSource, type Tenant } from './tenant.ts';

/** The store contract for duplicate sources. */
export function sameSourcesContract(context: () => Context): void {
  const sha256 = 'a1b2';
  const url = 'http://site.example/page';
  const add = async (tenant: Tenant, more: Parameters<typeof newSource>[1] = {}): Promise<SourceId> => {
    const source = newSource(tenant.knowledgeBaseId, { content_sha256: sha256, url, ...more });
    await tenant.store.transaction((tx) => tx.sources.insert(source));
    return source.source_id;
  };
  const addBase = async ({ store }: Tenant): Promise<KnowledgeBaseId> => {
    const base = newId('knowledgeBase');
    await store.transaction((tx) => tx.knowledgeBases.insert(newKnowledgeBase(base)));
    return base;
  };

  it.each<
    [string, (tenant: Tenant, base: KnowledgeBaseId, except?: SourceId) => Promise<SourceId | undefined>]
  >([
    [
      'content',
      async ({ store }, knowledgeBaseId, except) =>
        (await store.sources.findByContent({ knowledgeBaseId, sha256 }, except))?.source_id,
    ],
    [
      'address',
      async ({ store }, knowledgeBaseId, except) =>
        (await store.sources.findByUrl({ knowledgeBaseId, url }, except))?.source_id,
    ],
  ])(
    'finds the oldest source with the same %s in the knowledge base, except the given one',
    async (_, find) => {
      const { store, ours } = context();
      const others = await addTenant(store, ours);
      const base = ours.knowledgeBaseId;
      const other = await addBase(ours);
      await add(others);
      await add(ours, { content_sha256: 'other', url: `${url}/` });
      await add(ours, { content_sha256: null, url: null });
      const elsewhere = await add(ours, { knowledge_base_id: other });
      expect(await find(ours, base)).toBeUndefined();
      const [first, second] = [await add(ours), await add(ours)];
      expect(await find(ours, base)).toBe(first);
      expect(await find(ours, base, second)).toBe(first);
      expect(await find(ours, base, first)).toBe(second);
      expect(await find(ours, other)).toBe(elsewhere);
      expect(await find(ours, other, elsewhere)).toBeUndefined();
      await ours.store.transaction((tx) => tx.sources.update(first, { content_sha256: 'new', url: null }));
      expect(await find(ours, base)).toBe(second);
    },
  );

  it('a duplicate names its original until that is removed, in its own workspace only', async () => {
    const { store, ours } = context();
    const others = await addTenant(store, ours);
    const original = await add(ours);
    const third = newId('source');
    const copies: [Tenant, SourceId, SourceId | null][] = [
      [ours, await add(ours, { duplicate_of: original }), null],
      [ours, await add(ours, { duplicate_of: original }), null],
      [ours, await add(ours, { duplicate_of: third }), third],
      [others, await add(others, { duplicate_of: original }), original],
    ];
    await ours.store.transaction((tx) =>
      tx.sources.remove({ source_id: original, knowledge_base_id: ours.knowledgeBaseId }),
    );
    for (const [tenant, copy, expected] of copies)
      expect((await tenant.store.sources.find(copy))?.duplicate_of).toBe(expected);
  });

  it('the page columns of a source read back as they were written', async () => {
    const { ours } = context();
    const more = {
      duplicate_of: newId('source'),
      canonical_url: 'http://site.example/canonical',
      etag: '"1"',
      last_modified: 'Wed, 21 Oct 2015 07:28:00 GMT',
      fetched_at: 5,
      refresh_interval_hours: 24,
      refresh_at: 9,
      refresh_error: '{}',
      crawl_id: newId('crawl'),
    };
    const id = await add(ours, more);
    expect(await ours.store.sources.find(id)).toMatchObject(more);
    const nothing = Object.fromEntries(Object.keys(more).map((name) => [name, null]));
    await ours.store.transaction((tx) => tx.sources.update(id, nothing));
    expect(await ours.store.sources.find(id)).toMatchObject(nothing);
  });
}
