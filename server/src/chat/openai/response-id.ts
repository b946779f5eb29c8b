import { SessionId } from '#chat/conversations/schema.ts';
import type { MessageId } from '#lib/ids.ts';
import { isId } from '#records/fields.ts';

/** Ids of a response and of the message in it: they name a message and its session, so that either continues the
 *  conversation without a table of its own. */

/** The place of a reply in its session. */
export type ReplyPlace = { messageId: MessageId; sessionId: string };

type Prefix = 'resp' | 'msg';

export const idOf = (prefix: Prefix, { messageId, sessionId }: ReplyPlace): string =>
  `${prefix}_${messageId.slice('msg_'.length)}_${Buffer.from(sessionId).toString('base64url')}`;

/** The place that an id names; undefined for a text that is none. The reply may not exist. */
export function placeOf(prefix: Prefix, id: string): ReplyPlace | undefined {
  const [, message, session] = /^[a-z]{3,4}_([0-9a-z]{25})_([\w-]{1,1024})$/.exec(id) ?? [];
  const messageId = `msg_${message}`;
  if (message === undefined || session === undefined || !isId('msg', messageId)) return undefined;
  const place = {
    messageId: messageId as MessageId,
    sessionId: Buffer.from(session, 'base64url').toString(),
  };
  const isSession = SessionId.safeParse(place.sessionId).success;
  return isSession && idOf(prefix, place) === id ? place : undefined;
}
