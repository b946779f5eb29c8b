import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#errors.ts';
import { createGuard } from '#http/access/guard.ts';
import { ignoreAnsweredRequests } from '#http/answered-requests.ts';
import { ownBaseUrl } from '#http/base-urls.ts';
import { principalOf } from '#http/context.ts';
import { validate } from '#http/validate.ts';
import type { Principal } from '#records/principal.ts';
import { asUserParameter } from '#records/principals.ts';
import type { Services } from '#services.ts';
import { type ApiAnswer, type ApiRequest, apiOf, type CallApi } from './call-api.ts';
import { answerMethod } from './methods.ts';
import { checkVersion, readMessage } from './read-message.ts';
import { RpcError, type RpcMessage } from './rpc.ts';

const McpQuery = z.strictObject({ as_user: asUserParameter });

type McpServices = Pick<Services, 'store' | 'config'> & {
  /** Throws 401 without a valid key in `Authorization`. */
  authenticateKey(request: FastifyRequest): Promise<Principal>;
  admit(request: FastifyRequest, reply: FastifyReply, principal: Principal): Promise<void>;
  version: string;
};

/** The Model Context Protocol over HTTP: each message is a POST, and nothing is kept between two of them. */
export const mcpRoutes = (services: McpServices) => async (app: FastifyInstance) => {
  const { store, config, authenticateKey, admit, version } = services;
  const address = { config, environment: store.environment };
  const refuseForeignOrigins = checkOrigin(services.config);
  const guard = createGuard({
    environment: store.environment,
    authenticate: authenticateKey,
    // The call of the API that a message becomes is admitted instead, so that it counts once.
    admit: async () => {},
  });
  ignoreAnsweredRequests(app);
  app.post(
    '/mcp',
    {
      onRequest: async (request, reply) => {
        refuseForeignOrigins(request);
        await guard(request, reply);
      },
      config: { access: 'any-key', rateClass: 'read', protocol: 'mcp' },
      schema: { hide: true },
    },
    async (request, reply) => {
      const principal = principalOf(request) as Principal;
      const callApi = apiOf(app, request, reply);
      const baseUrl = ownBaseUrl(address, request);
      let isCounted = false;
      const countedCall = (call: ApiRequest): Promise<ApiAnswer> => {
        isCounted = true;
        return callApi(call);
      };
      const { as_user: asUser } = validate(McpQuery, request.query, 'querystring');
      const api: CallApi = Object.assign(countedCall, {
        asUser,
        absolute: (link: string) => (link.startsWith('/') ? baseUrl + link : link),
      });
      const { status, body } = await answerOf(request, { api, scope: principal.scope, version });
      // What needs nothing of the API counts as a read.
      if (!isCounted) await admit(request, reply, principal);
      reply.status(status).header('cache-control', 'no-store');
      if (body === undefined) return await reply.send();
      return await reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
    },
  );
};

type RpcAnswer = { status: number; body?: Record<string, unknown> };

/** The result or error of a message; a notification gets 202 without a body. Throws if the key has ended. */
async function answerOf(
  { body, headers }: FastifyRequest,
  call: Omit<Parameters<typeof answerMethod>[0], 'message'>,
): Promise<RpcAnswer> {
  let id: RpcMessage['id'];
  try {
    const message = readMessage(body);
    id = message.id;
    const checked = checkVersion(message, headers);
    if (id === undefined) return { status: 202 };
    return {
      status: 200,
      body: { jsonrpc: '2.0', id, result: await answerMethod({ ...call, message: checked }) },
    };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message, data, status } = error;
    return {
      status,
      body: {
        jsonrpc: '2.0',
        ...(id !== undefined && { id }),
        error: { code, message, ...(data !== undefined && { data }) },
      },
    };
  }
}

/** Refuses requests that a web page of another origin makes a browser send: by DNS rebinding a stranger's page can
 *  reach a service on the computer of its visitor. Programs send no Origin. */
function checkOrigin({ CORS_ORIGINS, LIVE_BASE_URL, SANDBOX_BASE_URL }: Services['config']) {
  const bases = [LIVE_BASE_URL, SANDBOX_BASE_URL].filter((url) => url !== undefined);
  const allowed = new Set([...CORS_ORIGINS, ...bases.map((url) => new URL(url).origin)]);
  return ({ headers: { origin } }: FastifyRequest): void => {
    if (origin === undefined || allowed.has(origin)) return;
    throw new AppError(
      'forbidden',
      `Pages of ${origin.slice(0, 200)} may not use this service. Add the origin to CORS_ORIGINS if they should.`,
    );
  };
}
