import { emit } from '#jobs/emit.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { ActorType, HandoverRow } from '#storage/tables.ts';
import { toHandoverOfSession } from './schema.ts';

/** Who has a hand-over or a conversation, named as in the audit log. */
export type NewAssignee = { type: ActorType; id: string; name: string };

/** Changes the status of a hand-over and tells webhooks. assignee: who has it from now on, or resolves it. */
export async function changeHandover(
  tx: WorkspaceTransaction,
  before: HandoverRow,
  { status, assignee, now }: Pick<HandoverRow, 'status'> & { assignee: NewAssignee; now: number },
): Promise<HandoverRow> {
  const { agent_id: agentId, session_id: sessionId } = before;
  const isTaken = status === 'assigned' || (status === 'resolved' && before.status === 'open');
  const state = {
    status,
    resolved_at: status === 'resolved' ? now : null,
    ...(isTaken && {
      assignee_type: assignee.type,
      assignee_id: assignee.id,
      assignee_name: assignee.name,
      assigned_at: now,
    }),
    ...(status === 'open' && {
      assignee_type: null,
      assignee_id: null,
      assignee_name: null,
      assigned_at: null,
    }),
  };
  await tx.handovers.update(agentId, sessionId, state);
  const row = { ...before, ...state };
  await emit(tx, {
    type: 'conversation.handover_updated',
    subjectId: `${agentId}/${sessionId}`,
    data: toHandoverOfSession(row),
    now,
  });
  return row;
}
