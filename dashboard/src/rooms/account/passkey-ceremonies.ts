import type { z } from 'zod';
import type {
  PasskeyCreationOptions as CreationOptions,
  PasskeyRequestOptions as RequestOptions,
} from '#server/accounts/passkey-schema.ts';
import { request } from '#shared/api/request.ts';

/** True if this browser supports passkeys here: they need HTTPS and a host name. */
export const hasPasskeys = (): boolean =>
  window.PublicKeyCredential !== undefined && !/^(\d+\.){3}\d+$|^\[/.test(location.hostname);

/** Asks the browser for a passkey of any account. Throws `failure`, a message for the person, if
 *  they do not use one. */
export async function askForPasskey(failure: string): Promise<unknown> {
  const options = await request<z.infer<typeof RequestOptions>>(
    'POST',
    '/v1/account/passkey-sign-in/options',
  );
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return await startAuthentication({ optionsJSON: options }).catch((cause) => {
    throw new Error(failure, { cause });
  });
}

/** Asks the browser to create a passkey. Throws likewise. */
export async function makePasskey(failures: { failed: string; exists: string }): Promise<unknown> {
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  const options = await request<z.infer<typeof CreationOptions>>('POST', '/v1/account/passkeys/options');
  const { startRegistration } = await import('@simplewebauthn/browser');
  return await startRegistration({ optionsJSON: options as unknown as Options }).catch((cause: Error) => {
    throw new Error(cause.name === 'InvalidStateError' ? failures.exists : failures.failed, { cause });
  });
}
