import { Link } from '@tanstack/react-router';
import { Empty } from '#shared/components/page.tsx';
import { useTitle } from '#shared/hooks/use-title.ts';
import { text } from '#shared/strings/text.ts';

export function NotFound() {
  useTitle(text.common.notFound);
  return (
    <Empty
      title={text.common.notFound}
      about={text.common.notFoundAbout}
      action={
        <Link
          to="/"
          className="inline-flex min-h-9 items-center rounded-control border border-strong-line/60 px-3 font-medium hover:bg-sunken"
        >
          {text.common.home}
        </Link>
      }
    />
  );
}
