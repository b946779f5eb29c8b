import { Link } from '@tanstack/react-router';
import { text } from '../strings.ts';
import { Empty } from './page.tsx';
import { useTitle } from './use-title.ts';

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
