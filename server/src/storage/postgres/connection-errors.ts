import { OperatorError } from '#lib/operator-error.ts';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';
import { SilenceError } from './silence.ts';

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

/** SQLSTATEs of a lost connection: the server is shutting down or starting, or ended this session (57P01 to 57P05);
 *  connection exceptions (08…); a transaction that was idle for too long (25P03). */
const CUT = /^(57P0[1-5]|08...|25P03)$/;
/** SQLSTATEs of a busy server: too many connections, out of disk or memory (53…), a statement timeout (57014), a
 *  deadlock (40P01). */
const UNAVAILABLE = /^(53...|57014|40P01|58...)$/;

/** What Citus says when one of its workers is away or leaves: of connecting (08006), and, without an SQLSTATE of its own
 *  (XX000), in the middle of a transaction or at its end. What the worker itself said comes with its place. */
const LOST_WORKER =
  /^(connection to the remote node|could not establish any connections to the node|failure on connection marked as essential|could not commit transaction for shard)/;
const SAID_BY_WORKER = /^while executing command on /m;

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');

/** True if a machine is away that holds a part of the workspaces. The connection to the database is as good as before. */
export const isLostPart = (error: unknown): boolean => {
  if (error instanceof StorageUnavailableError) return isLostPart(error.cause);
  const { message, where } = (error ?? {}) as { message?: string; where?: string };
  const code = codeOf(error);
  return (
    (/^(08006|XX000)$/.test(code) && LOST_WORKER.test(message ?? '')) ||
    (CUT.test(code) && SAID_BY_WORKER.test(where ?? ''))
  );
};

/** True if the server did not answer in time. */
export const isSilence = (error: unknown): boolean =>
  error instanceof StorageUnavailableError ? isSilence(error.cause) : error instanceof SilenceError;

/** True if the error made its connection unusable. */
export const isCut = (error: unknown): boolean => {
  if (error instanceof StorageUnavailableError) return isCut(error.cause);
  if (isLostPart(error)) return false;
  return (
    CUT.test(codeOf(error)) ||
    NETWORK.has(codeOf(error)) ||
    isSilence(error) ||
    /Connection terminated|Client has encountered a connection error|not queryable|timeout exceeded when trying to connect/.test(
      (error as Error | undefined)?.message ?? '',
    )
  );
};

/** Returns a StorageUnavailableError if the database could not serve the caller, who may then retry; any other error
 *  unchanged. */
export const connectionErrorOf = (error: unknown): unknown =>
  !(error instanceof StorageUnavailableError) &&
  (isCut(error) || UNAVAILABLE.test(codeOf(error)) || isLostPart(error))
    ? new StorageUnavailableError({
        cause: error,
        ...(isSilence(error) && { message: (error as Error).message }),
      })
    : error;

/** SQLSTATEs: unknown user, wrong password (28…), unknown database (3D000), or missing privilege. */
const REFUSED = /^(28...|3D000|42501)$/;

/** Turns an error at startup into a message for the operator if they can fix it. */
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
