import { createHash } from 'node:crypto';

/** Characters of a term that stand in a key: an entry of an index has at most 2,704 bytes. */
const LONGEST = 200;

/** A term as table `postings` has it: a longer one by its beginning and a hash of all of it. */
export const termKey = (term: string): string =>
  term.length <= LONGEST
    ? term
    : `${term.slice(0, LONGEST)} ${createHash('sha256').update(term).digest('hex')}`;
