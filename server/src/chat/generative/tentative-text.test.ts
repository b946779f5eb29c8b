import { describe, expect, it } from 'vitest';
import type { ChatModel } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import { ask, modelThatWrites, requestFor } from '../../../tests/helpers/chat-answers.ts';
import { answerWithModel } from './answer-with-model.ts';
import { showable } from './tentative-text.ts';

const words = (text: string): string[] => text.match(/\s*\S+/g) ?? [];
const tentatively = (text: string) => ask(modelThatWrites(words(text)), { isTentative: true });

describe('a tentative reply', () => {
  it('arrives word by word, before its sentence is whole', async () => {
    let asked = 0;
    const model: ChatModel = {
      name: 'scripted',
      async *write() {
        for (const text of words('Gift cards cannot be returned [1].')) {
          asked++;
          yield { text };
        }
      },
    };
    const answer = answerWithModel(model, requestFor({ isTentative: true }));
    expect(await answer.next()).toEqual({ done: false, value: { type: 'delta', text: 'Gift' } });
    expect(asked).toBe(2);
    expect(await answer.next()).toEqual({ done: false, value: { type: 'delta', text: ' cards' } });
    await answer.return(undefined as never);
  });

  it('loses a sentence that no source supports', async () => {
    const { reply, states } = await tentatively(
      'Gift cards cannot be returned [1]. Our founder loves sailing on the lake [1]. We ship to forty countries [1].',
    );
    expect(reply?.text).toBe('Gift cards cannot be returned. We ship to forty countries.');
    expect(states.at(-1)).toBe(reply?.text);
    expect(states.some((shown) => shown.endsWith('Our founder loves sailing on the'))).toBe(true);
  });

  it('is withdrawn whole if nothing of it stands', async () => {
    const { reply, states } = await tentatively('Our founder loves sailing [1]. He also loves to cook [1].');
    expect(reply).toBeUndefined();
    expect(states.length).toBeGreaterThan(3);
    expect(states.at(-1)).toBe('');
  });

  it('is withdrawn if the model breaks off before its first sentence is whole', async () => {
    const states: string[] = [];
    const model = modelThatWrites(['Gift cards ', 'cannot '], { failsAtEnd: true });
    const answer = answerWithModel(model, requestFor({ isTentative: true }));
    const read = async (): Promise<void> => {
      for await (const event of answer) states.push(event.type);
    };
    await expect(read()).rejects.toThrow(ModelError);
    expect(states).toEqual(['delta', 'delta', 'withdraw']);
  });

  it('forms no link of brackets in two sentences', async () => {
    const { reply, states } = await ask(
      modelThatWrites([
        ' Gift cards cannot be returned',
        '。',
        ']',
        '( Gift cards cannot be returned by post. ',
      ]),
      { isTentative: true },
    );
    expect(states.filter((shown) => shown.includes(']('))).toEqual([]);
    expect(states.at(-1)).toBe(reply?.text);
  });

  it('never shows that there is no answer', async () => {
    const { states } = await tentatively('NO_ANSWER is what I have to say.');
    expect(states).toEqual([]);
  });
});

describe('headings and introductions', () => {
  const written =
    '## Practical matters\n\nThis is what applies:\n\n- Gift cards cannot be returned [1].\n\n| Topic | Rule |\n| --- | --- |\n| Refunds | are paid within five working days [1] |\n\n## Ships since 1950';

  it('stay without a source if grounding is lenient, and lower nothing', async () => {
    const { reply, states } = await ask(modelThatWrites(words(written)), {
      grounding: 'lenient',
      isTentative: true,
    });
    expect(reply?.text).toBe(written.replaceAll(' [1]', '').replace('\n\n## Ships since 1950', ''));
    expect(states.at(-1)).toBe(reply?.text);
    expect(reply?.confidenceReason).toContain('2 of 3 sentences');
  });

  it('need one if it is strict', async () => {
    const { reply } = await ask(modelThatWrites(words(written)));
    expect(reply?.text).not.toContain('#');
  });
});

describe('what can be shown of a sentence before it is checked', () => {
  it.each([
    ['Gift cards cannot be retur', 'Gift cards cannot be'],
    ['Gift cards cannot be returned [1', 'Gift cards cannot be returned'],
    ['Gift cards ![', 'Gift cards'],
    ['Gift cards! ', 'Gift cards'],
    ['See https://evil.example/ for more', 'See'],
    ['See www.evil.example or not', 'See'],
    ['See <img src=x> here', 'See'],
    ['Write to eve@evil.example now', 'Write to'],
    ['NO_ANSWER because', ''],
    ['**NO_ANSWER** because', ''],
    ['word', ''],
    ['', ''],
  ])('is of %j: %j', (begun, shown) => {
    expect(showable(begun)).toBe(shown);
  });
});
