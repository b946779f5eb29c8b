import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { OperatorError } from '#lib/operator-error.ts';

/** Writes parts to a file, or to standard output for `-`, compressed with zstd. The file gets its name when all of it is on the
 *  disk, and only its owner can read it. A signal stops the work and leaves no file. Returns the bytes written. */
export async function writeCompressed(file: string, parts: AsyncIterable<Uint8Array>): Promise<number> {
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  let bytes = 0;
  const counted = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const part of source) {
      bytes += part.length;
      yield part;
    }
  };
  const signal = untilStopped();
  try {
    if (file === '-') await pipeline(parts, compress, counted, process.stdout, { signal, end: false });
    else
      await inOneStep(file, (partial) =>
        pipeline(
          parts,
          compress,
          counted,
          createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
          {
            signal,
          },
        ),
      );
  } catch (error) {
    throw signal.aborted
      ? new OperatorError('Stopped by a signal. Nothing was kept.')
      : failureOf(error, file);
  }
  return bytes;
}

/** Lets `write` make the file under a temporary name, then renames it. */
async function inOneStep(file: string, write: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`;
  try {
    await write(partial);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  const folder = await open(dirname(resolve(file)));
  await folder.sync();
  await folder.close();
}

/** Reads a file of writeCompressed, or standard input for `-`, with `use`. */
export async function readCompressed<T>(
  file: string,
  use: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const source: Readable = file === '-' ? process.stdin : createReadStream(file);
  const signal = untilStopped();
  let result: { value: T } | undefined;
  try {
    await pipeline(
      source,
      createZstdDecompress(),
      async (bytes: AsyncIterable<Uint8Array>) => {
        result = { value: await use(bytes) };
      },
      { signal },
    );
  } catch (error) {
    throw signal.aborted
      ? new OperatorError('Stopped by a signal. Nothing was kept.')
      : failureOf(error, file);
  }
  if (!result) throw new Error('The stream ended without a result.');
  return result.value;
}

/** Aborted by SIGINT and SIGTERM, so that the work can clean up. */
function untilStopped(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

/** Failures of files and compression as OperatorErrors. */
function failureOf(error: unknown, file: string): unknown {
  const { code = '', syscall, message } = error as NodeJS.ErrnoException;
  if (code.startsWith('ZSTD') || code === 'ERR_ZSTD' || code === 'Z_BUF_ERROR')
    return new OperatorError(
      `${file} is not a complete backup of Footnote: it cannot be decompressed (${message}). Take another one.`,
      { cause: error },
    );
  if (code === 'ERR_SQLITE_ERROR')
    return new OperatorError(
      `The storage cannot be read (${message}). Run \`footnote doctor\` to find out why.`,
      {
        cause: error,
      },
    );
  if (code === 'EPIPE')
    return new OperatorError('The program that read the backup ended before it was complete.', {
      cause: error,
    });
  if (syscall !== undefined && /^E[A-Z]+$/.test(code))
    return new OperatorError(`${file} cannot be read or written (${message}).`, { cause: error });
  return error;
}
