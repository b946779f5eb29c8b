import type { z } from 'zod';
import { invalidField, notFound } from '#errors.ts';
import { emit } from '#jobs/emit.ts';
import type { AgentId, MessageId } from '#lib/ids.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { MessageRow } from '#storage/tables.ts';
import type { Feedback } from './schema.ts';

type RatedReply = { agentId: AgentId; sessionId: string; messageId: MessageId };

/** Notes what a person says of a reply, in place of what was said before, and returns the reply. Throws 404 or 422 when there
 *  is no such reply. */
export async function rateReply(
  tx: WorkspaceTransaction,
  { agentId, sessionId, messageId }: RatedReply,
  { rating, comment, now }: z.output<typeof Feedback> & { now: number },
): Promise<MessageRow> {
  const row = await tx.conversations.message(agentId, sessionId, messageId);
  if (!row) throw notFound('message', messageId);
  if (row.role !== 'agent')
    throw invalidField('message_id', 'is no reply of the agent, and only these are rated');
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
