import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { rooms } from '#shared/strings/rooms.ts';
import { sourceQuery } from './source-queries.ts';

const words = rooms.pinnedAnswers;

/** Sources that are shown; the others are counted. */
const SHOWN = 3;

/** The names of sources, each a link to its page. */
export function SourceNames({ ids }: { ids: readonly string[] }) {
  const shown = ids.slice(0, SHOWN);
  const named = useQueries({ queries: shown.map((id) => sourceQuery(id)) });
  return (
    <>
      {shown.map((id, index) => (
        <Link
          key={id}
          to="/sources/$id"
          params={{ id }}
          preload={false}
          dir="auto"
          className="inline-flex min-h-6 max-w-60 items-center underline hover:text-ink"
        >
          <span className="truncate">{named[index]?.data?.name ?? (named[index]?.isError ? id : '…')}</span>
        </Link>
      ))}
      {ids.length > SHOWN && <span>{words.moreSources({ count: ids.length - SHOWN })}</span>}
    </>
  );
}
