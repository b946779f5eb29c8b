import type { ServerEvent } from '#http/event-stream.ts';
import type { Turn, TurnEvent } from './turn.ts';

/** The server-sent events of a turn in one protocol: those of `during` for each event of the turn, those of `atEnd` once it is written. */
export async function* turnEvents(
  turn: AsyncGenerator<TurnEvent, Turn>,
  during: (event: TurnEvent) => ServerEvent[],
  atEnd: (turn: Turn) => ServerEvent[],
): AsyncGenerator<ServerEvent, void> {
  try {
    for (;;) {
      const { done, value } = await turn.next();
      if (done) return yield* atEnd(value);
      yield* during(value);
    }
  } finally {
    // If the reader disconnects early, the turn ends.
    await turn.return(undefined as never);
  }
}
