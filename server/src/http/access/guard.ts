import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '#errors.ts';
import { notePrincipal } from '#http/context.ts';
import type { Environment } from '#lib/environment.ts';
import type { Principal } from '#records/principal.ts';
import { accessOfRoute, assertAccess } from './access.ts';

declare module 'fastify' {
  /** The `config` of a route. */
  interface FastifyContextConfig {
    /** A body that is checked in the route, because it is a form, or may be JSON: what the OpenAPI document says of each. */
    form?: { json?: z.ZodType; multipart: z.ZodType };
    /** Media types of text that the route reads besides JSON. */
    texts?: readonly string[];
    /** The route answers as OpenAI's API or the Model Context Protocol does, errors included, or speaks tus, whose offsets
     *  make requests safe to repeat. */
    protocol?: 'openai' | 'mcp' | 'tus';
  }
}

type GuardOptions = {
  environment: Environment;
  /** Throws 401. */
  authenticate(request: FastifyRequest): Promise<Principal>;
  /** Called once the request may pass. */
  admit(request: FastifyRequest, reply: FastifyReply, principal: Principal): Promise<void>;
};

/** The first three checks of every request, in this order: 401 key, 403 environment, 403 access. */
export const createGuard =
  ({ environment, authenticate, admit }: GuardOptions) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (request.routeOptions.config.access === 'open') return;
    const principal = await authenticate(request);
    notePrincipal(request, principal);
    if (principal.environment !== undefined && principal.environment !== environment) {
      throw new AppError(
        'forbidden',
        `This is ${ADDRESS[environment]}, but the key is ${KEY[principal.environment]}. Use the other address or another key.`,
      );
    }
    const isOwn = (request.params as { id?: string }).id === principal.actor.id;
    assertAccess(accessOfRoute(request), principal, isOwn, request.method);
    await admit(request, reply, principal);
  };

const ADDRESS: Record<Environment, string> = {
  live: 'the production address',
  sandbox: 'the sandbox address',
};
const KEY: Record<Environment, string> = { live: 'a live key', sandbox: 'a sandbox key' };
