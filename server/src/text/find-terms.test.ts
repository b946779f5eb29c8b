import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignReadable } from './align-readable.ts';
import { analyzePassage } from './analyze.ts';
import { analyzeQuery } from './analyze-query.ts';
import { findTerms } from './find-terms.ts';
import type { Language } from './language.ts';
import { readable } from './scan-runs.ts';

const marked = (text: string, query: string, language: Language = 'en'): string[] => {
  const terms = new Set(analyzeQuery(query, [language]).map(({ term }) => term));
  return findTerms(text, language, terms).map(({ start, end }) => text.slice(start, end));
};

describe('findTerms', () => {
  it.each<[string, string, Language, string[]]>([
    ['Two harbours, one Harbour.', 'harbour', 'en', ['harbours', 'Harbour']],
    ['Die Häuser am Hafen.', 'haus häfen', 'de', ['Häuser', 'Hafen']],
    ['全文検索エンジン', '検索', 'ja', ['検索']],
    ['我们的商店周末休息', '商店', 'zh', ['商店']],
    ['학교에서 놀다', '학교', 'ko', ['학교']],
    ['call getUserName(id)', 'user name', 'en', ['UserName']],
    ['call api.getUserName(id)', 'getusername', 'en', ['getUserName']],
    ['in the U.S.A. today', 'USA', 'en', ['U.S.A']],
    ['1,000-mile walk', 'mile', 'en', ['mile']],
    ['about 1,000 items', '1000', 'en', ['1,000']],
    ["the harbour's walls", 'harbours', 'en', ['harbour']],
    ['foo@bar.com wrote', 'bar', 'en', ['bar']],
    ['the word run\u200bning\u00ad, hidden', 'run', 'en', ['run\u200bning']],
    ['ｆｕｌｌ ﬁsh', 'full fish', 'en', ['ｆｕｌｌ', 'ﬁsh']],
    ['cafe\u0301s and Café', 'cafe', 'en', ['cafe\u0301s', 'Café']],
    ['ｶﾞｲﾄﾞ を読む', 'ガイド', 'ja', ['ｶﾞｲﾄﾞ']],
    ['İstanbul and a ship', 'ship', 'en', ['ship']],
    ['nothing of it', 'harbour', 'en', []],
  ])('of %j for %j: %s', (text, query, language, expected) => {
    expect(marked(text, query, language)).toEqual(expected);
  });

  it('finds every term in any passage that contains it, and none in other passages', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        for (const term of analyzePassage(text, 'en').terms.keys()) {
          const spans = findTerms(text, 'en', new Set([term]));
          expect(spans.length).toBeGreaterThan(0);
          for (const { start, end } of spans) expect(start < end && end <= text.length).toBe(true);
        }
        expect(findTerms(text, 'en', new Set(['\0no term\0']))).toEqual([]);
      }),
    );
  });
});

describe('alignReadable', () => {
  const odd = [
    'ㄱ',
    'ㅏ',
    'ᆨ',
    'ｶ',
    'ﾞ',
    '\u0301',
    '\u0316',
    '\u0323',
    'a',
    '\u200b',
    '가',
    '¨',
    'ﬁ',
    '𠮷',
    '™',
    ' ',
  ];
  it('returns the text of readable and the original offset of each letter', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...odd), { maxLength: 12 }).map((each) => each.join('')),
    );
    fc.assert(
      fc.property(texts, (original) => {
        const { text, from, to } = alignReadable(original);
        expect(text).toBe(readable(original));
        let last = 0;
        for (let unit = 0; unit < text.length; unit++) {
          expect(from(unit) >= last && from(unit) < to(unit) && to(unit) <= original.length).toBe(true);
          last = from(unit);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
