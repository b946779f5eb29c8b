import { notFound } from '#errors.ts';
import { emit } from '#jobs/emit.ts';
import type { Triage, WorkspaceTransaction } from '#storage/store.ts';
import type { ConversationRow } from '#storage/tables.ts';
import { toConversation } from './schema.ts';

/** Writes what people say about a conversation, and tells webhooks. Does nothing if nothing changes. */
export async function saveTriage(
  tx: WorkspaceTransaction,
  before: ConversationRow,
  { changes, now }: { changes: Partial<Triage>; now: number },
): Promise<ConversationRow> {
  const after = { ...before, ...changes };
  const isSame = (Object.keys(changes) as (keyof Triage)[]).every(
    (column) => after[column] === before[column],
  );
  if (isSame) return before;
  const { agent_id, session_id } = before;
  const row = await tx.conversations.triage(agent_id, session_id, changes);
  if (!row) throw notFound('session', session_id);
  const { metadata: _, ...shown } = toConversation(row);
  await emit(tx, {
    type: 'conversation.updated',
    subjectId: `${agent_id}/${session_id}`,
    data: { agent_id, ...shown },
    now,
  });
  return row;
}
