import { SourceFault } from './source-fault.ts';

/** Throws SourceFault `unsupported_format` for characters that are no text to search: encoded data, keys and
 *  certificates, and binary data that decodes as text. subject: the name of the file. */
export function refuseNoise(text: string, subject: string): void {
  const what = kindOfNoise(text);
  if (what === undefined) return;
  throw new SourceFault(
    'unsupported_format',
    'parsing',
    `${subject} holds ${what}, which has no words to search. Add the document that it was made from, or its text.`,
  );
}

function kindOfNoise(text: string): string | undefined {
  const armor = /^\s{0,100}-----BEGIN ([A-Z0-9 ]{1,60})-----/.exec(text.slice(0, 200))?.[1];
  if (armor !== undefined && armor !== 'PGP SIGNED MESSAGE')
    return 'a key, a certificate or an encrypted message';
  const sample = text.slice(0, SAMPLE);
  if (controlsIn(sample) > sample.length * MOST_CONTROLS) return 'binary data';
  return isNoise(sample) ? 'encoded data' : undefined;
}

const SAMPLE = 2_000_000;
const MOST_CONTROLS = 0.05;

function controlsIn(text: string): number {
  let controls = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    // The escape belongs to the colours of a terminal.
    const isControl = code < 0x20 ? code < 9 || (code > 13 && code !== 0x1b) : code >= 0x7f && code < 0xa0;
    if (isControl) controls += 1;
  }
  return controls;
}

/** True if more than 40% of the characters are in encoded words, such as the lines of Base64. Linear. */
export function isNoise(text: string): boolean {
  let characters = 0;
  let encoded = 0;
  let start = 0;
  for (let index = 0; index <= text.length; index += 1) {
    if (index < text.length && !SEPARATORS.has(text.charCodeAt(index))) continue;
    const length = index - start;
    characters += length;
    if (length > LONGEST_WORD && isEncoded(text.slice(start, Math.min(index, start + LONGEST_JUDGED))))
      encoded += length;
    start = index + 1;
  }
  return encoded > characters * MOST_ENCODED;
}

const LONGEST_WORD = 40;
const LONGEST_JUDGED = 2_000;
const MOST_ENCODED = 0.4;
const SEPARATORS = new Set(Array.from(' \t\n\r\f\v,;|"\'`<>(){}[]', (sign) => sign.charCodeAt(0)));

/** True for a long word of Base64 or hexadecimal digits. URLs, paths, identifiers and checksums are no such words, nor is
 *  the prose of languages that put no spaces between words. */
function isEncoded(word: string): boolean {
  if (!/^[\w+/=-]+$/.test(word) || !/[A-Za-z0-9]/.test(word)) return false;
  if (CHECKSUM_LENGTHS.has(word.length) && /^[\da-f]+$/i.test(word)) return false;
  return word.split(/[_/-]/).some((part) => part.length > LONGEST_NAME);
}

/** The longest part between the slashes of a path, or the underscores of a name. */
const LONGEST_NAME = 30;
/** Hexadecimal digits of SHA-1, SHA-224, SHA-256, SHA-384 and SHA-512. */
const CHECKSUM_LENGTHS = new Set([40, 56, 64, 96, 128]);

/** Takes `data:` URLs out of a text, such as pictures in Markdown. Linear. */
export function withoutDataUrls(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + MARK.length)) {
    let end = at + MARK.length;
    while (end < text.length && isBase64(text.charCodeAt(end))) end += 1;
    if (end - at < LONGEST_WORD) continue;
    const before = text.slice(Math.max(from, at - LONGEST_TYPE), at);
    const scheme = before.lastIndexOf('data:');
    parts.push(text.slice(from, scheme < 0 ? at : at - before.length + scheme));
    from = end;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(from);
}

const MARK = ';base64,';
const LONGEST_TYPE = 100;

const isBase64 = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x61 && code <= 0x7a) ||
  code === 0x2b ||
  code === 0x2f ||
  code === 0x3d ||
  code === 0x25;
