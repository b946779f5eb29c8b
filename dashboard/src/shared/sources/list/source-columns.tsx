import { Link } from '@tanstack/react-router';
import { Badge } from '#shared/components/badge.tsx';
import { explain, tip } from '#shared/components/tooltip.ts';
import { When } from '#shared/components/when.tsx';
import { formatBytes, formatNumber } from '#shared/format.ts';
import { kindOf } from '#shared/sources/file-kind.ts';
import type { Source } from '#shared/sources/source.ts';
import { SourceIcon } from '#shared/sources/source-icon.tsx';
import { SourceStatus } from '#shared/sources/source-status.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import type { Column } from '#shared/table/columns.ts';

const words = rooms.sources;

export const keyOfSource = ({ id }: Source): string => id;
export const nameOfSource = ({ name }: Source): string => name;

/** names: of the knowledge bases by id; undefined if the list is of one. */
export const sourceColumns = (names: ReadonlyMap<string, string> | undefined): Column<Source>[] => [
  {
    id: 'name',
    head: words.table.name,
    width: 120,
    isSortable: true,
    value: nameOfSource,
    cell: (source) => <Name source={source} />,
  },
  {
    id: 'status',
    head: words.table.status,
    width: 128,
    isSortable: true,
    value: ({ status }) => text.addSources.status[status],
    cell: (source) => <SourceStatus source={source} />,
  },
  ...(names
    ? [
        {
          id: 'knowledge_base',
          head: words.table.knowledgeBase,
          width: 140,
          rank: 4,
          value: ({ knowledge_base_id: id }: Source) => names.get(id),
          cell: ({ knowledge_base_id: id }: Source) => <span {...tip(names.get(id))}>{names.get(id)}</span>,
        },
      ]
    : []),
  {
    id: 'tags',
    head: words.bulk.tags,
    width: 148,
    rank: 3,
    value: ({ tags }) => tags.join(', '),
    cell: ({ tags }) => <Tags tags={tags} />,
  },
  {
    id: 'type',
    head: words.filters.type,
    width: 124,
    isExtra: true,
    value: (source) => words.kinds[kindOf(source)],
    cell: (source) => words.kinds[kindOf(source)],
  },
  {
    id: 'size_bytes',
    head: words.table.size,
    width: 88,
    rank: 5,
    isSortable: true,
    isNumber: true,
    value: ({ size_bytes }) => size_bytes,
    cell: ({ size_bytes }) => size_bytes !== undefined && formatBytes(size_bytes),
  },
  {
    id: 'chunk_count',
    head: words.table.chunks,
    width: 84,
    rank: 6,
    isSortable: true,
    isNumber: true,
    value: ({ chunk_count }) => chunk_count,
    cell: ({ chunk_count }) => formatNumber(chunk_count),
  },
  {
    id: 'created_at',
    head: words.table.added,
    width: 108,
    isSortable: true,
    isNumber: true,
    isExtra: true,
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <When at={created_at} />,
  },
  {
    id: 'updated_at',
    head: words.table.updated,
    width: 108,
    rank: 2,
    isSortable: true,
    isNumber: true,
    value: ({ updated_at }) => updated_at,
    cell: ({ updated_at }) => <When at={updated_at} />,
  },
];

/** The name, then why it failed or where it is from. */
function Name({ source }: { source: Source }) {
  const { id, name, error, duplicate_of } = source;
  const origin = source.url ?? source.file_name;
  return (
    <div className="flex min-w-0 items-center gap-2">
      <SourceIcon source={source} label={words.kinds[kindOf(source)]} />
      <Link
        to="/sources/$id"
        params={{ id }}
        dir="auto"
        {...tip(name)}
        className="min-w-16 truncate py-px font-medium text-ink hover:underline"
      >
        {name}
      </Link>
      {duplicate_of && (
        <span {...explain(words.duplicateOf)} className="shrink-0">
          <Badge tone="warning">{words.duplicate}</Badge>
        </span>
      )}
      {error ? (
        <span className="min-w-0 shrink-[3] truncate text-small text-bad" {...tip(error.message)}>
          {error.message}
        </span>
      ) : (
        origin !== undefined &&
        origin !== name && (
          <span dir="auto" className="min-w-0 shrink-[9] truncate text-small text-quiet" {...tip(origin)}>
            {origin}
          </span>
        )
      )}
    </div>
  );
}

const MOST_TAGS = 2;

const Tags = ({ tags }: { tags: readonly string[] }) => (
  <span
    className="flex min-w-0 items-center gap-1"
    {...tip(tags.length > MOST_TAGS ? tags.join(', ') : undefined)}
  >
    {tags.slice(0, MOST_TAGS).map((tag) => (
      <span key={tag} dir="auto" className="min-w-0 truncate rounded-small bg-sunken px-1.5 text-small">
        {tag}
      </span>
    ))}
    {tags.length > MOST_TAGS && <span className="shrink-0 text-small">+{tags.length - MOST_TAGS}</span>}
  </span>
);
