import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Grounding } from '#chat/grounding/grounder.ts';
import { confidenceWithModel, explainConfidence } from './model-confidence.ts';

const grounding = (verdict: Grounding['verdict'], more: Partial<Grounding> = {}): Grounding => ({
  verdict,
  support: [],
  share: { supported: 1, believed: 0.5, unsupported: 0, empty: 0 }[verdict],
  isConfirmed: false,
  isDisputed: false,
  ...more,
});
const supported = grounding('supported');

describe('the confidence of a reply of a language model', () => {
  it.each([
    ['fully supported and well found', 0.9, [supported, supported], 0.94],
    ['fully supported and hardly found', 0.1, [supported], 0.46],
    ['confirmed by another source', 0.9, [grounding('supported', { isConfirmed: true })], 0.958],
    ['disputed by another source', 0.9, [grounding('supported', { isDisputed: true })], 0.564],
    ['half supported', 0.9, [supported, grounding('unsupported')], 0.235],
    ['only believed', 0.9, [grounding('believed')], 0.235],
    ['unsupported', 0.9, [grounding('unsupported')], 0],
    ['empty', 0.9, [], 0],
  ])('%s', (_, retrieval, sentences, expected) => {
    expect(confidenceWithModel(retrieval, sentences)).toBeCloseTo(expected, 3);
  });

  const anyGrounding = fc.record({
    verdict: fc.constantFrom('supported' as const, 'believed' as const, 'unsupported' as const),
    support: fc.constant([]),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    isConfirmed: fc.boolean(),
    isDisputed: fc.boolean(),
  });
  const chance = fc.double({ min: 0, max: 1, noNaN: true });

  it('is within 0 and 1, and never falls with more evidence', () => {
    fc.assert(
      fc.property(
        chance,
        chance,
        fc.array(anyGrounding, { minLength: 1, maxLength: 8 }),
        (a, b, sentences) => {
          const confidence = confidenceWithModel(Math.min(a, b), sentences);
          expect(confidence >= 0 && confidence <= 1).toBe(true);
          expect(confidenceWithModel(Math.max(a, b), sentences)).toBeGreaterThanOrEqual(confidence);
          const [first, ...others] = sentences;
          const better = { ...first, share: 1, isConfirmed: true, isDisputed: false } as Grounding;
          expect(confidenceWithModel(Math.min(a, b), [better, ...others])).toBeGreaterThanOrEqual(confidence);
        },
      ),
    );
  });

  it('is explained in a sentence', () => {
    expect(explainConfidence(0.8, [supported, grounding('unsupported'), grounding('believed')])).toBe(
      '1 of 3 sentences of the model are supported by the sources, 1 cite a passage that cannot be compared word by word, the passages alone would answer with a confidence of 0.80.',
    );
  });
});
