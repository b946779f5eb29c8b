/** The start of a list item: a number, or a bullet. Symbol fonts put bullets into the private use area. */
const BULLET = /^(?:[•◦▪‣●○■□▫◆◇❖➢➤►▸✓✔∙·⁃\u2043\ue000-\uf8ff]\s*|[-–—*]\s+)(?=\S)/u;
const NUMBER = /^(?:\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]|\d{1,3}(?:\.\d{1,3}){1,3}\.?)\s+(?=\S)/iu;

export type ListSign = { kind: 'bullet' | 'number'; length: number };

/** The marker at the start of a line; undefined if it has none. length: in characters, with the space after it. */
export function listSign(text: string): ListSign | undefined {
  const bullet = BULLET.exec(text);
  if (bullet) return { kind: 'bullet', length: bullet[0].length };
  const number = NUMBER.exec(text);
  return number ? { kind: 'number', length: number[0].length } : undefined;
}
