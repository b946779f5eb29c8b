import { FREQUENT_CHARACTERS } from './letter-frequencies.ts';

/** A score for each East Asian encoding: 1 if every character is a frequent one of its language. The list is in order
 *  of preference if two score the same: Korean uses few of the rows that Chinese uses. */
export const multiByteScores = (bytes: Uint8Array): [encoding: string, score: number][] =>
  ENCODINGS.map((encoding) => [encoding.name, scoreOf(bytes, encoding)]);

/** weigh: the weight of two bytes as evidence for the language; NaN if they are not a character. isKana: defined if the
 *  language uses kana, so that some must occur. */
type Encoding = {
  name: string;
  weigh: (lead: number, trail: number) => number;
  single?: (byte: number) => boolean;
  isKana?: (lead: number, trail: number) => boolean;
  /** Frequent characters, and the share of them that a text usually has at least. */
  frequent?: { characters: ReadonlySet<string>; share: number };
};

const FREQUENT = 1;
const SIGN = 0.8;
const RARE = -0.3;

const isHigh = (trail: number): boolean => trail >= 0xa1 && trail <= 0xfe;
const within = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to;

const ENCODINGS: readonly Encoding[] = [
  {
    name: 'shift_jis',
    weigh: (lead, trail) => {
      if (
        !(within(lead, 0x81, 0x9f) || within(lead, 0xe0, 0xfc)) ||
        !within(trail, 0x40, 0xfc) ||
        trail === 0x7f
      )
        return Number.NaN;
      if (lead <= 0x83) return lead === 0x82 && trail < 0x9f ? SIGN : FREQUENT;
      return within(lead, 0x88, 0x97) || (lead === 0x98 && trail <= 0x72) ? FREQUENT : RARE;
    },
    // Half-width katakana.
    single: (byte) => within(byte, 0xa1, 0xdf),
    isKana: (lead, trail) => (lead === 0x82 && within(trail, 0x9f, 0xf1)) || (lead === 0x83 && trail <= 0x96),
  },
  {
    name: 'euc-jp',
    weigh: (lead, trail) => {
      if (lead === 0x8e) return within(trail, 0xa1, 0xdf) ? RARE : Number.NaN;
      if (!isHigh(lead) || !isHigh(trail)) return Number.NaN;
      if (lead <= 0xa3) return lead === 0xa1 ? FREQUENT : SIGN;
      if (lead <= 0xa5) return FREQUENT;
      return within(lead, 0xb0, 0xcf) ? FREQUENT : RARE;
    },
    isKana: (lead) => lead === 0xa4 || lead === 0xa5,
  },
  {
    name: 'euc-kr',
    frequent: { characters: new Set(FREQUENT_CHARACTERS.korean), share: 0.5 },
    weigh: (lead, trail) => {
      if (!within(lead, 0x81, 0xfe) || !(isHigh(trail) || within(trail, 0x41, 0xa0))) return Number.NaN;
      if (!isHigh(trail) || lead < 0xa1) return RARE;
      if (lead <= 0xa3) return lead === 0xa1 ? FREQUENT : SIGN;
      return within(lead, 0xb0, 0xc8) ? FREQUENT : RARE;
    },
  },
  {
    name: 'gb18030',
    frequent: { characters: new Set(FREQUENT_CHARACTERS.simplified), share: 0.35 },
    weigh: (lead, trail) => {
      if (!within(lead, 0x81, 0xfe) || !within(trail, 0x40, 0xfe) || trail === 0x7f) return Number.NaN;
      if (!isHigh(trail) || lead < 0xa1) return RARE;
      if (lead <= 0xa3) return lead === 0xa1 ? FREQUENT : SIGN;
      return within(lead, 0xb0, 0xd7) ? FREQUENT : RARE;
    },
  },
  {
    name: 'big5',
    frequent: { characters: new Set(FREQUENT_CHARACTERS.traditional), share: 0.35 },
    weigh: (lead, trail) => {
      if (!within(lead, 0x81, 0xfe) || !(within(trail, 0x40, 0x7e) || isHigh(trail))) return Number.NaN;
      if (within(lead, 0xa1, 0xa3)) return lead === 0xa1 ? FREQUENT : SIGN;
      return within(lead, 0xa4, 0xc6) ? FREQUENT : RARE;
    },
  },
];

function scoreOf(bytes: Uint8Array, { name, weigh, single, isKana, frequent }: Encoding): number {
  let count = 0;
  let sum = 0;
  let kana = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const lead = bytes[index] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[index + 1];
    // The sample may end inside a character.
    if (trail === undefined) break;
    count += 1;
    const weight = single?.(lead) ? RARE : weigh(lead, trail);
    if (Number.isNaN(weight)) {
      sum -= 2;
      continue;
    }
    sum += weight;
    if (single?.(lead)) continue;
    if (isAsciiLetter(bytes[index - 1]) && isAsciiLetter(bytes[index + 2])) sum -= 1;
    if (isKana?.(lead, trail)) kana += 1;
    index += 1;
  }
  if (count === 0) return 0;
  const isMissing = (isKana && kana < count / 10) || count < FEW;
  const found = isKana
    ? kana / count / USUAL_KANA
    : frequent
      ? shareOf(new TextDecoder(name).decode(bytes), frequent) / count
      : 0;
  return (sum / count) * (isMissing ? 0.7 : 1) + 0.2 * Math.min(1, found) - 0.1;
}

/** Fewer characters may just be quotation marks in another encoding. */
const FEW = 3;

const isAsciiLetter = (byte: number | undefined): boolean =>
  byte !== undefined && within(byte | 0x20, 0x61, 0x7a);

/** The number of frequent characters in a text, relative to the expected share. */
function shareOf(text: string, { characters, share }: NonNullable<Encoding['frequent']>): number {
  let found = 0;
  for (const character of text) if (characters.has(character)) found += 1;
  return found / share;
}

const USUAL_KANA = 0.4;
