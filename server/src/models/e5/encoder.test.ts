import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { unitVector } from '#models/unit-vector.ts';
import { createEncoder, type Encoder } from './encoder.ts';
import { createKernelWindows } from './kernel-windows.ts';
import { loadWeights } from './load-weights.ts';

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 600_000 });

const folder = fileURLToPath(new URL('../../../models/multilingual-e5-small', import.meta.url));
const shared = loadWeights(folder, 2);
const encoderOf = (thread: number): Encoder => createEncoder(shared, createKernelWindows(shared, thread));
const encoder = encoderOf(0);
const onward = (): void => {};
const passageOf = async (text: string): Promise<Float32Array> =>
  (await encoder.readPassage(text, [], onward)).passage;
const cosine = (a: ArrayLike<number> = [], b: ArrayLike<number> = []): number => {
  const [x, y] = [unitVector(a) ?? [], unitVector(b) ?? []];
  return Array.from(x).reduce((sum, value, d) => sum + value * (y[d] ?? 0), 0);
};
const isZero = (vector: Float32Array): boolean => vector.every((value) => value === 0);

type Reference = { text: string; reads: 'question' | 'passage'; vector: number[] };
const references: Reference[] = JSON.parse(readFileSync(`${folder}/reference-vectors.json`, 'utf8'));

describe('vectors', () => {
  it.each(references)('are those of another runtime on the same weights: $reads $text', async (reference) => {
    const { text, reads, vector } = reference;
    const isQuestion = reads === 'question';
    const expected = vector.map((value, d) =>
      isQuestion ? value - 0.3 * (shared.questionMean[d] ?? 0) : value,
    );
    expect(
      cosine(isQuestion ? await encoder.readQuery(text) : await passageOf(text), expected),
    ).toBeGreaterThan(0.9995);
  });

  it('have length 1', async () => {
    for (const vector of [await encoder.readQuery('Who pays?'), await passageOf('The sender pays.')])
      expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
  });

  it('are the same in every thread', async () => {
    const other = encoderOf(1);
    const text = 'Parcels leave our warehouse every morning.';
    expect((await other.readPassage(text, [], onward)).passage).toEqual(await passageOf(text));
  });

  it('find a passage in another language', async () => {
    const question = await encoder.readQuery('Wie bekomme ich mein Geld zurück?');
    const refund = await passageOf(
      'Refunds are issued to the original payment method within five working days.',
    );
    const dog = await passageOf('Sick pets should be taken to the veterinarian, who can prescribe medicine.');
    expect(cosine(question, refund)).toBeGreaterThan(cosine(question, dog) + 0.05);
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n\t '],
    ['signs', '… --- !!! ***'],
    ['an unknown script', '\u{10000}\u{10001}\u{13000}'],
  ])('are zeros for %s', async (_, text) => {
    const { passage, blocks } = await encoder.readPassage(text, [{ start: 0, end: text.length }], onward);
    expect([await encoder.readQuery(text), passage, ...blocks].every(isZero)).toBe(true);
  });

  it.each([
    ['one word', 'Refunds'],
    ['emoji', '👍🎉🚀'],
    ['base64', 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'.repeat(4)],
    ['a word of 1,000 letters', 'a'.repeat(1_000)],
    ['unpaired surrogates', 'left \ud83d right \ude00 end'],
  ])('are finite for %s', async (_, text) => {
    const vectors = [await passageOf(text), await encoder.readQuery(text)];
    expect(vectors.map((vector) => Number.isFinite(Math.hypot(...vector)))).toEqual([true, true]);
  });

  it('are zeros for a passage that would be near every question', async () => {
    const texts = ['?', 'How?', 'What is it?', 'Yes.', 'Question'];
    for (const text of texts) {
      const vector = await passageOf(text);
      const near = vector.reduce((sum, value, d) => sum + value * (shared.questionMean[d] ?? 0), 0);
      expect(near).toBeLessThanOrEqual(0.77);
    }
  });
});

describe('blocks', () => {
  const heading = 'Opening hours';
  const text = `${heading}\nWe open at nine and close at six.\n\nReturns\nGoods come back within thirty days. 東京の店は月曜日に休みます。大阪の店は毎日開いています。`;
  const spanOf = (part: string) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length });

  it('have a vector each, nearest to what they say', async () => {
    const spans = ['We open at nine and close at six.', 'Goods come back within thirty days.'].map(spanOf);
    const { blocks } = await encoder.readPassage(text, spans, onward);
    const question = await encoder.readQuery('When can I return what I bought?');
    expect(cosine(question, blocks[1])).toBeGreaterThan(cosine(question, blocks[0]));
  });

  it('may end within what has no spaces', async () => {
    const spans = ['東京の店は月曜日に休みます。', '大阪の店は毎日開いています。'].map(spanOf);
    const [tokyo, osaka] = (await encoder.readPassage(text, spans, onward)).blocks;
    expect(cosine(tokyo ?? [], osaka)).toBeLessThan(0.999);
    const alone = await passageOf('東京の店は月曜日に休みます。');
    expect(cosine(alone, tokyo)).toBeGreaterThan(cosine(alone, osaka));
  });

  it('of a whole text are the text', async () => {
    const { passage, blocks } = await encoder.readPassage(text, [{ start: 0, end: text.length }], onward);
    expect(cosine(passage, blocks[0])).toBeGreaterThan(0.99);
  });

  it('are zeros without words', async () => {
    const { blocks } = await encoder.readPassage(
      'Yes, of course. … !!!',
      [
        { start: 16, end: 21 },
        { start: 3, end: 3 },
      ],
      onward,
    );
    expect(blocks.map(isZero)).toEqual([true, true]);
  });

  it('of a text of several windows are those of the window in which they begin', async () => {
    const sentence = 'Parcels above thirty kilograms are sent by freight. ';
    const long = `${sentence.repeat(52)}The dog sleeps in the garden.`;
    const span = { start: long.length - 29, end: long.length };
    const { blocks } = await encoder.readPassage(long, [{ start: 0, end: 51 }, span], onward);
    const question = await encoder.readQuery('Where does the dog sleep?');
    expect(cosine(question, blocks[1])).toBeGreaterThan(cosine(question, blocks[0]));
  });
});

it('reads a question up to the end of its first window, and a passage of its fourth', async () => {
  let layers = 0;
  const count = (): void => {
    layers++;
  };
  await encoder.readPassage('A parcel. ', [], count);
  const ofOne = layers;
  layers = 0;
  // NFKC makes eighteen characters of it.
  const long = '\ufdfa'.repeat(2_000);
  await encoder.readPassage(long, [], count);
  expect(layers).toBe(4 * ofOne);
  expect(await encoder.readQuery(long)).toEqual(await encoder.readQuery(`${long}${long}`));
});

it('a reading that is given up between two layers leaves the next one whole', async () => {
  let layers = 0;
  const stop = (): void => {
    layers++;
    if (layers === 5) throw new Error('stopped');
  };
  await expect(encoder.readPassage('The sender pays.', [], stop)).rejects.toThrow('stopped');
  expect(
    cosine(
      await passageOf('The sender pays.'),
      (await encoderOf(1).readPassage('The sender pays.', [], onward)).passage,
    ),
  ).toBeCloseTo(1, 6);
});
