import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** CBOR of what an attestation has: short texts, bytes, small integers and maps. */
function cbor(value: unknown): Buffer {
  const head = (major: number, size: number): Buffer =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap((entry) => entry.map(cbor))]);
}

type Lies = { origin?: string; rpId?: string; isVerified?: boolean; challenge?: string; userHandle?: string };

/** An authenticator with one passkey (ES256), whose answers are signed for real; `lies` make it a false one. */
export function newAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const own = { origin, rpId: new URL(origin).hostname };
  let userHandle = '';
  let count = 0;

  const clientData = (type: string, challenge: string, lies: Lies): string =>
    JSON.stringify({ type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? own.origin });
  const dataOf = (flags: number, lies: Lies, rest: Uint8Array = Buffer.alloc(0)): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    const verified = lies.isVerified === false ? 0 : 0x04;
    return Buffer.concat([sha256(lies.rpId ?? own.rpId), Buffer.from([flags | verified]), counter, rest]);
  };
  const credential = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
  };

  return {
    id: base64url(id),
    /** Sets its counter back, as a copy of it would have it. */
    forget: (uses: number): void => {
      count -= uses;
    },

    /** What a browser answers to creation options. */
    create: (options: { challenge: string; user: { id: string } }, lies: Lies = {}) => {
      userHandle = options.user.id;
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', dataOf(0x41, lies, attested)],
        ]),
      );
      const clientDataJSON = base64url(clientData('webauthn.create', options.challenge, lies));
      return {
        ...credential,
        response: {
          clientDataJSON,
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      };
    },

    /** What a browser answers to request options. */
    get: (options: { challenge: string }, lies: Lies = {}) => {
      count++;
      const client = clientData('webauthn.get', options.challenge, lies);
      const authenticatorData = dataOf(0x01, lies);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
          userHandle: lies.userHandle ?? userHandle,
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof newAuthenticator>;
