import { first, overview, rooms } from 'virtual:catalogs';
import { firstRequestsOf } from '#rooms/overview/first-requests.ts';
import { SHOWED_NUMBERS } from '#rooms/overview/showed-numbers.ts';
import { language } from '#shared/strings/language.ts';
import { PAGES, pathOf } from './pages.ts';
import { STARTED } from './started.ts';

// Runs before the frame has arrived: what the page of this address needs is loaded beside it, instead of after it. Imports no words,
// which would make it wait for them.

const path = pathOf(location.pathname);
const isInside = path !== undefined && path !== '/join' && path !== '/sign-in';
const showsNumbers = path === '/' && localStorage.getItem(SHOWED_NUMBERS) !== null;

const loads: readonly (() => Promise<unknown>)[] = [
  first[language],
  ...(path === undefined ? [] : [PAGES[path]]),
  ...(path?.startsWith('/settings/') ? [PAGES['/settings']] : []),
  ...(path === undefined || path === '/' ? [] : [rooms[language]]),
  ...(showsNumbers ? [() => import('#rooms/overview/insights.tsx'), overview[language]] : []),
];
// The page that needs it loads it again, and says what went wrong.
for (const load of loads) load().catch(() => undefined);

const preload = (href: string): void => {
  // The app has asked itself: its next request would get this response, which is old by then.
  if (performance.getEntriesByName(STARTED).length > 0) return;
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'fetch', href, crossOrigin: 'anonymous' });
  document.head.append(link);
};
// The response for `accountQuery`.
if (isInside) preload('/v1/account');
if (showsNumbers) for (const href of firstRequestsOf(location.search)) preload(href);
