import type { z } from 'zod';
import type { Turn, TurnEvent } from '#chat/turn/run-turn.ts';
import type { ServerEvent } from '#http/event-stream.ts';
import { type ChatAnswer, toChatAnswer } from './schema.ts';

/** Makes a turn into what one protocol sends: `during` for each of its events, `atEnd` once it is written. */
export async function* eventsOfTurn(
  turn: AsyncGenerator<TurnEvent, Turn>,
  during: (event: TurnEvent) => ServerEvent,
  atEnd: (turn: Turn) => ServerEvent[],
): AsyncGenerator<ServerEvent, void> {
  let ended: Turn | undefined;
  const untilEnd = async function* (): AsyncGenerator<TurnEvent, void> {
    ended = yield* turn;
  };
  for await (const event of untilEnd()) yield during(event);
  if (ended) yield* atEnd(ended);
}

/** The answer of a chat as it is stored. */
export type StoredChat = { data: z.infer<typeof ChatAnswer>; meta: { request_id: string } };

/** The events of a chat that was answered before: those of its answer, the reply in one piece. */
export async function* replayedChatEvents({ data, meta }: StoredChat): AsyncGenerator<ServerEvent, void> {
  const { reply, session_id, message_id, welcome_message, sources, citations } = data;
  const begin = { request_id: meta.request_id, session_id, message_id };
  yield { name: 'meta', data: { ...begin, ...(welcome_message !== undefined && { welcome_message }) } };
  yield { name: 'delta', data: { text: reply } };
  yield { name: 'sources', data: { sources, citations } };
  yield { name: 'done', data };
}

/** The events of a chat: `meta`, `delta` for each piece of the reply, `sources`, and `done` with the whole answer. */
export const chatEvents = (
  turn: AsyncGenerator<TurnEvent, Turn>,
  requestId: string,
): AsyncGenerator<ServerEvent, void> =>
  eventsOfTurn(
    turn,
    (event) =>
      event.type === 'delta'
        ? { name: 'delta', data: { text: event.text } }
        : {
            name: 'meta',
            data: {
              request_id: requestId,
              session_id: event.sessionId,
              message_id: event.messageId,
              ...(event.welcomeMessage !== undefined && { welcome_message: event.welcomeMessage }),
            },
          },
    (ended) => [
      { name: 'sources', data: { sources: ended.sources, citations: ended.citations } },
      { name: 'done', data: toChatAnswer(ended) },
    ],
  );
