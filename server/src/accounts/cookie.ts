import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { type Address, ownOrigin } from '#http/base-urls.ts';

/** A cookie that scripts cannot read and that other sites cannot send with a write. Over https no other host of the
 *  domain can set it. */
export function ownCookie(address: Address, { name, maxAge }: { name: string; maxAge: number }) {
  const isSecure = (request: FastifyRequest): boolean => ownOrigin(address, request).startsWith('https:');
  const nameFor = (request: FastifyRequest): string => (isSecure(request) ? `__Host-${name}` : name);
  const optionsFor = (request: FastifyRequest) =>
    ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(request) }) as const;
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[nameFor(request)],
    set: (request: FastifyRequest, reply: FastifyReply, value: string): void => {
      reply.setCookie(nameFor(request), value, { ...optionsFor(request), maxAge });
    },
    clear: (request: FastifyRequest, reply: FastifyReply): void => {
      reply.clearCookie(nameFor(request), optionsFor(request));
    },
  };
}

/** The longest that browsers keep a cookie; the row decides when a sign-in ends. */
const LONGEST_SECONDS = 400 * 24 * 3600;

/** The cookie that a browser is signed in with. */
export function signInCookie(address: Address) {
  const cookie = ownCookie(address, { name: 'footnote_sign_in', maxAge: LONGEST_SECONDS });
  return {
    ...cookie,
    /** The token in the browser, whichever site sent the request. For signing out, and for the return from the OpenID
     *  Connect provider, which is another site and whose own cookie proves that the sign-in began here. */
    ofBrowser: cookie.read,
    /** The token of the request; undefined without one, or if another site sent a read request. Throws 403 if another
     *  site sent a write request. */
    read: (request: FastifyRequest): string | undefined => {
      const token = cookie.read(request);
      if (token === undefined || isFromAfar(request)) return undefined;
      assertSameOrigin(address, request);
      return token;
    },
  };
}

export type SignInCookie = ReturnType<typeof signInCookie>;

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

const isFromAfar = (request: FastifyRequest): boolean =>
  isRead(request) && request.headers['sec-fetch-site'] === 'cross-site';

/** Throws 403 unless a write request comes from a page of the service itself. Browsers send `Origin`, or at least
 *  `Sec-Fetch-Site`. */
function assertSameOrigin(address: Address, request: FastifyRequest): void {
  if (isRead(request)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const own = ownOrigin(address, request);
  if (origin === undefined ? site === 'same-origin' : origin === own) return;
  throw new AppError(
    'forbidden',
    `A request by cookie that changes something must come from a page of ${own}, and this one came from elsewhere: send its Origin, or use an API key.`,
  );
}

/** The same before sign-in, where clients other than browsers are allowed too. */
export function assertNotForeign(address: Address, request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined || site !== undefined) assertSameOrigin(address, request);
}
