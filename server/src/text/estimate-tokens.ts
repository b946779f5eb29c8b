/** In English; other languages in ASCII, and code, take more. */
export const ASCII_CHARACTERS_PER_TOKEN = 4;

/** About how many tokens a text is, where no provider has counted. Each character beyond ASCII counts as one: models take
 *  one to three for those of Chinese or Thai, and fewer for those of Cyrillic or Greek. */
export function estimateTokens(text: string): number {
  const others = text.replace(/[\0-\x7f]+/g, '').length;
  return others + Math.ceil((text.length - others) / ASCII_CHARACTERS_PER_TOKEN);
}
