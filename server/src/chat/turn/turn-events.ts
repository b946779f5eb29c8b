import type { ServerEvent } from '#http/event-stream.ts';
import type { Turn, TurnEvent } from './turn.ts';

/** The server-sent events of a turn in one protocol: `during` for each event of the turn, which may leave it out, `atEnd` once it is written. */
export async function* turnEvents(
  turn: AsyncGenerator<TurnEvent, Turn>,
  during: (event: TurnEvent) => ServerEvent | undefined,
  atEnd: (turn: Turn) => ServerEvent[],
): AsyncGenerator<ServerEvent, void> {
  try {
    for (;;) {
      const { done, value } = await turn.next();
      if (done) return yield* atEnd(value);
      const event = during(value);
      if (event) yield event;
    }
  } finally {
    // If the reader disconnects early, the turn ends.
    await turn.return(undefined as never);
  }
}
