import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '#server/isomorphic/limits.ts';
import type { KnowledgeBase } from '#shared/api/knowledge-base-queries.ts';
import { SearchField } from '#shared/components/search-field.tsx';
import type { Source } from '#shared/sources/source.ts';
import { sourceCountsQuery } from '#shared/sources/source-queries.ts';
import { type SourceFilters as Chosen, isFiltered, STATUSES, TYPES } from '#shared/sources/source-search.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { type Filter, Filters } from '#shared/table/filters.tsx';
import { FolderPanel } from './folder-panel.tsx';
import { MetadataPanel } from './metadata-panel.tsx';

const { addSources } = text;
const words = rooms.sources;

/** `change`: undefined removes a filter. */
export type ChangeSourceFilters = (filters: { [name in keyof Chosen]?: Chosen[name] | undefined }) => void;

/** Search and filters of the list. base: the only knowledge base that it is of, which is no filter then. */
export function SourceFilters({
  filters,
  knowledgeBases,
  base,
  change,
}: {
  filters: Chosen;
  knowledgeBases: readonly KnowledgeBase[];
  base: string | undefined;
  change: ChangeSourceFilters;
}) {
  const { data: counts } = useQuery(sourceCountsQuery);
  const { status, type, tag, knowledge_base, folder, metadata } = filters;
  const own: Filter[] = [
    {
      label: words.filters.status,
      value: status && addSources.status[status],
      chosen: status,
      options: STATUSES.map((value) => ({
        value,
        label: addSources.status[value],
        count: base ? undefined : (counts?.by_status[value] ?? 0),
      })),
      choose: (value) => change({ status: value as Source['status'] }),
      clear: () => change({ status: undefined }),
    },
    {
      label: words.filters.type,
      value: type && words.type[type],
      chosen: type,
      options: TYPES.map((value) => ({
        value,
        label: words.type[value],
        count: base ? undefined : (counts?.by_type[value] ?? 0),
      })),
      choose: (value) => change({ type: value as Source['type'] }),
      clear: () => change({ type: undefined }),
    },
    {
      label: words.filters.tag,
      value: tag,
      chosen: tag,
      options: withChosen(tag, counts?.tags ?? []).map(({ tag: value, count }) => ({
        value,
        label: value,
        count: base ? undefined : count,
      })),
      choose: (value) => change({ tag: value }),
      clear: () => change({ tag: undefined }),
    },
    ...(base === undefined && (knowledgeBases.length > 1 || knowledge_base)
      ? [
          {
            label: words.filters.knowledgeBase,
            value:
              knowledge_base &&
              (knowledgeBases.find(({ id }) => id === knowledge_base)?.name ?? knowledge_base),
            chosen: knowledge_base,
            options: knowledgeBases.map(({ id, name }) => ({
              value: id,
              label: name,
              count: counts?.by_knowledge_base[id] ?? 0,
            })),
            choose: (value: string) => change({ knowledge_base: value }),
            clear: () => change({ knowledge_base: undefined }),
          },
        ]
      : []),
    {
      label: words.filters.folder,
      value: folder,
      panel: () => <FolderPanel filters={filters} choose={(chosen) => change({ folder: chosen })} />,
      clear: () => change({ folder: undefined }),
    },
    {
      label: words.filters.metadata,
      value: metadata?.join(', '),
      panel: (close) => (
        <MetadataPanel
          add={(condition) => {
            close();
            change({ metadata: [...new Set([...(metadata ?? []), condition])] });
          }}
        />
      ),
      clear: () => change({ metadata: undefined }),
    },
  ];
  return (
    <>
      <SearchField
        label={words.filters.search}
        value={filters.q}
        maxLength={LIMITS.nameCharacters}
        change={(q) => change({ q })}
        className="w-full sm:w-64"
      />
      <Filters
        filters={own}
        clearAll={
          isFiltered(base === undefined ? filters : withoutBase(filters))
            ? () =>
                change({
                  q: undefined,
                  status: undefined,
                  type: undefined,
                  tag: undefined,
                  folder: undefined,
                  metadata: undefined,
                  ...(base === undefined && { knowledge_base: undefined }),
                })
            : undefined
        }
      />
    </>
  );
}

const withoutBase = ({ knowledge_base: _, ...filters }: Chosen): Chosen => filters;

/** The tag in the URL may not be among the most used ones. */
const withChosen = (
  chosen: string | undefined,
  tags: readonly { tag: string; count: number }[],
): readonly { tag: string; count: number | undefined }[] =>
  chosen === undefined || tags.some(({ tag }) => tag === chosen)
    ? tags
    : [{ tag: chosen, count: undefined }, ...tags];
