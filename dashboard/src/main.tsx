import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api.ts';
import { Notices } from './components/notices.tsx';
import { createAppRouter } from './router.tsx';
import { applyTheme } from './theme.ts';
import './tokens.css';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A browser without a network still reaches a service on its own machine, and waits for ever if it believes otherwise.
      networkMode: 'always',
      // What the service refuses it will refuse again; what does not answer may come back.
      retry: (count, error) =>
        error instanceof ApiError && error.status !== 0 && error.status < 500 ? false : count < 5,
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5_000),
    },
    mutations: { networkMode: 'always' },
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
