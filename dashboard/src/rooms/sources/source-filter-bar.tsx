import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '#server/isomorphic/limits.ts';
import type { KnowledgeBase } from '#shared/api/knowledge-base-queries.ts';
import { ClearFilters } from '#shared/components/clear-filters.tsx';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { SearchField } from '#shared/components/search-field.tsx';
import type { Source } from '#shared/sources/source.ts';
import { sourceCountsQuery } from '#shared/sources/source-queries.ts';
import { type SourceFilters as Filters, STATUSES, TYPES } from '#shared/sources/source-search.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';

const { addSources } = text;
const words = rooms.sources;

/** `change`: undefined removes a filter. */
export function SourceFilterBar({
  filters,
  knowledgeBases,
  change,
}: {
  filters: Filters;
  knowledgeBases: readonly KnowledgeBase[];
  change: (filters: { [name in keyof Filters]?: Filters[name] | undefined }) => void;
}) {
  const { data: counts } = useQuery(sourceCountsQuery);
  const option = (value: string, label: string, count: number | undefined) => ({
    value,
    label,
    count,
  });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <search className="flex flex-wrap items-center gap-2" aria-label={text.common.filters.label}>
      <SearchField
        label={words.filters.search}
        value={filters.q}
        maxLength={LIMITS.nameCharacters}
        change={(q) => change({ q })}
        className="w-full sm:w-64"
      />
      <FilterSelect
        label={words.filters.status}
        value={filters.status}
        options={[
          { value: '', label: words.filters.allStatuses },
          ...STATUSES.map((status) =>
            option(status, addSources.status[status], counts?.by_status[status] ?? 0),
          ),
        ]}
        choose={(status) => change({ status: status as Source['status'] | undefined })}
      />
      <FilterSelect
        label={words.filters.type}
        value={filters.type}
        options={[
          { value: '', label: words.filters.allTypes },
          ...TYPES.map((type) => option(type, words.type[type], counts?.by_type[type] ?? 0)),
        ]}
        choose={(type) => change({ type: type as Source['type'] | undefined })}
      />
      <FilterSelect
        label={words.filters.tag}
        value={filters.tag}
        options={[
          { value: '', label: words.filters.allTags },
          ...withChosen(filters.tag, counts?.tags ?? []).map(({ tag, count }) => option(tag, tag, count)),
        ]}
        choose={(tag) => change({ tag })}
      />
      {(knowledgeBases.length > 1 || filters.knowledge_base) && (
        <FilterSelect
          label={words.filters.knowledgeBase}
          value={filters.knowledge_base}
          options={[
            { value: '', label: words.filters.allKnowledgeBases },
            ...knowledgeBases.map(({ id, name }) => option(id, name, counts?.by_knowledge_base[id] ?? 0)),
          ]}
          choose={(knowledge_base) => change({ knowledge_base })}
        />
      )}
      {isFiltered && (
        <ClearFilters
          clear={() =>
            change({
              q: undefined,
              status: undefined,
              type: undefined,
              tag: undefined,
              knowledge_base: undefined,
            })
          }
        />
      )}
    </search>
  );
}

/** The tag in the URL may not be among the most used ones. */
const withChosen = (
  chosen: string | undefined,
  tags: readonly { tag: string; count: number }[],
): readonly { tag: string; count: number | undefined }[] =>
  chosen === undefined || tags.some(({ tag }) => tag === chosen)
    ? tags
    : [{ tag: chosen, count: undefined }, ...tags];
