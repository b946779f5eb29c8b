import { OperatorError } from '#lib/operator-error.ts';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';

/** Network errors: the server does not answer, or the connection broke. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

/** SQLSTATEs: the server shuts down, starts or ended this session (57P01 to 57P05), connection exceptions (08…), and a
 *  transaction that was idle for too long (25P03). */
const CUT = /^(57P0[1-5]|08...|25P03)$/;
/** Too many connections, no room on the disk or in memory (53…), a statement that took too long (57014), a deadlock (40P01). */
const UNAVAILABLE = /^(53...|57014|40P01|58...)$/;

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');

/** Whether the server did not answer in time. */
export const isSilence = (error: unknown): boolean =>
  error instanceof StorageUnavailableError
    ? isSilence(error.cause)
    : (error as Error | undefined)?.message === 'Query read timeout';

/** Whether the connection on which the error happened is unusable now. */
export const isCut = (error: unknown): boolean => {
  if (error instanceof StorageUnavailableError) return isCut(error.cause);
  return (
    CUT.test(codeOf(error)) ||
    NETWORK.has(codeOf(error)) ||
    isSilence(error) ||
    /Connection terminated|Client has encountered a connection error|not queryable|timeout exceeded when trying to connect/.test(
      (error as Error | undefined)?.message ?? '',
    )
  );
};

/** The same error or, when the database could not serve, one that says so: the caller may try again. */
export const connectionErrorOf = (error: unknown): unknown =>
  !(error instanceof StorageUnavailableError) && (isCut(error) || UNAVAILABLE.test(codeOf(error)))
    ? new StorageUnavailableError({ cause: error })
    : error;

/** SQLSTATEs: unknown user, wrong password (28…), unknown database (3D000), or missing privilege. */
const REFUSED = /^(28...|3D000|42501)$/;

/** An error at the start, as a sentence for the operator if they can fix it. */
export function startErrorOf(error: unknown): unknown {
  const cause = error instanceof StorageUnavailableError ? error.cause : error;
  const { message } = cause as Error;
  if (REFUSED.test(codeOf(cause)))
    return new OperatorError(
      `The database refuses (${message}): correct DATABASE_URL, or grant its user the missing privileges.`,
      { cause },
    );
  return error === cause
    ? error
    : new OperatorError(`The database is unavailable (${message}): start it, or correct DATABASE_URL.`, {
        cause,
      });
}
