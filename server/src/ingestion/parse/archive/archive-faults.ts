import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#lib/limits.ts';

/** A file that cannot be read as what it is. what: a clause about "it", the file. */
export const damagedFile = (what: string, cause?: unknown): SourceFault =>
  new SourceFault(
    'unreadable_file',
    'parsing',
    `The file is damaged: ${what}. Open it in the program that made it, save it again, and add that copy.`,
    { cause },
  );

/** A file that needs a password or a licence. */
export const lockedFile = (): SourceFault =>
  new SourceFault(
    'encrypted_file',
    'parsing',
    'The file is protected by a password or a licence: save it without protection and add that copy.',
  );

/** More bytes come out of an archive than may. archiveBytes, expandedBytes: what it has, and what was counted so far. */
export const tooMuchInside = (archiveBytes: number, expandedBytes: number): SourceFault =>
  new SourceFault(
    'too_large',
    'parsing',
    `The file of ${megabytes(archiveBytes)} MB holds at least ${megabytes(expandedBytes)} MB when unpacked; the most that is taken is ${LIMITS.archiveExpansion} times its size and ${megabytes(LIMITS.archiveBytes)} MB: split it.`,
  );

export const tooManyEntries = (entries: number): SourceFault =>
  new SourceFault(
    'too_large',
    'parsing',
    `The file is an archive of ${entries} parts; the most that is taken is ${LIMITS.archiveEntries}: split it.`,
  );

export const tooManyPages = (pages: number): SourceFault =>
  new SourceFault(
    'too_many_pages',
    'parsing',
    `The presentation has ${pages} slides; the most that is taken is ${LIMITS.pages}: split it.`,
  );

/** Bytes -> megabytes (2^20), with as many digits as tell small ones apart. */
const megabytes = (bytes: number): string => {
  const size = bytes / 1024 / 1024;
  return size >= 10 ? size.toFixed(0) : size.toPrecision(2);
};
