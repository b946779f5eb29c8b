import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { conversationCountsQuery } from '#shared/api/conversation-counts.ts';
import { AgentFilter } from '#shared/components/agent-filter.tsx';
import { Button } from '#shared/components/button.tsx';
import { Chip } from '#shared/components/chip.tsx';
import { ClearFilters } from '#shared/components/clear-filters.tsx';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { SearchField } from '#shared/components/search-field.tsx';
import { formatDays } from '#shared/format.ts';
import { nameOfChannel } from '#shared/name-of-channel.ts';
import { locale } from '#shared/strings/language.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { assigneesQuery } from './conversation-queries.ts';
import type { ConversationFilters as Filters } from './conversation-search.ts';

const { conversations } = rooms;
const { handover } = rooms;
const { triage } = rooms;
const { verdicts } = rooms;

const words = triage.filters;

const languageNames = new Intl.DisplayNames(locale, { type: 'language' });
const nameOfLanguage = (code: string): string => languageNames.of(code) ?? code;

const STATES = ['open', 'resolved'] as const;
/** Filters that are always in sight. The others are below "More filters". */
const FIRST: readonly string[] = [
  'q',
  'state',
  'assignee',
  'tag',
  'replied',
  'answered',
  'band',
  'tests',
] satisfies (keyof Filters)[];
const HANDOVERS = ['open', 'assigned', 'resolved'] as const;

export type ChangeFilters = (changed: { [name in keyof Filters]?: string | undefined }) => void;

/** Finds conversations: a search, filters that are often used, and more of them on demand. */
export function ConversationFilterBar({
  filters,
  change,
  clear,
}: {
  filters: Filters;
  change: ChangeFilters;
  clear: () => void;
}) {
  const [asksForMore, setAsksForMore] = useState(false);
  const set = Object.keys(filters);
  // A filter that is set stays in sight.
  const setsMore = set.some((name) => !FIRST.includes(name));
  const showsMore = asksForMore || setsMore;
  const { data: counts } = useQuery(conversationCountsQuery);
  const { data: people = [] } = useQuery(assigneesQuery);
  return (
    <search aria-label={text.common.filters.label} className="grid grid-cols-1 gap-2">
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center">
        <SearchField
          label={triage.search}
          placeholder={triage.searchHint}
          value={filters.q}
          maxLength={LIMITS.conversationSearchCharacters}
          change={(q) => change({ q })}
          className="col-span-2 min-w-0 sm:flex-1 sm:basis-60"
        />
        <FilterSelect
          label={words.state}
          value={filters.state}
          options={[
            { value: '', label: words.anyState },
            ...STATES.map((state) => ({
              value: state,
              label: words.option({ name: triage.states[state], count: counts?.[state] ?? 0 }),
            })),
          ]}
          choose={(state) => change({ state })}
        />
        <FilterSelect
          label={words.assignee}
          value={filters.assignee}
          options={[
            { value: '', label: words.anyAssignee },
            { value: 'me', label: words.me },
            { value: 'none', label: words.noOne },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          choose={(assignee) => change({ assignee })}
        />
        <FilterSelect
          label={words.tag}
          value={filters.tag}
          options={[
            { value: '', label: words.anyTag },
            ...withChosen(
              filters.tag,
              counts?.tags.map(({ tag, count }) => [tag, count] as const),
            ).map(([tag, count]) => ({ value: tag, label: words.option({ name: tag, count }) })),
          ]}
          choose={(tag) => change({ tag })}
        />
        {!setsMore && (
          <Button look="quiet" aria-expanded={showsMore} onClick={() => setAsksForMore(!showsMore)}>
            <SlidersHorizontal aria-hidden className="size-4" />
            {showsMore ? words.fewer : words.more}
          </Button>
        )}
        {set.length > 0 && <ClearFilters clear={clear} />}
      </div>
      <FromNumbers filters={filters} change={change} />
      {showsMore && <MoreFilters filters={filters} change={change} />}
    </search>
  );
}

/** Filters that come with a link, such as from a number of the overview: they can be removed. */
function FromNumbers({
  filters: { replied, answered, band, tests },
  change,
}: {
  filters: Filters;
  change: ChangeFilters;
}) {
  const [first = '', last = first] = replied?.split('..') ?? [];
  const [from = 0, to = 0] = band?.split('-').map(Number) ?? [];
  const chosen = [
    replied && ['replied', words.replied({ days: formatDays(first, last) })],
    answered && ['answered', answered === 'no' ? words.fallback : words.noFallback],
    band && ['band', words.band({ from, to: to / 100 })],
    tests && ['tests', words.withoutTests],
  ].filter((each) => each !== undefined && each !== '');
  if (chosen.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-1.5">
      {(chosen as [string, string][]).map(([name, label]) => (
        <Chip
          key={name}
          text={label}
          removeLabel={text.common.filters.remove({ label })}
          remove={() => change({ [name]: undefined })}
        />
      ))}
    </p>
  );
}

/** The counted values, and the chosen one if it has no conversation any more. */
const withChosen = (
  chosen: string | undefined,
  counted: readonly (readonly [string, number])[] = [],
): readonly (readonly [string, number])[] =>
  chosen === undefined || counted.some(([value]) => value === chosen) ? counted : [[chosen, 0], ...counted];

function MoreFilters({ filters, change }: { filters: Filters; change: ChangeFilters }) {
  const { data: counts } = useQuery(conversationCountsQuery);
  return (
    <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center">
      <AgentFilter value={filters.agent} choose={(agent) => change({ agent })} />
      <FilterSelect
        label={words.channel}
        value={filters.channel}
        options={[
          { value: '', label: words.anyChannel },
          ...withChosen(
            filters.channel,
            counts?.channels.map(({ channel, count }) => [channel, count] as const),
          ).map(([channel, count]) => ({
            value: channel,
            label: words.option({ name: nameOfChannel(channel), count }),
          })),
        ]}
        choose={(channel) => change({ channel })}
      />
      <FilterSelect
        label={words.language}
        value={filters.language}
        options={[
          { value: '', label: words.anyLanguage },
          ...withChosen(
            filters.language,
            counts?.languages.map(({ language, count }) => [language, count] as const),
          ).map(([language, count]) => ({
            value: language,
            label: words.option({ name: nameOfLanguage(language), count }),
          })),
        ]}
        choose={(language) => change({ language })}
      />
      <FilterSelect
        label={conversations.filters.rating}
        value={filters.rating}
        options={[
          { value: '', label: conversations.filters.allRatings },
          { value: 'up', label: conversations.filters.up },
          { value: 'down', label: conversations.filters.down },
        ]}
        choose={(rating) => change({ rating })}
      />
      <FilterSelect
        label={verdicts.filter}
        value={filters.verdict}
        options={[
          { value: '', label: verdicts.any },
          ...Object.entries(verdicts.with).map(([value, label]) => ({ value, label })),
        ]}
        choose={(verdict) => change({ verdict })}
      />
      <FilterSelect
        label={conversations.filters.confidence}
        value={filters.confidence}
        options={[
          { value: '', label: conversations.filters.allConfidences },
          { value: 'low', label: conversations.filters.low },
        ]}
        choose={(confidence) => change({ confidence })}
      />
      <FilterSelect
        label={handover.filter}
        value={filters.handover}
        options={[
          { value: '', label: handover.all },
          ...HANDOVERS.map((value) => ({ value, label: handover.statuses[value] })),
        ]}
        choose={(status) => change({ handover: status })}
      />
      <DayField
        label={words.from}
        value={filters.from}
        max={filters.to}
        change={(from) => change({ from })}
      />
      <DayField label={words.to} value={filters.to} min={filters.from} change={(to) => change({ to })} />
      <FilterSelect
        label={words.order}
        value={filters.order}
        options={[
          { value: '', label: words.newest },
          { value: 'asc', label: words.oldest },
        ]}
        choose={(order) => change({ order })}
      />
    </div>
  );
}

const DayField = ({
  label,
  value,
  change,
  ...range
}: {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  change: (day: string | undefined) => void;
}) => (
  <label className="flex min-w-0 items-center gap-2 text-small text-quiet">
    {label}
    <input
      type="date"
      value={value ?? ''}
      {...range}
      onChange={({ target }) => change(target.value || undefined)}
      className="min-h-9 min-w-0 flex-1 rounded-control border border-strong-line/70 bg-panel px-2 text-ink"
    />
  </label>
);
