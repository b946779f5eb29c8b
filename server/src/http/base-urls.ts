import type { FastifyRequest } from 'fastify';
import type { Environment } from '#lib/environment.ts';

/** The configured base URLs and ports, and the environment of the app. */
export type Address = {
  config: Record<'LIVE_BASE_URL' | 'SANDBOX_BASE_URL', string | undefined> &
    Record<'PORT' | 'SANDBOX_PORT', number>;
  environment: Environment;
};

/** The base URL of each environment. If not configured, this environment uses the origin of the request, and the other
 *  one the same host with its own port. */
export function baseUrlsOf(
  { config, environment }: Address,
  { protocol, host, hostname }: FastifyRequest,
): Record<Environment, string> {
  const here = `${protocol}://${host}`;
  const at = (port: number): string => `${protocol}://${hostname}:${port}`;
  return {
    live: config.LIVE_BASE_URL ?? (environment === 'live' ? here : at(config.PORT)),
    sandbox: config.SANDBOX_BASE_URL ?? (environment === 'sandbox' ? here : at(config.SANDBOX_PORT)),
  };
}

/** The base URL of this environment, to put a path behind it. */
export const ownBaseUrl = (address: Address, request: FastifyRequest): string =>
  baseUrlsOf(address, request)[address.environment].replace(/\/$/, '');

/** The origin of the request, as browsers know it. */
export function ownOrigin(address: Address, request: FastifyRequest): string {
  const baseUrl = ownBaseUrl(address, request);
  return URL.parse(baseUrl)?.origin ?? baseUrl;
}
