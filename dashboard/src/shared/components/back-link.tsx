import { Link, useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ListPath, listBefore, useBackToList } from './use-back-to-list.ts';

/** A link back to the list, with the filters and scroll position it was left with. */
export function BackLink({ to, label }: { to: ListPath; label: string }) {
  const { parseSearch } = useRouter().options;
  const goBack = useBackToList(to);
  const before = listBefore(to);
  return (
    <Link
      to={to}
      search={(before ? parseSearch(before.search) : {}) as never}
      onClick={(event) => {
        // A new tab or window only needs the URL.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        goBack();
      }}
      className="inline-flex min-h-8 items-center gap-1.5 justify-self-start text-quiet hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
      {label}
    </Link>
  );
}
