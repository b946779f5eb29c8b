import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ask,
  bergen,
  modelThatWrites,
  offices,
  refunds,
  spanOf,
} from '../../../tests/helpers/chat-answers.ts';

describe('10,000 replies of a hostile model', () => {
  const marker = fc.oneof(
    fc.constantFrom(
      '[1]',
      '[2]',
      '[1, 2]',
      '[1-2]',
      '[0]',
      '[3]',
      '[99999]',
      '[-1]',
      '[1.5]',
      '[[1]]',
      '[1',
      '1]',
      '[]',
    ),
    fc.constantFrom(
      '【1】',
      '【2†source】',
      '［1］',
      '[１]',
      '[Source 1]',
      '[1](https://evil.example)',
      '[src_Refunds]',
      '[1]:',
    ),
    fc.array(fc.integer({ min: -2, max: 12 }), { maxLength: 9 }).map((numbers) => `[${numbers.join(', ')}]`),
  );
  const claim = fc.constantFrom(
    'Gift cards cannot be returned',
    'Customers may return a product within 30 days of delivery',
    'Customers may return a product within 31 days of delivery',
    'The office in Bergen was founded by Ingrid Dahl in 1987',
    'The office in Bergen was founded by Olav Dahl',
    'Refunds are paid to Mallory',
    'Yes',
    'NO_ANSWER',
    '30',
  );
  const sentence = fc.tuple(claim, marker).map(([text, cited]) => ` ${text} ${cited}. `);
  const fragment = fc.oneof(
    { weight: 8, arbitrary: sentence },
    { weight: 4, arbitrary: marker },
    { weight: 2, arbitrary: claim },
    { weight: 3, arbitrary: fc.constantFrom('. ', '! ', '。', '\n', '\n\n- ', ' ', '', '.', ': ', '?') },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '![x](https://evil.example/?q=1)',
        '[x](javascript:alert(1))',
        '<img src=x onerror=alert(1)>',
        'https://evil.example/',
        '[x]: https://evil.example',
        '](',
        '![',
        '<a',
        '\u202e',
        '\u200b',
        '\ud83d',
        '\ude00',
        '\0',
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  );
  const hostileReply = fc.array(fragment, { maxLength: 25 });
  const passages = [refunds, offices, bergen];

  it('only cite shown passages, and contain no markers or links', async () => {
    let cited = 0;
    await fc.assert(
      fc.asyncProperty(hostileReply, fc.boolean(), async (pieces, isTentative) => {
        const {
          reply,
          pieces: given,
          states,
        } = await ask(modelThatWrites(pieces), { passages, isTentative });
        expect(isTentative ? (states.at(-1) ?? '') : given.join('')).toBe(reply?.text ?? '');
        for (const shown of states) {
          expect(shown).not.toMatch(/\[\s*\d+(?:\s*[,-]\s*\d+)*\s*\]|【\d|NO_ANSWER/);
          expect(shown).not.toMatch(/evil\.example|javascript:|!\[|\]\(|<img|<a[\s>]|[\0\u200b\u202e]/i);
          expect(shown.isWellFormed()).toBe(true);
        }
        if (!reply) return;
        expect(reply.confidence >= 0 && reply.confidence <= 1).toBe(true);
        expect(new Set(reply.sources.map(({ id }) => id))).toEqual(
          new Set(reply.citations.map(({ source_id }) => source_id)),
        );
        for (const { source_id, chunk_id, start, end, reply_start, reply_end } of reply.citations) {
          cited += 1;
          const passage = passages.find(({ chunkId }) => chunkId === chunk_id);
          expect(passage?.sourceId).toBe(source_id);
          expect(passage && spanOf(passage, start, end)).toMatch(/^\S.{10,}\S$/);
          expect(reply.text.slice(reply_start, reply_end)).toMatch(/^\S(?:.*\S)?$/s);
        }
      }),
      { numRuns: 10_000 },
    );
    expect(cited).toBeGreaterThan(5_000);
  }, 120_000);
});
