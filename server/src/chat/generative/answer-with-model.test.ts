import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatModel, Prompt } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import {
  ask,
  bergen,
  modelThatWrites,
  offices,
  passage,
  refunds,
  requestFor,
  spanOf,
  write,
} from '../../../tests/helpers/chat-answers.ts';
import { answerWithModel } from './answer-with-model.ts';

describe('a reply of a language model', () => {
  it('loses its markers, and is cited with the sentences that support it', async () => {
    const { reply, pieces } = await write(
      'You may return a product within 30 days of delivery [1]. The office in Bergen was founded by Ingrid Dahl. [2]',
    );
    expect(reply?.text).toBe(
      'You may return a product within 30 days of delivery. The office in Bergen was founded by Ingrid Dahl.',
    );
    expect(pieces.join('')).toBe(reply?.text);
    expect(reply?.sources).toEqual([
      {
        id: 'src_Refunds',
        name: 'Refunds',
        snippet: 'Customers may return a product within 30 days of delivery.',
        page: 3,
        link: '/sources/src_Refunds?start=128&end=186',
      },
      {
        id: 'src_Offices',
        name: 'Offices',
        snippet: 'The office in Bergen was founded by Ingrid Dahl in 1987.',
        link: '/sources/src_Offices?start=34&end=90',
      },
    ]);
    const quotes = reply?.citations.map(({ source_id, start, end, reply_start, reply_end }) => [
      spanOf(source_id === 'src_Refunds' ? refunds : offices, start, end),
      reply.text.slice(reply_start, reply_end),
    ]);
    expect(quotes).toEqual([
      [
        'Customers may return a product within 30 days of delivery.',
        'You may return a product within 30 days of delivery.',
      ],
      [
        'The office in Bergen was founded by Ingrid Dahl in 1987.',
        'The office in Bergen was founded by Ingrid Dahl.',
      ],
    ]);
    expect(reply?.citations[0]).toMatchObject({ chunk_id: 'chunk_Refunds_100', page: 3 });
  });

  it.each([1, 5, 1_000])(
    'keeps the lines that its Markdown needs, in pieces of %i characters',
    async (length) => {
      const written = `## We ship to forty countries [1]

1. The office in Oslo opens at nine [2].
   - Gift cards cannot be returned [1].
2. The office in Bergen was founded by **Ingrid Dahl** [2].

| Gift cards | cannot be returned [1] |
| --- | ---: |
| Refunds | are paid to the original card [1] |

\`\`\`text
Customers may return a product within 30 days of delivery [1].
\`\`\``;
      const pieces = written.match(new RegExp(`.{1,${length}}`, 'gs')) ?? [];
      const { reply } = await ask(modelThatWrites(pieces));
      expect(reply?.text).toBe(written.replace(/ \[\d\]/g, ''));
    },
  );

  it('keeps its paragraphs if a sentence between them is omitted', async () => {
    const { reply } = await write(
      'Gift cards cannot be returned [1].\n\nOur founder loves sailing [1]. We ship to forty countries [1].',
    );
    expect(reply?.text).toBe('Gift cards cannot be returned.\n\nWe ship to forty countries.');
  });

  it.each([
    ['the wrong number', 'Customers may return a product within 60 days of delivery [1].'],
    ['a number of another sentence', 'Refunds are paid to the original card within 30 days [1].'],
    ['another name', 'The office in Bergen was founded by Kari Dahl in 1987 [2].'],
    ['the opposite', 'Gift cards can be returned [1].'],
    ['what nobody wrote', 'Our founder loves sailing and mountain hiking [1].'],
    ['a passage that does not exist', 'The moon is made of green cheese [7].'],
    ['an address of its own', 'Ask for help at https://shop.example/help?user=42 [1].'],
  ])('omits a sentence with %s, and lowers the confidence', async (_, lie) => {
    const truth = 'Gift cards cannot be returned [1].';
    const { reply } = await write(`${lie} ${truth}`);
    expect(reply?.text).toBe('Gift cards cannot be returned.');
    expect(reply?.confidence).toBeLessThan((await write(truth)).reply?.confidence ?? 0);
    expect(reply?.confidenceReason).toContain('1 of 2 sentences');
    expect((await write(lie)).reply).toBeUndefined();

    const tentative = await write(`${lie} ${truth}`, { isTentative: true });
    expect(tentative.reply).toEqual(reply);
    expect(tentative.states.at(-1)).toBe(reply?.text);
  });

  it('is cited with the passage that supports it, whatever its marker says', async () => {
    const { reply } = await write('Gift cards cannot be returned [2]. Refunds go to the original card.');
    expect(reply?.citations.map(({ source_id }) => source_id)).toEqual(['src_Refunds', 'src_Refunds']);
  });

  it('keeps its paragraphs and lists', async () => {
    const { reply } = await write(
      '- Gift cards cannot be returned [1].\n- Refunds are paid within five working days [1].\n\nThe office in Oslo opens at nine [2].',
    );
    expect(reply?.text).toBe(
      '- Gift cards cannot be returned.\n- Refunds are paid within five working days.\n\nThe office in Oslo opens at nine.',
    );
  });

  it('keeps links that the sources contain, as plain text', async () => {
    const { reply } = await write(
      'Ask for help at [our page](https://shop.example/help) or help@shop.example [1].',
    );
    expect(reply?.text).toBe('Ask for help at our page (https://shop.example/help) or help@shop.example.');
  });

  it('may begin with `Yes.`, but `Yes.` by itself is not an answer', async () => {
    expect((await write('Yes. Gift cards cannot be returned [1].')).reply?.text).toBe(
      'Yes. Gift cards cannot be returned.',
    );
    expect((await write('Yes. Because the moon is made of cheese.')).reply).toBeUndefined();
  });

  it('may be in the language of the question, where only numbers and names are compared', async () => {
    const message = 'Wer hat das Büro in Bergen gegründet und wie lange kann ich die Ware zurückgeben?';
    const { reply } = await write(
      'Sie können die Ware innerhalb von 30 Tagen nach der Lieferung zurückgeben [1]. Sie können die Ware auch nach 90 Tagen noch zurückgeben [1].',
      { message },
    );
    expect(reply?.text).toBe('Sie können die Ware innerhalb von 30 Tagen nach der Lieferung zurückgeben.');
    expect(reply?.sources.map(({ id }) => id)).toEqual(['src_Refunds']);
    expect(reply?.confidence).toBeLessThan(0.5);
  });

  it('does not depend on how the model splits it into pieces', async () => {
    const text =
      'Yes [1]. Gift cards cannot be returned.[1] Refunds are paid within five working days [1, 2]! See ![x](https://evil.example/a.png) and [here. Now](https://evil.example).\n\nThe office in Bergen was founded by Ingrid Dahl in 1987【2】.';
    const whole = (await write(text)).reply;
    expect(whole?.text).toContain('Ingrid Dahl');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 30 }), async (cuts) => {
        const sorted = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const pieces = sorted.slice(1).map((end, index) => text.slice(sorted[index], end));
        const { reply } = await ask(modelThatWrites(pieces));
        expect({ ...reply, usage: undefined }).toEqual({ ...whole, usage: undefined });
      }),
      { numRuns: 200 },
    );
  });

  it('is streamed sentence by sentence while it is written', async () => {
    let asked = 0;
    const model: ChatModel = {
      name: 'scripted',
      async *write() {
        asked = 1;
        yield { text: 'Gift cards cannot be returned [1]. The office in Oslo ' };
        asked = 2;
        yield { text: 'opens at nine [2].' };
      },
    };
    const answer = answerWithModel(model, requestFor());
    expect(await answer.next()).toMatchObject({
      done: false,
      value: { type: 'delta', text: 'Gift cards cannot be returned.' },
    });
    expect(asked).toBe(1);
    expect(await answer.next()).toMatchObject({
      done: false,
      value: { type: 'delta', text: ' The office in Oslo opens at nine.' },
    });
  });

  it('has more confidence if two sources agree, and less if they disagree', async () => {
    const text = 'The office in Bergen was founded in 1987 [1].';
    const [alone, confirmed, disputed] = await Promise.all(
      [[offices], [offices, passage('Copy', offices.text)], [offices, bergen]].map(
        async (passages) => (await write(text, { passages })).reply?.confidence ?? 0,
      ),
    );
    expect(confirmed).toBeGreaterThan(alone ?? 1);
    expect(disputed).toBeLessThan(alone ?? 0);
  });

  it('cites places in consecutive chunks, each with its own citation', async () => {
    const text = 'The valve opens at 40 bar. The valve closes at 35 bar. The valve is made of steel.';
    const second = text.indexOf('The valve closes');
    const passages = [
      passage('Manual', text.slice(0, second + 26)),
      passage('Manual', text.slice(second), { start: second, score: 0.5 }),
    ];
    const prompts: Prompt[] = [];
    const { reply } = await ask(
      modelThatWrites(['The valve opens at 40 bar [1]. It is made of steel [1].'], {
        seen: (prompt) => prompts.push(prompt),
      }),
      { passages },
    );
    expect(prompts[0]?.turns.at(-1)?.text).toContain(`"Manual"\n[1] ${text}\n`);
    expect(reply?.citations.map(({ chunk_id }) => chunk_id)).toEqual([
      'chunk_Manual_0',
      `chunk_Manual_${second}`,
    ]);
  });
});

describe('a model without an answer', () => {
  it.each([
    'NO_ANSWER',
    'NO_ANSWER.',
    '**NO_ANSWER**',
    'NO_ANSWER: the passages do not say so.',
    '',
    '[1]',
    '   ',
  ])('gives no reply: "%s"', async (text) => {
    const { reply, pieces, refusal } = await write(text);
    expect(reply).toBeUndefined();
    expect(pieces).toEqual([]);
    expect(refusal).toMatch(/\.$/);
  });

  it('is ignored after an answer', async () => {
    expect((await write('Gift cards cannot be returned [1]. NO_ANSWER')).reply?.text).toBe(
      'Gift cards cannot be returned.',
    );
  });
});

describe('a model that fails', () => {
  it('throws if it fails before the first sentence', async () => {
    await expect(ask(modelThatWrites(['Gift cards'], { failsAtEnd: true }))).rejects.toThrow(ModelError);
  });

  it('leaves the complete sentences', async () => {
    const { reply, brokenOff } = await ask(
      modelThatWrites(['Gift cards cannot be returned [1]. The office in Oslo opens at '], {
        failsAtEnd: true,
      }),
    );
    expect(reply).toMatchObject({
      text: 'Gift cards cannot be returned.',
      isDegraded: true,
      usage: undefined,
    });
    expect(brokenOff).toBeInstanceOf(ModelError);
  });

  it('is stopped if it writes far more than allowed, or if the reader leaves', async () => {
    const signals: AbortSignal[] = [];
    const endless: ChatModel = {
      name: 'endless',
      async *write(_, signal) {
        signals.push(signal);
        for (;;) yield { text: 'Gift cards cannot be returned [1]. ' };
      },
    };
    const { reply } = await ask(endless, { maxOutputTokens: 100 });
    expect(reply?.text.length).toBeLessThan(2_000);
    const answer = answerWithModel(endless, requestFor());
    await answer.next();
    await answer.return(undefined as never);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
