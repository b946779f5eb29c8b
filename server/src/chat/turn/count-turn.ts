import type { CountUse } from '#http/context.ts';
import type { Turn, TurnEvent } from './run-turn.ts';

/** Counts a turn, with the tokens that it took, once it is written. */
export async function* countTurn(
  count: CountUse,
  turn: AsyncGenerator<TurnEvent, Turn>,
): AsyncGenerator<TurnEvent, Turn> {
  const ended = yield* turn;
  count('messages');
  if (ended.usage) {
    count('input_tokens', ended.usage.inputTokens);
    count('output_tokens', ended.usage.outputTokens);
  }
  return ended;
}
