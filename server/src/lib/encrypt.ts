import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What opens a text: a secret that the database does not have, and what the text belongs to. */
type Seal = { secret: string; belongsTo: string };

/** AES-256-GCM by a key of this seal alone (HKDF with SHA-256): a copy of the database opens no text. In base64. */
export function seal({ secret, belongsTo }: Seal, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, belongsTo), iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64',
  );
}

/** Undefined when another secret sealed it, or nothing did. */
export function unseal({ secret, belongsTo }: Seal, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const iv = bytes.subarray(0, IV_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, belongsTo), iv, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

const keyOf = (secret: string, belongsTo: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, belongsTo, 'footnote: the answer of a request', 32));
