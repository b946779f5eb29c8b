import { ArrowUpRight, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ApiError } from '#shared/api/request.ts';
import { useTitle } from '#shared/hooks/use-title.ts';
import { text } from '#shared/strings/text.ts';
import { AboutPage } from './about-page.tsx';
import { Button } from './button.tsx';

export type PageProps = { title: string; about?: ReactNode; actions?: ReactNode; children: ReactNode };

/** Pages whose description was read once, by the name of this page: afterwards it is behind an icon. */
const READ = 'footnote-read-';

/** Whether the person sees this page for the first time. */
function useFirstVisit(): boolean {
  const [key] = useState(() => READ + location.pathname.split('/').slice(1, 3).join('/'));
  const [isFirst] = useState(() => localStorage.getItem(key) === null);
  useEffect(() => localStorage.setItem(key, 'true'), [key]);
  return isFirst;
}

/** The title of a page, also in the browser tab, with its actions, and its description for those who are new to it. */
export function PageHead({ title, about, actions }: Omit<PageProps, 'children'>) {
  useTitle(title);
  const isFirstVisit = useFirstVisit();
  return (
    <header className="grid gap-0.5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex min-h-8 min-w-0 flex-1 basis-48 items-center gap-1">
          <h1 dir="auto" className="text-display font-semibold [overflow-wrap:anywhere]">
            {title}
          </h1>
          {about && !isFirstVisit && <AboutPage>{about}</AboutPage>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {about && isFirstVisit && <p className="max-w-[80ch] text-quiet">{about}</p>}
    </header>
  );
}

/** A page with its head. */
export const Page = ({ children, ...head }: PageProps) => (
  <div className={`${PAGE} grid gap-4`}>
    <PageHead {...head} />
    {children}
  </div>
);

/** The edges of a page. Wide windows are used: lists need the room. */
export const PAGE = 'mx-auto w-full max-w-7xl px-4 py-5 sm:px-6 2xl:max-w-[96rem]';

export const Panel = ({
  title,
  actions,
  children,
}: {
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
}) => (
  <section className="rounded-panel border border-line bg-panel shadow-panel">
    {title && (
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-2 px-4 pt-2">
        <h2 className="text-title font-semibold">{title}</h2>
        {actions}
      </header>
    )}
    <div className={title ? 'px-4 pt-2 pb-4' : 'p-4'}>{children}</div>
  </section>
);

/** An empty state: what would be here, the next step, and where to read more.
 *  guide: the name of a guide below /docs/guides. */
export const Empty = ({
  icon: Icon,
  title,
  about,
  action,
  guide,
}: {
  icon?: LucideIcon;
  title: string;
  about: string;
  action?: ReactNode;
  guide?: string;
}) => (
  <div className="grid justify-items-center gap-1 px-4 py-12 text-center">
    {Icon && (
      <span className="mb-2 grid size-10 place-items-center rounded-panel border border-line bg-ground text-quiet shadow-panel">
        <Icon aria-hidden className="size-5" />
      </span>
    )}
    <p className="text-title font-semibold">{title}</p>
    <p className="max-w-prose text-body text-quiet">{about}</p>
    {action && <div className="mt-3">{action}</div>}
    {guide && (
      <a
        href={`/docs/guides/${guide}.md`}
        target="_blank"
        rel="noreferrer"
        className="mt-2 inline-flex min-h-6 items-center gap-1 text-body text-quiet underline-offset-2 hover:text-ink hover:underline"
      >
        {text.common.guide}
        <ArrowUpRight aria-hidden className="size-3.5 rtl:-scale-x-100" />
      </a>
    )}
  </div>
);

/** An error, with a retry if it makes sense. */
export const Failure = ({ error, retry }: { error: Error; retry?: () => void }) => (
  <div
    role="alert"
    className="grid justify-items-start gap-2 rounded-panel border border-bad/30 bg-bad-ground px-4 py-3 text-body"
  >
    <p className="font-medium text-bad">{error.message}</p>
    {requestIdOf(error) && (
      <details className="max-w-full text-body text-quiet">
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
    className="animate-pulse rounded-panel border border-line bg-panel shadow-panel *:border-b *:border-line *:last:border-b-0"
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
