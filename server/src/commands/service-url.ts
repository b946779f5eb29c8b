import { findServiceUrls } from '#boot/service-urls.ts';
import type { Config } from '#config/config.ts';
import type { Store } from '#storage/store.ts';

/** The URL of the live environment for links: LIVE_BASE_URL, what the service left when it last started, or what it would
 *  listen on with these settings. */
export async function serviceUrl(config: Config, live: Store): Promise<string> {
  if (config.LIVE_BASE_URL !== undefined) return config.LIVE_BASE_URL;
  return (await findServiceUrls(live))?.live ?? `http://${hostOf(config)}:${config.PORT}`;
}

/** The host at which this machine reaches the service. */
const hostOf = ({ HOST }: Config): string => (HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST);
