import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Folder } from 'lucide-react';
import { Failure, Loading } from '#shared/components/page.tsx';
import { POPUP_ITEM } from '#shared/components/popup.ts';
import { formatNumber } from '#shared/format.ts';
import { foldersQuery } from '#shared/sources/source-queries.ts';
import type { SourceFilters } from '#shared/sources/source-search.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.sources.folders;

/** The way to a folder, and the folders in it. Opening one narrows down the list behind. */
export function FolderPanel({
  filters,
  choose,
}: {
  filters: SourceFilters;
  choose: (prefix: string | undefined) => void;
}) {
  const { folder = '' } = filters;
  const folders = useQuery(foldersQuery(filters));
  const steps = folder.split('/').filter((step, index, all) => step !== '' || index < all.length - 1);
  return (
    <div className="grid gap-1 p-2">
      <nav aria-label={words.path} className="flex flex-wrap items-center gap-0.5 px-1 text-small">
        <Step name={words.all} isLast={folder === ''} choose={() => choose(undefined)} />
        {steps.map((step, index) => {
          const prefix = `${steps.slice(0, index + 1).join('/')}/`;
          return (
            <span key={prefix} className="inline-flex min-w-0 items-center gap-0.5">
              <ChevronRight aria-hidden className="size-3 shrink-0 text-quiet rtl:-scale-x-100" />
              <Step name={step} isLast={index === steps.length - 1} choose={() => choose(prefix)} />
            </span>
          );
        })}
      </nav>
      {folders.isPending && <Loading lines={3} />}
      {folders.error && <Failure error={folders.error} retry={() => void folders.refetch()} />}
      {folders.data?.length === 0 && (
        <p className="px-2 py-2 text-quiet">{folder === '' ? words.none : words.noneInside}</p>
      )}
      <ul className="max-h-72 overflow-y-auto" aria-label={words.label}>
        {folders.data?.map(({ prefix, count }) => (
          <li key={prefix}>
            <button
              type="button"
              onClick={() => choose(prefix)}
              className={`${POPUP_ITEM} w-full cursor-pointer! text-start hover:bg-sunken`}
            >
              <Folder aria-hidden className="size-4 shrink-0 text-quiet" />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {prefix.slice(folder.length, -1) || '/'}
              </span>
              <span className="text-small text-quiet">{formatNumber(count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const Step = ({ name, isLast, choose }: { name: string; isLast: boolean; choose: () => void }) =>
  isLast ? (
    <span dir="auto" aria-current="true" className="min-h-6 max-w-40 truncate px-1 py-0.5 font-medium">
      {name}
    </span>
  ) : (
    <button
      type="button"
      onClick={choose}
      dir="auto"
      className="min-h-6 max-w-40 truncate rounded-small px-1 text-accent-ink hover:underline"
    >
      {name}
    </button>
  );
