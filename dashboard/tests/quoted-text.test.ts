import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markCited } from '../src/shared/markdown/mark-cited.ts';
import { readReply, spokenText } from '../src/shared/markdown/read-reply.ts';
import type { Node } from '../src/shared/markdown/tree.ts';
import { anyReply, textsOf } from './any-reply.ts';

const citedTexts = (nodes: readonly Node[]): { text: string; at: number; cited: readonly number[] }[] =>
  nodes.flatMap((node) => {
    if (node.type === 'text') return [{ ...node, cited: node.cited ?? [] }];
    return 'children' in node ? citedTexts(node.children) : [];
  });

const linksIn = (text: string): string[] => {
  const urls = (nodes: readonly Node[]): string[] =>
    nodes.flatMap((node) => [
      ...(node.type === 'link' ? [node.url] : []),
      ...('children' in node ? urls(node.children) : []),
    ]);
  return urls(readReply(text));
};

describe('text that a reply quotes', () => {
  it.each([
    'The result is 5*3*2, and __init__ runs x**2.',
    '1986. A year of storms.',
    '&copy; is a sign, and so is &#65;',
    'a | b\n--|--\nx | y | z',
    '[ref]: https://docs.example.org "Title"\nSee [ref].',
    'Footnote[^1]\n\n[^1]: The note is here.',
    '- [ ] open\n- [x] done',
    'Copy C:\\new\\*.txt to <folder>.',
    '<!-- hidden --> shown',
  ])('keeps the letters and digits of %j', (text) => {
    const said = (all: string): string => all.replace(/[^\p{L}\p{N}]/gu, '');
    expect(said(spokenText(text))).toBe(said(text));
  });

  it('links no name without a dot, such as that of a server in a configuration', () => {
    expect(linksIn('proxy_pass http://footnote; and http://localhost:8080/a.b')).toEqual([]);
    expect(linksIn('See https://docs.example.org.')).toEqual(['https://docs.example.org/']);
  });

  it('notes at each text on which footnotes it rests, and nothing moves', () => {
    fc.assert(
      fc.property(
        anyReply,
        fc.array(fc.tuple(fc.nat(80), fc.nat(80), fc.integer({ min: 1, max: 4 })), { maxLength: 5 }),
        (text, some) => {
          const spans = some.map(([start, length, number]) => ({ start, end: start + length, number }));
          const blocks = readReply(text, [...new Set(spans.map(({ end }) => Math.min(end, text.length)))]);
          const marked = markCited(blocks, spans);
          expect(
            textsOf(marked)
              .map(({ text }) => text)
              .join(''),
          ).toBe(
            textsOf(blocks)
              .map(({ text }) => text)
              .join(''),
          );
          for (const { at, text: shown, cited } of citedTexts(marked))
            for (let offset = at; offset < at + shown.length; offset += 1)
              expect(new Set(cited)).toEqual(
                new Set(
                  spans
                    .filter(({ start, end }) => start <= offset && offset < end)
                    .map(({ number }) => number),
                ),
              );
        },
      ),
      { numRuns: 500 },
    );
  });
});
