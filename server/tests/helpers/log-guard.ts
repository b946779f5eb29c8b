/** What no log may have: API keys, secrets of webhooks, tokens of sign-ins and of links. */
const SECRETS = [
  /svc_(live|test)_[0-9A-Za-z]{38}/,
  /whsec_[\w+/=-]{16,}/,
  /footnote_sign_in=[\w-]{20,}/,
  /#token=[\w-]{20,}/,
];

/** Throws when a log has any of them. Every service that tests start is looked at when it stops. */
export function assertNoSecrets(log: string): void {
  for (const line of log.split('\n'))
    for (const secret of SECRETS)
      if (secret.test(line)) throw new Error(`The log has a secret (${secret}): ${line.slice(0, 500)}`);
}
