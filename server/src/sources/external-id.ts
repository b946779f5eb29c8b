import { AppError } from '#errors.ts';
import type { KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';

/** Throws 409 if another source of the knowledge base has this external id. */
export async function assertExternalIdIsFree(
  tx: Pick<WorkspaceTransaction, 'sources'>,
  knowledgeBaseId: KnowledgeBaseId,
  externalId: string,
  except?: SourceId,
): Promise<void> {
  const other = await tx.sources.findByExternalId({ knowledgeBaseId, externalId }, except);
  if (!other) return;
  const reason = `is that of ${other.source_id} ("${other.name}"), which is already in the knowledge base`;
  throw new AppError(
    'conflict',
    `external_id: ${reason}. Change that one, or send PUT …/sources/by-external-id/{external_id}.`,
    { details: [{ field: 'external_id', reason }] },
  );
}
