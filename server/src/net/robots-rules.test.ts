import fc from 'fast-check';
import robotsParser from 'robots-parser';
import { describe, expect, it } from 'vitest';
import { cpuMsOf } from '../../tests/helpers/cpu-time.ts';
import { isAllowedByRobots, parseRobots } from './robots-rules.ts';

const isAllowed = (text: string, path: string): boolean =>
  isAllowedByRobots(parseRobots(text, 'Footnote'), new URL(path, 'http://example.org'));

/** The types claim that the function is `default` of the import, but it is the import itself. */
const otherParser = robotsParser as unknown as typeof robotsParser.default;

describe('robots.txt', () => {
  it.each<[text: string, path: string, isAllowed: boolean]>([
    ['', '/', true],
    ['nonsense\n: x\n<html>', '/', true],
    ['User-agent: *\nDisallow:', '/', true],
    ['User-agent: *\nDisallow: /', '/', false],
    ['User-agent: *\nDisallow: /', '/robots.txt', true],
    ['User-agent: *\nDisallow: /a', '/about', false],
    ['User-agent: *\nDisallow: /a', '/b', true],
    ['User-agent: *\nDisallow: /a/', '/a', true],
    ['User-agent: *\r\nDisallow: /a', '/a', false],
    ['User-agent: *\rDisallow: /a', '/a', false],
    ['USER-AGENT:*\n  disALLOW :/a # comment', '/a', false],
    ['User-agent: * # all\nDisallow: /a#b', '/a', false],
    ['Disallow: /', '/', true],
  ])('decides whether %j allows %s', (text, path, expected) => {
    expect(isAllowed(text, path)).toBe(expected);
  });

  it.each<[pattern: string, path: string, isMatch: boolean]>([
    ['/*.pdf', '/a/b.pdf', true],
    ['/*.pdf', '/a/b.pdf?x', true],
    ['/*.pdf$', '/a/b.pdf', true],
    ['/*.pdf$', '/a/b.pdf?x', false],
    ['/*.pdf$', '/.pdf.pdf', true],
    ['/a$', '/a', true],
    ['/a$', '/ab', false],
    ['/a*$', '/ab', true],
    ['*', '/', true],
    ['$', '/', false],
    ['/**/b', '/a/b', true],
    ['/a*b*c', '/a-b-c', true],
    ['/a*b*c', '/a-c-b', false],
    ['/*ab$', '/aab', true],
    ['/a$b', '/a$b', true],
    ['/a?b', '/a?b', true],
    ['/a%2Ab', '/a*b', true],
    ['/a*b', '/a*b', true],
    ['/grün', '/gr%c3%bcn', true],
    ['/gr%C3%BCn', '/grün', true],
    ['/%7Efoo', '/~foo', true],
    ['/~foo', '/%7efoo', true],
    ['/a%2Fb', '/a/b', false],
    ['/A', '/a', false],
    ['a', '/a', false],
    ['/%', '/%', true],
    ['/\ud800', '/\ufffd', true],
  ])('compares the pattern %s with the path %s', (pattern, path, isMatch) => {
    expect(isAllowed(`User-agent: *\nDisallow: ${pattern}`, path)).toBe(!isMatch);
  });

  it('follows the longest match, and allows if two are equally long', () => {
    const text = 'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nAllow: /x\nDisallow: /x';
    expect(['/a', '/a/b', '/a/b/c', '/x', '/'].map((path) => isAllowed(text, path))).toEqual([
      false,
      true,
      false,
      true,
      true,
    ]);
  });

  it.each<[text: string, isAllowed: boolean]>([
    ['User-agent: *\nDisallow: /\nUser-agent: Footnote\nAllow: /', true],
    ['User-agent: footnote\nDisallow: /\nUser-agent: *\nAllow: /', false],
    ['User-agent: FOOTNOTE/2.0 (x)\nDisallow: /', false],
    ['User-agent: Footnotes\nDisallow: /', true],
    ['User-agent: Foot\nDisallow: /', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: Footnote\nDisallow:', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: Footnote', true],
    ['User-agent: Footnote\nAllow: /\nUser-agent: Footnote\nDisallow: /p', false],
    ['User-agent: Other\nUser-agent: Footnote\nDisallow: /', false],
    ['User-agent: Footnote\n\nUser-agent: Other\n\nDisallow: /', false],
    ['User-agent: Footnote\nSitemap: http://a/\nUser-agent: Other\nDisallow: /', false],
    ['User-agent: *\nCrawl-delay: 1\n\nUser-agent: Other\nDisallow: /', true],
  ])('finds the group of this crawler: %j', (text, expected) => {
    expect(isAllowed(text, '/page')).toBe(expected);
  });

  it.each<[string, number | undefined]>([
    ['Crawl-delay: 2.5', 2.5],
    ['Crawl-delay: 0', 0],
    ['Crawl-delay:', undefined],
    ['Crawl-delay: -1', undefined],
    ['Crawl-delay: soon', undefined],
    ['Crawl-delay: Infinity', undefined],
    ['Crawl-delay: 9\nUser-agent: Footnote\nAllow: /', undefined],
  ])('returns the crawl delay of %j', (text, seconds) => {
    expect(parseRobots(`User-agent: *\n${text}`, 'Footnote').crawlDelaySeconds).toBe(seconds);
  });

  it('returns all sitemaps, wherever they are in the file', () => {
    const text =
      'Sitemap: https://a.example/1.xml\nUser-agent: x\nDisallow: /\nsitemap:http://b.example/2.xml\nSitemap: /3.xml\nSitemap: javascript:x\nSitemap:';
    expect(parseRobots(text, 'Footnote').sitemaps).toEqual([
      'https://a.example/1.xml',
      'http://b.example/2.xml',
    ]);
    expect(
      parseRobots('Sitemap: http://a.example/\n'.repeat(1_000), 'Footnote').sitemaps.length,
    ).toBeLessThanOrEqual(100);
  });

  it('decides like robots-parser', () => {
    const line = fc.record({
      kind: fc.constantFrom('Allow', 'Disallow', 'Disallow'),
      pattern: fc.tuple(
        fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '?', '.'), maxLength: 8 }),
        fc.constantFrom('', '', '$'),
      ),
    });
    const path = fc.string({ unit: fc.constantFrom('a', 'b', '/', '?', '.'), maxLength: 12 });
    const group = fc.tuple(
      fc.constantFrom('*', 'Footnote', 'Other'),
      fc.array(line, { minLength: 1, maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(group, { maxLength: 4 }), path, (groups, tail) => {
        const text = groups
          .flatMap(([agent, lines]) => [
            `User-agent: ${agent}`,
            ...lines.map(({ kind, pattern }) => `${kind}: /${pattern.join('')}`),
          ])
          .join('\n');
        const url = new URL(`http://example.org/x${tail}`.replace('/x', '/'));
        const theirs = otherParser('http://example.org/robots.txt', text).isAllowed(url.href, 'Footnote');
        expect(isAllowedByRobots(parseRobots(text, 'Footnote'), url)).toBe(theirs);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    `Disallow: /${'*a'.repeat(250_000)}`,
    `Disallow: /${'*a'.repeat(500)}\n`.repeat(500),
    `Disallow: /*${'a'.repeat(1_000)}b\n`.repeat(500),
    'Disallow: /*b\n'.repeat(36_000),
    `Allow: /*${'a'.repeat(6)}b\n`.repeat(28_000),
    `Disallow: /${'*'.repeat(500_000)}b`,
    `${'Allow:/\n'.repeat(60_000)}`,
    `User-agent: *\n`.repeat(36_000),
    `Disallow: /${'%'.repeat(500_000)}`,
    `Disallow: /${'$'.repeat(500_000)}`,
    `Disallow: /${'a$'.repeat(250_000)}`,
  ])('takes less than 1.5 s of CPU time for a hostile file, case %#', (lines) => {
    const url = new URL(`http://example.org/${'a'.repeat(60_000)}`);
    const robots = `User-agent: *\n${lines.slice(0, 512_000)}`;
    expect(cpuMsOf(() => isAllowedByRobots(parseRobots(robots, 'Footnote'), url))).toBeLessThan(1_500);
  });
});
