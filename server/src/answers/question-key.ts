import { createHash } from 'node:crypto';
import { comparable } from '#text/phrases.ts';

/** The same for questions that differ only in case, accents, spaces or punctuation. */
export const questionKey = (question: string): string =>
  createHash('sha256').update(comparable(question)).digest('hex');
