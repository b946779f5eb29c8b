import { describe, expect, it } from 'vitest';
import { unitVector } from '#models/unit-vector.ts';
import { joinTopics } from './join-topics.ts';
import { labelTopic } from './label-topic.ts';

/** Dimensions: two languages, then what is said. */
const vectorOf = (numbers: readonly number[]): Float32Array => unitVector(numbers) ?? new Float32Array(5);
const PROBES = [[vectorOf([1, 0, 0, 0, 0])], [vectorOf([0, 1, 0, 0, 0])]];
const english = (...said: number[]) => vectorOf([0.9, 0, ...said]);
const german = (...said: number[]) => vectorOf([0, 0.9, ...said]);
const join = async (vectors: readonly (Float32Array | undefined)[]) =>
  (await joinTopics(vectors, PROBES)).map((group) => group.toSorted()).sort();

describe('joinTopics', () => {
  it('joins questions about one thing over languages, although those of a language are nearer', async () => {
    const vectors = [english(0.4, 0, 0), english(0, 0.4, 0), german(0.4, 0, 0), german(0, 0, 0.4)];
    expect(await join(vectors)).toEqual([[0, 2], [1], [3]]);
  });

  it('joins by the average: one that is near to some and far from others stays out', async () => {
    const vectors = [english(0.4, 0, 0), german(0.4, 0, 0), english(0.4, 0.05, 0), english(0.1, 0.5, 0)];
    expect(await join(vectors)).toEqual([[0, 1, 2], [3]]);
  });

  it('leaves questions that the model has not read by themselves', async () => {
    expect(await join([english(0.4, 0, 0), undefined, german(0.4, 0, 0)])).toEqual([[0, 2], [1]]);
    expect(await join([])).toEqual([]);
    expect(await join([undefined])).toEqual([[0]]);
  });
});

describe('labelTopic', () => {
  it('names what most wordings have in common, as people write it', () => {
    expect(labelTopic(['Is there parking?', 'Where can I park my car?', 'How much is parking?'])).toBe(
      'Parking',
    );
    expect(labelTopic(['refund policy', 'Do you offer refunds?', 'When do refunds arrive?'])).toBe('Refunds');
  });

  it('has no name without several wordings, or without a word in common', () => {
    expect(labelTopic(['Is there parking?'])).toBeUndefined();
    expect(labelTopic(['Is there parking?', 'Gibt es Stellplätze?'])).toBeUndefined();
  });
});
