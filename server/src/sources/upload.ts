import { createHash, randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { mkdir, open, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, invalidField } from '#errors.ts';
import { LIMITS } from '#lib/limits.ts';

/** Original content on its way into storage: read part by part, never whole. */
export type Content = {
  /** At most 1 MiB each, in order. */
  parts(): Iterable<Uint8Array>;
  sizeBytes: number;
  sha256: string;
  mimeType: string;
  fileName?: string;
  /** Frees what the content occupies outside storage. */
  dispose(): Promise<void>;
};

const PART_BYTES = 1024 * 1024;

/** The content of a `text` source. */
export function contentOfText(text: string): Content {
  const bytes = Buffer.from(text);
  return {
    *parts() {
      for (let from = 0; from < bytes.length; from += PART_BYTES)
        yield bytes.subarray(from, from + PART_BYTES);
    },
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    mimeType: 'text/plain',
    dispose: async () => {},
  };
}

type Form = { fields: Record<string, unknown>; file: Content | undefined };

/** The largest form: the largest file beside the largest fields. */
const FORM_BYTES = LIMITS.fileBytes + LIMITS.jsonBodyBytes;

/** Reads a `multipart/form-data` body: its fields as an object (`tags` as a list), and its one file, streamed into
 *  `folder` under a running hash. Throws 413 while the file or the whole streams past its limit, 400 for a malformed
 *  body. */
export async function readForm(request: FastifyRequest, folder: string): Promise<Form> {
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
  try {
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
  }
}

async function readParts(request: FastifyRequest, folder: string): Promise<Form> {
  const fields: Record<string, unknown> = {};
  let file: Content | undefined;
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
      } else {
        if (part.fieldnameTruncated || part.valueTruncated) throw invalidField(part.fieldname, 'is too long');
        addField(fields, part.fieldname, part.value as string);
      }
    }
    return { fields, file };
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
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const handle = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  part.file.once('limit', () => part.file.destroy(tooLarge('file', LIMITS.fileBytes)));
  try {
    for await (const bytes of part.file as AsyncIterable<Buffer>) {
      hash.update(bytes);
      sizeBytes += bytes.length;
      await handle.write(bytes);
    }
  } catch (error) {
    await unlink(path);
    throw error;
  } finally {
    await handle.close();
  }
  return {
    parts: () => readFileParts(path),
    sizeBytes,
    sha256: hash.digest('hex'),
    mimeType: part.mimetype,
    fileName: cleanFileName(part.filename),
    dispose: () => unlink(path),
  };
}

/** Synchronous, because a transaction may wait for nothing but its statements; a part takes about 0.3 ms. */
function* readFileParts(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const part = Buffer.allocUnsafe(PART_BYTES);
      const length = readSync(file, part);
      if (length === 0) return;
      yield part.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
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
      return new AppError('invalid_request', 'The multipart/form-data body is malformed or was cut off.', {
        cause: error,
      });
  }
}
