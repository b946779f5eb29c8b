import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { conversationCountsQuery } from '#shared/api/conversation-counts.ts';
import { AgentFilter } from '#shared/components/agent-filter.tsx';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { Switch } from '#shared/components/switch.tsx';
import { nameOfChannel } from '#shared/name-of-channel.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import type { OverviewFilters } from './overview-search.ts';
import { words } from './overview-words.ts';

const { triage } = rooms;

/** 30 days are the default and have no value in the URL. */
const PERIODS = [
  { value: '7', label: words.periods[7] },
  { value: '30', label: words.periods[30] },
  { value: '90', label: words.periods[90] },
];

/** Which conversations the overview counts. */
export function FilterBar({ filters }: { filters: OverviewFilters }) {
  const navigate = useNavigate({ from: '/' });
  const change = (changed: Record<string, string | undefined>): void =>
    void navigate({ search: (before) => ({ ...before, ...changed }) as never, replace: true });
  const { data: counts } = useQuery({ ...conversationCountsQuery, refetchInterval: false });
  const channels = counts?.channels.map(({ channel }) => channel) ?? [];
  const shown = filters.channel && !channels.includes(filters.channel) ? [filters.channel] : [];
  return (
    <search aria-label={text.common.filters.label} className="flex flex-wrap items-center gap-2">
      <AgentFilter value={filters.agent} choose={(agent) => change({ agent })} />
      <FilterSelect
        label={triage.filters.channel}
        value={filters.channel}
        options={[
          { value: '', label: triage.filters.anyChannel },
          ...[...shown, ...channels].map((channel) => ({ value: channel, label: nameOfChannel(channel) })),
        ]}
        choose={(channel) => change({ channel })}
      />
      <FilterSelect
        label={words.period}
        value={filters.days ?? '30'}
        options={PERIODS}
        choose={(days) => change({ days: days === '30' ? undefined : days })}
      />
      <Switch
        label={text.common.includeTests}
        words={{ on: text.common.includeTests, off: text.common.includeTests }}
        isOn={filters.include === 'tests'}
        change={(isOn) => change({ include: isOn ? 'tests' : undefined })}
      />
    </search>
  );
}
