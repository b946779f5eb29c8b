import { describe, expect, it } from 'vitest';
import { upload } from '../../../tests/helpers/read-source.ts';
import { parse } from './parse.ts';

const parseAs = (fileName: string, text: string) =>
  parse({ ...upload(new TextEncoder().encode(text)), fileName });
const base64 = Buffer.alloc(6_000, 'some words of a letter ').toString('base64').replace(/.{76}/g, '$&\n');

describe('a text file', () => {
  it.each([
    ['a private key', 'key.pem', '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----\n'],
    ['a certificate', 'cert.txt', '\n-----BEGIN CERTIFICATE-----\nMIIEow\n-----END CERTIFICATE-----\n'],
    ['an encrypted message', 'a.asc', '-----BEGIN PGP MESSAGE-----\n\nhQEMA\n'],
    ['Base64', 'a.txt', base64],
    ['Base64 below a title', 'a.md', `# Data\n\n${base64}`],
    [
      'hexadecimal digits',
      'a.txt',
      `${Buffer.alloc(3_000, 'x').toString('hex').replace(/.{76}/g, '$&\n')}\n`,
    ],
    ['one long word', 'a.txt', 'a'.repeat(5_000)],
    ['control characters', 'a.txt', `${'words '.repeat(20_000)}${'\x01\x02 '.repeat(20_000)}`],
  ])('of %s is refused', async (_, name, text) => {
    await expect(parseAs(name, text)).rejects.toMatchObject({
      code: 'unsupported_format',
      message: expect.stringMatching(
        new RegExp(`^${name.replace('.', '\\.')} holds .+ no words to search.+\\.$`),
      ),
    });
  });

  it.each([
    [
      'Chinese',
      '这是一个没有空格的句子，它继续下去，直到很长很长为止，因为中文的词之间没有空格。'.repeat(20),
    ],
    ['Thai', 'ภาษาไทยไม่มีช่องว่างระหว่างคำดังนั้นบรรทัดหนึ่งจึงเป็นคำเดียวที่ยาวมาก'.repeat(20)],
    ['German', 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz '.repeat(20)],
    ['links', `https://site.example/guides/${'a-long-path-'.repeat(6)}page.html\n`.repeat(50)],
    [
      'checksums',
      `${'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'}  file.txt\n`.repeat(50),
    ],
    ['paths', `/usr/share/doc/packages/footnote/examples/configuration/service/README\n`.repeat(50)],
    ['names of functions', 'test_that_a_source_which_is_deleted_is_not_found_any_more\n'.repeat(50)],
    ['rules and tables', `${'='.repeat(80)}\n| a | b |\n|${'-'.repeat(60)}|\nShort text\n`.repeat(20)],
    ['rows without blanks', '2026-11-03,12.50,ACME-GMBH,50667,Köln,12345678,ABCDEF\n'.repeat(50)],
    ['a signed message', '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nThe plan is as agreed.\n'],
  ])('of %s is read', async (_, text) => {
    expect((await parseAs('a.txt', text)).text.length).toBeGreaterThan(50);
  });

  it('loses the data of its pictures only', async () => {
    const image = `![Our logo](data:image/png;base64,${'QUJD'.repeat(500)})`;
    expect((await parseAs('a.md', `# Title\n\n${image}\n\nText`)).text).toBe('Title\n\nOur logo\n\nText');
  });
});

describe('text submitted as such', () => {
  it('is stored as it is', async () => {
    const bytes = new TextEncoder().encode('a'.repeat(5_000));
    expect((await parse({ ...upload(bytes), origin: 'text' })).text).toHaveLength(5_000);
  });
});
