import type { Change, ChangePage, FoundDocument } from '#connectors/connector.ts';

const PAGE = 500;

/** The changes of a listing in pages that have nothing to resume from. */
export async function* pagesOf(
  changes: Iterable<Change> | AsyncIterable<Change>,
): AsyncGenerator<ChangePage> {
  let page: Change[] = [];
  for await (const change of changes) {
    page.push(change);
    if (page.length < PAGE) continue;
    yield { changes: page };
    page = [];
  }
  if (page.length > 0) yield { changes: page };
}

export const asFound = (document: FoundDocument): Change => ({ type: 'found', document });
