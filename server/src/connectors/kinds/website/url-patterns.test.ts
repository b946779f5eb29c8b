import { describe, expect, it } from 'vitest';
import { matchesAny } from './url-patterns.ts';

describe('a pattern', () => {
  it.each([
    ['/docs/*', 'https://a.example/docs/x?y=1', true],
    ['/docs/*', 'https://a.example/more/docs/x', false],
    ['*/old/*', 'https://a.example/docs/old/x', true],
    ['https://a.example/*.html', 'https://a.example/x/y.html', true],
    ['https://a.example/*.html', 'https://a.example/x/y.htm', false],
    ['/a', 'https://a.example/a', true],
    ['/a', 'https://a.example/ab', false],
    ['/a*a', 'https://a.example/a', false],
  ])('%s and %s: %s', (pattern, url, isMatch) => {
    expect(matchesAny([pattern], url)).toBe(isMatch);
  });
});
