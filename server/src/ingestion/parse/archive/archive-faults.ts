import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';

/** The fault for a file that does not follow its format. what: a clause with "it" for the file. */
export const damagedFile = (what: string, cause?: unknown): SourceFault =>
  new SourceFault(
    'unreadable_file',
    'parsing',
    `The file is damaged: ${what}. Open it in the program that made it, save it and upload it again.`,
    { cause },
  );

/** The fault for a file that needs a password or a licence. */
export const lockedFile = (): SourceFault =>
  new SourceFault(
    'encrypted_file',
    'parsing',
    'The file is protected by a password or a licence. Remove the protection and upload it again.',
  );

/** The fault for an archive that expands too far. archiveBytes: its size; expandedBytes: the bytes counted so far; most: the bytes
 *  that it may have at any size. */
export const tooMuchInside = (
  archiveBytes: number,
  expandedBytes: number,
  most: number = LIMITS.archiveBytes,
): SourceFault =>
  new SourceFault(
    'too_large',
    'parsing',
    `The file of ${megabytes(archiveBytes)} MB holds at least ${megabytes(expandedBytes)} MB when unpacked. The limit is ${LIMITS.archiveExpansion} times its size and ${megabytes(most)} MB. Split it and add the parts.`,
  );

export const tooManyEntries = (entries: number): SourceFault =>
  new SourceFault(
    'too_large',
    'parsing',
    `The file is an archive of ${entries} parts. The limit is ${LIMITS.archiveEntries}. Split it and add the parts.`,
  );

export const tooManyPages = (pages: number): SourceFault =>
  new SourceFault(
    'too_many_pages',
    'parsing',
    `The presentation has ${pages} slides. The limit is ${LIMITS.pages}. Split it and add the parts.`,
  );

/** Bytes -> megabytes (2^20), with more digits for small sizes. */
const megabytes = (bytes: number): string => {
  const size = bytes / 1024 / 1024;
  return size >= 10 ? size.toFixed(0) : size.toPrecision(2);
};
