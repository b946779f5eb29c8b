/** The bytes of a file in which readers of PDFs look for its signature (PDF 1.7, appendix H, note 13), and for the
 *  position of its cross-reference table. */
const ZONE = 1024;
const SIGNATURE = '%PDF-';

/** True if bytes are a PDF. The signature can stand after other bytes, for example the header of a mail. Without one, a
 *  file that begins with an object and says where its table is can be read as well. */
export function isPdf(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = file.subarray(0, ZONE);
  if (head.includes(SIGNATURE)) return true;
  const first = head
    .toString('latin1')
    .split(/[\r\n]/)
    .find((line) => line !== '' && !line.startsWith('%'));
  return /^\d{1,9} \d{1,5} obj\b/.test(first ?? '') && file.subarray(-ZONE).includes('startxref');
}

/** A copy of a PDF, with a signature if it has none: without one, pdf.js misses the first object. */
export function withSignature(bytes: Uint8Array): Uint8Array {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, ZONE));
  return head.includes(SIGNATURE)
    ? new Uint8Array(bytes)
    : new Uint8Array(Buffer.concat([Buffer.from(`${SIGNATURE}1.7\n`), bytes]));
}
