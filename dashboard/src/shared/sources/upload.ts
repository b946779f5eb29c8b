import type { Source } from './source.ts';

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
};

export const isUnderWay = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending';

/** Finished successfully. */
export const isDone = ({ state, source, isKnown }: Upload): boolean =>
  state === 'stored' && !isKnown && source?.status === 'indexed';

/** Nothing was added, because the knowledge base has it. */
export const isDuplicate = (upload: Upload): boolean => upload.isKnown === true && !isProblem(upload);

export const isProblem = ({ state, source }: Upload): boolean =>
  state === 'refused' || (state === 'stored' && source?.status === 'failed');
