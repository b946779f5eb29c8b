import type { FastifyRequest } from 'fastify';
import { contextOf } from '#http/context.ts';
import type { Turn, TurnRequest } from './turn.ts';

/** Creates the answer of a turn once. With an `Idempotency-Key` it is stored in the transaction that writes the turn. */
export function idempotentAnswer<Body>(
  request: FastifyRequest,
  make: (turn: Turn) => Body,
): { keep: TurnRequest['keep']; of(turn: Turn): Body } {
  const { keepAnswer } = contextOf(request);
  let kept: Body | undefined;
  return {
    keep:
      keepAnswer &&
      (async (tx, turn) => {
        kept = make(turn);
        await keepAnswer(tx, { status: 200, location: undefined, body: kept });
      }),
    of: (turn) => kept ?? make(turn),
  };
}
