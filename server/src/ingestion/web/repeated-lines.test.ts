import { describe, expect, it } from 'vitest';
import { prepareSource } from '#ingestion/prepare-source.ts';
import { placesOfRange } from '#text/places/places-of-range.ts';
import { expectLinear } from '../../../tests/helpers/expect-linear.ts';
import { countRepeatedLines, hasRepeatedLines, withoutRepeatedLines } from './repeated-lines.ts';

const prose = (topic: string, sentences = 6): string =>
  `<p>${`The ${topic} of the harbour is kept by the people of the town and shown to guests on Sundays. `.repeat(sentences)}</p>`;

const prepared = async (html: string, repeatedLines: string[] = []) =>
  await prepareSource(undefined, {
    content: {
      bytes: new TextEncoder().encode(`<html><body><main>${html}</main></body></html>`),
      mimeType: 'text/html',
      fileName: null,
      origin: 'web-page',
      url: 'https://harbour.example/',
    },
    name: 'Page',
    repeatedLines,
  });

async function repeatedIn(pages: readonly string[]): Promise<string[]> {
  const repeated = countRepeatedLines(pages.length);
  for (const { text, outline } of await Promise.all(pages.map((page) => prepared(page))))
    repeated.add(text, outline);
  return repeated.lines();
}

const topics = ['crane', 'lighthouse', 'ferry', 'rope walk', 'dry dock', 'fish market', 'customs house'];

describe('lines that the pages of a crawl repeat', () => {
  it('a line on most pages is taken out of each, and headings keep their places', async () => {
    const pages = topics.map(
      (topic) =>
        `<h1>The ${topic}</h1><p>Was this page helpful?</p>${prose(topic)}<h2>Visits of the ${topic}</h2>${prose(topic, 2)}<p>Edit this page</p><h2>More to see</h2><ul><li>Subscribe to our letter</li><li>Plan a visit</li></ul>`,
    );
    const lines = await repeatedIn(pages);
    expect(lines.toSorted()).toEqual([
      '# More to see',
      '- Plan a visit',
      '- Subscribe to our letter',
      'Edit this page',
      'Was this page helpful?',
    ]);
    const { text, outline, chunks } = await prepared(pages[2] ?? '', lines);
    expect(text).not.toMatch(/helpful|Edit this|More to see|Subscribe|Plan a visit/);
    expect(text).toMatch(/^The ferry\n\nThe ferry of the harbour/);
    expect(outline.headings.map(({ start, end }) => text.slice(start, end))).toEqual([
      'The ferry',
      'Visits of the ferry',
    ]);
    expect(chunks.every(({ end }) => end <= text.length)).toBe(true);
    const before = await prepared(pages[2] ?? '');
    expect(hasRepeatedLines(before.text, before.outline, new Set(lines))).toBe(true);
    expect(hasRepeatedLines(text, outline, new Set(lines))).toBe(false);
  });

  it('the anchors of what is left stay with their passages', async () => {
    const page = (topic: string) =>
      `<p>Was this page helpful?</p><h2 id="opening">The ${topic}</h2>${prose(topic)}<h2 id="tickets">Tickets for the ${topic}</h2>${prose(`${topic} desk`)}`;
    const lines = await repeatedIn(topics.map(page));
    expect(lines).toEqual(['Was this page helpful?']);
    const { text, places } = await prepared(page('crane'), lines);
    const anchorOf = (passage: string): string | undefined => {
      const start = text.indexOf(passage);
      return placesOfRange(text, places ?? new Uint8Array(), { start, end: start + passage.length }).anchor;
    };
    expect(anchorOf('The crane of the harbour')).toBe('opening');
    expect(anchorOf('The crane desk of the harbour')).toBe('tickets');
  });

  it('a line on half of the pages, a long paragraph and a line in the middle of long pages stay', async () => {
    const long =
      'Ring the bell at the gate before you enter, and wait until a keeper has come to you. '.repeat(5);
    const pages = topics.map(
      (topic, index) =>
        `<h1>The ${topic}</h1><p>${long}</p>${prose(topic, 2).repeat(20)}<p>Example:</p>${prose(topic, 2).repeat(30)}${index < 4 ? '<p>Closed in winter.</p>' : ''}`,
    );
    expect(await repeatedIn(pages)).toEqual([]);
  });

  it('code, the names of columns and headings with text of their own stay', async () => {
    const page = (topic: string): string =>
      `<h1>The ${topic}</h1>${prose(topic)}<h2>Prices</h2><table><tr><th>Ticket</th><th>Price</th></tr><tr><td>${topic}</td><td>4 euros</td></tr></table><table><tr><td>Opens</td><td>Closes</td></tr><tr><td>${topic.length}</td><td>${topic.length + 9}</td></tr></table><h2>Start</h2><pre>harbour --help</pre>${prose(topic)}`;
    const lines = await repeatedIn(topics.map(page));
    const { text } = await prepared(page('crane'), lines);
    expect(text).toBe((await prepared(page('crane'))).text);
    expect(text).toMatch(/Opens.+Closes/);
  });

  it('a table that is the same on most pages goes', async () => {
    const page = (topic: string): string =>
      `<h1>The ${topic}</h1>${prose(topic)}<table><tr><td>Hours</td><td>9 to 5</td></tr><tr><td>Telephone</td><td>555 0100</td></tr></table>`;
    const lines = await repeatedIn(topics.map(page));
    const { text } = await prepared(page('crane'), lines);
    expect(text).not.toContain('Telephone');
  });

  it('a page of nothing but repeated lines keeps them', async () => {
    const document = { text: 'Map\n\nOpen daily', blocks: [] };
    const blocks = [
      { kind: 'heading' as const, start: 0, end: 3, level: 1 },
      { kind: 'paragraph' as const, start: 5, end: 15 },
    ];
    expect(withoutRepeatedLines({ ...document, blocks }, new Set(['Open daily'])).text).toBe(document.text);
  });

  it('a page of the same heading again and again takes linear time', async () => {
    const lines = new Set(['# Menu']);
    await expectLinear(
      (length) => 'Menu\n'.repeat(length),
      (text) => {
        const headings = Array.from({ length: text.length / 5 }, (_, at) => ({
          start: at * 5,
          end: at * 5 + 4,
          level: 2,
          text: 'Menu',
        }));
        return hasRepeatedLines(text, { headings, pages: [] }, lines);
      },
    );
  });

  it('a crawl of thousands of lines a page remembers few', () => {
    const repeated = countRepeatedLines(10);
    for (let page = 0; page < 10; page += 1) {
      const same = Array.from({ length: 40 }, (_, line) => `Line ${line} of all`).join('\n');
      const own = Array.from({ length: 5_000 }, (_, line) => `Line ${line} of ${page}`).join('\n');
      repeated.add(`${own}\n${same}`, { headings: [], pages: [] });
    }
    expect(repeated.lines()).toHaveLength(25);
  });
});
