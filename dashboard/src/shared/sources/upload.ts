import type { Source } from './source.ts';

/** What the service has of a file that is sent in parts, and when that began. */
export type Begun = { id: string; at: string };

/** A file on its way to the service. */
export type Upload = {
  id: number;
  file: File;
  knowledgeBaseId: string | undefined;
  tags: readonly string[];
  /** `refused`: see `reason`. `stored`: see `source` for its status. */
  state: 'waiting' | 'sending' | 'refused' | 'cancelled' | 'stored';
  /** The share of bytes sent, 0 to 1. */
  share: number;
  reason?: string;
  /** Sending the file again would end the same way. */
  isFinal?: boolean;
  /** How often the connection was lost while it was sent. */
  losses: number;
  source?: Source;
  /** The knowledge base already had the same bytes, in `source`; nothing was added. */
  isKnown?: boolean;
  onDuplicate: 'skip' | 'keep';
  /** Set once the service keeps the parts that arrive. */
  begun?: Begun | undefined;
};

export const isUnderWay = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending';

/** Refused or cancelled, and may succeed the next time. */
export const isRetryable = ({ state, isFinal }: Upload): boolean =>
  (state === 'refused' && !isFinal) || state === 'cancelled';

/** Finished successfully. */
export const isDone = ({ state, source, isKnown }: Upload): boolean =>
  state === 'stored' && !isKnown && source?.status === 'indexed';

/** Nothing was added, because the knowledge base has it. */
export const isDuplicate = (upload: Upload): boolean => upload.isKnown === true && !isProblem(upload);

export const isProblem = ({ state, source }: Upload): boolean =>
  state === 'refused' || (state === 'stored' && source?.status === 'failed');
