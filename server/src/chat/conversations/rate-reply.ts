import type { z } from 'zod';
import { invalidField, notFound } from '#errors.ts';
import { emit } from '#jobs/emit.ts';
import type { AgentId, MessageId } from '#lib/ids.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { MessageRow } from '#storage/tables.ts';
import type { Feedback } from './schema.ts';

type RatedReply = { agentId: AgentId; sessionId: string; messageId: MessageId };

/** Rates a reply, replacing an earlier rating, and returns the reply. Throws 404 or 422 if there is no such reply. */
export async function rateReply(
  tx: WorkspaceTransaction,
  { agentId, sessionId, messageId }: RatedReply,
  { rating, comment, now }: z.output<typeof Feedback> & { now: number },
): Promise<MessageRow> {
  const row = await tx.conversations.message(agentId, sessionId, messageId);
  if (!row) throw notFound('message', messageId);
  if (row.role !== 'agent')
    throw invalidField('message_id', "must name a reply of the agent; other messages can't be rated");
  const feedback = { rating, comment: comment?.trim() ? comment : null };
  await tx.conversations.rate(agentId, sessionId, messageId, feedback);
  await emit(tx, {
    type: 'message.feedback',
    subjectId: `${agentId}/${sessionId}`,
    data: { agent_id: agentId, session_id: sessionId, message_id: messageId, ...feedback },
    now,
  });
  return { ...row, ...feedback };
}
