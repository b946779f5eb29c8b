import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileText, MessagesSquare } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { buttonLook } from '#shared/components/button.tsx';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { Empty, Failure, Page } from '#shared/components/page.tsx';
import { Switch } from '#shared/components/switch.tsx';
import { formatNumber, formatPercent } from '#shared/format.ts';
import { text } from '#shared/strings/text.ts';
import { ConfidencePanel, LatencyPanel, MessagesPanel } from './chart-panels.tsx';
import { IndexingPanel, TopSources } from './list-panels.tsx';
import { OverviewLoading } from './overview-loading.tsx';
import { type OverviewData, overviewQuery } from './overview-query.ts';
import { SHOWED_NUMBERS } from './showed-numbers.ts';

const words = text.overview;

const PERIODS = [7, 30, 90] as const;

/** The numbers and charts of the workspace. */
export function Insights() {
  const [days, setDays] = useState<(typeof PERIODS)[number]>(30);
  const [withTests, setWithTests] = useState(false);
  const { data, error, refetch, isPlaceholderData } = useQuery(overviewQuery(days, withTests));
  useEffect(() => localStorage.setItem(SHOWED_NUMBERS, 'true'), []);
  return (
    <Page
      title={words.title}
      actions={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Switch
            label={text.common.includeTests}
            words={{ on: text.common.includeTests, off: text.common.includeTests }}
            isOn={withTests}
            change={setWithTests}
          />
          <FilterSelect
            label={words.period}
            value={String(days)}
            options={PERIODS.map((each) => ({ value: String(each), label: words.periods[each] }))}
            choose={(value) => setDays(PERIODS.find((each) => String(each) === value) ?? 30)}
          />
        </div>
      }
    >
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <OverviewLoading />}
      {data && (
        <div className={`grid grid-cols-[minmax(0,1fr)] gap-5 ${isPlaceholderData ? 'opacity-60' : ''}`}>
          <Content data={data} />
        </div>
      )}
    </Page>
  );
}

function Content({ data }: { data: OverviewData }) {
  const { processing, indexed, failed } = data.sources_by_status;
  if (data.messages === 0)
    return (
      <>
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
        <IndexingPanel data={data} />
      </>
    );
  return (
    <>
      <Facts data={data} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <MessagesPanel data={data} />
        <ConfidencePanel data={data} />
        <TopSources data={data} />
        <LatencyPanel data={data} />
      </div>
      <IndexingPanel data={data} />
    </>
  );
}

const NextStep = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={buttonLook()}>
    {children}
  </Link>
);

const Facts = ({
  data: { messages, mean_confidence, fallback_share, ratings, gaps },
}: {
  data: OverviewData;
}) => (
  <dl
    aria-label={words.facts}
    className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line sm:grid-cols-3 lg:grid-cols-5"
  >
    <Fact name={words.messages}>{formatNumber(messages)}</Fact>
    <Fact name={words.confidence}>{shareOf(mean_confidence)}</Fact>
    <Fact name={words.fallbacks}>{shareOf(fallback_share)}</Fact>
    <Fact name={words.gaps}>
      <Link to="/gaps" className="inline-block min-w-6 text-accent-ink hover:underline">
        {formatNumber(gaps)}
      </Link>
    </Fact>
    <Fact name={words.ratings} isWide>
      {words.rated({ up: ratings.up, down: ratings.down })}
    </Fact>
  </dl>
);

const Fact = ({ name, isWide, children }: { name: string; isWide?: boolean; children: ReactNode }) => (
  <div className={`bg-panel px-4 py-3 ${isWide ? 'col-span-2 lg:col-span-1' : ''}`}>
    <dt className="text-small text-quiet">{name}</dt>
    <dd className="text-figure font-semibold tracking-tight">{children}</dd>
  </div>
);

const shareOf = (share: number | undefined): string => (share === undefined ? '–' : formatPercent(share));
