import type { z } from 'zod';
import { invalidField } from '#errors.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import type { KnowledgeBaseId } from '#lib/ids.ts';
import type { Embedders } from '#models/model.ts';
import { assertFieldOfAction } from '#records/assert-field-of-action.ts';
import { type AuditActor, listedIds, recordAudit } from '#records/audit.ts';
import { type HistoryEntry, recordHistory } from '#records/source-history.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { SourceRow } from '#storage/tables.ts';
import { changeSource, reindexSource } from './change-source.ts';
import { moveSource } from './move-source.ts';
import { removeSource } from './remove-source.ts';
import type { BulkChange, BulkResult } from './schema.ts';

/** Applies the same change to many sources. If it throws 400 or 422, nothing may be committed. */
export async function changeSources(
  tx: WorkspaceTransaction,
  { action, source_ids, tags, metadata, allowed, knowledge_base_id }: z.output<typeof BulkChange>,
  { embedders, actor, now }: { embedders: Embedders; actor: AuditActor; now: number },
): Promise<z.infer<typeof BulkResult>> {
  assertFieldOfAction('tags', tags, action, ['add_tags', 'remove_tags']);
  assertFieldOfAction('metadata', metadata, action, ['set_metadata']);
  assertFieldOfAction('allowed', allowed, action, ['set_allowed']);
  assertFieldOfAction('knowledge_base_id', knowledge_base_id, action, ['move']);
  const rows = new Map((await tx.sources.findMany(source_ids)).map((row) => [row.source_id, row]));
  const history: HistoryEntry[] = [];
  const changed: string[] = [];
  // In the order of the request.
  for (const id of source_ids) {
    const row = rows.get(id);
    const entries =
      row &&
      (await changeOne(tx, row, {
        action,
        tags: tags ?? [],
        metadata: metadata ?? {},
        allowed: allowed ?? null,
        to: knowledge_base_id,
        embedders,
        now,
      }));
    if (!entries) continue;
    changed.push(id);
    history.push(...entries);
  }
  await recordHistory(tx, { actor, now, entries: history });
  if (changed.length > 0)
    await recordAudit(tx, {
      actor,
      action: action === 'delete' ? 'source.deleted' : 'source.bulk_changed',
      // A change of many sources has no single subject.
      subjectId: (await tx.workspace.get()).workspace_id,
      details: { ...(action !== 'delete' && { change: action }), ...listedIds('source_ids', changed) },
      now,
    });
  return { changed: changed.length, missing: source_ids.filter((id) => !rows.has(id)) };
}

type Bulk = z.output<typeof BulkChange>;
type Change = Pick<Bulk, 'action'> & {
  tags: readonly string[];
  metadata: NonNullable<Bulk['metadata']>;
  allowed: readonly string[] | null;
  to: KnowledgeBaseId | undefined;
  embedders: Embedders;
  now: number;
};

/** The history entries of the source; undefined if nothing changed. */
async function changeOne(
  tx: WorkspaceTransaction,
  source: SourceRow,
  { action, tags, metadata, allowed, to, embedders, now }: Change,
): Promise<HistoryEntry[] | undefined> {
  if (action === 'delete') return (await removeSource(tx, source.source_id, now)) ? [] : undefined;
  if (action === 'reindex') return (await reindexSource(tx, source.source_id, now)).entries;
  if (to !== undefined) return await moveSource(tx, source.source_id, { to, embedders, now });
  if (action === 'set_metadata' || action === 'set_allowed') {
    const fields = action === 'set_metadata' ? { metadata } : { allowed: allowed && [...allowed] };
    const change = { fields, content: undefined, url: undefined, now };
    const { entries } = await changeSource(tx, source.source_id, change);
    return entries.length > 0 ? entries : undefined;
  }
  const before = JSON.parse(source.tags) as string[];
  const after =
    action === 'add_tags' ? [...new Set([...before, ...tags])] : before.filter((tag) => !tags.includes(tag));
  if (after.length === before.length) return undefined;
  if (after.length > LIMITS.tags)
    throw invalidField(
      'tags',
      `would give ${source.source_id} ("${source.name}") ${after.length} tags; a source has at most ${LIMITS.tags}`,
    );
  const change = { fields: { tags: after }, content: undefined, url: undefined, now };
  return (await changeSource(tx, source.source_id, change)).entries;
}
