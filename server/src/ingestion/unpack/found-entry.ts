import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';

/** An entry as a format describes it. */
export type FoundEntry = {
  name: string;
  sizeBytes: number;
  isFolder: boolean;
  /** A sentence: why it cannot be unpacked. */
  reason: string | null;
};

export const tooManyEntriesInside = (): SourceFault =>
  new SourceFault(
    'too_large',
    'parsing',
    `The archive has more than ${LIMITS.archiveEntries} entries, which is the limit. Split it and add the parts.`,
  );
