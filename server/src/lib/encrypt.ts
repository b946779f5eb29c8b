import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A secret that is not in the database, the owner of the text, and what the text is. */
type Key = {
  secret: string;
  belongsTo: string;
  purpose: 'the answer of a request' | 'the challenge of a passkey' | 'the credentials of a connector';
};

/** Encrypts with AES-256-GCM, in base64. The key is derived from all three parts (HKDF with SHA-256), so a copy of the
 *  database cannot be decrypted. */
export function encrypt(key: Key, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(key), iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64',
  );
}

/** Undefined if the text was encrypted with another key, or not at all. */
export function decrypt(key: Key, encrypted: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64');
  try {
    const iv = bytes.subarray(0, IV_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', keyOf(key), iv, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

const keyOf = ({ secret, belongsTo, purpose }: Key): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, belongsTo, `footnote: ${purpose}`, 32));
