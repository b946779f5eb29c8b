import type { z } from 'zod';
import { AppError, invalidField } from '#errors.ts';
import { emit } from '#jobs/emit.ts';
import type { Actor } from '#records/principal.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { MessageRow } from '#storage/tables.ts';
import { findReply, type MessageAddress } from './message-of-path.ts';
import type { VerdictOfReviewer } from './schema.ts';

/** Who judges a reply, and when. */
type Review = { actor: Actor; now: number };

/** Stores what a reviewer says of a reply, replacing what they said before, and returns the reply. Throws 404 or 422 if
 *  there is no such reply or source. */
export async function giveVerdict(
  tx: WorkspaceTransaction,
  address: MessageAddress,
  given: z.output<typeof VerdictOfReviewer>,
  { actor, now }: Review,
): Promise<MessageRow> {
  const reply = await findReply(tx, address, 'judged');
  const { verdict, must, source_ids } = given;
  const known = new Set((await tx.sources.findMany(source_ids)).map((row) => row.source_id));
  const unknown = source_ids.findIndex((id) => !known.has(id));
  if (unknown >= 0)
    throw invalidField(`source_ids[${unknown}]`, `no source has the id "${source_ids[unknown]}"`);
  const note = given.note?.trim() ? given.note : null;
  await tx.verdicts.put({
    ...keyOf(address, actor),
    actor_type: actor.type,
    actor_name: actor.name,
    verdict,
    note,
    must: JSON.stringify(must),
    source_ids: JSON.stringify(source_ids),
    created_at: now,
    updated_at: now,
  });
  await tell(tx, address, { verdict, note, must, source_ids }, { actor, now });
  return reply;
}

/** Removes what a reviewer said of a reply. Throws 404 if they said nothing. */
export async function takeVerdictBack(
  tx: WorkspaceTransaction,
  address: MessageAddress,
  review: Review,
): Promise<void> {
  if (!(await tx.verdicts.remove(keyOf(address, review.actor))))
    throw new AppError('not_found', `You have given no verdict on the message ${address.messageId}.`);
  await tell(tx, address, { verdict: null, note: null, must: [], source_ids: [] }, review);
}

const keyOf = ({ agentId, sessionId, messageId }: MessageAddress, { id }: Actor) => ({
  agent_id: agentId,
  session_id: sessionId,
  message_id: messageId,
  actor_id: id,
});

const tell = (
  tx: WorkspaceTransaction,
  { agentId, sessionId, messageId }: MessageAddress,
  said: Record<string, unknown>,
  { actor: { type, id, name }, now }: Review,
): Promise<void> =>
  emit(tx, {
    type: 'message.verdict',
    subjectId: `${agentId}/${sessionId}`,
    data: {
      agent_id: agentId,
      session_id: sessionId,
      message_id: messageId,
      ...said,
      author: { type, id, name },
    },
    now,
  });
