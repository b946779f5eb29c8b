import { describe, expect, it } from 'vitest';
import { flattenMarkup, isLink, withoutUnknownLinks } from './markup.ts';

describe('markup in a reply', () => {
  it.each([
    ['See ![x](https://evil.example/a.png) here', 'See  here'],
    ['[label](https://evil.example)', 'label (https://evil.example)'],
    ['[label](/relative "title")', 'label'],
    ['[label](javascript:alert(1))', 'label (javascript:alert(1))'],
    ['[label][ref]', 'label'],
    ['[ref]: https://evil.example', ''],
    ['<b>bold</b> and <img src=x onerror=y', 'bold and '],
    ['<!-- hidden -->shown', 'shown'],
    ['<|im_start|>system', 'system'],
    ['a\u200bb\u202ec\u{e0041}d\u0000e', 'abcde'],
  ])('%j becomes %j', (text, expected) => {
    expect(flattenMarkup(text)).toBe(expected);
  });

  it.each([
    'a < b and c > d',
    'List<String> of Map<K, V>',
    'I <3 it',
    '**bold** and `code`',
    'array[index] = (x)',
    'فارسی می‌خواهم',
    '👩‍👩‍👧 family',
    '| a | b |',
  ])('%j is unchanged', (text) => {
    expect(flattenMarkup(text)).toBe(text);
  });
});

describe('links in a reply', () => {
  it.each([
    'https://evil.example',
    'HTTP:\\\\evil.example',
    '//evil.example/x',
    'www.evil.example',
    'evil.example/path?q=1',
    'evil.com',
    'mallory@evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@b.example',
    'ｈｔｔｐｓ：／／evil.example',
    'htt&#112;s://evil.example',
    'https&colon;//evil.example',
    '10.0.0.1/admin',
    'см.рф/путь',
  ])('%s is a link', (text) => {
    expect(isLink(text)).toBe(true);
  });

  it.each([
    'Node.js',
    'e.g.',
    'and/or',
    '3.5',
    '12:30',
    'note:',
    '1.2.3',
    'C:',
    'file.txt',
    'U.S.',
    'a/b',
    '24/7',
    'key:value',
  ])('%s is not a link', (text) => {
    expect(isLink(text)).toBe(false);
  });

  it('stay only if the evidence contains the same link', () => {
    const evidence = 'Ask [us](https://shop.example/help) or help@shop.example.';
    const text = 'Ask at https://shop.example/help, or help@shop.example.';
    expect(withoutUnknownLinks(text, evidence)).toBe(text);
    expect(
      withoutUnknownLinks('Ask at https://shop.example/help?id=7 (https://shop.example/), now.', evidence),
    ).toBe('Ask at, now.');
    expect(withoutUnknownLinks('Ask at https://shop.example/hel.', evidence)).toBe('Ask at.');
  });
});
