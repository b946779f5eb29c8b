import { type Connection, escapeLiteral, type Submittable } from 'pg';

/** Values that readBlobs takes: COPY has no parameters, so they are written into the statement. */
export type CopyParameter = string | number;

/** The signature, flags and length of an extension that begin the binary format. */
const HEADER_LENGTH = 19;
const END_OF_ROWS = -1;

/** A query whose rows come in the binary format of COPY. The driver reads results as text, in which each byte of a bytea
 *  is two hexadecimal digits. */
export function copyOut(sql: string, parameters: readonly CopyParameter[]) {
  const rows: Uint8Array[][] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array[][]>();
  const ignore = (): void => undefined;
  let isFirst = true;
  let failure: unknown;
  const query = {
    submit: (connection: Connection) => {
      connection.query(`COPY (${withLiterals(sql, parameters)}) TO STDOUT (FORMAT binary)`);
    },
    /** One message is one row; the first begins with the header. */
    handleCopyData: ({ chunk }: { chunk: Buffer }) => {
      try {
        const from = isFirst ? HEADER_LENGTH + chunk.readInt32BE(HEADER_LENGTH - 4) : 0;
        isFirst = false;
        const row = from < chunk.length ? readRow(chunk, from) : undefined;
        if (row) rows.push(row);
      } catch (error) {
        failure ??= error;
      }
    },
    handleError: (error: Error) => reject(error),
    handleReadyForQuery: () => (failure === undefined ? resolve(rows) : reject(failure)),
    handleRowDescription: ignore,
    handleDataRow: ignore,
    handleCommandComplete: ignore,
    handleEmptyQuery: ignore,
    handlePortalSuspended: ignore,
  };
  return { query: query satisfies Submittable, rows: promise };
}

/** The values of a row, copied, because the driver uses its buffer again. */
function readRow(bytes: Buffer, from: number): Uint8Array[] | undefined {
  const count = bytes.readInt16BE(from);
  if (count === END_OF_ROWS) return undefined;
  let at = from + 2;
  return Array.from({ length: count }, () => {
    const length = bytes.readInt32BE(at);
    if (length < 0) throw new Error('A value read by COPY is null.');
    at += 4 + length;
    return new Uint8Array(bytes.subarray(at - length, at));
  });
}

const withLiterals = (sql: string, parameters: readonly CopyParameter[]): string =>
  sql.replace(/\$(\d+)/g, (_, number: string) => literalOf(parameters[Number(number) - 1]));

function literalOf(value: CopyParameter | undefined): string {
  if (typeof value === 'string') return escapeLiteral(value);
  if (Number.isSafeInteger(value)) return `(${value})`;
  throw new Error(`COPY takes strings and integers, not ${value}.`);
}
