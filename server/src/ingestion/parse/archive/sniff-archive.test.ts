import { describe, expect, it } from 'vitest';
import { sniffFormat } from '#ingestion/parse/sniff-format.ts';
import { makeZip } from '../../../../tests/helpers/make-zip.ts';
import { sniffArchive } from './sniff-archive.ts';

const typed = (contentType: string): Uint8Array =>
  makeZip([
    {
      name: '[Content_Types].xml',
      data: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/main.xml" ContentType="${contentType}"/></Types>`,
    },
  ]);

describe('the kind of an archive', () => {
  it.each([
    ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'],
    ['docx', 'application/vnd.ms-word.document.macroEnabled.main+xml'],
    ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml'],
    ['docx', 'application/vnd.ms-word.template.macroEnabledTemplate.main+xml'],
    ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml'],
    ['pptx', 'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml'],
    ['xlsx', 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'],
    ['vsdx', 'application/vnd.ms-visio.drawing.main+xml'],
    [undefined, 'application/vnd.ms-excel.sheet.binary.macroEnabled.main'],
  ])('is %s for a main part of the type %s', async (format, contentType) => {
    expect(await sniffArchive(typed(contentType))).toBe(format);
  });

  it.each([
    ['odt', 'application/vnd.oasis.opendocument.text'],
    ['odt', 'application/vnd.oasis.opendocument.text-template'],
    ['epub', 'application/epub+zip\n'],
    ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
    ['odp', 'application/vnd.oasis.opendocument.presentation-template'],
    ['odp', 'application/vnd.oasis.opendocument.graphics'],
    ['odt', 'application/vnd.sun.xml.writer'],
    ['ods', 'application/vnd.sun.xml.calc'],
    [undefined, 'application/vnd.oasis.opendocument.formula'],
    ['odt', 'application/vnd.oasis.opendocument.text-web'],
  ])('is %s for the media type %s', async (format, mediaType) => {
    expect(await sniffArchive(makeZip([{ name: 'mimetype', data: mediaType, isStored: true }]))).toBe(format);
  });

  it('comes from its parts if it declares no type', async () => {
    expect(await sniffArchive(makeZip([{ name: 'word/document.xml', data: '<a/>' }]))).toBe('docx');
    expect(await sniffArchive(makeZip([{ name: 'readme.txt', data: 'hello' }]))).toBeUndefined();
  });
});

describe('a compound file', () => {
  const compound = (streams: string): Uint8Array =>
    new Uint8Array(
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(1_016),
        Buffer.from(streams, 'utf16le'),
      ]),
    );
  const sniff = (bytes: Uint8Array) =>
    sniffFormat({ bytes, mimeType: null, fileName: 'a.docx', origin: 'file' });

  it('is rejected as a password-protected or an old Office file', async () => {
    await expect(sniff(compound('EncryptionInfo EncryptedPackage'))).rejects.toMatchObject({
      code: 'encrypted_file',
    });
    await expect(sniff(compound('WordDocument'))).rejects.toMatchObject({
      code: 'unsupported_format',
      message: expect.stringContaining('Save it as DOCX'),
    });
  });
});
