import { first, rooms } from 'virtual:catalogs';
import { SHOWED_NUMBERS } from '#rooms/overview/showed-numbers.ts';
import { language } from '#shared/strings/language.ts';
import { PAGES, pathOf } from './pages.ts';
import { STARTED } from './started.ts';

// Runs before the frame has arrived: what the page of this address needs is loaded beside it, instead of after it. Imports no words,
// which would make it wait for them.

const path = pathOf(location.pathname);
const isInside = path !== undefined && path !== '/join' && path !== '/sign-in';

const loads: readonly (() => Promise<unknown>)[] = [
  first[language],
  ...(path === undefined ? [] : [PAGES[path]]),
  ...(path?.startsWith('/settings/') ? [PAGES['/settings']] : []),
  ...(path === undefined || path === '/' ? [] : [rooms[language]]),
  ...(path === '/' && localStorage.getItem(SHOWED_NUMBERS)
    ? [() => import('#rooms/overview/insights.tsx')]
    : []),
];
// The page that needs it loads it again, and says what went wrong.
for (const load of loads) load().catch(() => undefined);

// The response for `accountQuery`. If the app has asked itself by now, its next request would get this response, old by then.
if (isInside && performance.getEntriesByName(STARTED).length === 0) {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'fetch', href: '/v1/account', crossOrigin: 'anonymous' });
  document.head.append(link);
}
