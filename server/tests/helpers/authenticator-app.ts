import { Secret, TOTP } from 'otpauth';

/** What an authenticator app shows for a secret at a time. */
export const codeAt = (secret: string, timestamp = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
