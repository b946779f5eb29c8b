import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { MarkdownView } from '#shared/markdown/markdown-view.tsx';
import { readReply } from '#shared/markdown/read-reply.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { Confidence } from './confidence.tsx';
import { footnotesByEnd, listedSources } from './footnotes.ts';
import type { Citation, Reply } from './reply.ts';

const words = rooms.chat;

/** A reply with footnotes, sources and confidence. `opensTab`: open links in a new tab. */
export function ReplyView({ reply, opensTab = false }: { reply: Reply; opensTab?: boolean }) {
  const { text, sources, citations, confidence } = reply;
  const footnotes = useMemo(() => footnotesByEnd({ sources, citations }), [sources, citations]);
  const listed = useMemo(() => listedSources({ sources, citations }), [sources, citations]);
  const blocks = useMemo(() => readReply(text, [...footnotes.keys()]), [text, footnotes]);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2.5">
      <MarkdownView
        blocks={blocks}
        drawFootnotes={(at) =>
          footnotes.get(at)?.map(({ number, source, citation }) => (
            <sup key={number} className="align-baseline">
              <SpanLink
                sourceId={source.id}
                citation={citation}
                opensTab={opensTab}
                label={words.footnote({ number, name: source.name })}
                className="relative mx-0.5 rounded-control bg-accent-ground px-1.5 py-0.5 text-small font-medium text-accent-ink before:absolute before:-inset-1 hover:underline"
              >
                {number}
              </SpanLink>
            </sup>
          ))
        }
      />
      {reply.isDegraded && <p className="text-small text-warning">{words.degraded}</p>}
      {sources.length > 0 && (
        <ol aria-label={words.sources} className="grid gap-1.5 border-t border-line pt-2.5 text-small">
          {listed.map(({ number, source, citation }) => (
            <li key={number ?? source.id} className="flex gap-2">
              <span className="w-4 shrink-0 py-0.5 text-end text-quiet">{number}</span>
              <span className="grid min-w-0">
                <span>
                  <SpanLink
                    sourceId={source.id}
                    citation={citation}
                    opensTab={opensTab}
                    className="inline-block py-0.5 font-medium text-accent-ink [overflow-wrap:anywhere] hover:underline"
                  >
                    {source.name}
                  </SpanLink>
                  {citation?.page !== undefined && (
                    <span className="text-quiet"> · {words.page({ page: citation.page })}</span>
                  )}
                </span>
                <span dir="auto" className="line-clamp-2 break-words text-quiet">
                  {citation?.snippet ?? source.snippet}
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
      {confidence !== undefined && <Confidence value={confidence} reason={reply.confidenceReason} />}
    </div>
  );
}

/** A link to the cited passage of a source. */
function SpanLink({
  sourceId,
  citation,
  opensTab,
  label,
  className,
  children,
}: {
  sourceId: string;
  citation: Citation | undefined;
  opensTab: boolean;
  label?: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <Link
      to="/sources/$id"
      params={{ id: sourceId }}
      search={citation ? { start: citation.start, end: citation.end } : {}}
      preload={false}
      className={className}
      aria-label={label && (opensTab ? `${label}, ${words.newTab}` : label)}
      title={label}
      {...(opensTab && { target: '_blank', rel: 'noopener' })}
    >
      {children}
      {opensTab && !label && <span className="sr-only">, {words.newTab}</span>}
    </Link>
  );
}
