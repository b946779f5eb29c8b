import type { FastifyRequest } from 'fastify';
import type { Environment } from '#lib/environment.ts';
import type { Services } from '#services.ts';

/** Where each environment answers, as the settings say; without them at the host that the request came to, by the ports of
 *  the settings. */
export function baseUrlsOf(
  config: Services['config'],
  { protocol, hostname }: FastifyRequest,
): Record<Environment, string> {
  const at = (port: number): string => `${protocol}://${hostname}:${port}`;
  return {
    live: config.LIVE_BASE_URL ?? at(config.PORT),
    sandbox: config.SANDBOX_BASE_URL ?? at(config.SANDBOX_PORT),
  };
}
