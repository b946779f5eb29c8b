import { LIMITS } from '#isomorphic/limits.ts';

/** The longest delay between two pages that a site can request. */
const LONGEST_PAUSE_SECONDS = 30;
/** The delay between two pages if the site requests none. */
export const PAUSE_MS = 100;

/** Milliseconds between two pages of a site.
 *  robots: what its robots.txt says; undefined if it could not be read. */
export const pauseBetweenPages = (robots: { crawlDelaySeconds?: number } | undefined): number =>
  Math.max(PAUSE_MS, Math.min(robots?.crawlDelaySeconds ?? 0, LONGEST_PAUSE_SECONDS) * 1_000);

/** True if two URLs belong to one site: the same host, with or without `www.`. */
export const isOnSameSite = (a: string, b: string): boolean => hostOf(a) === hostOf(b);

const hostOf = (url: string): string => new URL(url).host.replace(/^www\./, '');

/** The name of a page that has no title. */
export const nameOfUrl = (url: string): string =>
  url.replace(/^https?:\/\//, '').slice(0, LIMITS.nameCharacters);
