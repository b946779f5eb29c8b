/** Converts a character of a symbol font to Unicode. code: in the font, or in the private use area F000 to F0FF; font:
 *  its name. Unknown symbols become '', because they would show as boxes. Characters of other fonts stay the same. */
export function symbolText(code: number, font: string): string {
  const isPrivate = code >= 0xf000 && code <= 0xf0ff;
  const own = isPrivate ? code - 0xf000 : code;
  if (/^symbol\b/i.test(font)) return [...SYMBOL][own - FIRST] ?? '';
  if (/^(?:wingdings|webdings|marlett)/i.test(font))
    return (/^wingdings$/i.test(font) && WINGDINGS[own]) || '';
  if (isPrivate) return '';
  return code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : '';
}

const FIRST = 0x20;
/** The Symbol font from 0x20 on (Unicode mapping table ADOBE/symbol.txt), with a space for unmapped codes. */
const SYMBOL =
  ' !∀#∃%&∋()∗+,−./0123456789:;<=>?' +
  '≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_' +
  ' αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼ ' +
  '                                ' +
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈… —↵' +
  'ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓' +
  '◊〈®©™∑           〉∫';

/** The Wingdings symbols common in texts: boxes, ticks and arrows. */
const WINGDINGS: Record<number, string> = {
  108: '●',
  110: '■',
  111: '□',
  113: '❑',
  159: '•',
  167: '▪',
  168: '◻',
  216: '➢',
  223: '←',
  224: '→',
  225: '↑',
  226: '↓',
  232: '➔',
  240: '⇨',
  251: '✗',
  252: '✓',
  253: '☒',
  254: '☑',
};

/** Converts the symbol font characters of a text, in the private use area F000 to F0FF, to Unicode. */
export const withSymbols = (text: string, font: string | undefined): string =>
  text.replace(/[\uf000-\uf0ff]/g, (sign) => symbolText(sign.charCodeAt(0), font ?? ''));
