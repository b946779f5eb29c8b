import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, invalidField } from '#errors.ts';
import { type Content, openSpool } from '#lib/content.ts';
import { LIMITS } from '#lib/limits.ts';

/** hash: SHA-256 in hex of all that the parts say, whatever stands between them. */
export type Form = { fields: Record<string, unknown>; file: Content | undefined; hash: string };

/** The largest form: the largest file beside the largest fields. */
const FORM_BYTES = LIMITS.fileBytes + LIMITS.jsonBodyBytes;

/** Reads a `multipart/form-data` body: its fields as an object (`tags` as a list), and its one file, streamed into
 *  `folder` under a running hash. Throws 413 while the file or the whole streams past its limit, 400 for a malformed
 *  body, and the signal's reason as soon as it is aborted. */
export async function readForm(request: FastifyRequest, folder: string, signal: AbortSignal): Promise<Form> {
  const { raw } = request;
  const { promise: overflow, reject } = Promise.withResolvers<never>();
  let received = 0;
  let isRefused = false;
  raw.on('data', (bytes: Buffer) => {
    received += bytes.length;
    if (received <= FORM_BYTES) return;
    reject(tooLarge('form', FORM_BYTES, { connection: 'close' }));
    if (isRefused) raw.destroy();
  });
  // This is how the reader of the parts is told: it ends, and the file that was open with it.
  const onAbort = (): void => void raw.emit('error', signal.reason);
  raw.on('error', () => undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    // What loses to the overflow ends, and cleans up, when the answer closes the connection.
    return await Promise.race([readParts(request, folder), overflow]);
  } catch (error) {
    raw.unpipe();
    if (received > FORM_BYTES) {
      raw.pause();
    } else {
      // Most clients read the answer after they have sent all: the rest of the body is read and thrown away.
      isRefused = true;
      raw.resume();
    }
    throw translateUploadError(error);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function readParts(request: FastifyRequest, folder: string): Promise<Form> {
  const fields: Record<string, unknown> = {};
  let file: Content | undefined;
  const hash = createHash('sha256');
  try {
    const limits = {
      fileSize: LIMITS.fileBytes,
      files: 1,
      fields: 200,
      fieldSize: LIMITS.jsonBodyBytes,
      parts: 201,
    };
    for await (const part of request.parts({ limits })) {
      if (part.fieldname === undefined)
        throw new AppError(
          'invalid_request',
          'The form has a part without a name: name each, such as name="file".',
        );
      if (part.type === 'file') {
        if (part.fieldname !== 'file')
          throw invalidField(part.fieldname, 'is not a field of this request; send the document as "file"');
        file = await spool(part, folder);
        hash.update(JSON.stringify([part.fieldname, file.sha256, part.mimetype, part.filename]));
      } else {
        if (part.fieldnameTruncated || part.valueTruncated) throw invalidField(part.fieldname, 'is too long');
        addField(fields, part.fieldname, part.value as string);
        hash.update(JSON.stringify([part.fieldname, part.value]));
      }
    }
    return { fields, file, hash: hash.digest('hex') };
  } catch (error) {
    await file?.dispose();
    throw error;
  }
}

/** `tags` may be repeated, be named `tags[]`, or be one JSON array. */
function addField(fields: Record<string, unknown>, name: string, value: string): void {
  if (name !== 'tags' && name !== 'tags[]') {
    if (Object.hasOwn(fields, name)) throw invalidField(name, 'is given twice');
    fields[name] = value;
    return;
  }
  const before = (fields['tags'] as unknown[] | undefined) ?? [];
  fields['tags'] =
    name === 'tags' && value.trimStart().startsWith('[')
      ? [...before, ...parseTags(value)]
      : [...before, value];
}

function parseTags(value: string): unknown[] {
  try {
    return JSON.parse(value) as unknown[];
  } catch (cause) {
    throw new AppError(
      'unprocessable_entity',
      'tags: must be a JSON array of strings, or a repeated field.',
      { cause, details: [{ field: 'tags', reason: 'must be a JSON array of strings' }] },
    );
  }
}

async function spool(part: MultipartFile, folder: string): Promise<Content> {
  const file = openSpool(folder);
  part.file.once('limit', () => part.file.destroy(tooLarge('file', LIMITS.fileBytes)));
  try {
    for await (const bytes of part.file as AsyncIterable<Buffer>) await file.write(bytes);
  } catch (error) {
    await file.discard();
    throw error;
  }
  return await file.finish({ mimeType: part.mimetype, fileName: cleanFileName(part.filename) });
}

/** The last component, without control characters: a label, never a path. */
const cleanFileName = (name: string): string =>
  basename(name.replaceAll('\\', '/'))
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(0, LIMITS.nameCharacters) || 'file';

const tooLarge = (what: 'file' | 'form', bytes: number, headers?: Record<string, string>): AppError =>
  new AppError(
    'invalid_request',
    `The ${what} is larger than ${bytes / 1024 / 1024} MB, the most that is taken.`,
    {
      status: 413,
      ...(headers && { headers }),
    },
  );

function translateUploadError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  switch ((error as { code?: string }).code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return tooLarge('file', LIMITS.fileBytes);
    case 'FST_FILES_LIMIT':
      return new AppError('unprocessable_entity', 'file: send one document a request.', {
        details: [{ field: 'file', reason: 'is given twice' }],
      });
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
      return new AppError('invalid_request', 'The form has too many fields.', { status: 413 });
    case 'FST_PROTO_VIOLATION':
      return new AppError(
        'invalid_request',
        'The form has a field that no request takes, such as "__proto__" or "constructor": remove it.',
        {
          cause: error,
        },
      );
    case 'ENOSPC':
      return new AppError('unavailable', 'The disk is full; nothing was stored.', {
        cause: error,
        headers: { 'retry-after': '60' },
      });
    default:
      // Of the file system, such as a folder that cannot be written: no fault of the client.
      if ((error as NodeJS.ErrnoException).path !== undefined) return error;
      return new AppError('invalid_request', 'The multipart/form-data body is malformed or was cut off.', {
        cause: error,
      });
  }
}
