import { type LookupAddress, lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackName, isPublicAddress } from './address-rules.ts';
import { type AllowedHost, isAllowedHost } from './allowed-hosts.ts';
import { BlockedAddressError } from './blocked-address-error.ts';

export type GuardOptions = {
  /** Hosts whose address is not checked. */
  readonly allowHosts: readonly AllowedHost[];
  /** Resolves host names. */
  readonly lookup?: LookupFunction;
};

/** Resolves a host to the address that a connection may go to, so that what was checked is what is connected to. Throws a
 *  BlockedAddressError unless the host is allowed or all its addresses are public, and the errors of the resolver.
 *  hostname: with or without the brackets of an IPv6 address. */
export async function resolveGuarded(
  { allowHosts, lookup = resolve }: GuardOptions,
  hostname: string,
  port: number,
): Promise<string> {
  const name = hostname.replace(/^\[|\]$/g, '');
  const isAllowed = isAllowedHost(allowHosts, name, port);
  const isRefused = isLoopbackName(name) || (isIP(name) !== 0 && !isPublicAddress(name));
  if (!isAllowed && isRefused) throw new BlockedAddressError(name);
  if (isIP(name) !== 0) return name;
  const { promise, resolve: settle, reject } = Promise.withResolvers<string>();
  const guarded = isAllowed ? lookup : publicAddressesOnly(lookup);
  guarded(name, { all: false }, (error, address) => {
    const found = Array.isArray(address) ? address[0]?.address : address;
    if (error || found === undefined) reject(error ?? new BlockedAddressError(name));
    else settle(found);
  });
  return await promise;
}

/** A lookup that fails if any address of the host is not public. */
export function publicAddressesOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found, family) => {
      if (error) return callback(error, []);
      const addresses: LookupAddress[] = Array.isArray(found)
        ? found
        : [{ address: found, family: family ?? isIP(found) }];
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new BlockedAddressError(hostname), []);
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
