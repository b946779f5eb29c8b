import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { CitationDesk } from '#shared/chat/citation-desk.tsx';
import { Button } from '#shared/components/button.tsx';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { Empty } from '#shared/components/page.tsx';
import { TagsField } from '#shared/components/tags-field.tsx';
import { explain } from '#shared/components/tooltip.ts';
import { formatDecimal } from '#shared/format.ts';
import { SourcePicker } from '#shared/sources/source-picker.tsx';
import { sourceCountsQuery } from '#shared/sources/source-queries.ts';
import { rooms } from '#shared/strings/rooms.ts';
import {
  MODES,
  MOST_RESULTS,
  MOST_SOURCES,
  type Mode,
  type PlaygroundSearch,
  USUAL_LIMIT,
} from './playground-search.ts';
import { ResultColumn } from './result-column.tsx';

const words = rooms.playground;
const { sources } = rooms;

type Change = (change: { [name in keyof PlaygroundSearch]?: PlaygroundSearch[name] | undefined }) => void;

const REST_MS = 300;

/** Search in three modes side by side. */
export function SearchPlayground() {
  const search = useSearch({ from: '/inside/playground' });
  const navigate = useNavigate({ from: '/playground' });
  const change: Change = (changed) =>
    void navigate({ search: (before) => ({ ...before, tab: 'search', ...changed }) as never, replace: true });
  // The URL follows once the slider rests: browsers limit URL changes.
  const [min, setMin] = useState(search.min ?? 0);
  const keepMin = useEffectEvent(() => {
    if (min !== (search.min ?? 0)) change({ min: min || undefined });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every move begins the pause anew.
  useEffect(() => {
    const timer = setTimeout(keepMin, REST_MS);
    return () => clearTimeout(timer);
  }, [min]);
  return (
    <div className="grid gap-4">
      <SearchForm key={search.q} search={search} change={change} />
      <Filters search={search} change={change} min={min} changeMin={setMin} />
      {search.q === undefined ? (
        <div className="rounded-panel border border-line bg-panel shadow-panel">
          <Empty icon={Search} guide="search" title={words.start} about={words.startAbout} />
        </div>
      ) : (
        <CitationDesk>
          <div
            className={`grid items-start gap-4 ${search.mode ? '' : 'lg:not-in-data-[sheet=open]:grid-cols-3'}`}
          >
            {(search.mode ? [search.mode] : MODES).map((mode) => (
              <ResultColumn
                key={mode}
                mode={mode}
                search={search}
                min={min}
                onlySource={(source) => change({ sources: [source] })}
              />
            ))}
          </div>
          <p className="text-small text-quiet">{words.marksAbout}</p>
        </CitationDesk>
      )}
    </div>
  );
}

function SearchForm({ search, change }: { search: PlaygroundSearch; change: Change }) {
  const [typed, setTyped] = useState(search.q ?? '');
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        change({ q: typed.trim() || undefined });
      }}
    >
      <label className="relative min-w-0 grow">
        <span className="sr-only">{words.query}</span>
        <Search aria-hidden className="absolute top-3 start-3 size-4 text-quiet" />
        <input
          type="search"
          value={typed}
          maxLength={LIMITS.queryCharacters}
          placeholder={words.placeholder}
          onChange={(event) => setTyped(event.target.value)}
          className="min-h-10 w-full rounded-control border border-field bg-panel pe-2 ps-9 placeholder:text-quiet"
        />
      </label>
      <Button type="submit" look="primary" disabled={typed.trim() === ''}>
        {words.search}
      </Button>
    </form>
  );
}

function Filters({
  search,
  change,
  min,
  changeMin,
}: {
  search: PlaygroundSearch;
  change: Change;
  min: number;
  changeMin: (min: number) => void;
}) {
  const { data: bases = [] } = useQuery(knowledgeBasesQuery);
  const { data: counts } = useQuery(sourceCountsQuery);
  const limit = search.limit ?? USUAL_LIMIT;
  return (
    <div className="flex flex-wrap items-end gap-x-2 gap-y-3">
      <FilterSelect
        label={words.show}
        value={search.mode}
        options={[
          { value: '', label: words.modes.all },
          ...MODES.map((mode) => ({ value: mode, label: words.modes[mode] })),
        ]}
        choose={(mode) => change({ mode: mode as Mode | undefined })}
      />
      {(bases.length > 1 || search.base) && (
        <FilterSelect
          label={sources.filters.knowledgeBase}
          value={search.base}
          options={[
            { value: '', label: sources.filters.allKnowledgeBases },
            ...bases.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          choose={(base) => change({ base })}
        />
      )}
      <FilterSelect
        label={words.limit}
        value={String(limit)}
        options={[
          ...[1, 3, USUAL_LIMIT, 10, MOST_RESULTS].map((each) => ({
            value: String(each),
            label: String(each),
          })),
        ]}
        choose={(chosen) => change({ limit: Number(chosen) === USUAL_LIMIT ? undefined : Number(chosen) })}
      />
      <div className="grid gap-1 px-2" {...explain(words.minScoreAbout)}>
        <span aria-hidden className="flex justify-between gap-4 text-small text-quiet">
          {words.minScore}
          <span className="font-medium text-ink">{formatDecimal(min)}</span>
        </span>
        <input
          type="range"
          aria-label={words.minScore}
          min={0}
          max={1}
          step={0.01}
          value={min}
          onChange={({ target: { valueAsNumber } }) => changeMin(valueAsNumber)}
          className="h-8 w-44 accent-accent"
        />
      </div>
      <SourcePicker
        chosen={search.sources ?? []}
        most={MOST_SOURCES}
        base={search.base}
        change={(sources) => change({ sources: sources.length > 0 ? sources : undefined })}
      />
      <div className="min-w-56 flex-1 text-small">
        <div className="grid gap-1 [&_label]:font-normal [&_label]:text-quiet">
          <TagsField
            label={words.tags}
            tags={search.tags ?? []}
            known={counts?.tags.map(({ tag }) => tag) ?? []}
            change={(tags) => change({ tags: tags.length > 0 ? tags : undefined })}
          />
        </div>
      </div>
    </div>
  );
}
