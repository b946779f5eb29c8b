import { describe, expect, it } from 'vitest';
import { cpuMsOf } from '../../../../tests/helpers/cpu-time.ts';
import { joinAll, joinLines, vocabularyOf } from './dehyphenate.ts';

const join = (before: string, after: string, elsewhere = ''): string =>
  joinLines(before, after, vocabularyOf([{ text: elsewhere }]));

describe('two lines of a paragraph', () => {
  it.each([
    ['the end', 'of a line', 'the end of a line'],
    ['a prob-', 'lem', 'a problem'],
    ['a prob\u2010', 'lem', 'a problem'],
    ['di\u00ad', 'vided', 'divided'],
    ['a well-', 'known fact', 'a well-known fact'],
    ['the Anglo-', 'Saxon king', 'the Anglo-Saxon king'],
    ['INTER-', 'NATIONAL', 'INTERNATIONAL'],
    ['pre-', 'and post-war', 'pre- and post-war'],
    ['1914-', '1918', '1914-1918'],
    ['COVID-', '19', 'COVID-19'],
    ['a pause -', 'and on', 'a pause - and on'],
    ['see https://example.org/', 'page', 'see https://example.org/page'],
    ['either/', 'or', 'either/ or'],
    ['中文', '文档', '中文文档'],
    ['한국어', '문서', '한국어 문서'],
  ])('%s | %s', (before, after, joined) => {
    expect(join(before, after)).toBe(joined);
  });

  it('are joined with the spelling that the document uses elsewhere', () => {
    expect(join('the light-', 'keeper', 'a light-keeper wrote')).toBe('the light-keeper');
    expect(join('the light-', 'keeper', 'a lightkeeper wrote')).toBe('the lightkeeper');
    expect(join('the record-', 'keeping', 'a record of bee keeping here')).toBe('the record-keeping');
  });

  it('are joined in linear time', () => {
    const lines = Array.from({ length: 50_000 }, () => ({ text: 'a-b-c-'.repeat(5) }));
    const took = cpuMsOf(() => expect(joinAll(lines, vocabularyOf([]))).toContain('a-b-c'));
    expect(took).toBeLessThan(5_000);
  });
});
