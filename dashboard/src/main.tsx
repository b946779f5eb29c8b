import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api.ts';
import { Notices } from './components/notices.tsx';
import { createAppRouter } from './router.tsx';
import { applyTheme } from './theme.ts';
import './tokens.css';

/** What does not answer may come back, and a fault may pass at once; what is refused will be refused again. */
const retriesOf = (error: Error): number =>
  !(error instanceof ApiError) || error.status === 0 || error.status > 500 ? 5 : error.status === 500 ? 1 : 0;

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < retriesOf(error),
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5_000),
    },
  },
});

applyTheme();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Notices>
        <RouterProvider router={createAppRouter(queryClient)} />
      </Notices>
    </QueryClientProvider>
  </StrictMode>,
);
