import type { FastifyRequest } from 'fastify';
import type { Environment } from '#lib/environment.ts';

/** Where an app answers, as far as the settings say. */
export type Address = {
  config: Record<'LIVE_BASE_URL' | 'SANDBOX_BASE_URL', string | undefined> &
    Record<'PORT' | 'SANDBOX_PORT', number>;
  environment: Environment;
};

/** Where each environment answers, as the settings say; without them the one of the request where it came to, and the other
 *  at the same host, by its port. */
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

/** The origin that a request came to, as browsers know it. */
export function ownOrigin(address: Address, request: FastifyRequest): string {
  const baseUrl = baseUrlsOf(address, request)[address.environment];
  return URL.parse(baseUrl)?.origin ?? baseUrl;
}
