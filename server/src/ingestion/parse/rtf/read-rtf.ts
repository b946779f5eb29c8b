/** Handlers for the tokens of an RTF file, in order. */
export type RtfHandlers = {
  open(): void;
  close(): void;
  /** A control word without its backslash. parameter: the number after it. */
  word(word: string, parameter: number | undefined): void;
  /** A control symbol: the single character after a backslash. */
  symbol(character: string): void;
  /** A byte of text written as `\'hh`. */
  byte(byte: number): void;
  /** Literal text in the file, without line ends. */
  text(bytes: Uint8Array): void;
};

const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const MAX_WORD = 32;
const MAX_DIGITS = 10;

/** Splits an RTF file into tokens without building a tree. Linear in its length. Skips binary data. Format: RTF 1.9.1,
 *  "RTF Syntax". */
export function readRtf(bytes: Uint8Array, handlers: RtfHandlers): void {
  let position = 0;
  while (position < bytes.length) {
    const byte = bytes[position] ?? 0;
    if (byte === BACKSLASH) position = readControl(bytes, position + 1, handlers);
    else if (byte === OPEN || byte === CLOSE) {
      if (byte === OPEN) handlers.open();
      else handlers.close();
      position += 1;
    } else if (isLineEnd(byte)) position += 1;
    else {
      let end = position + 1;
      while (end < bytes.length && isText(bytes[end] ?? 0)) end += 1;
      handlers.text(bytes.subarray(position, end));
      position = end;
    }
  }
}

const isLineEnd = (byte: number): boolean => byte === 0x0a || byte === 0x0d || byte === 0;
const isText = (byte: number): boolean =>
  byte !== BACKSLASH && byte !== OPEN && byte !== CLOSE && !isLineEnd(byte);
const isLetter = (byte: number): boolean => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** Reads the control after a backslash. Returns the position of the next token. */
function readControl(bytes: Uint8Array, start: number, handlers: RtfHandlers): number {
  const first = bytes[start];
  if (first === undefined) return start;
  if (first === 0x27) return readByte(bytes, start + 1, handlers);
  if (!isLetter(first)) {
    handlers.symbol(String.fromCharCode(first));
    return start + 1;
  }
  let position = start;
  while (position - start < MAX_WORD && isLetter(bytes[position] ?? 0)) position += 1;
  const word = latin(bytes, start, position);
  const numberStart = position;
  if (bytes[position] === 0x2d && isDigit(bytes[position + 1] ?? 0)) position += 1;
  while (position - numberStart <= MAX_DIGITS && isDigit(bytes[position] ?? 0)) position += 1;
  const parameter = position === numberStart ? undefined : Number(latin(bytes, numberStart, position));
  if (bytes[position] === 0x20) position += 1;
  if (word === 'bin') return position + Math.max(0, parameter ?? 0);
  handlers.word(word, parameter);
  return position;
}

function readByte(bytes: Uint8Array, start: number, handlers: RtfHandlers): number {
  const digits = latin(bytes, start, start + 2);
  if (!/^[\da-f]{2}$/i.test(digits)) return start;
  handlers.byte(Number.parseInt(digits, 16));
  return start + 2;
}

const latin = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));
