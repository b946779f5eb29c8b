import { createHash } from 'node:crypto';
import { z } from 'zod';
import { SessionId } from '#chat/conversations/schema.ts';
import type { TurnRequest } from '#chat/turn/turn.ts';
import { invalidField } from '#errors.ts';

/** Headers by which clients name a conversation. An empty one says nothing: LibreChat sends it before a chat has an id. */
const NamedByHeader = SessionId.or(z.literal('')).optional();

export const conversationHeaders = {
  'x-session-id': NamedByHeader.meta({ description: 'As `session_id` in the body.' }),
  'x-openwebui-chat-id': NamedByHeader.meta({
    description:
      'The chat of Open WebUI, which sends it with `ENABLE_FORWARD_USER_INFO_HEADERS`: the session, while the messages sent are the context.',
  }),
};

type Naming = {
  body: {
    session_id?: string | undefined;
    metadata?: Record<string, string> | null | undefined;
    user?: unknown;
  };
  headers: { 'x-session-id'?: string | undefined; 'x-openwebui-chat-id'?: string | undefined };
  message: string;
  history: NonNullable<TurnRequest['history']>;
};

/** The session that a request belongs to, and the messages that are its context instead of the session's.
 *
 *  A session that Footnote's own field or header names has its context here. The chat of a front end is a session too, but
 *  front ends send the conversation as the person has edited it: so that is the context. A `user` is a person with many
 *  conversations, which are told apart by their first message. */
export function conversationOf({
  body,
  headers,
  message,
  history,
}: Naming): Pick<TurnRequest, 'sessionId' | 'history'> {
  const named = body.session_id ?? (headers['x-session-id'] || undefined);
  if (named !== undefined) return { sessionId: named, history: undefined };
  const chat = chatOf(body.metadata) ?? chatOfHeader(headers['x-openwebui-chat-id']);
  if (chat !== undefined) return { sessionId: chat, history: history.length > 0 ? history : undefined };
  const { user } = body;
  if (typeof user === 'string' && user !== '') {
    const first = history.find(({ role }) => role === 'user')?.text ?? message;
    return { sessionId: sessionOfUser(user, first), history };
  }
  return { sessionId: undefined, history };
}

const CHAT_KEYS = ['session_id', 'chat_id'] as const;

function chatOf(metadata: Record<string, string> | null | undefined): string | undefined {
  for (const key of CHAT_KEYS) {
    const { data, error } = NamedByHeader.safeParse(metadata?.[key]);
    if (error) throw invalidField(`metadata.${key}`, 'must be a session id: 1 to 128 printable characters');
    if (data) return data;
  }
  return undefined;
}

/** Open WebUI keeps no chats with these ids, and uses one for many. */
const TEMPORARY = /^(?:temporary|local):/;

const chatOfHeader = (id: string | undefined): string | undefined =>
  id && !TEMPORARY.test(id) ? id : undefined;

const sessionOfUser = (user: string, firstMessage: string): string =>
  `user_${createHash('sha256')
    .update(JSON.stringify([user, firstMessage]))
    .digest('hex')
    .slice(0, 32)}`;
