/** The words of a text as written; a run of a script without spaces is one word. */
export const splitWords = (text: string): string[] => text.match(compoundWord) ?? [];

const compoundWord = /[\p{L}\p{M}\p{N}]+(?:[-_.@'’][\p{L}\p{M}\p{N}]+)*/gu;

/** The words of a text in lower case, without punctuation, separated by single spaces. */
export const plainWords = (text: string): string => text.toLowerCase().match(plainWord)?.join(' ') ?? '';

const plainWord = /[\p{L}\p{M}\p{N}]+/gu;
