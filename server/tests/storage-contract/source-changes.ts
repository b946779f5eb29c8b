import { expect, it } from 'vitest';
import type { Context } from './context.ts';
import { addIndexed } from './tenant.ts';

/** The store contract for the order of changes. */
export function sourceChangesContract(context: () => Context): void {
  it('changes of sources are kept in the order of their commits, and those of one transaction in theirs', async () => {
    const { ours } = context();
    const { sourceChanges } = ours.store;
    const [first, second] = [await addIndexed(ours, ['acorn']), await addIndexed(ours, ['cedar'])];
    const at = await sourceChanges.last();
    await ours.store.transaction(async (tx) => {
      await tx.sources.update(second, { name: 'Second' });
      await tx.sources.update(first, { name: 'First' });
    });
    await ours.store.transaction((tx) =>
      tx.sources.remove({ source_id: second, knowledge_base_id: ours.knowledgeBaseId }),
    );
    const changes = (await sourceChanges.after(at, 10)) ?? [];
    expect(changes.map((change) => change.source_id)).toEqual([second, first, second]);
    const numbers = changes.map((change) => change.change_no);
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
    expect(await sourceChanges.after(at, 1)).toEqual(changes.slice(0, 1));
    expect(await sourceChanges.after(numbers.at(-1), 10)).toEqual([]);
    // What rolls back is no change.
    await ours.store
      .transaction(async (tx) => {
        await tx.sources.update(first, { name: 'Never' });
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(await sourceChanges.last()).toBe(numbers.at(-1));
    expect(await sourceChanges.after(1, 10)).toBeUndefined();
  });
}
