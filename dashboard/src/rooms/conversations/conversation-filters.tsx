import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { agentsQuery } from '#shared/api/agent-queries.ts';
import { AgentFilter } from '#shared/components/agent-filter.tsx';
import { Button } from '#shared/components/button.tsx';
import { Chip } from '#shared/components/chip.tsx';
import { ClearFilters } from '#shared/components/clear-filters.tsx';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { SearchField } from '#shared/components/search-field.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { locale } from '#shared/strings/language.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { assigneesQuery, conversationCountsQuery } from './conversation-queries.ts';
import type { ConversationFilters as Filters } from './conversation-search.ts';
import { nameOfChannel } from './name-of-channel.ts';

const agentWords = rooms.agents;
const { conversations } = rooms;
const { handover } = rooms;
const { triage } = rooms;
const { verdicts } = rooms;

const words = triage.filters;

const languageNames = new Intl.DisplayNames(locale, { type: 'language' });
const nameOfLanguage = (code: string): string => languageNames.of(code) ?? code;

const STATES = ['open', 'resolved'] as const;
const HANDOVERS = ['open', 'assigned', 'resolved'] as const;

export type ChangeFilters = (changed: { [name in keyof Filters]?: string | undefined }) => void;

/** Finds conversations: a search, filters that are often used, more of them on demand, and a chip for each that is set. */
export function ConversationFilterBar({
  filters,
  change,
  clear,
}: {
  filters: Filters;
  change: ChangeFilters;
  clear: () => void;
}) {
  const [showsMore, setShowsMore] = useState(false);
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
        <Button look="quiet" aria-expanded={showsMore} onClick={() => setShowsMore(!showsMore)}>
          <SlidersHorizontal aria-hidden className="size-4" />
          {showsMore ? words.fewer : words.more}
        </Button>
      </div>
      {showsMore && <MoreFilters filters={filters} change={change} />}
      <Chips filters={filters} change={change} clear={clear} />
    </search>
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

/** One for each filter that is set. */
function Chips({ filters, change, clear }: { filters: Filters; change: ChangeFilters; clear: () => void }) {
  const { id: me } = useAccount();
  const { data: people = [] } = useQuery(assigneesQuery);
  const { data: agents = [] } = useQuery(agentsQuery);
  const nameIn = (all: readonly { id: string; name: string }[], id: string): string =>
    all.find((each) => each.id === id)?.name ?? id;
  const shown: { [Name in keyof Filters]-?: [label: string, say: (value: string) => string] } = {
    q: [triage.search, (value) => value],
    state: [words.state, (value) => triage.states[value as 'open'] ?? value],
    assignee: [
      words.assignee,
      (value) =>
        value === 'me' || value === me ? words.me : value === 'none' ? words.noOne : nameIn(people, value),
    ],
    tag: [words.tag, (value) => value],
    agent: [agentWords.filter, (value) => nameIn(agents, value)],
    channel: [words.channel, nameOfChannel],
    language: [words.language, nameOfLanguage],
    rating: [
      conversations.filters.rating,
      (value) => (value === 'up' ? conversations.filters.up : conversations.filters.down),
    ],
    verdict: [verdicts.filter, (value) => verdicts.with[value as 'right'] ?? value],
    confidence: [conversations.filters.confidence, () => conversations.filters.low],
    handover: [handover.filter, (value) => handover.statuses[value as 'open'] ?? value],
    from: [words.from, (value) => value],
    to: [words.to, (value) => value],
    order: [words.order, () => words.oldest],
  };
  const set = (Object.keys(shown) as (keyof Filters)[]).filter((name) => filters[name] !== undefined);
  if (set.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {set.map((name) => {
        const [label, say] = shown[name];
        const chip = words.chip({ filter: label, value: say(filters[name] ?? '') });
        return (
          <Chip
            key={name}
            text={chip}
            removeLabel={words.remove({ filter: chip })}
            remove={() => change({ [name]: undefined })}
          />
        );
      })}
      <ClearFilters clear={clear} />
    </div>
  );
}
