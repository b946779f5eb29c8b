/** The RTF in a compressed body of Outlook; undefined if it is damaged. An output is at most as long as 17 bytes for each
 *  two of the input allow. Format: [MS-OXRTFCP]. */
export function decompressRtf(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 16) return undefined;
  const type = bytes.toString('latin1', 8, 12);
  if (type === 'MELA') return bytes.subarray(16);
  if (type !== 'LZFu') return undefined;
  const window = Buffer.alloc(WINDOW_BYTES);
  window.write(START, 'latin1');
  const output = Buffer.alloc(Math.min(bytes.readUInt32LE(4), bytes.length * 9));
  let length = 0;
  let write = START.length;
  const put = (byte: number): void => {
    if (length < output.length) output[length++] = byte;
    window[write] = byte;
    write = (write + 1) % WINDOW_BYTES;
  };
  for (let at = 16; at < bytes.length && length < output.length; ) {
    const control = bytes[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < bytes.length; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        put(bytes[at++] ?? 0);
        continue;
      }
      const reference = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      at += 2;
      const offset = reference >> 4;
      // A reference to the next byte ends the text.
      if (offset === write) return output.subarray(0, length);
      for (let index = 0; index < (reference & 15) + 2; index += 1)
        put(window[(offset + index) % WINDOW_BYTES] ?? 0);
    }
  }
  return output.subarray(0, length);
}

const WINDOW_BYTES = 4_096;
/** What the window holds at the start. */
const START =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
