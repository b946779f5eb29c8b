import { describe, expect, it } from 'vitest';
import { makeZip, type ZipEntry } from '../../../../tests/helpers/make-zip.ts';
import { blocksOf, upload } from '../../../../tests/helpers/read-source.ts';
import { parseEpub } from './epub.ts';
import { partPath } from './part-path.ts';

const container =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="a/b.opf"/></rootfiles></container>';
const chapter =
  '<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>Chapter</h1><p>It began.</p></body></html>';

const book = (items: readonly string[], more: readonly ZipEntry[] = []): Uint8Array =>
  makeZip([
    { name: 'mimetype', data: 'application/epub+zip', isStored: true },
    { name: 'META-INF/container.xml', data: container },
    {
      name: 'a/b.opf',
      data: `<package xmlns="http://www.idpf.org/2007/opf"><manifest>${items.map((href, index) => `<item id="i${index}" href="${href}" media-type="application/xhtml+xml"/>`).join('')}</manifest><spine>${items.map((_, index) => `<itemref idref="i${index}"/><itemref idref="i${index}"/>`).join('')}</spine></package>`,
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
