import { describe, expect, it } from 'vitest';
import { makeZip, type ZipEntry } from '../../../../tests/helpers/make-zip.ts';
import { blocksOf, upload } from '../../../../tests/helpers/read-source.ts';
import { parseEpub } from './epub.ts';
import { partPath } from './part-path.ts';

const container =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="a/b.opf"/></rootfiles></container>';
const chapter =
  '<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>Chapter</h1><p>It began.</p></body></html>';

const book = (items: readonly string[], more: readonly ZipEntry[] = [], guide = ''): Uint8Array =>
  makeZip([
    { name: 'mimetype', data: 'application/epub+zip', isStored: true },
    { name: 'META-INF/container.xml', data: container },
    {
      name: 'a/b.opf',
      data: `<package xmlns="http://www.idpf.org/2007/opf"><manifest>${items.map((href, index) => `<item id="i${index}" href="${href}" media-type="application/xhtml+xml"/>`).join('')}</manifest><spine>${items.map((_, index) => `<itemref idref="i${index}"/><itemref idref="i${index}"/>`).join('')}</spine>${guide}</package>`,
    },
    { name: 'a/one.xhtml', data: chapter },
    ...more,
  ]);

const encryption = (algorithm: string): ZipEntry => ({
  name: 'META-INF/encryption.xml',
  data: `<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="a/one.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>`,
});

describe('an EPUB', () => {
  it('has each spine document once, without missing or external ones', async () => {
    const items = ['one.xhtml#start', '../../etc/passwd', 'gone.xhtml', 'http://a.example/x'];
    expect(blocksOf(await parseEpub(upload(book(items))))).toEqual([
      'heading 1: Chapter',
      'paragraph: It began.',
    ]);
  });

  it.each([
    ['contents.xhtml', false],
    ['contents.xhtml#top', true],
    ['mixed.xhtml', true],
  ])('whose guide calls %s its table of contents still has all its prose', async (toc, keepsContents) => {
    const page = (body: string): string =>
      `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`;
    const links = '<ul><li><a href="one.xhtml">Chapter one</a></li><li><a href="x">Chapter two</a></li></ul>';
    const prose = '<h1>Winter</h1><p>The snow fell on the village all through the long night of January.</p>';
    const parts = [
      { name: 'a/contents.xhtml', data: page(links) },
      { name: 'a/mixed.xhtml', data: page(links + prose) },
    ];
    const guide = `<guide><reference type="toc" href="${toc}"/></guide>`;
    const { text } = await parseEpub(
      upload(book(['contents.xhtml', 'mixed.xhtml', 'one.xhtml'], parts, guide)),
    );
    expect(text).toContain('The snow fell');
    expect(text).toContain('It began.');
    expect(text.startsWith('- Chapter one\n- Chapter two\n- Chapter one')).toBe(keepsContents);
  });

  it('without any of its chapters is unreadable', async () => {
    await expect(parseEpub(upload(book(['gone.xhtml'])))).rejects.toMatchObject({ code: 'unreadable_file' });
  });

  it('with encrypted chapters is rejected as encrypted', async () => {
    const locked = book(['one.xhtml'], [encryption('http://www.w3.org/2001/04/xmlenc#aes256-cbc')]);
    await expect(parseEpub(upload(locked))).rejects.toMatchObject({ code: 'encrypted_file' });
  });
});

describe('a reference inside an archive', () => {
  it.each([
    ['ppt/slides/s1.xml', '../media/a.png', 'ppt/media/a.png'],
    ['ppt/presentation.xml', '/ppt/slides/s1.xml', 'ppt/slides/s1.xml'],
    ['a/b.opf', 'text/Kapitel%202.xhtml#x', 'a/text/Kapitel 2.xhtml'],
    ['', './word/document.xml', 'word/document.xml'],
    ['a.xml', '100%.xml', '100%.xml'],
    ['a/b.xml', '../../c.xml', undefined],
    ['a/b.xml', 'file:///etc/passwd', undefined],
    ['a/b.xml', '', undefined],
  ])('from %s to %s leads to %s', (from, reference, part) => {
    expect(partPath(from, reference)).toBe(part);
  });
});
