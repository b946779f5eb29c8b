import { describe, expect, it } from 'vitest';
import type { DeepModel } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import { createQuestionReader } from './question-vectors.ts';

/** A model whose vectors are the lengths of texts, and the texts that it was asked for. */
function createModel(id = 'model/1', fails: (text: string) => 'busy' | Error | undefined = () => undefined) {
  const asked: string[] = [];
  const model: DeepModel = {
    id,
    name: 'model',
    dimensions: 1,
    embedQuery: async (text, options) => {
      options?.signal?.throwIfAborted();
      asked.push(text);
      const failure = fails(text);
      if (failure instanceof Error) throw failure;
      return failure === 'busy' ? undefined : Float32Array.of(text.length);
    },
    embedPassage: () => Promise.reject(new Error('not asked for')),
    close: async () => {},
  };
  return { model, asked };
}

const { signal } = new AbortController();

describe('createQuestionReader', () => {
  it('reads as many as it may, and the next ones at the next request', async () => {
    const reader = createQuestionReader();
    const { model, asked } = createModel();
    const questions = ['a', 'bb', 'a', 'ccc'];
    const read = async (most: number) =>
      (await reader.read(model, questions, { most, signal })).map((vector) => vector?.[0]);
    expect(await read(2)).toEqual([1, 2, 1, undefined]);
    expect(await read(0)).toEqual([1, 2, 1, undefined]);
    expect(await read(2)).toEqual([1, 2, 1, 3]);
    expect(asked).toEqual(['a', 'bb', 'ccc']);
  });

  it('does not mix the vectors of two models', async () => {
    const reader = createQuestionReader();
    await reader.read(createModel('model/1').model, ['a'], { most: 9, signal });
    const { model, asked } = createModel('model/2');
    await reader.read(model, ['a'], { most: 9, signal });
    expect(asked).toEqual(['a']);
  });

  it.each([
    ['has no time', 'busy' as const],
    ['fails', new ModelError('broken', { isRetryable: true })],
  ])('keeps what it has when the model %s', async (_, failure) => {
    const { model, asked } = createModel('model/1', (text) => (text === 'bb' ? failure : undefined));
    const vectors = await createQuestionReader().read(model, ['a', 'bb', 'ccc'], { most: 9, signal });
    expect(vectors.map((vector) => vector?.[0])).toEqual([1, undefined, undefined]);
    expect(asked).toEqual(['a', 'bb']);
  });

  it('throws what is no failure of the model, such as an aborted request', async () => {
    const aborted = AbortSignal.abort(new Error('gone'));
    const reading = createQuestionReader().read(createModel().model, ['a'], { most: 9, signal: aborted });
    await expect(reading).rejects.toThrow('gone');
  });
});
