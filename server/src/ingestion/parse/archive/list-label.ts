/** The label of a list item. format: a value of ST_NumberFormat (ISO/IEC 29500-1, 17.18.59). Formats other than letters
 *  and Roman numerals are written in digits. */
export function listLabel(value: number, format: string): string {
  if (format === 'none') return '';
  const isSmall = value >= 1 && value < 4_000;
  if (isSmall && format === 'lowerLetter') return letters(value);
  if (isSmall && format === 'upperLetter') return letters(value).toUpperCase();
  if (isSmall && format === 'lowerRoman') return roman(value).toLowerCase();
  if (isSmall && format === 'upperRoman') return roman(value);
  return format === 'decimalZero' ? String(value).padStart(2, '0') : String(value);
}

/** a to z, then aa, bb, … */
const letters = (value: number): string =>
  String.fromCharCode(0x61 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));

const NUMERALS: readonly [value: number, sign: string][] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function roman(value: number): string {
  let rest = value;
  let text = '';
  for (const [size, sign] of NUMERALS) for (; rest >= size; rest -= size) text += sign;
  return text;
}
