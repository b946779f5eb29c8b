import { COLLECTIONS, type Collection } from './cjk-collections.ts';

/** CMaps that PDF names without bringing them (PDF 32000-1, 9.7.5.2), made from the character sets that TextDecoder
 *  knows: pdf.js has the names alone. They lead from a code to a number of our own, beyond the CIDs in use, and the
 *  CMap named `<collection>-UCS2` leads on from there to the character; that serves text as well as the real CIDs do.
 *  The real ones, which `Identity-H` counts, are known for the basic sets; others become U+FFFD.
 *  Returns the CMap as its text (Adobe #5014), or undefined for a name that is not known. */
export function cjkCMap(name: string): Uint8Array<ArrayBuffer> | undefined {
  const known = made.get(name);
  if (known) return known.slice();
  const text = name.endsWith('-UCS2') ? toUnicodeCMap(name.slice(0, -5)) : encodingCMap(name);
  if (text === undefined) return;
  const bytes = new Uint8Array(Buffer.from(text, 'latin1'));
  // A library of Japanese PDFs asks for the same few; more than these are not worth their memory.
  if (made.size >= MAX_KEPT) made.clear();
  made.set(name, bytes);
  return bytes.slice();
}

const MAX_KEPT = 8;
const made = new Map<string, Uint8Array<ArrayBuffer>>();

/** Parts of Unicode that fonts of the collections hold; numbered through from `firstFree` on. */
const PARTS = [
  [0x0020, 0x07ff],
  [0x2000, 0x33ff],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0xfe00, 0xffef],
] as const;
const HANGUL = [0xac00, 0xd7a3] as const;

type Part = { from: number; to: number; number: number };

function partsOf({ firstFree, hasHangul }: Collection): Part[] {
  let number = firstFree;
  return (hasHangul ? [...PARTS, HANGUL] : PARTS).map(([from, to]) => {
    const part = { from, to, number };
    number += to - from + 1;
    return part;
  });
}

function numberOf(character: string, parts: readonly Part[]): number | undefined {
  const code = character.length === 1 ? character.charCodeAt(0) : 0;
  const part = parts.find(({ from, to }) => code >= from && code <= to);
  return part && part.number + code - part.from;
}

const hex = (value: number, digits = 4): string => `<${value.toString(16).padStart(digits, '0')}>`;

const section = (kind: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${lines.length} begin${kind}\n${lines.join('\n')}\nend${kind}\n`;

function toUnicodeCMap(collectionName: string): string | undefined {
  const collection = COLLECTIONS[collectionName];
  if (!collection) return;
  const characters = new Map<number, string>();
  const decoder = new TextDecoder(collection.encoding, { fatal: true });
  for (const [cid, from, to] of collection.runs) {
    let next = cid;
    for (let code = from; code <= to; code += (code & 0xff) === 0xfe ? 0xa3 : 1) {
      characters.set(next, decoded(decoder, [code >> 8, code & 0xff]) ?? '\ufffd');
      next += 1;
    }
  }
  for (const cid of collection.ascii)
    for (let code = 0x20; code < 0x7f; code += 1)
      characters.set(cid + code - 0x20, String.fromCharCode(code));
  const real: string[] = [];
  for (let cid = 1; cid < collection.firstFree; cid += 1)
    real.push(`${hex(cid)} ${hex((characters.get(cid) ?? '\ufffd').charCodeAt(0))}`);
  const own = partsOf(collection).map(
    ({ from, to, number }) => `${hex(number)} ${hex(number + to - from)} ${hex(from)}`,
  );
  return [
    section('codespacerange', ['<0000> <ffff>']),
    section('bfrange', own),
    section('bfchar', real),
  ].join('');
}

function decoded(decoder: InstanceType<typeof TextDecoder>, bytes: readonly number[]): string | undefined {
  try {
    return decoder.decode(Uint8Array.from(bytes));
  } catch {
    return;
  }
}

/** How the codes of a CMap are made. mask: what a code of seven bits lacks to the eight of its encoding.
 *  isUnified: with the Hangul that Unified Hangul Code adds, which TextDecoder does not know. */
type Coding = {
  collection: string;
  encoding: string;
  spaces: readonly string[];
  mask?: number;
  isUnified?: boolean;
};

const TWO_BYTES = ['<00> <80>', '<8140> <fefe>'];
const SEVEN_BITS = { spaces: ['<2121> <7e7e>'], mask: 0x80 };

const CODINGS: readonly (readonly [pattern: RegExp, coding: Coding])[] = [
  [
    /RKSJ/,
    {
      collection: 'Adobe-Japan1',
      encoding: 'shift_jis',
      spaces: ['<00> <80>', '<8140> <9ffc>', '<a0> <df>', '<e040> <fcfc>'],
    },
  ],
  [
    /^EUC-[HV]$/,
    {
      collection: 'Adobe-Japan1',
      encoding: 'euc-jp',
      spaces: ['<00> <80>', '<8ea0> <8edf>', '<a1a1> <fefe>'],
    },
  ],
  [/^(?:78-|Add-|Ext-)?[HV]$/, { collection: 'Adobe-Japan1', encoding: 'euc-jp', ...SEVEN_BITS }],
  [/^GBT?-[HV]$/, { collection: 'Adobe-GB1', encoding: 'gbk', ...SEVEN_BITS }],
  [/^GB/, { collection: 'Adobe-GB1', encoding: 'gbk', spaces: TWO_BYTES }],
  [/B5/, { collection: 'Adobe-CNS1', encoding: 'big5', spaces: TWO_BYTES }],
  [/^KSC-[HV]$/, { collection: 'Adobe-Korea1', encoding: 'euc-kr', ...SEVEN_BITS }],
  [/^KSCms-UHC/, { collection: 'Adobe-Korea1', encoding: 'euc-kr', spaces: TWO_BYTES, isUnified: true }],
  [/^KSC(?!-Johab)/, { collection: 'Adobe-Korea1', encoding: 'euc-kr', spaces: TWO_BYTES }],
];

const UNICODE: Record<string, string> = {
  GB: 'Adobe-GB1',
  CNS: 'Adobe-CNS1',
  JIS: 'Adobe-Japan1',
  KS: 'Adobe-Korea1',
};

function encodingCMap(name: string): string | undefined {
  const mode = `/WMode ${name.endsWith('V') ? 1 : 0} def\n`;
  const [, script = '', width] =
    /^Uni(GB|CNS|JIS|KS)[A-Z\d]*-(UCS2|UTF16|UTF32)-/i.exec(name.replace('Pro', '')) ?? [];
  if (width !== undefined) return mode + unicodeCMap(UNICODE[script] ?? '', width);
  const coding = CODINGS.find(([pattern]) => pattern.test(name))?.[1];
  return coding && mode + legacyCMap(coding);
}

function unicodeCMap(collectionName: string, width: string): string {
  const collection = COLLECTIONS[collectionName];
  if (!collection) return '';
  const digits = width === 'UTF32' ? 8 : 4;
  const spaces = {
    UCS2: ['<0000> <ffff>'],
    UTF16: ['<0000> <d7ff>', '<d800dc00> <dbffdfff>', '<e000> <ffff>'],
    UTF32: ['<00000000> <0010ffff>'],
  }[width];
  const ranges = partsOf(collection).map(
    ({ from, to, number }) => `${hex(from, digits)} ${hex(to, digits)} ${number}`,
  );
  return section('codespacerange', spaces ?? []) + section('cidrange', ranges);
}

function legacyCMap({ collection, encoding, spaces, mask = 0, isUnified = false }: Coding): string {
  const parts = partsOf(
    COLLECTIONS[collection] ?? { firstFree: 0x7800, encoding, ascii: [], runs: [], hasHangul: false },
  );
  const decoder = new TextDecoder(encoding, { fatal: true });
  const codes: string[] = [];
  const add = (bytes: readonly number[]): void => {
    const number = numberOf(
      decoded(
        decoder,
        bytes.map((byte) => byte | mask),
      ) ?? '',
      parts,
    );
    if (number !== undefined)
      codes.push(`${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')} ${number}`);
  };
  for (const space of spaces) {
    const [from = 0, to = 0] = (space.match(/[\da-f]+/g) ?? []).map((code) => Number.parseInt(code, 16));
    if (to <= 0xff) for (let code = from; code <= to; code += 1) add([code]);
    else
      for (let lead = from >> 8; lead <= to >> 8; lead += 1)
        for (let trail = from & 0xff; trail <= (to & 0xff); trail += 1) add([lead, trail]);
  }
  const added = isUnified ? addedHangul(decoder) : [];
  for (const [code, character] of added)
    codes.push(`${code.toString(16)} ${numberOf(character, parts) ?? 0}`);
  return (
    section('codespacerange', spaces) +
    section(
      'cidchar',
      codes.map((line) => line.replace(/^([\da-f]+)/, '<$1>')),
    )
  );
}

/** The syllables beyond KS X 1001 have the codes that it leaves free, both in order. */
function addedHangul(
  decoder: InstanceType<typeof TextDecoder>,
): (readonly [code: number, character: string])[] {
  const basic = new Set<string>();
  for (let lead = 0xb0; lead <= 0xc8; lead += 1)
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) basic.add(decoded(decoder, [lead, trail]) ?? '');
  const syllables: string[] = [];
  for (let code = HANGUL[0]; code <= HANGUL[1]; code += 1) {
    const syllable = String.fromCharCode(code);
    if (!basic.has(syllable)) syllables.push(syllable);
  }
  const codes: number[] = [];
  for (let lead = 0x81; lead <= 0xc6; lead += 1)
    for (let trail = 0x41; trail <= (lead < 0xa1 ? 0xfe : 0xa0); trail += 1)
      if (trail <= 0x5a || (trail >= 0x61 && trail <= 0x7a) || trail >= 0x81) codes.push(lead * 256 + trail);
  return syllables.map((syllable, index) => [codes[index] ?? 0, syllable] as const);
}
