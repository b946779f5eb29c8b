import { toIso } from '#lib/clock.ts';
import { readPages } from '#lib/read-pages.ts';
import type { WorkspaceStore } from '#storage/store.ts';

/** The whole audit log, newest first. */
export async function* exportAuditLog({
  auditLog,
}: Pick<WorkspaceStore, 'auditLog'>): AsyncGenerator<object, void> {
  for await (const row of readPages(auditLog.list, (entry) => entry.entry_id))
    yield {
      id: row.entry_id,
      actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
      action: row.action,
      subject_id: row.subject_id,
      details: JSON.parse(row.details) as Record<string, unknown>,
      created_at: toIso(row.created_at),
    };
}
