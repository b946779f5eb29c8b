import { Link, useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ListPath, listBefore, useBackToList } from './back-to-list.ts';

/** Above a thing: to the list that it stands in, as one left it. */
export function BackLink({ to, label }: { to: ListPath; label: string }) {
  const { parseSearch } = useRouter().options;
  const goBack = useBackToList(to);
  const before = listBefore(to);
  return (
    <Link
      to={to}
      search={(before ? parseSearch(before.search) : {}) as never}
      onClick={(event) => {
        // For another tab or window the address is enough.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        goBack();
      }}
      className="inline-flex min-h-8 items-center gap-1.5 justify-self-start text-quiet hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {label}
    </Link>
  );
}
