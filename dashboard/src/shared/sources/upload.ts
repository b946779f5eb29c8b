import type { Source } from './source.ts';

/** A file on its way to the service. */
export type Upload = {
  id: number;
  file: File;
  knowledgeBaseId: string | undefined;
  tags: readonly string[];
  /** `refused`: see `reason`. `stored`: see `source` for what becomes of it. */
  state: 'waiting' | 'sending' | 'refused' | 'cancelled' | 'stored';
  /** Of the bytes that were sent, 0 to 1. */
  share: number;
  reason?: string;
  source?: Source;
  /** The knowledge base had the same bytes: `source` is the one that has them, and nothing was added. */
  isKnown?: boolean;
  onDuplicate: 'skip' | 'keep';
};

export const isUnderWay = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending';

/** Over, with nothing left to do about it. */
export const isDone = ({ state, source, isKnown }: Upload): boolean =>
  state === 'stored' && (isKnown === true || source?.status === 'indexed');

export const isProblem = ({ state, source }: Upload): boolean =>
  state === 'refused' || (state === 'stored' && source?.status === 'failed');
