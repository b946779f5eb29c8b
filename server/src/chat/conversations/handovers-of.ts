import type { WorkspaceStore } from '#storage/store.ts';
import type { ConversationRow, HandoverRow } from '#storage/tables.ts';

/** The hand-over of each conversation of a page. */
export async function handoversOf(
  { handovers }: Pick<WorkspaceStore, 'handovers'>,
  rows: readonly Pick<ConversationRow, 'agent_id' | 'session_id'>[],
): Promise<(row: Pick<ConversationRow, 'agent_id' | 'session_id'>) => HandoverRow | undefined> {
  const keyOf = (row: Pick<ConversationRow, 'agent_id' | 'session_id'>) =>
    `${row.agent_id} ${row.session_id}`;
  const found = new Map((await handovers.findMany(rows)).map((row) => [keyOf(row), row]));
  return (row) => found.get(keyOf(row));
}
