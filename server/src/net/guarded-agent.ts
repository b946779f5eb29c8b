import { lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isLoopbackName, isPublicAddress } from './address-rules.ts';
import { type AllowedHost, isAllowedHost } from './allowed-hosts.ts';
import { BlockedAddressError } from './blocked-address-error.ts';

/** An agent as createGuardedAgent makes it. */
export type GuardedAgent = Agent;

export type GuardedAgentOptions = {
  /** Hosts for which the address is not checked. */
  readonly allowHosts: readonly AllowedHost[];
  /** Milliseconds for name, connection and TLS together. */
  readonly connectTimeoutMs?: number;
  /** How names become addresses. */
  readonly lookup?: LookupFunction;
};

const CONNECT_TIMEOUT_MS = 10_000;
/** Node and undici take 16 KiB by default; some sites send more than that of security policy alone. */
const MAX_HEADER_BYTES = 64 * 1024;
/** A server may ask for less, but does not hold sockets here for longer. */
const KEEP_ALIVE_MS = 4_000;

/** Makes an agent that connects to public addresses and permitted hosts only. The check is part of connecting: a name is
 *  resolved once, every address it has must be public, and the connection goes to one of these very addresses.
 *  A request to any other host is rejected with a BlockedAddressError before a connection is made.
 *  HTTP/1.1 only. Takes no proxy from the environment. */
export function createGuardedAgent(options: GuardedAgentOptions): GuardedAgent {
  const { allowHosts, connectTimeoutMs = CONNECT_TIMEOUT_MS, lookup = resolve } = options;
  const settings = { timeout: connectTimeoutMs, allowH2: false };
  const connectAnywhere = buildConnector({ ...settings, lookup });
  const connectToPublic = buildConnector({ ...settings, lookup: publicAddressesOnly(lookup) });

  const connect: buildConnector.connector = (target, callback) => {
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
    const request = withServerName(target);
    if (isAllowedHost(allowHosts, target.hostname, port)) return connectAnywhere(request, callback);
    // A literal address is never looked up, so the lookup does not see it.
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

/** `example.org.` is a name in DNS, but not in TLS (RFC 6066, section 3). */
function withServerName(target: buildConnector.Options): buildConnector.Options {
  return target.hostname.endsWith('.') ? { ...target, servername: target.hostname.slice(0, -1) } : target;
}

/** A lookup that fails for a host when any of its addresses is not public. */
function publicAddressesOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found, family) => {
      if (error) return callback(error, []);
      const addresses = Array.isArray(found) ? found : [{ address: found, family: family ?? isIP(found) }];
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new BlockedAddressError(hostname), []);
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
