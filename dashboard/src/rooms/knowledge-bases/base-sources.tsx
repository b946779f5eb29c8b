import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import type { KnowledgeBase } from '#shared/api/knowledge-base-queries.ts';
import { LoadMore } from '#shared/components/load-more.tsx';
import { Empty, Failure, LoadingRows } from '#shared/components/page.tsx';
import { When } from '#shared/components/when.tsx';
import { SourceIcon } from '#shared/sources/source-icon.tsx';
import { sourceListQuery } from '#shared/sources/source-queries.ts';
import { SourceStatus } from '#shared/sources/source-status.tsx';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.knowledgeBases.list;

/** The sources of a knowledge base, newest first. */
export function BaseSources({ base }: { base: KnowledgeBase }) {
  const list = useInfiniteQuery(sourceListQuery({ knowledge_base: base.id }));
  const sources = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (list.isPending) return <LoadingRows rows={5} height={44} />;
  if (list.error && !list.data) return <Failure error={list.error} retry={() => void list.refetch()} />;
  if (sources.length === 0)
    return (
      <div className="rounded-panel border border-line bg-panel shadow-panel">
        <Empty icon={FileText} guide="sources" title={words.none} about={words.noneAbout} />
      </div>
    );
  return (
    <div className="grid gap-3">
      <Link
        to="/sources"
        search={{ knowledge_base: base.id }}
        className="justify-self-start text-accent-ink underline"
      >
        {words.all}
      </Link>
      <ul aria-label={words.title} className="rounded-panel border border-line bg-panel shadow-panel">
        {sources.map((source) => (
          <li
            key={source.id}
            className="flex min-h-11 items-center gap-3 border-b border-line px-4 py-1.5 last:border-b-0"
          >
            <SourceIcon source={source} />
            <Link
              to="/sources/$id"
              params={{ id: source.id }}
              dir="auto"
              className="min-w-0 flex-1 truncate hover:underline"
            >
              {source.name}
            </Link>
            <SourceStatus source={source} />
            <span className="hidden w-28 shrink-0 text-end text-small text-quiet sm:inline">
              <When at={source.updated_at} />
            </span>
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </div>
  );
}
