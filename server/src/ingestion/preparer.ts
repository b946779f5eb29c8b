import type { WorkspaceId } from '#lib/ids.ts';
import type { SourceStage } from '#storage/tables.ts';
import type { FoundLinks } from './find-links.ts';
import type { OriginalContent } from './parse/original-content.ts';
import type { PreparedSource } from './prepare-source.ts';

type Options = {
  /** Whose turn it is: threads are shared in turn between workspaces. */
  workspaceId: WorkspaceId;
  signal: AbortSignal;
  /** progress: of the whole, 0 to 1. */
  onStage?: (stage: SourceStage, progress: number) => void;
};

/** What a thread is asked to do with untrusted bytes. */
export type ThreadTask =
  | { kind: 'prepare'; content: OriginalContent; name: string }
  | { kind: 'find-links'; content: OriginalContent };

/** Reads untrusted content away from the thread that answers requests, within limits of time and memory. Throws
 *  SourceFault for content that cannot be read, or not within the limits. Large content is moved, not copied: the
 *  caller's bytes are empty afterwards. */
export type Preparer = {
  /** Parses, chunks and embeds. name: of the source. */
  prepare(source: { content: OriginalContent; name: string }, options: Options): Promise<PreparedSource>;
  /** The addresses that a page or a sitemap names. */
  findLinks(content: OriginalContent, options: Options): Promise<FoundLinks>;
};
