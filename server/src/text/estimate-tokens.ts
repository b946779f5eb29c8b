/** For English. Other ASCII languages and code have fewer characters per token. */
export const ASCII_CHARACTERS_PER_TOKEN = 4;

/** Estimates the tokens of a text when no provider has counted them. Each non-ASCII character counts as one: models use
 *  one to three for Chinese or Thai, and fewer for Cyrillic or Greek. */
export function estimateTokens(text: string): number {
  const others = text.replace(/[\0-\x7f]+/g, '').length;
  return others + Math.ceil((text.length - others) / ASCII_CHARACTERS_PER_TOKEN);
}
