import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzePassage } from './analyze.ts';
import { analyzeQuery } from './analyze-query.ts';

const terms = (text: string, language: Parameters<typeof analyzePassage>[1] = 'en') => [
  ...analyzePassage(text, language).terms.keys(),
];
const queryTerms = (text: string, ...languages: Parameters<typeof analyzeQuery>[1]) =>
  analyzeQuery(text, languages).map(({ term }) => term);

describe('analyzePassage', () => {
  it.each([
    ['ERR_42X', ['err', '42x', 'err_42x']],
    ['getUserName', ['get', 'user', 'name', 'getusernam']],
    ['v1.29.3', ['v1', '29', '3', 'v1.29.3', '1.29.3']],
    ['foo@bar.com', ['foo', 'bar', 'com', 'foo@bar.com']],
    ['/etc/hosts', ['etc', 'host', 'etc/hosts']],
    ['C++ and C#', ['c', 'c++', 'and', 'c#']],
    ['use .NET', ['use', 'net', '.net']],
    ["it's", ['it']],
    ['e-mails', ['e', 'mail', 'email']],
    ['the U.S.A. today', ['the', 'usa', 'today']],
    ['1,000 items', ['1000', 'item']],
    ['https://example.com/a', ['https', 'exampl', 'com', 'a', 'https://example.com/a']],
    ['ｆｕｌｌ', ['full']],
    ['run\u200bning', ['run']],
    ['Café', ['cafe']],
  ])('keeps codes whole and in parts: %s', (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });

  it('returns words and character pairs of scripts without spaces', () => {
    expect(terms('東京大学', 'ja')).toEqual(expect.arrayContaining(['東京', '京大', '大学']));
    expect(terms('你', 'zh')).toEqual(['你']);
    expect(terms('ﾃｽﾄ', 'ja')).toEqual(terms('テスト', 'ja'));
    expect(terms('학교에서', 'ko')).toEqual(['학교에서', '학교', '교에', '에서']);
    expect(terms('ภาษาไทย', 'th')).toEqual(expect.arrayContaining(['ภาษา', 'ไทย']));
  });

  it('stems by language, and foreign words by their own script', () => {
    expect(terms('canciones', 'es')).toEqual(terms('canción', 'es'));
    expect(terms('книгами', 'ru')).toEqual(terms('книга', 'ru'));
    expect(terms('running книги', 'ru')).toEqual(['run', 'книг']);
  });

  it('counts each word once in the length', () => {
    expect(analyzePassage('state-of-the-art getUserName', 'en').length).toBe(7);
    expect(analyzePassage('학교에서 놀다', 'ko').length).toBe(2);
  });

  it('accepts any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { terms: counts, length } = analyzePassage(text, 'en');
        for (const [term, count] of counts) {
          expect(term).not.toBe('');
          expect(term.length).toBeLessThanOrEqual(64 + 8);
          expect(count).toBeGreaterThan(0);
        }
        expect(length).toBeLessThanOrEqual(text.normalize('NFKC').length);
      }),
    );
    for (const hostile of ['a', '.a', 'aB', '漢', "'a", '\0', '\ud800', ':', 'a_', '1,000', '\u0301']) {
      expect(() => analyzePassage(hostile.repeat(200_000), 'en')).not.toThrow();
    }
  });
});

describe('analyzeQuery', () => {
  it('matches passages in any language of the scope', () => {
    for (const [word, language] of [
      ['running', 'en'],
      ['Häuser', 'de'],
      ['canciones', 'es'],
      ['running', 'und'],
    ] as const) {
      expect(queryTerms(word, 'de', 'en', 'es', 'und')).toEqual(
        expect.arrayContaining(terms(word, language)),
      );
    }
  });

  it('finds every term of a passage when the query is the passage', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            'ERR_42X',
            'running',
            'C++',
            '東京',
            "don't",
            'v1.2',
            'Café',
            '가'.repeat(90),
            'ภาษาไทย',
            '𠮷野家',
          ),
          {
            minLength: 1,
            maxLength: 12,
          },
        ),
        (words) => {
          const text = words.join(' ');
          expect(new Set(queryTerms(text, 'en'))).toEqual(new Set(terms(text)));
        },
      ),
    );
  });

  it('gives function words little weight, unless they are all there is', () => {
    expect(analyzeQuery('what is gravity', ['en'])).toEqual([
      { term: 'what', weight: 0.15 },
      { term: 'is', weight: 0.15 },
      { term: 'graviti', weight: 1 },
    ]);
    expect(analyzeQuery('to be or not to be', ['en']).every(({ weight }) => weight === 1)).toBe(true);
    expect(analyzeQuery('laws of the US', ['en']).at(-1)).toEqual({ term: 'us', weight: 1 });
  });

  it('counts repeated words in any form up to five times, function words and names once', () => {
    const weights = (text: string) =>
      Object.fromEntries(analyzeQuery(text, ['en']).map(({ term, weight }) => [term, weight]));
    expect(weights('How are titles made, and what is the usual length of a title?')).toMatchObject({
      titl: 2,
      length: 1,
      the: 0.15,
    });
    expect(weights('spam '.repeat(300))).toEqual({ spam: 5 });
    expect(weights('the cat and the dog and the fox')).toMatchObject({ the: 0.15, and: 0.15, fox: 1 });
    expect(weights('ERR_42X, again ERR_42X')).toMatchObject({ err: 2, err_42x: 0.5 });
  });

  it('keeps the 64 distinct terms with the highest weight', () => {
    const long = Array.from({ length: 300 }, (_, index) => `word${index} the of`)
      .join(' ')
      .slice(0, 2_048);
    const found = analyzeQuery(`${long} extraordinary`, ['en']);
    expect(found).toHaveLength(64);
    expect(new Set(found.map(({ term }) => term)).size).toBe(64);
    expect(found.map(({ term }) => term)).toContain('extraordinari');
    expect(found.map(({ term }) => term)).not.toContain('the');
  });

  it('is empty for a query without words', () => {
    expect(analyzeQuery(' …!? ', [])).toEqual([]);
  });
});
