import { describe, expect, it } from 'vitest';
import { TermReader } from '#chat/passages/term-reader.ts';
import { ModelError } from '#models/model-error.ts';
import { unitVector } from '#models/unit-vector.ts';
import { passage, write } from '../../../tests/helpers/chat-answers.ts';
import { createFakeDeepModel } from '../../../tests/helpers/fake-deep-model.ts';

const harbour = passage(
  'Harbour',
  'The old pier was repaired by the town council before the storm season began. The lighthouse keeper painted the boats, which were called gulls. The ferry sails every hour and was named by the fishermen. The council closed the market.',
);
const about = { passages: [harbour], message: 'What happened at the harbour?' };

/** A deep model for which texts of one group mean the same. */
const modelWith = (...groups: string[][]) => {
  const asked: string[] = [];
  const deepModel = createFakeDeepModel({
    queryVector: (text) => {
      asked.push(text);
      const group = groups.findIndex((texts) => texts.includes(text));
      const vector = new Float32Array(384);
      vector[group < 0 ? 100 + asked.length : group] = 1;
      return unitVector(vector);
    },
  });
  return { deepModel, asked };
};

describe('a sentence with a true word in the place of another', () => {
  it.each([
    ['verb', 'The old pier was painted by the town council before the storm season began [1].'],
    ['noun', 'The old ferry was repaired by the town council before the storm season began [1].'],
    ['phrase', 'The old pier was repaired by the lighthouse keeper before the storm season began [1].'],
    ['word at the end', 'The old pier was repaired by the town council before the storm season closed [1].'],
  ])('is omitted: %s', async (_, lie) => {
    expect((await write(lie, about)).reply).toBeUndefined();
    const { deepModel } = modelWith();
    expect((await write(lie, { ...about, deepModel })).reply).toBeUndefined();
  });

  it.each([
    ['whole', 'The old pier was repaired by the town council before the storm season began [1].'],
    ['shortened', 'The old pier was repaired by the council before the season began [1].'],
    ['in another order', 'Before the storm season began, the old pier was repaired by the town council [1].'],
    ['in words of its own', 'The old pier was mended by the town council before the storm season began [1].'],
    ['joined from two', 'The old pier was repaired by the town council, and the ferry sails every hour [1].'],
  ])('is kept without asking the deep model if it is faithful: %s', async (_, truth) => {
    const { deepModel, asked } = modelWith();
    expect((await write(truth, { ...about, deepModel })).reply?.text).toBe(truth.replace(' [1]', ''));
    expect(asked).toEqual([]);
  });

  it('is kept if the deep model finds that both words mean the same', async () => {
    const text = 'The ferry sails every hour and was called by the fishermen [1].';
    const same = modelWith(['called', 'named']);
    expect((await write(text, { ...about, deepModel: same.deepModel })).reply?.text).toContain('called by');
    expect(same.asked).toEqual(['called', 'named']);
    expect((await write(text, { ...about, deepModel: modelWith().deepModel })).reply).toBeUndefined();
  });
});

describe('a reply in another language than its sources', () => {
  const german = {
    passages: [harbour],
    message: 'Wer hat den alten Pier repariert, und wie oft fährt die Fähre?',
    reader: new TermReader('en'),
  };
  const truth = 'Der alte Pier wurde vom Stadtrat vor der Sturmsaison repariert.';
  const source = 'The old pier was repaired by the town council before the storm season began.';

  it('is supported by the sentence that means the same', async () => {
    const { deepModel } = modelWith([truth, source]);
    const { reply } = await write(`${truth} [1]`, { ...german, deepModel });
    expect(reply).toMatchObject({ text: truth, citations: [{ snippet: source }] });
    expect(reply?.confidenceReason).toContain('1 of 1 sentences of the model are supported');
    const believed = (await write(`${truth} [1]`, german)).reply;
    expect(reply?.confidence).toBeGreaterThan(believed?.confidence ?? 1);
  });

  it('is omitted if no sentence means the same', async () => {
    const { deepModel } = modelWith();
    expect((await write(`${truth} [1]`, { ...german, deepModel })).reply).toBeUndefined();
  });

  it.each([
    ['has no time', createFakeDeepModel({ queryVector: () => undefined })],
    [
      'fails',
      createFakeDeepModel({
        queryVector: () => {
          throw new ModelError('A thread ended.', { isRetryable: true });
        },
      }),
    ],
  ])('is believed if the deep model %s', async (_, deepModel) => {
    const { reply } = await write(`${truth} [1]`, { ...german, deepModel });
    expect(reply?.confidenceReason).toContain('1 cite a passage that cannot be compared');
  });

  it('asks the deep model about a bounded number of texts', async () => {
    const { deepModel, asked } = modelWith();
    const many = passage(
      'Many',
      Array.from({ length: 200 }, (_, index) => `The boat of captain ${index} left the harbour.`).join(' '),
    );
    const written = Array.from(
      { length: 60 },
      (_, index) => `Das Boot von Nummer ${index} verließ den Hafen [1].`,
    );
    await write(written.join(' '), { ...german, passages: [many], deepModel });
    expect(asked.length).toBeLessThanOrEqual(48);
  });
});
