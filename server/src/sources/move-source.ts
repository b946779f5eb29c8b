import { notFound } from '#errors.ts';
import { enqueue } from '#jobs/enqueue.ts';
import type { KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import type { Embedders } from '#models/model.ts';
import { resolveKnowledgeBase } from '#records/resolve-knowledge-base.ts';
import type { HistoryEntry } from '#records/source-history.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { SourceRow } from '#storage/tables.ts';
import { assertExternalIdIsFree } from './external-id.ts';

/** externalId: what replaces its external id on the way; undefined to keep it. */
type Move = {
  to: KnowledgeBaseId;
  externalId?: string | null | undefined;
  embedders: Pick<Embedders, 'indexVersionFor'>;
  now: number;
};

/** Moves a source to another knowledge base, with what was indexed of it: from the commit on, queries find it there and no
 *  longer here. Only if the other one is indexed by another model, the source is indexed again for it, and found once that
 *  is done. Returns its history entries; undefined if it is there already. */
export async function moveSource(
  tx: WorkspaceTransaction,
  sourceId: SourceId,
  { to, externalId, embedders, now }: Move,
): Promise<HistoryEntry[] | undefined> {
  await resolveKnowledgeBase(tx, to);
  const source = await tx.sources.find(sourceId);
  if (!source) throw notFound('source', sourceId);
  const { knowledge_base_id: from, external_id: before } = source;
  if (from === to) return undefined;
  const after = externalId === undefined ? before : externalId;
  if (after !== null) await assertExternalIdIsFree(tx, to, after);
  const versions = (await tx.knowledgeBases.indexVersions([to])).flatMap((base) => [
    base.index_version,
    embedders.indexVersionFor(base.embedding_choice),
  ]);
  const moved =
    (await tx.sources.move(source, { to, externalId: after, indexVersions: [...new Set(versions)] })) ?? [];
  await tx.sources.update(sourceId, { updated_at: now, duplicate_of: await originalIn(tx, to, source) });
  if (needsIndexing(source) && !moved.includes(versions[0] ?? '')) await indexAgain(tx, source, now);
  const details = {
    knowledge_base_id: { from, to },
    ...(after !== before && { external_id: { from: before, to: after } }),
  };
  return [{ sourceId, action: 'updated', details }];
}

/** The oldest source there with the same bytes. */
async function originalIn(
  tx: WorkspaceTransaction,
  knowledgeBaseId: KnowledgeBaseId,
  { source_id, content_sha256: sha256 }: SourceRow,
): Promise<SourceId | null> {
  if (sha256 === null) return null;
  return (await tx.sources.findByContent({ knowledgeBaseId, sha256 }, source_id))?.source_id ?? null;
}

/** What is being processed is indexed for the knowledge base that the source is in by then. */
const needsIndexing = ({ indexed_revision, status }: SourceRow): boolean =>
  indexed_revision !== null && status !== 'processing';

/** At the same revision, while the source stays `indexed`. */
const indexAgain = (
  tx: WorkspaceTransaction,
  { source_id, revision }: SourceRow,
  now: number,
): Promise<void> =>
  enqueue(tx, { kind: 'ingest-source', subjectId: source_id, payload: { source_id, revision }, now });
