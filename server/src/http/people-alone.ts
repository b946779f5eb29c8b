import type { FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import type { Role } from '#storage/tables.ts';
import { contextOf } from './context.ts';

/** Hooks of routes about people, who are kept in the live environment: after the guard's 403, before the path is looked at. */

/** Throws 403 for the key of a sandbox, by which nobody should get into the live environment. */
export async function refuseSandboxKeys(request: FastifyRequest): Promise<void> {
  const { principal } = contextOf(request);
  if (principal.environment === 'sandbox')
    throw new AppError(
      'forbidden',
      'Members belong to the live environment too, which a sandbox key does not reach: use a live key, or sign in.',
    );
}

/** Throws 403 for API keys. */
export async function refuseKeys(request: FastifyRequest): Promise<void> {
  if (contextOf(request).principal.role === undefined)
    throw new AppError('forbidden', 'This endpoint is for people who are signed in; an API key is nobody.');
}

/** Throws 403 unless an owner asks. `what`: takes owners alone, as a sentence begins. */
export function assertOwner(role: Role | undefined, what: string): void {
  if (role !== 'owner')
    throw new AppError('forbidden', `${what} takes an owner of the workspace who is signed in.`);
}
