import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { addressBucket } from '#http/rate-limits/client-address.ts';
import type { Limiter } from '#http/rate-limits/limiter.ts';
import { inSeconds, secondsUntil, tooMany } from '#http/rate-limits/rate-limit.ts';
import type { Clock } from '#lib/clock.ts';
import type { Principal } from '#records/principal.ts';
import { isPublishableToken } from '#records/publishable-token.ts';
import type { Store } from '#storage/store.ts';
import type { PublishableTokenRow } from '#storage/tables.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An image of a chat widget, which pages of every origin may show. */
    isImage?: true;
  }
}

const WINDOW_MS = 60_000;
/** Requests per minute from one IP address. */
const REQUESTS_PER_ADDRESS = 120;
/** For all tokens together, including unknown ones: counted before a token is looked up. */
const REQUESTS_OF_AN_ADDRESS = 600;

/** Messages per minute from one IP address: at most a quarter of those of all visitors, so that a few can't use up
 *  everyone's minute, but enough for a person who types fast. */
const messagesPerAddress = (messagesPerMinute: number): number =>
  Math.min(20, Math.max(5, Math.floor(messagesPerMinute / 4)));

export type WidgetGuardServices = {
  store: Pick<Store, 'environment' | 'findPublishableToken'>;
  clock: Clock;
  limiter: Limiter;
  /** Admits a request that passed. */
  admit(request: FastifyRequest, reply: FastifyReply, principal: Principal): Promise<void>;
};

/** Admits requests from pages that may use the token of the path. */
export function createWidgetGuard({ store, clock, limiter, admit }: WidgetGuardServices) {
  const tokens = new WeakMap<FastifyRequest, PublishableTokenRow>();
  const assertFree = async (
    bucket: string,
    token: PublishableTokenRow | undefined,
    limit: number,
  ): Promise<void> => {
    const hit = await limiter.hit(`widget ${token?.token_id ?? ''} ${bucket}`, {
      limit,
      windowMs: WINDOW_MS,
      ...(token && { workspaceId: token.workspace_id }),
    });
    if (hit.isAllowed) return;
    const seconds = secondsUntil(hit.resetAt, clock);
    throw tooMany(`Too many requests in a minute: try again in ${inSeconds(seconds)}.`, seconds);
  };
  const tokenOf = (request: FastifyRequest): PublishableTokenRow => {
    const token = tokens.get(request);
    if (!token) throw new Error(`${request.routeOptions.url} was not guarded.`);
    return token;
  };
  return {
    /** The token of an admitted request. */
    tokenOf,

    /** Throws 404 for an unknown token, and 403 if the page may not use it. The page can read all later answers. */
    onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      await assertFree(`requests ${addressBucket(request.ip)}`, undefined, REQUESTS_OF_AN_ADDRESS);
      const { token: text } = request.params as { token: string };
      const token = isPublishableToken(store.environment, text)
        ? await store.findPublishableToken(text)
        : undefined;
      if (token?.is_enabled !== 1) throw new AppError('not_found', 'No chat widget has this token.');
      // A page asks for an image without saying what page it is.
      if (!request.routeOptions.config.isImage) allowOrigin(request, reply, token);
      if (request.method === 'OPTIONS') return;
      tokens.set(request, token);
      await assertFree(`requests ${addressBucket(request.ip)}`, token, REQUESTS_PER_ADDRESS);
      await admit(request, reply, principalOf(token, store));
    },

    /** Counts a message. Throws 429 above the limit of the IP address, then of the token. */
    countMessage: async (request: FastifyRequest): Promise<void> => {
      const token = tokenOf(request);
      const share = messagesPerAddress(token.messages_per_minute);
      await assertFree(`messages ${addressBucket(request.ip)}`, token, share);
      await assertFree('messages', token, token.messages_per_minute);
    },
  };
}

/** CORS, only for the origins of the token. */
function allowOrigin(request: FastifyRequest, reply: FastifyReply, token: PublishableTokenRow): void {
  const { origin } = request.headers;
  reply.header('vary', 'Origin');
  if (origin === undefined || !(JSON.parse(token.allowed_origins) as string[]).includes(origin)) {
    throw new AppError(
      'forbidden',
      `This chat may not be used on ${origin === undefined ? 'a page without an origin' : origin.slice(0, 200)}: add the origin of the page to the token.`,
    );
  }
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'X-Request-Id, Retry-After',
  });
  if (request.method === 'OPTIONS')
    reply.headers({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Content-Type, X-Session-Id',
      'access-control-max-age': '600',
    });
}

const principalOf = (
  { token_id, token, name, workspace_id }: PublishableTokenRow,
  { environment }: Pick<Store, 'environment'>,
): Principal => ({
  actor: { type: 'publishable_token', id: token_id, name },
  credentialId: token_id,
  secret: token,
  workspaceId: workspace_id,
  environment,
  scope: 'read_write',
  knowledgeBaseIds: null,
  // No one knows who a visitor is, so what only some may see is not for them.
  asUser: [],
  assertValid: async ({ publishableTokens }) => {
    if ((await publishableTokens.find(token_id))?.is_enabled !== 1)
      throw new AppError('unauthorized', 'The token of this chat was disabled or deleted.');
  },
});
