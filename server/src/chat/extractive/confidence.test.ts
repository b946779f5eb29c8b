import { describe, expect, it } from 'vitest';
import type { Passage } from '#chat/passages/passage.ts';
import { TermReader } from '#chat/passages/term-reader.ts';
import type { ChunkId, SourceId } from '#lib/ids.ts';
import {
  confidenceOf,
  confidenceOfFallback,
  REFUSAL,
  type ReplyFeatures,
  replyFeatures,
} from './confidence.ts';
import { rankUnits } from './rank-units.ts';
import { readQuestion } from './read-question.ts';

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

const read = (question: string, passages: readonly Passage[]) => {
  const asked = readQuestion(question, 'en');
  return { asked, ranked: rankUnits(asked, passages, new TermReader('en')) };
};
const confidence = (question: string, passages: readonly Passage[]): number => {
  const { asked, ranked } = read(question, passages);
  return confidenceOf(asked, ranked);
};
const evidence = (question: string, passages: readonly Passage[]): ReplyFeatures => {
  const { asked, ranked } = read(question, passages);
  return replyFeatures(asked, ranked);
};

const tower = passage('Tower', 'The tower in Pisa was built in 1173. It leans by four degrees.', 0.8);

describe('the confidence of a reply', () => {
  it('is above 0.5 if a sentence contains every word of the question, and falls with each missing word', () => {
    const [all, some, none] = [
      'When was the tower in Pisa built?',
      'When was the tower in Lyon built?',
      'Which king sold Lyon?',
    ].map((question) => confidence(question, [tower]));
    expect(all).toBeGreaterThan(0.5);
    expect(some).toBeLessThan(all ?? 0);
    expect(none).toBeLessThan(some ?? 0);
  });

  it('is lower if another source matches as well', () => {
    const question = 'When was the tower built?';
    const rival = passage('Rival', 'The tower in Bologna was built in 1119.', 0.8);
    expect(confidence(question, [tower, rival])).toBeLessThan(confidence(question, [tower]));
  });

  it('is not lower if another source has the same sentence', () => {
    const question = 'When was the tower in Pisa built?';
    const alone = confidence(question, [tower]);
    expect(confidence(question, [tower, passage('Copy', tower.text, 0.8)])).toBeCloseTo(alone, 2);
  });

  it('is lower if the passage lacks a name or number of the question', () => {
    const asked = (place: string, year: string) =>
      confidence(`Which duke saw the tower in ${place} in ${year}?`, [tower]);
    expect(asked('Lyon', '1173')).toBeLessThan(asked('Pisa', '1173'));
    expect(asked('Pisa', '1174')).toBeLessThan(asked('Pisa', '1173'));
    // Neither is a word of the passage: one is a name.
    expect(asked('Lyon', '1173')).toBeLessThan(asked('summer', '1173'));
  });

  it('is nearly the chance that the passage is relevant if the question is in another language', () => {
    const asked = (score: number, text = 'Wann wurde der Turm in Pisa gebaut?') =>
      confidence(text, [{ ...tower, score, isForeign: true }]);
    expect(asked(0.9)).toBeGreaterThan(0.6);
    expect(asked(0.9)).toBeLessThan(0.9);
    expect(asked(0.5)).toBeLessThan(0.5);
    expect(asked(0.01)).toBeLessThan(REFUSAL);
    expect(asked(0.9, 'Was geschah im Jahr 1492 in der Stadt?')).toBeLessThan(asked(0.9));
  });

  it('ignores names if the question is in another language', () => {
    const { strangers } = evidence('Когда была построена башня в Пизе?', [tower]);
    expect(strangers).toBe(0);
  });

  it('is almost 0 without passages', () => {
    expect(confidence('When was the tower built?', [])).toBeLessThan(REFUSAL);
  });
});

describe('the confidence of a fallback', () => {
  it('is below that of every reply, whatever was found', () => {
    expect(confidenceOfFallback([])).toBe(0);
    expect(confidenceOfFallback([{ ...tower, score: 1 }])).toBeLessThanOrEqual(REFUSAL);
    expect(REFUSAL).toBeLessThan(0.5);
  });
});
