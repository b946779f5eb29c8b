/** Invisible characters that make a name look like another, with their replacements. Joiners stay: Persian words and emoji need
 *  them. */
const MARKS = new Map([
  ['\u00ad', 'SHY'],
  ['\u034f', 'CGJ'],
  ['\u061c', 'ALM'],
  ['\u115f', 'HCF'],
  ['\u1160', 'HJF'],
  ['\u180e', 'MVS'],
  ['\u200b', 'ZWSP'],
  ['\u200e', 'LRM'],
  ['\u200f', 'RLM'],
  ['\u2028', 'LS'],
  ['\u2029', 'PS'],
  ['\u202a', 'LRE'],
  ['\u202b', 'RLE'],
  ['\u202c', 'PDF'],
  ['\u202d', 'LRO'],
  ['\u202e', 'RLO'],
  ['\u2060', 'WJ'],
  ['\u2066', 'LRI'],
  ['\u2067', 'RLI'],
  ['\u2068', 'FSI'],
  ['\u2069', 'PDI'],
  ['\u2800', 'BRAILLE BLANK'],
  ['\u3164', 'HF'],
  ['\ufeff', 'BOM'],
  ['\uffa0', 'HHF'],
]);

/** Control characters, which terminals obey, and tag characters, which spell invisible words. */
const HIDDEN = /\p{Cc}|[\u{e0000}-\u{e007f}]/u;
const invisible = new RegExp(`${HIDDEN.source}|[${[...MARKS.keys()].join('')}]`, 'gu');

/** A name with its invisible characters as `⟨RLO⟩`, and those without a short name as `⟨U+001B⟩`. Right-to-left text stays
 *  as it is. */
export const withVisibleMarks = (name: string): string =>
  name.replace(invisible, (character) => `⟨${MARKS.get(character) ?? codeOf(character)}⟩`);

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
