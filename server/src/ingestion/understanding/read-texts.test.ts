import { expect, it } from 'vitest';
import { createFakeDeepModel } from '../../../tests/helpers/fake-deep-model.ts';
import { readTexts } from './read-texts.ts';

/** Reads texts with a model that throws what `failureOf` returns. call: 1 for the first text that is read.
 *  vectors: whether each text has one that is not zero. */
async function read(
  texts: readonly string[],
  failureOf: (text: string, call: number) => string | undefined,
  signal = new AbortController().signal,
) {
  let calls = 0;
  const model = createFakeDeepModel({
    beforePassage: async (text) => {
      calls += 1;
      const failure = failureOf(text, calls);
      if (failure) throw new Error(failure);
    },
  });
  const unreadable: unknown[] = [];
  const onUnreadable = (index: number, error: unknown) => void unreadable.push([index, String(error)]);
  const chunks = await readTexts(model, texts, { signal, onUnreadable });
  return { vectors: chunks.map(({ vector }) => vector.some((number) => number !== 0)), unreadable, calls };
}

it('reads texts once when the model reads them all', async () => {
  expect(await read(['acorn', 'birch'], () => undefined)).toEqual({
    vectors: [true, true],
    unreadable: [],
    calls: 2,
  });
  expect(await read([], () => 'The model fails.')).toEqual({ vectors: [], unreadable: [], calls: 0 });
});

it('leaves out a text that fails again by itself, and says which and why', async () => {
  const harmful = (text: string) => (text === 'birch' ? 'The text is harmful.' : undefined);
  expect(await read(['acorn', 'birch', 'cedar'], harmful)).toMatchObject({
    vectors: [true, false, true],
    unreadable: [[1, 'Error: The text is harmful.']],
  });
});

it('keeps a text that failed only beside others', async () => {
  const beside = (_: string, call: number) => (call <= 3 ? 'The thread has ended.' : undefined);
  expect(await read(['acorn', 'birch', 'cedar'], beside)).toMatchObject({
    vectors: [true, true, true],
    unreadable: [],
  });
});

it('gives up no text when the model fails for all, or stops working in the middle', async () => {
  const texts = ['acorn', 'birch', 'cedar'];
  await expect(read(texts, () => 'Out of memory.')).rejects.toThrow('Out of memory.');
  // The fourth reading is the only one that succeeds.
  const onceOnly = (_: string, call: number) => (call === 4 ? undefined : 'Out of memory.');
  await expect(read(texts, onceOnly)).rejects.toThrow('Out of memory.');
});

it('gives up no text when the reading is interrupted', async () => {
  const controller = new AbortController();
  const interrupted = (text: string, call: number) => {
    if (call === 5) controller.abort(new Error('The service stops.'));
    return text === 'birch' ? 'The text is harmful.' : undefined;
  };
  await expect(read(['acorn', 'birch', 'cedar'], interrupted, controller.signal)).rejects.toThrow(
    'The service stops.',
  );
});
