import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawReranker } from '#models/raw-reranker.ts';
import { fitLogistic } from './fit-logistic.ts';
import { withMeasuredChance } from './measured-chance.ts';
import { PROBE } from './probe.ts';

/** A reranker that scores the probe correctly, on its own scale. For other passages, the text is the score. */
const judgeWith = (
  answer: number,
  other: number,
  noise = 0,
): RawReranker & { asked: number; failures: number } => ({
  id: 'judge',
  name: 'judge',
  asked: 0,
  failures: 0,
  async judge(query, passages) {
    this.asked += 1;
    if (this.failures-- > 0) throw new Error('out of reach');
    const row = PROBE.findIndex(({ question }) => question === query);
    return passages.map(({ text }, i) =>
      row < 0
        ? Number(text)
        : (PROBE[row]?.passage === text ? answer : other) + noise * (((row + i) % 3) - 1),
    );
  },
});

const chancesOf = (raw: RawReranker, ...relevances: number[]) =>
  withMeasuredChance(raw, 50).rerank(
    'Something else?',
    relevances.map((relevance) => ({ text: String(relevance), label: '' })),
  );

describe('the chance that a passage is relevant', () => {
  it.each([
    { scale: 'shares like those of Cohere', answer: 0.97, other: 0.02, noise: 0.01 },
    { scale: 'shares that lie close together, like those of Voyage', answer: 0.75, other: 0.35, noise: 0.05 },
    { scale: 'logarithms of odds, like those of a cross-encoder', answer: 7, other: -10, noise: 1 },
    { scale: 'cosines', answer: 0.45, other: -0.1, noise: 0.05 },
  ])('is high for answers and low for other passages: $scale', async (model) => {
    const { answer, other, noise } = model;
    const middle = (answer + other) / 2;
    const [atAnswer = 0, atOther = 1, between = 0] = await chancesOf(
      judgeWith(answer, other, noise),
      answer,
      other,
      middle,
    );

    expect(atAnswer).toBeGreaterThan(0.8);
    expect(atOther).toBeLessThan(0.1);
    expect(between).toBeGreaterThan(atOther);
    expect(between).toBeLessThan(atAnswer);
    expect(atAnswer).toBeLessThan(0.999);
  });

  it('rises with the score of the model, from 0 to 1', async () => {
    const reranker = withMeasuredChance(judgeWith(0.9, 0.1, 0.05), 50);
    const relevance = fc.double({ min: 0, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(relevance, relevance, async (a, b) => {
        const [low = 1, high = 0] = await reranker.rerank(
          'Something else?',
          [Math.min(a, b), Math.max(a, b)].map((one) => ({ text: String(one), label: '' })),
        );
        expect(high).toBeGreaterThanOrEqual(low);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is measured once, and again only after a failure', async () => {
    const raw = judgeWith(0.9, 0.1);
    raw.failures = 1;
    const reranker = withMeasuredChance(raw, 50);
    const ask = () => reranker.rerank('Something else?', [{ text: '0.5', label: '' }]);
    await expect(ask()).rejects.toThrow('out of reach');
    await ask();
    const before = raw.asked;
    await ask();
    await ask();
    expect(raw.asked - before).toBe(2);
  });

  it('is not requested repeatedly while the provider is down', async () => {
    const raw = judgeWith(0.9, 0.1);
    raw.failures = 1_000;
    await expect(chancesOf(raw, 0.5)).rejects.toThrow('out of reach');
    await new Promise(setImmediate);
    expect(raw.asked).toBeLessThan(10);
  });

  it.each([
    { about: 'gives everything the same', raw: judgeWith(0.5, 0.5) },
    { about: 'gives answers less than others', raw: judgeWith(0.1, 0.9) },
  ])("can't be measured for a model that $about", async ({ raw }) => {
    await expect(chancesOf(raw, 0.5)).rejects.toThrow("judge can't tell passages that answer a question");
  });
});

describe('fitLogistic', () => {
  it('finds the curve that generated the examples', () => {
    const xs = Array.from({ length: 4_001 }, (_, i) => (i - 2_000) / 1_000);
    // Each score range has its share of both kinds, in turn.
    const isMatch = (x: number, i: number) => (i * 0.618034) % 1 < 1 / (1 + Math.exp(-(3 * x - 0.5)));
    const { slope, bias } = fitLogistic(
      xs.filter(isMatch),
      xs.filter((x, i) => !isMatch(x, i)),
    );
    expect(slope).toBeCloseTo(3, 0);
    expect(bias).toBeCloseTo(-0.5, 0);
  });
});
