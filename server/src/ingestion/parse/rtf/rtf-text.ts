/** Decodes the bytes of an RTF text in the current code page. */
export type RtfText = {
  /** Adds a byte. codePage: a Windows code page number. */
  add(byte: number, codePage: number): void;
  /** True if the next byte is the second half of a character, whatever its value. */
  isHalf(): boolean;
  /** Returns the text added since the last call. */
  take(): string;
};

export function createRtfText(): RtfText {
  let bytes: number[] = [];
  let page = LATIN;
  let text = '';
  let isHalf = false;
  const decode = (): void => {
    if (bytes.length === 0) return;
    text += decoderOf(page).decode(Uint8Array.from(bytes));
    bytes = [];
    isHalf = false;
  };
  return {
    add: (byte, codePage) => {
      if (codePage !== page) decode();
      page = codePage;
      isHalf = !isHalf && isLead(byte, page);
      bytes.push(byte);
    },
    isHalf: () => isHalf,
    take: () => {
      decode();
      const taken = text;
      text = '';
      return taken;
    },
  };
}

export const LATIN = 1252;
/** Marks bytes of a symbol font, which are not text in any code page. */
export const SYMBOLS = 42;

/** Code pages that TextDecoder does not call `windows-<number>`. It does not support the DOS code pages 437 and 850. */
const ENCODINGS: Record<number, string> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1361: 'euc-kr',
  10000: 'macintosh',
  20866: 'koi8-r',
  21866: 'koi8-u',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** \fcharset -> code page (RTF 1.9.1, "Font Table"). Other values use the default code page. */
export const CHARSETS: Record<number, number> = {
  0: LATIN,
  2: SYMBOLS,
  77: 10000,
  128: 932,
  129: 949,
  130: 1361,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

const decoders = new Map<number, InstanceType<typeof TextDecoder>>();

function decoderOf(page: number): InstanceType<typeof TextDecoder> {
  const known = decoders.get(page);
  if (known) return known;
  const decoder = new TextDecoder(labelOf(page));
  decoders.set(page, decoder);
  return decoder;
}

const labelOf = (page: number): string =>
  ENCODINGS[page] ?? ((page >= 1250 && page <= 1258) || page === 874 ? `windows-${page}` : 'windows-1252');

/** True if a byte starts a two-byte character. */
function isLead(byte: number, page: number): boolean {
  if (page === 932) return (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc);
  return (page === 936 || page === 949 || page === 950 || page === 1361) && byte >= 0x81 && byte <= 0xfe;
}
