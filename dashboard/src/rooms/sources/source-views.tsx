import { useQuery } from '@tanstack/react-query';
import { sourceCountsQuery } from '#shared/sources/source-queries.ts';
import { readSourceFilters, type SourceFilters } from '#shared/sources/source-search.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { type ViewedList, ViewTabs } from '#shared/table/view-tabs.tsx';

const words = rooms.sources.views;

const LIST: ViewedList<SourceFilters> = {
  resource: 'sources',
  path: '/sources',
  parameter: 'saved',
  read: readSourceFilters,
  removeAbout: words.removeAbout,
};

/** The views of the sources. */
export function SourceViews({ filters, viewId }: { filters: SourceFilters; viewId: string | undefined }) {
  const { data: counts } = useQuery(sourceCountsQuery);
  return (
    <ViewTabs
      list={LIST}
      builtIn={[
        { name: words.all, filters: {} },
        {
          name: text.addSources.status.failed,
          filters: { status: 'failed' },
          count: counts?.by_status.failed,
        },
        { name: words.recent, filters: { sort: '-updated_at' } },
      ]}
      filters={filters}
      viewId={viewId}
    />
  );
}
