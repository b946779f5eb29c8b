import { describe, expect, it } from 'vitest';
import type { Turn } from '#chat/turn/turn.ts';
import type { Citation } from '#storage/citation.ts';
import { type CitationStyle, CitedContent, contentOf, linksAt, withoutMarkers } from './cited-content.ts';

const cited = (text: string, said: string, number: number, more: Partial<Citation> = {}): Citation => ({
  number,
  source_id: `src_${number}`,
  chunk_id: 'chk',
  start: 10 * number,
  end: 10 * number + 5,
  reply_start: text.indexOf(said),
  reply_end: text.indexOf(said) + said.length,
  ...more,
});

const turnOf = (text: string, citations: Citation[]): Turn =>
  ({
    text,
    citations,
    sources: citations.map(({ source_id }) => ({ id: source_id, name: `Guide [${source_id}]`, snippet: '' })),
  }) as unknown as Turn;

const linkOf = linksAt('https://footnote.example');
const write = (turn: Turn, style: CitationStyle) => {
  const content = contentOf(turn, style, linkOf);
  const said = content
    .annotations(turn, linkOf)
    .map(({ start_index, end_index }) => content.text.slice(start_index, end_index));
  return { text: content.text, said };
};

describe('the sources of a reply in the content that clients of OpenAI get', () => {
  const text = 'The pier is long. 🎡 It is old. It is wet.';
  const first = cited(text, 'The pier is long.', 1, { url: 'https://a.example/#:~:text=long' });
  const second = cited(text, 'It is old.', 2);
  const third = cited(text, 'It is wet.', 1);
  const turn = turnOf(text, [first, second, third]);

  it('annotations name the cited words of the content in every style', () => {
    const said = ['The pier is long.', 'It is old.', 'It is wet.'];
    expect(write(turn, 'annotations')).toEqual({ text, said });
    expect(write(turn, 'markers')).toEqual({
      text: 'The pier is long. [1] 🎡 It is old. [2] It is wet. [1]',
      said,
    });
    expect(write(turn, 'none')).toEqual({ text, said: [] });
  });

  it('annotations link web pages at the cited words, and other sources in the dashboard', () => {
    const [page, file] = contentOf(turn, 'annotations', linkOf).annotations(turn, linkOf);
    expect(page).toMatchObject({ url: 'https://a.example/#:~:text=long', title: 'Guide [src_1]' });
    expect(file).toMatchObject({ url: 'https://footnote.example/sources/src_2?start=20&end=25' });
  });

  it('footnotes list each number once, with a link', () => {
    expect(write(turn, 'footnotes').text.split('\n').slice(1)).toEqual([
      '',
      '- [1] [Guide \\[src\\_1\\]](https://footnote.example/sources/src_1?start=10&end=15)',
      '- [2] [Guide \\[src\\_2\\]](https://footnote.example/sources/src_2?start=20&end=25)',
    ]);
  });

  it('pieces of a stream get the same content as the whole', () => {
    const content = new CitedContent('markers');
    const pieces = [
      content.add('The pier is long.', [first]),
      content.add(' 🎡 It is old.', [second]),
      content.add(' It is wet.', [third]),
    ];
    expect(pieces.join('')).toBe(write(turn, 'markers').text);
    expect(content.annotations(turn, linkOf)).toEqual(
      contentOf(turn, 'markers', linkOf).annotations(turn, linkOf),
    );
  });

  it('a source that was deleted while the reply was sent has no annotation', () => {
    const content = new CitedContent('markers');
    content.add('The pier is long.', [first]);
    content.add(' 🎡 It is old.', [second]);
    const left = { ...turn, sources: turn.sources.slice(0, 1) };
    expect(content.annotations(left, linkOf).map(({ title }) => title)).toEqual(['Guide [src_1]']);
  });

  it('code and tables keep their form', () => {
    const code = 'Run this:\n\n```sh\nnpm start\n```';
    expect(write(turnOf(code, [cited(code, 'npm start', 1)]), 'markers').text).toBe(`${code}\n\n[1]`);
    expect(write(turnOf(code, [cited(code, code, 1)]), 'markers').text).toBe(`${code}\n\n[1]`);
    const table = '| a | b |\n| --- | --- |\n| 1 | 2 |';
    expect(write(turnOf(table, [cited(table, '| 1 | 2 |', 3)]), 'markers').text).toBe(
      '| a | b |\n| --- | --- |\n| 1 | 2 [3] |',
    );
  });

  it('a reply that the client sends back loses its markers', () => {
    expect(withoutMarkers(write(turn, 'footnotes').text)).toBe(text);
    expect(withoutMarkers('Use list[0].')).toBe('Use list[0].');
  });
});
