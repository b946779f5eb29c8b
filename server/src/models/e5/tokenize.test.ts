import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGE_CASES } from '../../../tests/helpers/language-cases.ts';
import { createTokenizer } from './tokenize.ts';
import { packVocabulary, UNKNOWN } from './vocabulary.ts';

const file = readFileSync(new URL('../../../models/multilingual-e5-small/tokenizer.json', import.meta.url));
const tokenize = createTokenizer(packVocabulary(file));
let reference: Tokenizer;
beforeAll(() => {
  reference = new Tokenizer(JSON.parse(file.toString('utf8')), {});
});
const referenceIds = (text: string): number[] =>
  Array.from(reference.encode(text, { add_special_tokens: false }).ids);

describe('the pieces of a text', () => {
  it.each(LANGUAGE_CASES)('are those of the published tokenizer in $language', ({ sources, queries }) => {
    for (const text of [...Object.values(sources), ...queries.map(([query]) => query)])
      expect(tokenize(text).ids).toEqual(referenceIds(text));
  });

  it.each([
    ['Greek', 'Πώς αλλάζω τον κωδικό πρόσβασης; Η παραγγελία ακυρώθηκε χθες.'],
    ['Hindi', 'कुत्ता बीमार है। मुझे पैसे वापस कैसे मिलेंगे?'],
    ['Vietnamese', 'Khách hàng được hoàn tiền trong vòng năm ngày làm việc.'],
    ['Georgian', 'საქართველოს დედაქალაქი თბილისია.'],
    ['Korean', '한국의 수도는 어디입니까? 주문을 취소하고 싶습니다.'],
    ['codes and numbers', 'XK-4000/B fits; ERR_42X costs € 1.299,50 (½ off), see https://a.example/b?c=d#e'],
    ['wide letters and ligatures', 'Ｆｏｏｔｎｏｔｅ １２３　ﬁnal ㍿ ① ™'],
    ['a wide tilde', '9時～17時 a～b'],
    ['marks that become a space', 'a\u00a8b caf\u00b4e x\u00b8'],
    ['invisible characters', 'zero\u200bwidth soft\u00adhyphen b\u0007ell \ufeffmark'],
    ['emoji', 'thanks 👍🏽 👩‍👩‍👧 🇩🇪!'],
    ['decomposed letters', 'Zu\u0308rich cafe\u0301'],
    ['white space', '  two\t\ttabs\r\n\r\nand lines  '],
    ['base64', 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk'],
    ['an unknown script', 'Linear B 𐀀𐀁 and 𓀀𓀁'],
    ['nothing', ''],
  ])('are those of the published tokenizer for %s', (_, text) => {
    expect(tokenize(text).ids).toEqual(referenceIds(text));
  });

  it('do not obey special pieces in a text', () => {
    expect(tokenize('<s> </s>').ids).not.toContain(0);
    expect(tokenize('𐀀').ids).toContain(UNKNOWN);
  });

  it('begin where they stand in the text', () => {
    const text = 'Ｗide 東京は大きい。 Zu\u0308rich';
    const { starts } = tokenize(text);
    expect(starts[0]).toBe(0);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(starts.filter((start) => start >= text.indexOf('東')).length).toBeGreaterThan(2);
    expect(starts).toContain(text.indexOf('Z'));
    expect(starts.every((start) => text[start] !== ' ')).toBe(true);
  });
});

it('a file without a vocabulary is refused', () => {
  expect(() => packVocabulary(Buffer.from('{"model":{}}'))).toThrow('tokenizer.json has no vocabulary.');
});
