/** Decodes XML that comes in chunks. The encoding comes from the byte order mark, then from zero bytes (UTF-16), then
 *  from the declaration; the default is UTF-8 (XML 1.0, appendix F). Never throws; invalid bytes become U+FFFD. */
export function createXmlDecoder(): { decode(chunk: Uint8Array): string; end(): string } {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  return {
    decode: (chunk) => {
      decoder ??= new TextDecoder(encodingOf(chunk));
      return decoder.decode(chunk, { stream: true });
    },
    end: () => decoder?.decode() ?? '',
  };
}

/** Decodes the bytes of an XML document. */
export const decodeXml = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes);

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]{0,100}encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    start,
  )?.[1];
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    return 'utf-8';
  }
}
