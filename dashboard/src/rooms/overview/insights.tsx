import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { FileText, MessagesSquare } from 'lucide-react';
import { type ReactNode, Suspense, useEffect } from 'react';
import { buttonLook } from '#shared/components/button.tsx';
import { Empty, Failure, Page } from '#shared/components/page.tsx';
import { lazyPart } from '#shared/lazy-part.ts';
import { text } from '#shared/strings/text.ts';
import { AttentionPanel } from './attention-panel.tsx';
import { ConfidencePanel, LatencyPanel, MessagesPanel } from './chart-panels.tsx';
import { IndexingLine, TopSources } from './list-panels.tsx';
import { OverviewLoading } from './overview-loading.tsx';
import { type OverviewData, overviewQuery } from './overview-query.ts';
import type { OverviewFilters } from './overview-search.ts';
import { words } from './overview-words.ts';
import { SHOWED_NUMBERS } from './showed-numbers.ts';
import { Tiles } from './tiles.tsx';

const FilterBar = lazyPart(() => import('./filter-bar.tsx'), 'FilterBar');

/** The numbers and charts of the workspace: whether it is going well, and what needs someone. */
export function Insights() {
  const filters = useSearch({ from: '/inside/' });
  const { data, error, refetch, isPlaceholderData } = useQuery(overviewQuery(filters));
  useEffect(() => localStorage.setItem(SHOWED_NUMBERS, 'true'), []);
  return (
    <Page
      title={text.common.nav.overview}
      actions={
        // As high as the filters, whose words arrive later.
        <div className="min-h-8">
          <Suspense>
            <FilterBar filters={filters} />
          </Suspense>
        </div>
      }
    >
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <OverviewLoading />}
      {data && (
        <div className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${isPlaceholderData ? 'opacity-60' : ''}`}>
          <Content data={data} filters={filters} />
        </div>
      )}
    </Page>
  );
}

function Content({ data, filters }: { data: OverviewData; filters: OverviewFilters }) {
  const { processing, indexed, failed } = data.sources_by_status;
  if (data.messages === 0)
    return (
      <>
        <AttentionPanel />
        <div className="rounded-panel border border-line bg-panel shadow-panel">
          {processing + indexed + failed === 0 ? (
            <Empty
              icon={FileText}
              guide="sources"
              title={words.noSources}
              about={words.noSourcesAbout}
              action={<NextStep to="/sources">{words.toSources}</NextStep>}
            />
          ) : (
            <Empty
              icon={MessagesSquare}
              guide="chat"
              title={words.noMessages}
              about={words.noMessagesAbout}
              action={<NextStep to="/agents">{words.toAgents}</NextStep>}
            />
          )}
        </div>
        <IndexingLine data={data} />
      </>
    );
  return (
    <>
      <Tiles data={data} filters={filters} />
      {/* On phones, what needs someone comes first. */}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2 lg:row-start-1">
          <AttentionPanel />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <MessagesPanel data={data} filters={filters} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[repeat(2,minmax(0,1fr))]">
            <ConfidencePanel data={data} filters={filters} />
            <LatencyPanel data={data} />
          </div>
        </div>
        <div className="lg:col-start-2 lg:row-start-2">
          <TopSources data={data} />
        </div>
      </div>
      <IndexingLine data={data} />
    </>
  );
}

const NextStep = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={buttonLook()}>
    {children}
  </Link>
);
