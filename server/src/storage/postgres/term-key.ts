import { createHash } from 'node:crypto';

/** The most characters of a term in a key: an index entry has at most 2,704 bytes. */
const LONGEST = 200;

/** The key of a term in table `postings`. A long term is represented by its beginning and a hash of the whole. */
export const termKey = (term: string): string =>
  term.length <= LONGEST
    ? term
    : `${term.slice(0, LONGEST)} ${createHash('sha256').update(term).digest('hex')}`;
