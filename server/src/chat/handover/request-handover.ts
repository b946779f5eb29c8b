import type { z } from 'zod';
import { saveTriage } from '#chat/conversations/save-triage.ts';
import { AppError, notFound } from '#errors.ts';
import { emit } from '#jobs/emit.ts';
import { toIso } from '#lib/clock.ts';
import type { AgentId } from '#lib/ids.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { HandoverRow, MessageRow } from '#storage/tables.ts';
import { type RequestHandover, toHandover } from './schema.ts';

/** The conversation of a hand-over. */
export type HandedOver = { agentId: AgentId; sessionId: string };

/** Opens a hand-over. Throws 404 without the session, 403 if the agent is paused, and 409 if it offers no one or the
 *  conversation has a hand-over that isn't resolved. */
export async function requestHandover(
  tx: WorkspaceTransaction,
  { agentId, sessionId }: HandedOver,
  { contact, message, now }: z.output<typeof RequestHandover> & { now: number },
): Promise<HandoverRow> {
  const agent = await tx.agents.find(agentId);
  if (!agent) throw notFound('agent', agentId);
  const conversation = await tx.conversations.find(agentId, sessionId);
  if (!conversation) throw notFound('session', sessionId);
  if (agent.status !== 'active')
    throw new AppError(
      'forbidden',
      'The agent is paused (status inactive). Set its status to active to hand over conversations.',
    );
  if (agent.handover === 'never')
    throw new AppError(
      'conflict',
      "The agent doesn't offer a person. Set its `handover` to on_request or on_low_confidence.",
    );
  const before = await tx.handovers.find(agentId, sessionId);
  if (before && before.status !== 'resolved')
    throw new AppError(
      'conflict',
      `The conversation has a hand-over that is ${before.status}. Another one can be opened when it is resolved.`,
    );
  const row = {
    agent_id: agentId,
    session_id: sessionId,
    status: 'open' as const,
    contact_name: contact?.name ?? null,
    contact_email: contact?.email ?? null,
    message: message?.trim() ? message : null,
    assignee_type: null,
    assignee_id: null,
    assignee_name: null,
    created_at: now,
    assigned_at: null,
    resolved_at: null,
  };
  await tx.handovers.put(row);
  await tx.conversations.touch(agentId, sessionId, now);
  // It waits for anyone, also if someone looked after it before.
  const changes = {
    state: 'open' as const,
    assignee_type: null,
    assignee_id: null,
    assignee_name: null,
  };
  await saveTriage(tx, conversation, { changes, now });
  const handover = { ...row, workspace_id: agent.workspace_id };
  await emit(tx, {
    type: 'conversation.handover',
    subjectId: `${agentId}/${sessionId}`,
    data: {
      agent_id: agentId,
      session_id: sessionId,
      ...toHandover(handover),
      transcript: transcriptOf(
        await tx.conversations.recentMessages(agentId, sessionId, TRANSCRIPT_MESSAGES),
      ),
    },
    now,
  });
  return handover;
}

/** How many messages an event quotes, how much of one, and of all together, in bytes of JSON. */
const TRANSCRIPT_MESSAGES = 50;
const QUOTED_CHARACTERS = 1_000;
const TRANSCRIPT_BYTES = 10_000;

/** The latest messages that fit into an event, oldest first. messages: oldest first. */
function transcriptOf(messages: readonly Pick<MessageRow, 'message_id' | 'role' | 'text' | 'created_at'>[]) {
  const quoted: { id: string; role: MessageRow['role']; text: string; created_at: string }[] = [];
  let left = TRANSCRIPT_BYTES;
  for (const { message_id: id, role, text, created_at } of messages.toReversed()) {
    const message = { id, role, text: shortened(text), created_at: toIso(created_at) };
    left -= Buffer.byteLength(JSON.stringify(message));
    if (left < 0 && quoted.length > 0) break;
    quoted.unshift(message);
  }
  return quoted;
}

const shortened = (text: string): string =>
  text.length <= QUOTED_CHARACTERS ? text : `${text.slice(0, QUOTED_CHARACTERS).toWellFormed()}…`;
