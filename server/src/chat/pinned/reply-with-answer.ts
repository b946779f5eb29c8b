import { snippetOf } from '#chat/passages/cite.ts';
import type { Draft } from '#chat/turn/turn.ts';
import { type Metadata, type MetadataFilter, passesFilter } from '#lib/metadata.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { PinnedMatch } from './pinned-answers.ts';

/** How sure a match by meaning is. */
const BY_MEANING = 0.95;

/** The draft of a reply that says a pinned answer, with those of its sources that are indexed now. Undefined if the filter
 *  leaves out any source that it was written from. */
export async function replyWithAnswer(
  { sources, contents }: Pick<WorkspaceStore, 'sources' | 'contents'>,
  { answer: { answer_id: id, version, answer, source_ids }, isExact }: PinnedMatch,
  filter: MetadataFilter | undefined,
): Promise<Draft | undefined> {
  const found = await sources.findMany(source_ids);
  if (filter && !found.every(({ metadata }) => passesFilter(JSON.parse(metadata) as Metadata, filter)))
    return undefined;
  const rows = new Map(found.map((row) => [row.source_id, row]));
  const indexed = source_ids.flatMap((sourceId) => {
    const row = rows.get(sourceId);
    return row?.indexed_revision == null
      ? []
      : [{ sourceId, name: row.name, revision: row.indexed_revision }];
  });
  const references = await Promise.all(
    indexed.map(async ({ sourceId, name, revision }) => {
      const [first] = await contents.chunks([{ sourceId, revision, position: 0 }]);
      return { id: sourceId, name, snippet: snippetOf((first?.text ?? answer).trim()) };
    }),
  );
  return {
    reply: {
      kind: 'pinned',
      text: answer,
      sources: references,
      citations: [],
      confidence: isExact ? 1 : BY_MEANING,
      confidenceReason: 'This is a pinned answer.',
      isDegraded: false,
      usage: undefined,
      pinned: { id, version },
    },
    revisions: new Map(indexed.map(({ sourceId, revision }) => [sourceId, revision])),
    isSent: false,
  };
}
