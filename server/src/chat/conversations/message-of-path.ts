import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { agentOfPath } from '#chat/agent-of-path.ts';
import { invalidField, notFound } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import type { AgentId, MessageId } from '#lib/ids.ts';
import { isId } from '#records/fields.ts';
import type { WorkspaceReads } from '#storage/store.ts';
import type { MessageRow } from '#storage/tables.ts';
import { canBeSession, sessionParams } from './session-of-path.ts';

export const messageParams = sessionParams.extend({
  message_id: z.string().meta({ description: 'The id of the reply, prefix `msg_`.' }),
});

/** Where a message is. */
export type MessageAddress = { agentId: AgentId; sessionId: string; messageId: MessageId };

/** Throws 404 if the path names no message. Runs before the body is parsed, after the agent was loaded. */
export async function assertMessageExists(request: FastifyRequest): Promise<void> {
  const { session_id, message_id } = request.params as { session_id: string; message_id: string };
  const { conversations } = contextOf(request).store;
  const { agentId, sessionId, messageId } = addressOfPath(request);
  const row =
    canBeSession(session_id) && isId('msg', message_id)
      ? await conversations.message(agentId, sessionId, messageId)
      : undefined;
  if (!row) throw notFound('message', message_id);
}

export function addressOfPath(request: FastifyRequest): MessageAddress {
  const { session_id, message_id } = request.params as { session_id: string; message_id: string };
  const { agent_id } = agentOfPath.of(request);
  return { agentId: agent_id, sessionId: session_id, messageId: message_id as MessageId };
}

/** The reply at an address. Throws 404 if it is gone, and 422 if the message is not a reply. `verbed`: what can't be done
 *  to other messages. */
export async function findReply(
  { conversations }: Pick<WorkspaceReads, 'conversations'>,
  { agentId, sessionId, messageId }: MessageAddress,
  verbed: 'rated' | 'judged',
): Promise<MessageRow> {
  const row = await conversations.message(agentId, sessionId, messageId);
  if (!row) throw notFound('message', messageId);
  if (row.role !== 'agent')
    throw invalidField('message_id', `must name a reply of the agent; other messages can't be ${verbed}`);
  return row;
}
