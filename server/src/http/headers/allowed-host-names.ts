import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { isPrivateName } from './private-names.ts';

type Names = {
  /** The setting: names, names that begin with `*.`, or `*` for all. */
  ALLOWED_HOSTS: readonly string[];
  LIVE_BASE_URL: string | undefined;
  SANDBOX_BASE_URL: string | undefined;
};

/** Whether the service answers under this name. A stranger's web page can point its own name at our address (DNS
 *  rebinding) and then read what needs no key. It cannot do so with an IP address, a name without a dot, or a name
 *  that is not on the public internet. */
function isAllowedName(names: Names): (host: string) => boolean {
  const bases = [names.LIVE_BASE_URL, names.SANDBOX_BASE_URL].flatMap((url) =>
    url === undefined ? [] : [new URL(url).hostname],
  );
  const own = new Set([...bases, ...names.ALLOWED_HOSTS, hostname().toLowerCase()]);
  const endings = names.ALLOWED_HOSTS.filter((name) => name.startsWith('*.')).map((name) => name.slice(1));
  if (own.has('*')) return () => true;
  return (host) => {
    const name = nameOf(host);
    if (name === undefined) return false;
    return (
      name.startsWith('[') ||
      isIP(name) !== 0 ||
      isPrivateName(name) ||
      own.has(name) ||
      endings.some((ending) => name.endsWith(ending))
    );
  };
}

/** The name or address in a Host header: in lower case, without the port and the final dot. */
const nameOf = (host: string): string | undefined =>
  /^(\[[\da-f:.]+\]|[^\s:/?#@[\]\\]+?)\.?(?::\d{1,5})?$/.exec(host.toLowerCase())?.[1];

/** Refuses requests for unknown host names, except those with a key, which a web page does not have.
 *  bringsKey: whether the request has a key on a route that checks keys. Call it before hooks that answer. */
export function refuseForeignHosts(
  app: FastifyInstance,
  names: Names,
  bringsKey: (request: FastifyRequest) => boolean,
): void {
  const isAllowed = isAllowedName(names);
  app.addHook('onRequest', (request, _reply, done) => {
    const host = hostOf(request);
    // HTTP/1.0 has no Host header, and no browser uses it.
    if (host === undefined || isAllowed(host) || bringsKey(request)) return done();
    if (host.trim() === '')
      return done(
        new AppError(
          'invalid_request',
          'The Host header is empty. Send the name or address of this service.',
        ),
      );
    done(
      new AppError(
        'invalid_request',
        `This service doesn't answer under the name ${host.slice(0, 100)}. If you run it, set LIVE_BASE_URL or SANDBOX_BASE_URL to its public address, or add the name to ALLOWED_HOSTS.`,
        { status: 421 },
      ),
    );
  });
}

const hostOf = ({ headers }: FastifyRequest): string | undefined =>
  headers.host ?? (headers[':authority'] as string | undefined);
