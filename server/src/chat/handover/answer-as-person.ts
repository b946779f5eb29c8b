import type { z } from 'zod';
import { saveTriage } from '#chat/conversations/save-triage.ts';
import { AppError, notFound } from '#errors.ts';
import { newId, sortIdsAfter } from '#lib/ids.ts';
import type { Actor } from '#records/principal.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { ConversationRow, HandoverRow, MessageRow } from '#storage/tables.ts';
import { changeHandover } from './change-handover.ts';
import type { HandedOver } from './request-handover.ts';
import type { PersonMessage, UpdateHandover } from './schema.ts';

/** Who acts, and when. */
type Act = { actor: Actor; now: number };

/** Takes a hand-over, gives it back or resolves it. Throws 404 without one, and 409 if someone else has it. */
export async function updateHandover(
  tx: WorkspaceTransaction,
  session: HandedOver,
  { status, take_over, ...act }: z.output<typeof UpdateHandover> & Act,
): Promise<HandoverRow> {
  const before = await findHandover(tx, session);
  if (!before)
    throw new AppError('not_found', 'The conversation has no hand-over. Open one before you update it.');
  if (!take_over) assertFree(before, act.actor);
  if (before.status === status && (status !== 'assigned' || before.assignee_id === act.actor.id))
    return before;
  return await takeOrLeave(tx, before, { status, ...act });
}

/** Writes a message of a person into a conversation that was handed over, which takes the hand-over if no one has it. Throws
 *  404 without the session, and 409 if there is no open hand-over or someone else has it. */
export async function answerAsPerson(
  tx: WorkspaceTransaction,
  session: HandedOver,
  { text, author_name, ...act }: z.output<typeof PersonMessage> & Act,
): Promise<MessageRow> {
  const { agentId, sessionId } = session;
  const { actor, now } = act;
  const handover = await findHandover(tx, session);
  if (!handover || handover.status === 'resolved')
    throw new AppError(
      'conflict',
      'The conversation has no open hand-over, so the agent answers. Open one before you answer as a person.',
    );
  assertFree(handover, actor);
  if (handover.status === 'open') await takeOrLeave(tx, handover, { status: 'assigned', ...act });
  // The clock of the node that wrote the last message may be ahead, and transcripts are ordered by message id.
  for (const { message_id } of await tx.conversations.recentMessages(agentId, sessionId, 1))
    sortIdsAfter(message_id);
  const id = newId('message');
  const message = {
    message_id: id,
    role: 'person' as const,
    text,
    created_at: now,
    author_id: actor.id,
    author_name: author_name ?? (actor.type === 'account' ? actor.name : null),
  };
  await tx.conversations.append(agentId, sessionId, [message], [], now);
  const row = await tx.conversations.message(agentId, sessionId, id);
  if (!row) throw notFound('message', id);
  return row;
}

/** Throws 404 without the session. */
async function findHandover(
  tx: WorkspaceTransaction,
  { agentId, sessionId }: HandedOver,
): Promise<HandoverRow | undefined> {
  await conversationOf(tx, { agentId, sessionId });
  return await tx.handovers.find(agentId, sessionId);
}

function assertFree({ status, assignee_id, assignee_name }: HandoverRow, actor: Actor): void {
  if (status !== 'assigned' || assignee_id === actor.id) return;
  throw new AppError(
    'conflict',
    `${assignee_name} has this hand-over. To take it from them, assign it with "take_over": true.`,
  );
}

/** Changes the hand-over, which the conversation follows. */
async function takeOrLeave(
  tx: WorkspaceTransaction,
  before: HandoverRow,
  { status, actor, now }: Act & Pick<HandoverRow, 'status'>,
): Promise<HandoverRow> {
  const row = await changeHandover(tx, before, { status, assignee: actor, now });
  const { agent_id, session_id, assignee_type, assignee_id, assignee_name } = row;
  await saveTriage(tx, await conversationOf(tx, { agentId: agent_id, sessionId: session_id }), {
    changes: {
      assignee_type,
      assignee_id,
      assignee_name,
      ...(status === 'resolved' && { state: 'resolved' }),
    },
    now,
  });
  return row;
}

async function conversationOf(
  tx: WorkspaceTransaction,
  { agentId, sessionId }: HandedOver,
): Promise<ConversationRow> {
  const row = await tx.conversations.find(agentId, sessionId);
  if (!row) throw notFound('session', sessionId);
  return row;
}
