import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide-react';
import { type Limits, limitsQuery } from '#shared/api/limits.ts';
import { Failure, Loading, Panel } from '#shared/components/page.tsx';
import { SettingsPage } from '#shared/components/settings-page.tsx';
import { Table } from '#shared/components/table.tsx';
import { formatBytes, formatNumber } from '#shared/format.ts';
import { rooms } from '#shared/strings/rooms.ts';

const { limitNames } = rooms;
const { settings } = rooms;

const words = settings.limits;

export function LimitsPage() {
  const { data, isPending, error, refetch } = useQuery(limitsQuery);
  return (
    <SettingsPage title={words.title} about={words.about}>
      {isPending && <Loading lines={10} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <>
          <Panel title={words.rates}>
            <Rates rates={data.rate_limits} />
          </Panel>
          <Panel title={words.sizes}>
            <LimitTable
              rows={namesOf(limitNames.sizes).map(([name, spoken]) => [
                spoken,
                formatLimit(name, data.sizes[name]),
              ])}
            />
            <a
              href="/docs/guides/limits.md#all-sizes"
              target="_blank"
              rel="noreferrer"
              className="mt-3 inline-flex min-h-6 items-center gap-1 text-quiet underline-offset-2 hover:text-ink hover:underline"
            >
              {words.all}
              <ArrowUpRight aria-hidden className="size-3.5 rtl:-scale-x-100" />
            </a>
          </Panel>
        </>
      )}
    </SettingsPage>
  );
}

const Rates = ({ rates }: { rates: Limits['rate_limits'] }) => (
  <>
    <p className="mb-2 text-quiet">
      {rates.enabled ? words.ratesAbout({ seconds: rates.window_seconds }) : words.ratesOff}
    </p>
    {rates.enabled && (
      <LimitTable
        rows={[
          ...namesOf(limitNames.rates).map(([name, spoken]): [string, string] => [
            spoken,
            formatNumber(rates.requests[name]),
          ]),
          [words.failed, formatNumber(rates.failed_authentications)],
          [words.chats, formatNumber(rates.concurrent_chats)],
          [words.streams, formatNumber(rates.open_streams)],
        ]}
      />
    )}
  </>
);

const LimitTable = ({ rows }: { rows: [name: string, most: string][] }) => (
  <Table titles={[words.what, words.most]} rows={rows.map((cells) => ({ key: cells[0], cells }))} />
);

const namesOf = <Name extends string>(names: Record<Name, string>) =>
  Object.entries(names) as [Name, string][];

/** In the unit of the name's suffix. */
function formatLimit(name: string, most: number): string {
  if (name.endsWith('_bytes')) return formatBytes(most);
  if (name.endsWith('_characters')) return words.characters({ count: most });
  return formatNumber(most);
}
