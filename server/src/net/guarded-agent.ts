import { lookup as resolve } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isLoopbackName, isPublicAddress } from './address-rules.ts';
import { isAllowedHost } from './allowed-hosts.ts';
import { BlockedAddressError } from './blocked-address-error.ts';
import { type GuardOptions, publicAddressesOnly } from './guarded-lookup.ts';

/** An agent from createGuardedAgent. */
export type GuardedAgent = Agent;

export type GuardedAgentOptions = GuardOptions & {
  /** Timeout in milliseconds for DNS, connection and TLS together. */
  readonly connectTimeoutMs?: number;
};

const CONNECT_TIMEOUT_MS = 10_000;
/** The default of Node and undici is 16 KiB; some sites send longer security policies. */
const MAX_HEADER_BYTES = 64 * 1024;
/** The longest keep-alive. A server may ask for less. */
const KEEP_ALIVE_MS = 4_000;

/** Creates an agent that only connects to public addresses and allowed hosts. The check is part of connecting: each name
 *  is resolved once, all its addresses must be public, and the connection goes to one of exactly these. Requests to other
 *  hosts are rejected with a BlockedAddressError before connecting.
 *  HTTP/1.1 only. Ignores proxies from the environment. */
export function createGuardedAgent(options: GuardedAgentOptions): GuardedAgent {
  const { allowHosts, connectTimeoutMs = CONNECT_TIMEOUT_MS, lookup = resolve } = options;
  const settings = { timeout: connectTimeoutMs, allowH2: false };
  const connectAnywhere = buildConnector({ ...settings, lookup });
  const connectToPublic = buildConnector({ ...settings, lookup: publicAddressesOnly(lookup) });

  const connect: buildConnector.connector = (target, callback) => {
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
    const request = withServerName(target);
    if (isAllowedHost(allowHosts, target.hostname, port)) return connectAnywhere(request, callback);
    // IP addresses in URLs are not looked up, so they are checked here.
    const isRefused = isIP(target.hostname) !== 0 && !isPublicAddress(target.hostname);
    if (isRefused || isLoopbackName(target.hostname))
      return callback(new BlockedAddressError(target.hostname), null);
    return connectToPublic(request, callback);
  };
  return new Agent({
    connect,
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });
}

/** `example.org.` is a valid name in DNS, but not in TLS (RFC 6066, section 3). */
function withServerName(target: buildConnector.Options): buildConnector.Options {
  return target.hostname.endsWith('.') ? { ...target, servername: target.hostname.slice(0, -1) } : target;
}
