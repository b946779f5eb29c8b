import { describe, expect, it } from 'vitest';
import { blocksOf, upload } from '../../../tests/helpers/read-source.ts';
import { parseRtf } from './rtf.ts';

const parse = (rtf: string) => parseRtf(upload(new Uint8Array(Buffer.from(rtf, 'latin1'))));
const read = (body: string): string[] => blocksOf(parse(`{\\rtf1\\ansi\\ansicpg1252\\deff0 ${body}}`));

describe('an RTF', () => {
  it('has Unicode characters without their fallback characters', () => {
    expect(read("\\uc1\\u8364?\\u8364\\'80 \\uc2\\u20013\\'d6\\'d0x \\uc0\\u-10179\\u-8704 y")).toEqual([
      'paragraph: €€ 中x 😀y',
    ]);
  });

  it('has the characters of code pages, even if the second byte of one is a plain letter', () => {
    const fonts = '{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset128 B;}{\\f2\\fcharset204 C;}}';
    expect(read(`${fonts}\\f1\\'83A\\'83\\\\ \\f2\\'e4\\'e0 \\f0\\'e4`)).toEqual(['paragraph: アソ да ä']);
  });

  it('omits hidden text, pictures, field codes, headers, comments and unknown destinations', () => {
    expect(
      read(
        'a{\\v hidden}b{\\pict 0102}{\\header head}{\\*\\new thing}{\\field{\\*\\fldinst CODE}{\\fldrslt link}}{\\bin3 }}}c{\\annotation no}\\par',
      ),
    ).toEqual(['paragraph: ablinkc']);
  });

  it('has headings by level and by style, tables with column names, and lists', () => {
    const body =
      '{\\stylesheet{\\s1 heading 2;}{\\s2 Title;}}\\pard\\s2 Report\\par\\pard\\s1 By style\\par\\pard\\outlinelevel2 By level\\par' +
      '\\pard\\intbl Item\\cell Price\\cell Stock\\cell\\row\\intbl Box\\cell 3\\cell 7\\cell\\row' +
      "\\pard{\\pntext\\'b7\\tab}one\\par{\\listtext 2.\\tab}two\\par\\pard end";
    expect(read(body)).toEqual([
      'heading 1: Report',
      'heading 2: By style',
      'heading 3: By level',
      'table-row: Item: Box | Price: 3 | Stock: 7',
      'list-item: - one',
      'list-item: 2. two',
      'paragraph: end',
    ]);
  });

  it('has the title of its properties', () => {
    expect(parse("{\\rtf1{\\info{\\title \\'dcber uns}{\\author Ada}}x}").title).toBe('Über uns');
  });

  it('ignores control words that are names of JavaScript properties', () => {
    expect(read('\\constructor a\\toString b\\__proto__ c')).toEqual(['paragraph: ab-_proto__ c']);
  });

  it('is unreadable if it is nested too deep or cut off', () => {
    expect(() => parse(`{\\rtf1${'{'.repeat(100_000)}`)).toThrow(/nested deeper/);
    expect(() => parse('{\\rtf1 text {\\b bold {\\i more')).toThrow(/end is missing/);
    expect(blocksOf(parse('{\\rtf1 forgotten brace'))).toEqual(['paragraph: forgotten brace']);
  });
});
