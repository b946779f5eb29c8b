import type { z } from 'zod';
import type { Metadata } from '#lib/metadata.ts';

/** A document as its place lists it. All of it is untrusted: the service checks sizes while bytes arrive. */
export type FoundDocument = {
  /** Its id in the place, such as a path or a UID: the same in every listing, at most 400 characters. */
  id: string;
  /** Changes whenever the content does, at most 200 characters: an ETag, a blob id, size and time of change. A document
   *  with a known version is not fetched. */
  version: string;
  /** The same for equal bytes wherever they lie, if the place knows it: a document that disappeared and came back under
   *  another id is moved, not fetched. */
  fingerprint?: string | undefined;
  /** The name in lists and citations. */
  name: string;
  /** With its extension, which helps to tell the format. */
  fileName: string;
  /** Where a person can open it. */
  url?: string | undefined;
  /** In bytes, as the place claims. A document above the limit is skipped without being fetched. */
  sizeBytes?: number | undefined;
  /** Such as `path`, `author`, `changed_at` (ISO 8601). */
  metadata: Metadata;
};

export type Change = { type: 'found'; document: FoundDocument } | { type: 'deleted'; id: string };

/** Part of a listing. */
export type ChangePage = {
  changes: readonly Change[];
  /** Where to continue if the run is interrupted after this page; undefined to begin again. At most 64 KB. */
  resume?: string | undefined;
};

/** The documents of a place. covers: `everything` if a document that is not listed is gone, `changes` if only changes since
 *  the cursor are listed and all other documents stay. */
export type Listing = {
  covers: 'everything' | 'changes';
  pages: AsyncIterable<ChangePage>;
  /** Called once `pages` has ended: the cursor for the next run, at most 64 KB. Undefined if each run lists everything. */
  cursor(): string | undefined;
};

/** The content of a document as it arrives. */
export type FetchedDocument = {
  /** Read once, in order. */
  bytes: AsyncIterable<Uint8Array>;
  /** As the place claims. */
  mimeType?: string | undefined;
};

/** An open connection to one place. Everything it does ends when `signal` aborts. Throws ConnectorFault. */
export type Connection = {
  /** cursor: of the last complete run; undefined for the first, or to list everything. resume: of the interrupted run. */
  list(since: { cursor: string | undefined; resume: string | undefined }): Promise<Listing>;
  /** Undefined if the document has gone since it was listed. */
  fetch(document: FoundDocument): Promise<FetchedDocument | undefined>;
  close(): Promise<void>;
};

/** What a connector may use. */
export type ConnectionOptions<Settings, Credentials> = {
  settings: Settings;
  /** Undefined if the place needs none. */
  credentials: Credentials | undefined;
  signal: AbortSignal;
  /** Bytes: the limit for one document. */
  maxBytes: number;
  /** A folder that only this connector uses and that lasts between runs on this machine, such as for a clone. It may be
   *  empty again at any time. */
  folder: string;
};

/** One kind of place. `Tools` is what the service opens once for all connections, such as its guarded HTTP client. */
export type ConnectorKind<Settings, Credentials, Tools> = {
  kind: string;
  /** What a client sends and reads as `settings`. Holds no secret. */
  settings: z.ZodType<Settings>;
  /** What a client sends as `credentials`; never shown again. */
  credentials: z.ZodType<Credentials>;
  /** Where these settings send the credentials. If this changes, the credentials must be entered again. Without it, any
   *  change of settings counts. */
  destination?: (settings: Settings) => string;
  connect(tools: Tools, options: ConnectionOptions<Settings, Credentials>): Promise<Connection>;
};
