import type { FastifyError, FastifyRequest } from 'fastify';
import { principalOf } from '#http/context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The searches of this route prove the API key, so that it need not be looked up before. Goes with `proveKeyFirst`. */
    provesKey?: true;
  }
}

/** The error handler of such a route: what fails before a search has proved the key answers 401 if the key has ended. */
export async function proveKeyFirst(error: FastifyError, request: FastifyRequest): Promise<never> {
  await principalOf(request)?.unprovenKey?.assertValid();
  throw error;
}
