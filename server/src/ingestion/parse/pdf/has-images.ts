/** True if a PDF has an image on any page. The dictionaries of images cannot be compressed, so only an encrypted file
 *  can hide them. */
export function hasImages(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = file.indexOf(NAME); at >= 0; at = file.indexOf(NAME, at + 1)) {
    const before = file.toString('latin1', Math.max(0, at - 20), at).trimEnd();
    const after = file.toString('latin1', at + NAME.length, at + NAME.length + 1);
    if (before.endsWith('/Subtype') && !/[A-Za-z]/.test(after)) return true;
  }
  return false;
}

const NAME = '/Image';
