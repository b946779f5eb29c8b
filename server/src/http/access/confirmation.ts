import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import type { Clock } from '#lib/clock.ts';

/** How long a confirmation allows actions that could hand the workspace to a thief of the cookie: long enough to
 *  finish one task, too short to be of use in a browser that was left open. */
export const CONFIRMED_FOR_MS = 15 * 60_000;

/** Throws 403 for a person without a recent confirmation; returns when it ends. API keys pass, because they are a
 *  secret sent with each request. */
export function assertConfirmed(request: FastifyRequest, clock: Clock): number {
  const { role, confirmedAt } = contextOf(request).principal;
  if (role === undefined) return Number.POSITIVE_INFINITY;
  const until = (confirmedAt ?? Number.NEGATIVE_INFINITY) + CONFIRMED_FOR_MS;
  if (until > clock.now()) return until;
  throw new AppError(
    'forbidden',
    'This action needs a confirmation. Call `POST /v1/account/confirm`, then send the request again.',
    {
      details: [
        { field: 'confirmation', reason: 'is more than 15 minutes old; this action needs a new one' },
      ],
    },
  );
}

/** Whether the caller takes over grants instead of ending them (`?adopt=true`). For routes that end grants. */
export const isAdopting = ({ query }: FastifyRequest): boolean =>
  (query as { adopt?: boolean }).adopt === true;
export const ADOPTING = 'People need a confirmation for `adopt=true`.';

/** Enforces the `confirmation` of routes. Call it after registering the guard and before accepting idempotency keys: an
 *  expired confirmation must not get a stored answer. */
export function requireConfirmation(app: FastifyInstance, { clock }: { clock: Clock }): void {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.confirmation === true) assertConfirmed(request, clock);
  });
  // A function reads the body, so this runs after validation.
  app.addHook('preHandler', async (request) => {
    const { confirmation } = request.routeOptions.config;
    if (typeof confirmation === 'function' && (await confirmation(request))) assertConfirmed(request, clock);
  });
}
