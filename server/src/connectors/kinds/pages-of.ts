import type { ChangePage, FoundDocument } from '#connectors/connector.ts';

const PAGE = 200;

/** Documents that are all known when the listing begins, in pages. */
export async function* pagesOf(found: readonly FoundDocument[]): AsyncGenerator<ChangePage> {
  for (let from = 0; from < found.length; from += PAGE)
    yield { changes: found.slice(from, from + PAGE).map((document) => ({ type: 'found', document })) };
}
