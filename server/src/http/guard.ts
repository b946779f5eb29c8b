import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '#errors.ts';
import type { Environment } from '#lib/environment.ts';
import { notePrincipal } from './context.ts';
import type { Principal } from './principal.ts';

declare module 'fastify' {
  /** The `config` of a route. */
  interface FastifyContextConfig {
    /** `admin`: the route asks for an admin key, whatever its method. `admin-or-self`: it asks for one too, but for people
     *  whose own account is the `:id` of the path. `open`: it needs neither key nor sign-in, and has no context. `self`:
     *  people do something with their own account, whatever their role. `unrestricted`: a key that is restricted to
     *  knowledge bases may not. */
    access?: 'admin' | 'admin-or-self' | 'open' | 'self' | 'unrestricted';
    /** The fields of a body that is checked in the route, because it may be JSON or a form; for the OpenAPI document. */
    form?: z.ZodType;
    /** The route answers as OpenAI's API does, errors included. */
    protocol?: 'openai';
  }
}

type GuardOptions = {
  environment: Environment;
  /** Throws 401. */
  authenticate(request: FastifyRequest): Promise<Principal>;
  /** Takes the request in, once it may pass. */
  admit(request: FastifyRequest, reply: FastifyReply, principal: Principal): Promise<void>;
};

/** The first three checks of every request, in their order: 401 key, 403 environment, 403 scope. */
export const createGuard =
  ({ environment, authenticate, admit }: GuardOptions) =>
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
    assertScope(principal, request);
    await admit(request, reply, principal);
  };

const ADDRESS: Record<Environment, string> = {
  live: 'the production address',
  sandbox: 'the sandbox address',
};
const KEY: Record<Environment, string> = { live: 'a live key', sandbox: 'a sandbox key' };

function assertScope({ actor, scope, role, knowledgeBaseIds }: Principal, request: FastifyRequest): void {
  const { access } = request.routeOptions.config;
  const isOwn = access === 'self' || (access === 'admin-or-self' && idOf(request) === actor.id);
  if (isOwn && role !== undefined) return;
  if ((access === 'admin' || access === 'admin-or-self') && scope !== 'admin') {
    throw new AppError(
      'forbidden',
      role === undefined
        ? `This endpoint needs a key with scope admin; this key has ${scope}.`
        : `This endpoint is for owners and admins of the workspace; you are a ${role}.`,
    );
  }
  if (scope === 'read_only' && request.method !== 'GET' && request.method !== 'HEAD') {
    throw new AppError(
      'forbidden',
      role === undefined
        ? `A read_only key may send GET requests alone; ${request.method} needs scope read_write or admin.`
        : `A viewer may look at everything and change nothing; ${request.method} needs the role member or more.`,
    );
  }
  if (access === 'unrestricted' && knowledgeBaseIds !== null) {
    throw new AppError(
      'forbidden',
      'This endpoint is about all knowledge bases, and the key is restricted to some: use a key without that restriction.',
    );
  }
}

const idOf = ({ params }: FastifyRequest): string | undefined => (params as { id?: string }).id;
