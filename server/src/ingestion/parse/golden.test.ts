import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from './parse.ts';
import type { ParsedDocument } from './parsed-document.ts';

/** Parses every document of the folder as an upload and compares it with the golden file beside it, one block per line,
 *  as `kind level page: text`. Files under `web-pages` are parsed as fetched pages. */
const folder = fileURLToPath(new URL('../../../tests/fixtures/documents/', import.meta.url));
const documents = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/\.(?:golden|md5|txt-note)$/.test(entry.name))
  .map((entry) => `${entry.parentPath}/${entry.name}`);

const render = ({ text, blocks, title, canonicalUrl, pageCount }: ParsedDocument): string =>
  [
    ...(title === undefined ? [] : [`title: ${title}`]),
    ...(canonicalUrl === undefined ? [] : [`canonical: ${canonicalUrl}`]),
    ...(pageCount === undefined ? [] : [`pages: ${pageCount}`]),
    ...blocks.map(({ kind, level, page, start, end }) => {
      const place = [kind, level, page === undefined ? undefined : `p${page}`].filter(
        (part) => part !== undefined,
      );
      return `${place.join(' ')}: ${text.slice(start, end).replaceAll('\n', '⏎')}`;
    }),
    '',
  ].join('\n');

describe('the extracted text of documents', () => {
  it.each(documents.map((path) => [path.slice(folder.length), path]))('%s', async (name, path) => {
    const isPage = name.startsWith('web-pages');
    const document = await parse({
      bytes: new Uint8Array(readFileSync(path)),
      mimeType: isPage ? 'text/html' : null,
      fileName: isPage ? null : (name.split('/').at(-1) ?? ''),
      origin: isPage ? 'web-page' : 'file',
      ...(isPage && { url: `https://site.example/${name}` }),
    });
    await expect(render(document)).toMatchFileSnapshot(`${path}.golden`);
    let from = 0;
    for (const { start, end } of document.blocks) {
      expect(document.text.slice(from, start).trim()).toBe('');
      expect(end).toBeGreaterThan(start);
      from = end;
    }
    expect(document.text.slice(from).trim()).toBe('');
  });
});
