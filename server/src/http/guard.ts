import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '#errors.ts';
import type { Clock } from '#lib/clock.ts';
import type { Environment } from '#lib/environment.ts';
import type { Principal } from '#records/principal.ts';
import { accessOf, assertAccess } from './access.ts';
import { assertConfirmed } from './confirmation.ts';
import { notePrincipal } from './context.ts';

declare module 'fastify' {
  /** The `config` of a route. */
  interface FastifyContextConfig {
    /** The fields of a body that is checked in the route, because it may be JSON or a form; for the OpenAPI document. */
    form?: z.ZodType;
    /** The route answers as OpenAI's API does, errors included. */
    protocol?: 'openai';
  }
}

type GuardOptions = {
  environment: Environment;
  clock: Clock;
  /** Throws 401. */
  authenticate(request: FastifyRequest): Promise<Principal>;
  /** Takes the request in, once it may pass. */
  admit(request: FastifyRequest, reply: FastifyReply, principal: Principal): Promise<void>;
};

/** The first three checks of every request, in their order: 401 key, 403 environment, 403 access; last, that a person has
 *  confirmed lately who they are. */
export const createGuard =
  ({ environment, clock, authenticate, admit }: GuardOptions) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (request.routeOptions.config.access === 'open') return;
    const principal = await authenticate(request);
    notePrincipal(request, principal);
    if (principal.environment !== undefined && principal.environment !== environment) {
      throw new AppError(
        'forbidden',
        `This is ${ADDRESS[environment]}, and the key is ${KEY[principal.environment]}: use the other address or another key.`,
      );
    }
    const { config } = request.routeOptions;
    const isOwn = (request.params as { id?: string }).id === principal.actor.id;
    assertAccess(accessOf(config, request.method), principal, isOwn, request.method);
    await admit(request, reply, principal);
    if (config.confirmation === true) assertConfirmed(request, clock);
  };

const ADDRESS: Record<Environment, string> = {
  live: 'the production address',
  sandbox: 'the sandbox address',
};
const KEY: Record<Environment, string> = { live: 'a live key', sandbox: 'a sandbox key' };
