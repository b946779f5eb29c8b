/** The words of a text in lower case, without punctuation, with one space between them. */
export const plainWords = (text: string): string => text.toLowerCase().match(wordPattern)?.join(' ') ?? '';

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
