import type { FindableChunk } from '#ingestion/indexing/index-chunks.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { PreparedSource } from '#ingestion/prepare-source.ts';
import type { FoundLinks } from '#ingestion/web/find-links.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Embedder } from '#models/model.ts';
import type { SourceStage } from '#storage/tables.ts';
import type { Language } from '#text/language.ts';

type Options = {
  /** Whose turn it is: threads are shared in turn between workspaces. */
  workspaceId: WorkspaceId;
  signal: AbortSignal;
  /** progress: of the whole, 0 to 1. */
  onStage?: (stage: SourceStage, progress: number) => void;
};

/** What a thread is asked to do. embedderId: of a model that computes in the thread; without one no vectors are made. */
export type ThreadTask =
  | { kind: 'prepare'; content: OriginalContent; name: string; embedderId: string | undefined }
  | ({ kind: 'index'; embedderId: string | undefined } & SourceChunks)
  | { kind: 'find-links'; content: OriginalContent };

/** name: of the source. */
export type SourceChunks = { chunks: readonly FindableChunk[]; name: string; language: Language };

/** Brings content when a thread is free for it: what waits for its turn does not stand in memory. Large content is
 *  moved to the thread, not copied: its bytes are empty afterwards. */
export type ReadContent = () => OriginalContent | Promise<OriginalContent>;

/** Reads untrusted content away from the thread that answers requests, within limits of time and memory. Throws
 *  SourceFault for content that cannot be read, or not within the limits. */
export type DocumentWorker = {
  /** Parses, chunks and embeds. name: of the source. */
  prepare(
    source: { read: ReadContent; name: string; embedder: Embedder },
    options: Options,
  ): Promise<PreparedSource>;
  /** Embeds chunks that were made before: the bytes of a segment. */
  index(source: SourceChunks & { embedder: Embedder }, options: Options): Promise<Uint8Array>;
  /** The addresses that a page or a sitemap names. */
  findLinks(read: ReadContent, options: Options): Promise<FoundLinks>;
};
