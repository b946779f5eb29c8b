import type { z } from 'zod';
import { emit } from '#jobs/emit.ts';
import type { Actor } from '#records/principal.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { MessageRow } from '#storage/tables.ts';
import { findReply, type MessageAddress } from './message-of-path.ts';
import type { Feedback } from './schema.ts';

/** actor: who rates it. */
type Rating = z.output<typeof Feedback> & { actor: Actor; now: number };

/** Rates a reply, replacing an earlier rating, and returns the reply. Throws 404 or 422 if there is no such reply. */
export async function rateReply(
  tx: WorkspaceTransaction,
  address: MessageAddress,
  { rating, comment, actor, now }: Rating,
): Promise<MessageRow> {
  const row = await findReply(tx, address, 'rated');
  const { agentId, sessionId, messageId } = address;
  const feedback = { rating, comment: comment?.trim() ? comment : null };
  const { type, id, name } = actor;
  const author = { rating_actor_type: type, rating_actor_id: id, rating_actor_name: name };
  await tx.conversations.rate(agentId, sessionId, messageId, { ...feedback, ...author });
  await emit(tx, {
    type: 'message.feedback',
    subjectId: `${agentId}/${sessionId}`,
    data: {
      agent_id: agentId,
      session_id: sessionId,
      message_id: messageId,
      ...feedback,
      author: { type, id, name },
    },
    now,
  });
  return { ...row, ...feedback, ...author };
}
