import { describe, expect, it } from 'vitest';
import type { ChunkId, SourceId } from '#lib/ids.ts';
import { confidenceOf, confidenceOfFallback, REFUSAL } from './confidence.ts';
import { readQuestion } from './question.ts';
import { rankSentences } from './rank-sentences.ts';
import type { Passage } from './reply.ts';

const passage = (source: string, text: string, score: number): Passage => ({
  chunkId: `chk_${source}` as ChunkId,
  sourceId: `src_${source}` as SourceId,
  sourceName: source,
  text,
  start: 0,
  score,
  closeness: score,
  share: score,
});

const confidence = (question: string, passages: readonly Passage[]): number =>
  confidenceOf(rankSentences(readQuestion(question, 'en'), passages, 'en'));

const tower = passage('Tower', 'The tower in Pisa was built in 1173. It leans by four degrees.', 0.8);

describe('the confidence of a reply', () => {
  it('is over 0.5 when a sentence says all that was asked for, and falls with each word it does not say', () => {
    const [all, some, none] = [
      'When was the tower in Pisa built?',
      'When was the tower in Lyon built?',
      'Which king sold Lyon?',
    ].map((question) => confidence(question, [tower]));
    expect(all).toBeGreaterThan(0.5);
    expect(some).toBeLessThan(all ?? 0);
    expect(none).toBeLessThan(some ?? 0);
  });

  it('is lower when another source says as much', () => {
    const question = 'When was the tower built?';
    const rival = passage('Rival', 'The tower in Bologna was built in 1119.', 0.8);
    expect(confidence(question, [tower, rival])).toBeLessThan(confidence(question, [tower]));
  });

  it('is next to nothing without passages', () => {
    expect(confidence('When was the tower built?', [])).toBeLessThan(REFUSAL);
  });
});

describe('the confidence of a fallback', () => {
  it('is under that of every reply, whatever was found', () => {
    expect(confidenceOfFallback([])).toBe(0);
    expect(confidenceOfFallback([{ ...tower, score: 1 }])).toBeLessThanOrEqual(REFUSAL);
    expect(REFUSAL).toBeLessThan(0.5);
  });
});
