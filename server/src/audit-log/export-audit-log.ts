import { eachRow } from '#records/each-row.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { toAuditEntry } from './schema.ts';

/** The whole audit log, newest first. */
export async function* exportAuditLog({
  auditLog,
}: Pick<WorkspaceStore, 'auditLog'>): AsyncGenerator<object, void> {
  for await (const row of eachRow(auditLog.list, (entry) => entry.entry_id)) yield toAuditEntry(row);
}
