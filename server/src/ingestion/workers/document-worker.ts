import type { FindableChunk } from '#ingestion/indexing/index-chunks.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { PreparedSource, SourceContext } from '#ingestion/prepare-source.ts';
import type { FoundLinks } from '#ingestion/web/find-links.ts';
import type { Feed } from '#ingestion/web/read-feed.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Embedder } from '#models/model.ts';
import type { ListedArchiveEntry, UnpackedArchiveEntry } from '#records/archive-entries.ts';
import type { SourceStage } from '#storage/tables.ts';
import type { Language } from '#text/language.ts';

type Options = {
  /** The workspace that the task belongs to. Workspaces take turns on the threads. */
  workspaceId: WorkspaceId;
  signal: AbortSignal;
  /** progress: of the whole task, 0 to 1. */
  onStage?: (stage: SourceStage, progress: number) => void;
};

/** A task for a worker thread. embedderId: of a model that runs in the thread; without one, no vectors are computed. */
export type ThreadTask =
  | ({ kind: 'prepare'; content: OriginalContent; embedderId: string | undefined } & SourceContext)
  | ({ kind: 'index'; embedderId: string | undefined } & SourceChunks)
  | { kind: 'find-links'; content: OriginalContent }
  | { kind: 'read-feed'; content: OriginalContent }
  | { kind: 'list-archive'; content: OriginalContent; fileBytes: number }
  | { kind: 'unpack-entries'; content: OriginalContent; wanted: readonly WantedEntry[] };

/** An entry to unpack, of an archive that was listed. */
export type WantedEntry = { position: number; path: string };

/** name: of the source. */
export type SourceChunks = { chunks: readonly FindableChunk[]; name: string; language: Language };

/** Reads content once a thread is free, so that waiting tasks keep nothing in memory. Large content is moved to the
 *  thread instead of copied, which leaves its bytes empty. */
export type ReadContent = () => OriginalContent | Promise<OriginalContent>;

/** What a thread answers that does not read pictures of text, for a document that has them. */
export const NEEDS_OCR = 'needs-ocr';

/** Processes untrusted content outside the thread that answers requests, within limits of time and memory. Throws
 *  SourceFault for content that is unreadable or exceeds the limits. */
export type DocumentWorker = {
  /** Parses, chunks and embeds. */
  prepare(
    source: { read: ReadContent; embedder: Embedder } & SourceContext,
    options: Options,
  ): Promise<PreparedSource | typeof NEEDS_OCR>;
  /** Embeds existing chunks and returns the bytes of a segment. */
  index(source: SourceChunks & { embedder: Embedder }, options: Options): Promise<Uint8Array>;
  /** Returns the URLs in a page or a sitemap. */
  findLinks(read: ReadContent, options: Options): Promise<FoundLinks>;
  /** Returns the entries of a feed, or the feeds that a page names. */
  readFeed(read: ReadContent, options: Options): Promise<Feed>;
  /** Lists an archive. fileBytes: the size of the largest file that can become a source. */
  listArchive(
    archive: { read: ReadContent; fileBytes: number },
    options: Options,
  ): Promise<ListedArchiveEntry[]>;
  unpackEntries(
    archive: { read: ReadContent; wanted: readonly WantedEntry[] },
    options: Options,
  ): Promise<UnpackedArchiveEntry[]>;
};
