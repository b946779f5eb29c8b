/** Why a place could not be read. `credentials` and `settings` wait for a person; the others are tried again. */
export type ConnectorFaultCode =
  /** The place refuses the credentials, or they were revoked. */
  | 'credentials'
  /** The place does not exist: no such bucket, branch, folder or host. */
  | 'settings'
  /** The place was asked too often. */
  | 'rate_limited'
  /** Not reachable, too slow, or failing. */
  | 'unavailable'
  /** The place breaks its protocol: endless listings, false sizes, addresses that are not public. */
  | 'untrusted';

/** The reason why a place could not be read, in one sentence for the person who connected it. */
export class ConnectorFault extends Error {
  readonly code: ConnectorFaultCode;
  /** Milliseconds until the place wants to be asked again, if it says so. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ConnectorFaultCode,
    message: string,
    options: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ConnectorFault';
    this.code = code;
    this.retryAfterMs = options.retryAfterMs;
  }
}
