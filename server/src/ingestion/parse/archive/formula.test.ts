import { describe, expect, it } from 'vitest';
import { createInnerReader } from '#ingestion/parse/inner-documents.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import { parse } from '#ingestion/parse/parse.ts';
import { makeZip } from '../../../../tests/helpers/make-zip.ts';
import { blocksOf, upload } from '../../../../tests/helpers/read-source.ts';
import { parseDocx } from './docx.ts';

/** Reads a DOCX with the documents inside it. */
const readDocx = (content: OriginalContent) =>
  parseDocx(
    content,
    createInnerReader((inner) => parse(inner)),
  );

const names =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';

const read = async (formula: string): Promise<string[]> =>
  blocksOf(
    await readDocx(
      upload(
        makeZip([
          {
            name: 'word/document.xml',
            isStored: true,
            data: `<w:document ${names}><w:body><w:p><w:r><w:t>So </w:t></w:r><m:oMath>${formula}</m:oMath><w:r><w:t>.</w:t></w:r></w:p></w:body></w:document>`,
          },
        ]),
      ),
    ),
  );

const r = (text: string): string => `<m:r><w:rPr><w:b/></w:rPr><m:t>${text}</m:t></m:r>`;
const e = (inner: string): string => `<m:e>${inner}</m:e>`;
const sup = (base: string, power: string): string =>
  `<m:sSup>${e(r(base))}<m:sup>${r(power)}</m:sup></m:sSup>`;

describe('a formula in a DOCX is LaTeX', () => {
  it.each([
    [
      `${r('x=')}<m:f><m:num>${r('-b±')}<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e(`${sup('b', '2')}${r('-4ac')}`)}</m:rad></m:num><m:den>${r('2a')}</m:den></m:f>`,
      'x=\\frac{-b\\pm\\sqrt{b^2-4ac}}{2a}',
    ],
    [
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup>${e(sup('x', 'i+1'))}</m:nary>`,
      '\\sum_{i=1}^nx^{i+1}',
    ],
    [`<m:nary><m:sub/><m:sup/>${e(r('f'))}</m:nary>`, '\\int f'],
    [`<m:rad><m:deg>${r('3')}</m:deg>${e(r('α'))}</m:rad>`, '\\sqrt[3]{\\alpha}'],
    [`<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${e(r('𝑎≤b'))}</m:d>`, '[a\\leq b]'],
    [`<m:func><m:fName>${r('sin')}</m:fName>${e(r('x'))}</m:func>`, '\\sin x'],
    [
      `<m:m><m:mr>${e(r('1'))}${e(r('0'))}</m:mr><m:mr>${e(r('0'))}${e(r('1'))}</m:mr></m:m>`,
      '\\begin{matrix}1&0\\\\0&1\\end{matrix}',
    ],
    [`<m:acc><m:accPr><m:chr m:val="⃗"/></m:accPr>${e(r('v'))}</m:acc>`, '\\vec{v}'],
    [`<m:sSubSup>${e(r('x'))}<m:sub>${r('1')}</m:sub><m:sup>${r('2')}</m:sup></m:sSubSup>`, 'x_1^2'],
    [
      `<m:f><m:fPr><m:type m:val="lin"/></m:fPr><m:num>${r('a+b')}</m:num><m:den>${r('c')}</m:den></m:f>`,
      '{a+b}/c',
    ],
    [`<m:unknown>${r('kept')}</m:unknown>`, 'kept'],
  ])('%#', async (formula, latex) => {
    expect(await read(formula)).toEqual([`paragraph: So ${latex}.`]);
  });

  it('of 100,000 parts, or nested 900 deep, is bounded', async () => {
    const [many = ''] = await read(`<m:sSup>${e(r('a'))}</m:sSup>`.repeat(30_000));
    expect(many.length).toBeLessThan(30_000);
    const [deep = ''] = await read(`${'<m:e>'.repeat(900)}${r('x')}${'</m:e>'.repeat(900)}`);
    expect(deep).toBe('paragraph: So x.');
  });
});
