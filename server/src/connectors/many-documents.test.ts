import { describe, expect, it } from 'vitest';
import { aDocument, connectScriptedPlace, pagesOf } from '../../tests/helpers/scripted-place.ts';

describe('a large place', () => {
  it('takes 10,000 documents, and fetches none of them again', { timeout: 240_000 }, async () => {
    const documents = Array.from({ length: 10_000 }, (_, at) => aDocument(`folder/${at}`));
    const slices = Array.from({ length: 20 }, (_, at) => documents.slice(at * 500, (at + 1) * 500));
    const { place, sync, sources } = await connectScriptedPlace({
      list: () => ({ pages: pagesOf(...slices) }),
    });
    expect((await sync()).run).toMatchObject({ outcome: 'completed', found: 10_000, added: 10_000 });
    expect((await sync()).run).toMatchObject({ found: 10_000, unchanged: 10_000, added: 0 });
    expect(place.fetched).toHaveLength(10_000);
    expect(await sources()).toHaveLength(10_000);
  });
});
