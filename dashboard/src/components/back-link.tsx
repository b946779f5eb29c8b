import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';

type ListPath = '/agents' | '/conversations' | '/sources' | '/sources/crawls' | '/settings/webhooks';

/** Above a thing: to the list that it stands in. */
export const BackLink = ({ to, label }: { to: ListPath; label: string }) => (
  <Link
    to={to}
    className="inline-flex min-h-8 items-center gap-1.5 justify-self-start text-quiet hover:text-ink"
  >
    <ArrowLeft aria-hidden className="size-4" />
    {label}
  </Link>
);
