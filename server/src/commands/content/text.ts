import { usageError } from '#commands/with-store.ts';

const WIDTH = 100;

/** A text in lines of a terminal, each with an indent. Line breaks stay. */
export function wrapText(text: string, indent: string): string {
  const width = Math.min(WIDTH, process.stdout.columns ?? WIDTH) - indent.length;
  return text
    .trim()
    .split('\n')
    .flatMap((paragraph) => wrapLine(paragraph, width))
    .map((line) => `${indent}${line}`.trimEnd())
    .join('\n');
}

function wrapLine(paragraph: string, width: number): string[] {
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

/** The number that an option gives. */
export function countOf(option: string, text: string | undefined, most?: number): number | undefined {
  if (text === undefined) return undefined;
  const range = most === undefined ? 'of at least 1' : `from 1 to ${most}`;
  if (!/^[1-9]\d{0,8}$/.test(text) || Number(text) > (most ?? Number.POSITIVE_INFINITY))
    throw usageError(`--${option} must be a whole number ${range}.`);
  return Number(text);
}
