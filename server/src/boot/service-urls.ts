import { z } from 'zod';
import type { Environment } from '#lib/environment.ts';
import type { Store } from '#storage/store.ts';

/** Where the service that last started on this data answers, for the command line. */

const NAME = 'service_urls';

const ServiceUrls = z.object({ live: z.string(), sandbox: z.string() });

/** Keeps the URLs beside the data. Writes only what has changed. */
export async function saveServiceUrls(
  { settings }: Pick<Store, 'settings'>,
  urls: Record<Environment, string>,
): Promise<void> {
  const reachable = { live: reachableUrl(urls.live), sandbox: reachableUrl(urls.sandbox) };
  const saved = await findServiceUrls({ settings });
  if (saved?.live === reachable.live && saved.sandbox === reachable.sandbox) return;
  await settings.put(NAME, JSON.stringify(reachable));
}

/** Undefined if no service has left its URLs yet. */
export async function findServiceUrls({
  settings,
}: Pick<Store, 'settings'>): Promise<Record<Environment, string> | undefined> {
  const text = await settings.find(NAME);
  return text === undefined ? undefined : ServiceUrls.parse(JSON.parse(text));
}

/** An address that means all of the machine's is reached by the machine's name for itself. */
const reachableUrl = (url: string): string => url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=[:/]|$)/, '//localhost');
