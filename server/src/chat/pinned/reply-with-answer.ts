import { snippetOf } from '#chat/passages/cite.ts';
import type { Draft } from '#chat/turn/turn.ts';
import { type Metadata, type MetadataFilter, passesFilter } from '#lib/metadata.ts';
import { linkToSpan } from '#records/link-to-place.ts';
import type { SourceReference } from '#storage/citation.ts';
import type { ChunkOfSource, WorkspaceStore } from '#storage/store.ts';
import type { SourceRow } from '#storage/tables.ts';
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
    return row?.indexed_revision == null ? [] : [{ row, sourceId, revision: row.indexed_revision }];
  });
  const references = await Promise.all(
    indexed.map(async ({ row, sourceId, revision }) => {
      const [first] = await contents.chunks([{ sourceId, revision, position: 0 }]);
      return toReference(row, first, (first?.text ?? answer).trim());
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

/** text: what the list of sources shows of it. */
const toReference = (
  { source_id, name, url, file_name, external_id }: SourceRow,
  first: ChunkOfSource | undefined,
  text: string,
): SourceReference => ({
  id: source_id,
  name,
  snippet: snippetOf(text),
  ...(url !== null && { url }),
  ...(file_name !== null && { file_name }),
  ...(first?.page != null && { page: first.page }),
  ...(external_id !== null && { external_id }),
  link: url ?? linkToSpan(source_id, { start: first?.start_offset ?? 0, end: first?.end_offset ?? 0 }),
});
