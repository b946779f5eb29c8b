import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { intervalOf } from '#rooms/sources/refreshes.ts';
import { When } from '#shared/components/when.tsx';
import { formatBytes, formatNumber } from '#shared/format.ts';
import type { Source } from '#shared/sources/source.ts';
import { Understanding } from '#shared/sources/source-status.tsx';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.sources;

const names = words.detail.fact;

/** The facts about a source, without empty ones. */
export const SourceFacts = ({ source, knowledgeBase }: { source: Source; knowledgeBase: string }) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
    <Fact name={names.type}>{words.type[source.type]}</Fact>
    <Fact name={names.knowledgeBase}>
      <Link
        to="/knowledge-bases/$id"
        params={{ id: source.knowledge_base_id }}
        className="inline-block py-px text-accent-ink underline"
      >
        {knowledgeBase}
      </Link>
    </Fact>
    {source.url && (
      <Fact name={names.url}>
        <Outside url={source.url} />
      </Fact>
    )}
    {source.canonical_url && source.canonical_url !== source.url && (
      <Fact name={names.canonicalUrl}>
        <Outside url={source.canonical_url} />
      </Fact>
    )}
    {source.file_name && source.file_name !== source.name && (
      <Fact name={names.file}>{source.file_name}</Fact>
    )}
    {source.mime_type && <Fact name={names.mimeType}>{source.mime_type}</Fact>}
    {source.size_bytes !== undefined && <Fact name={names.size}>{formatBytes(source.size_bytes)}</Fact>}
    <Fact name={names.chunks}>{formatNumber(source.chunk_count)}</Fact>
    <Fact name={names.created}>
      <When at={source.created_at} />
    </Fact>
    <Fact name={names.updated}>
      <When at={source.updated_at} />
    </Fact>
    <Fact name={names.indexed}>
      <When at={source.indexed_at} />
    </Fact>
    {source.understanding && (
      <Fact name={names.understanding}>
        <Understanding value={source.understanding} />
      </Fact>
    )}
    {source.type === 'url' && (
      <>
        <Fact name={names.fetched}>
          <When at={source.fetched_at} />
        </Fact>
        <Fact name={names.refresh}>{intervalOf(source.refresh_interval_hours)}</Fact>
        {source.refresh_at && (
          <Fact name={names.next}>
            <When at={source.refresh_at} />
          </Fact>
        )}
      </>
    )}
    {source.crawl_id && (
      <Fact name={names.crawl}>
        <Link
          to="/sources/crawls/$id"
          params={{ id: source.crawl_id }}
          className="font-mono text-small text-accent-ink underline"
        >
          {source.crawl_id}
        </Link>
      </Fact>
    )}
    <LongFact name={names.id} value={source.id} />
    {source.content_sha256 && <LongFact name={names.sha256} value={source.content_sha256} />}
  </dl>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-quiet">{name}</dt>
    <dd className="min-w-0 break-words [overflow-wrap:anywhere]">{children}</dd>
  </>
);

/** A long value without spaces, below its name to have the most room. */
const LongFact = ({ name, value }: { name: string; value: string }) => (
  <div className="col-span-2">
    <dt className="text-quiet">{name}</dt>
    <dd className="font-mono text-small [overflow-wrap:anywhere]">{value}</dd>
  </div>
);

const Outside = ({ url }: { url: string }) => (
  <a href={url} target="_blank" rel="noreferrer" className="text-accent-ink underline">
    {url}
  </a>
);
