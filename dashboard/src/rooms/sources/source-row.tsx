import { Link } from '@tanstack/react-router';
import { FilePen, FileText, Globe, RefreshCw, TextQuote, Trash2 } from 'lucide-react';
import { type ComponentType, type MouseEvent, memo, type SVGAttributes } from 'react';
import { Badge } from '#shared/components/badge.tsx';
import { Menu } from '#shared/components/menu.tsx';
import { explain, tip } from '#shared/components/tooltip.ts';
import { When } from '#shared/components/when.tsx';
import { formatNumber } from '#shared/format.ts';
import type { Source } from '#shared/sources/source.ts';
import { SourceStatus, SourceStatusWord } from '#shared/sources/source-status.tsx';
import { sources as words } from '#shared/strings/sources.ts';

/** In pixels. A fixed height, so that 10,000 rows need no measuring. */
export const ROW_HEIGHT = 64;

/** On narrow screens, name and status share a column. */
export const COLUMNS =
  'grid-cols-[2.75rem_minmax(0,1fr)_2.75rem] md:grid-cols-[2.75rem_minmax(0,1fr)_9.5rem_2.75rem] lg:grid-cols-[2.75rem_minmax(0,1fr)_9.5rem_4.5rem_7rem_2.75rem] xl:grid-cols-[2.75rem_minmax(0,1fr)_9.5rem_10rem_4.5rem_7rem_2.75rem]';

/** Keeps focused elements clear of the table's sticky head. */
const KEPT_IN_VIEW = '[&_:is(a,input,button)]:scroll-my-20';

const ICONS: Record<Source['type'], ComponentType<SVGAttributes<SVGSVGElement>>> = {
  document: FileText,
  url: Globe,
  text: TextQuote,
};

export type RowActions = {
  select: (source: Source, isSelected: boolean, event: MouseEvent) => void;
  reindex: (source: Source) => void;
  replace: (source: Source) => void;
  remove: (source: Source) => void;
};

type RowProps = {
  source: Source;
  /** The position in the list, from 0. */
  index: number;
  top: number;
  knowledgeBase: string;
  isSelected: boolean;
  /** Absent for viewers. */
  actions: RowActions | undefined;
};

export const SourceRow = memo(({ source, index, top, knowledgeBase, isSelected, actions }: RowProps) => {
  const Icon = ICONS[source.type];
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={`absolute inset-x-0 grid items-center border-b border-line last:border-b-0 ${KEPT_IN_VIEW} ${COLUMNS} ${isSelected ? 'bg-accent-ground' : 'hover:bg-sunken/60'}`}
      style={{ top, height: ROW_HEIGHT }}
    >
      <td className="h-full">
        {actions && (
          <label className="grid h-full cursor-pointer place-items-center">
            <input
              type="checkbox"
              checked={isSelected}
              aria-label={words.table.select(source.name)}
              onClick={(event) => actions.select(source, !isSelected, event)}
              onChange={() => {}}
              className="size-4 accent-accent"
            />
          </label>
        )}
      </td>
      <td className="grid min-w-0 gap-0.5 pr-3">
        <div className="flex min-w-0 items-center gap-2">
          <Icon role="img" aria-label={words.type[source.type]} className="size-4 shrink-0 text-quiet" />
          <Link
            to="/sources/$id"
            params={{ id: source.id }}
            {...tip(source.name)}
            className="truncate py-px font-medium hover:underline"
          >
            {source.name}
          </Link>
          {source.duplicate_of && (
            <span {...explain(words.duplicateOf)} className="shrink-0">
              <Badge tone="warning">{words.duplicate}</Badge>
            </span>
          )}
        </div>
        <div className="flex min-w-0 items-center gap-2 overflow-hidden text-small text-quiet">
          <span className="shrink-0 md:hidden">
            <SourceStatusWord source={source} />
          </span>
          <SecondLine source={source} />
        </div>
      </td>
      <td className="hidden pr-3 md:block">
        <SourceStatus source={source} />
      </td>
      <td className="hidden truncate pr-3 text-quiet xl:block" {...tip(knowledgeBase)}>
        {knowledgeBase}
      </td>
      <td className="hidden pr-3 text-right text-quiet lg:block">{formatNumber(source.chunk_count)}</td>
      <td className="hidden pr-3 text-right text-quiet lg:block">
        <When at={source.updated_at} />
      </td>
      <td className="grid place-items-center">{actions && <RowMenu source={source} actions={actions} />}</td>
    </tr>
  );
});

/** Why it failed, or its tags and origin. */
function SecondLine({ source }: { source: Source }) {
  if (source.error)
    return (
      <span className="truncate text-bad" {...tip(source.error.message)}>
        {source.error.message}
      </span>
    );
  const origin = source.url ?? source.file_name;
  return (
    <>
      {source.tags.slice(0, 3).map((tag) => (
        <span key={tag} className="max-w-28 shrink-0 truncate rounded-control bg-sunken px-1.5">
          {tag}
        </span>
      ))}
      {source.tags.length > 3 && <span className="shrink-0">+{source.tags.length - 3}</span>}
      {origin !== undefined && origin !== source.name && <span className="truncate">{origin}</span>}
    </>
  );
}

function RowMenu({ source, actions }: { source: Source; actions: RowActions }) {
  const isFailed = source.status === 'failed';
  return (
    <Menu
      label={words.table.actionsOf(source.name)}
      entries={[
        {
          label: isFailed ? words.actions.retry : words.actions.reindex,
          icon: RefreshCw,
          choose: () => actions.reindex(source),
        },
        {
          label: words.actions.replace[source.type],
          icon: FilePen,
          choose: () => actions.replace(source),
        },
        {
          label: words.actions.delete,
          icon: Trash2,
          look: 'danger',
          choose: () => actions.remove(source),
        },
      ]}
    />
  );
}
