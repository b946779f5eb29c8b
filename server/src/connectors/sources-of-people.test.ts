import { describe, expect, it } from 'vitest';
import { aDocument, connectScriptedPlace, pagesOf } from '../../tests/helpers/scripted-place.ts';
import type { FoundDocument } from './connector.ts';

const lists = (...documents: FoundDocument[]) => ({ list: () => ({ pages: pagesOf(documents) }) });

describe('a connector whose sources a person changed', () => {
  it('keeps who may see a source, and finds one whose external id a person removed', async () => {
    const { place, sync, sources, tenant } = await connectScriptedPlace(lists(aDocument('a')));
    await sync();
    const [before] = await sources();
    if (!before) throw new Error('There is a source.');
    await tenant.store.transaction((tx) =>
      tx.sources.update(before.source_id, { allowed: '["group:office"]', external_id: null }),
    );
    place.script = lists(aDocument('a', { version: '2' }));
    expect((await sync()).run).toMatchObject({ changed: 1, added: 0 });
    expect(await sources()).toMatchObject([
      { source_id: before.source_id, allowed: '["group:office"]', external_id: before.external_id },
    ]);
  });
});
