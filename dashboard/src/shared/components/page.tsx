import type { ReactNode } from 'react';
import type { ApiError } from '#shared/api/request.ts';
import { useTitle } from '#shared/hooks/use-title.ts';
import { text } from '#shared/strings/text.ts';
import { Button } from './button.tsx';

export type PageProps = { title: string; about?: ReactNode; actions?: ReactNode; children: ReactNode };

/** The title of a page, also in the browser tab, with its description and actions. */
export function PageHead({ title, about, actions }: Omit<PageProps, 'children'>) {
  useTitle(title);
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <h1 className="text-display font-semibold [overflow-wrap:anywhere]">{title}</h1>
        {about && <p className="max-w-prose text-quiet">{about}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}

/** A page with its head. */
export const Page = ({ children, ...head }: PageProps) => (
  <div className="mx-auto grid w-full max-w-6xl gap-5 px-4 py-6 sm:px-6">
    <PageHead {...head} />
    {children}
  </div>
);

export const Panel = ({
  title,
  actions,
  children,
}: {
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
}) => (
  <section className="rounded-panel border border-line bg-panel">
    {title && (
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-3">
        <h2 className="text-title font-semibold">{title}</h2>
        {actions}
      </header>
    )}
    <div className="p-4">{children}</div>
  </section>
);

/** An empty state: what would be here, and the next step. */
export const Empty = ({ title, about, action }: { title: string; about: string; action?: ReactNode }) => (
  <div className="grid justify-items-center gap-2 px-4 py-12 text-center">
    <p className="text-title font-semibold">{title}</p>
    <p className="max-w-prose text-quiet">{about}</p>
    {action && <div className="mt-2">{action}</div>}
  </div>
);

/** An error, with a retry if it makes sense. */
export const Failure = ({ error, retry }: { error: Error; retry?: () => void }) => (
  <div
    role="alert"
    className="grid justify-items-start gap-2 rounded-panel border border-bad/40 bg-bad-ground p-4"
  >
    <p dir="auto" className="font-medium text-bad">
      {error.message}
    </p>
    {requestIdOf(error) && (
      <details className="max-w-full text-small text-quiet">
        <summary className="min-h-6 cursor-pointer">{text.common.details}</summary>
        <p className="[overflow-wrap:anywhere]">
          {text.common.requestId} <code className="font-mono">{requestIdOf(error)}</code>
        </p>
      </details>
    )}
    {retry && <Button onClick={retry}>{text.common.tryAgain}</Button>}
  </div>
);

const requestIdOf = (error: Error): string | undefined => (error as ApiError).requestId;

/** Placeholder rows in the frame of the coming list. `height` of a row and of the `head` in pixels. */
export const LoadingRows = ({ rows = 8, height, head }: { rows?: number; height: number; head?: number }) => (
  <div
    className="animate-pulse rounded-panel border border-line bg-panel *:border-b *:border-line *:last:border-b-0"
    role="status"
    aria-label={text.common.loading}
  >
    {head !== undefined && <div style={{ height: head }} />}
    {Array.from({ length: rows }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same.
      <div key={index} style={{ height }} className="grid content-center gap-2 px-4">
        <div className="h-4 w-1/2 rounded-control bg-sunken" />
        <div className="h-3 w-1/4 rounded-control bg-sunken" />
      </div>
    ))}
  </div>
);

/** Placeholder lines as high as the coming content, so that nothing jumps. */
export const Loading = ({ lines = 6 }: { lines?: number }) => (
  <div className="grid animate-pulse gap-3" role="status" aria-label={text.common.loading}>
    {Array.from({ length: lines }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same.
      <div key={index} className="h-6 rounded-control bg-sunken" />
    ))}
  </div>
);
