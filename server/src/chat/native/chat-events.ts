import type { z } from 'zod';
import { toCitations } from '#chat/conversations/schema.ts';
import type { Turn, TurnEvent } from '#chat/turn/turn.ts';
import { turnEvents } from '#chat/turn/turn-events.ts';
import type { ServerEvent } from '#http/event-stream.ts';
import { type ChatAnswer, toChatAnswer } from './schema.ts';

/** The stored answer of a chat. */
export type StoredChat = { data: z.infer<typeof ChatAnswer>; meta: { request_id: string } };

/** The event of a search, or of a piece of a reply. */
export const pieceEvent = (event: Exclude<TurnEvent, { type: 'meta' }>): ServerEvent => {
  if (event.type === 'delta') return { name: 'delta', data: { text: event.text } };
  const { type: name, ...data } = event;
  return { name, data };
};

/** The events of a chat that was answered before, with the reply in one piece. */
export async function* replayedChatEvents({ data, meta }: StoredChat): AsyncGenerator<ServerEvent, void> {
  const { reply, session_id, message_id, welcome_message, sources, citations } = data;
  const begin = { request_id: meta.request_id, session_id, message_id };
  yield { name: 'meta', data: { ...begin, ...(welcome_message !== undefined && { welcome_message }) } };
  yield { name: 'delta', data: { text: reply } };
  yield { name: 'sources', data: { sources, citations } };
  yield { name: 'done', data };
}

/** The events of a chat: `meta`, `search` if the model asks for another search, `delta` for each piece of the reply, `withdraw`
 *  for one that does not stand, `sources`, and `done` with the whole answer. */
export const chatEvents = (
  turn: AsyncGenerator<TurnEvent, Turn>,
  requestId: string,
): AsyncGenerator<ServerEvent, void> =>
  turnEvents(
    turn,
    (event) => [
      event.type === 'meta'
        ? {
            name: 'meta',
            data: {
              request_id: requestId,
              session_id: event.sessionId,
              message_id: event.messageId,
              ...(event.welcomeMessage !== undefined && { welcome_message: event.welcomeMessage }),
            },
          }
        : pieceEvent(event),
    ],
    (ended) => [
      { name: 'sources', data: { sources: ended.sources, citations: toCitations(ended.citations) } },
      { name: 'done', data: toChatAnswer(ended) },
    ],
  );
