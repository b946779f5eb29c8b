import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Direction } from 'radix-ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { sessionEndOf } from '#shared/api/request.ts';
import { Notices } from '#shared/components/notices.tsx';
import { direction } from '#shared/strings/language.ts';
import { applyTheme } from '#shared/theme.ts';
import { IdentityHost } from './identity-host.tsx';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';
import { SessionHost } from './session-host.tsx';
import { STARTED } from './started.ts';
import { Tooltips } from './tooltips.tsx';
import './tokens.css';

/** Pages for signed-out visitors, where a 401 is about the credentials they typed. */
const FRONT_PAGES = ['/sign-in', '/join'];

performance.mark(STARTED);
const queryClient = createQueryClient((error) => {
  const { pathname, href } = router.state.location;
  if (FRONT_PAGES.includes(pathname)) return;
  void router.navigate({
    to: '/sign-in',
    search: { next: href, session: sessionEndOf(error) },
    ignoreBlocker: true,
  });
});
const router = createAppRouter(queryClient);

applyTheme();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root.');
createRoot(root).render(
  <StrictMode>
    <Direction.Provider dir={direction}>
      <QueryClientProvider client={queryClient}>
        <Notices>
          <RouterProvider router={router} />
          <IdentityHost />
          <Tooltips />
          <SessionHost />
        </Notices>
      </QueryClientProvider>
    </Direction.Provider>
  </StrictMode>,
);
