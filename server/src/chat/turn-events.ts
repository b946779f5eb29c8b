import type { ServerEvent } from '#http/event-stream.ts';
import type { Turn, TurnEvent } from './run-turn.ts';
import { toChatAnswer } from './schema.ts';

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
