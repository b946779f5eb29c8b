import type { Passage } from './reply.ts';

/** The chance that a reply from these passages answers, 0 to 1. */
export const confidenceOf = (passages: readonly Passage[]): number => Math.min(0.95, Math.max(0, ...passages.map(({ score }) => score)));

/** The confidence of a fallback, always under 0.5. */
export const confidenceOfFallback = (passages: readonly Passage[]): number => Math.min(0.4, confidenceOf(passages) / 2);
