import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, invalidField } from '#errors.ts';
import { refuseTinyChunks } from '#http/body/collect-bytes.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { type Content, openSpool } from '#records/content.ts';

/** hash: SHA-256 in hex of the contents of all parts, without the boundaries between them. */
export type Form = { fields: Record<string, unknown>; file: Content | undefined; hash: string };

/** folder: for the file. fileBytes: the size of the largest file. names: the field names, besides `file`. */
type Target = { folder: string; fileBytes: number; names: readonly string[] };

/** Reads a `multipart/form-data` body: its fields as an object (`tags` and `allowed` as lists), and its one file, streamed into
 *  `folder` and hashed as it arrives. Throws 413 as soon as the file or the whole body exceeds its limit, 400 for a
 *  malformed body, and the signal's reason as soon as it is aborted. */
export async function readForm(request: FastifyRequest, target: Target, signal: AbortSignal): Promise<Form> {
  const { raw } = request;
  const { promise: overflow, reject } = Promise.withResolvers<never>();
  const checkChunk = refuseTinyChunks();
  // The largest file with the largest fields.
  const formBytes = target.fileBytes + LIMITS.jsonBodyBytes;
  let received = 0;
  let isOver = false;
  let isRefused = false;
  raw.on('data', (bytes: Buffer) => {
    received += bytes.length;
    try {
      if (received > formBytes) throw tooLarge('form', formBytes, { connection: 'close' });
      checkChunk(bytes);
    } catch (error) {
      isOver = true;
      reject(error as Error);
      if (isRefused) raw.destroy();
    }
  });
  // An error event stops the multipart parser and closes the open file.
  const onAbort = (): void => void raw.emit('error', signal.reason);
  raw.on('error', () => undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    // The slower one ends and cleans up when the answer closes the connection.
    return await Promise.race([readParts(request, target), overflow]);
  } catch (error) {
    raw.unpipe();
    if (isOver) {
      raw.pause();
    } else {
      // Most clients read the answer only after sending everything: the rest of the body is read and discarded.
      isRefused = true;
      raw.resume();
    }
    throw translateUploadError(error, target.fileBytes);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function readParts(request: FastifyRequest, { folder, fileBytes, names }: Target): Promise<Form> {
  const fields: Record<string, unknown> = {};
  let file: Content | undefined;
  const hash = createHash('sha256');
  const lists = Object.keys(LISTS).filter((name) => names.includes(name));
  const known = new Set([...names, ...lists.map((name) => `${name}[]`), 'file']);
  try {
    const limits = {
      fileSize: fileBytes,
      // The second file is refused below.
      files: 2,
      fields: 200,
      // The longest content in UTF-8.
      fieldSize: LIMITS.contentCharacters * 4,
      parts: 201,
    };
    // Fields arrive whole, but files only with their first bytes, so unknown parts are refused before they are read.
    const isPartAFile = (name: string | undefined, type?: string, fileName?: string): boolean =>
      fileName !== undefined ||
      type === 'application/octet-stream' ||
      (name !== undefined && !known.has(name));
    for await (const part of request.parts({ limits, isPartAFile })) {
      if (part.fieldname === undefined)
        throw new AppError(
          'invalid_request',
          'The form has a part without a name. Name each part, such as name="file".',
        );
      if (part.type === 'file') {
        if (part.fieldname !== 'file')
          throw invalidField(
            part.fieldname,
            `isn't a field of this request; ${part.filename ? 'send the document as "file"' : 'check the spelling'}`,
          );
        if (file) throw invalidField('file', 'is given twice; send one document per request');
        file = await spool(part, folder, fileBytes);
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

/** The fields that are lists: how many entries each may have, and characters of one. */
const LISTS: Record<string, { entries: number; characters: number }> = {
  tags: { entries: LIMITS.tags, characters: LIMITS.tagCharacters },
  allowed: { entries: LIMITS.principalsOfASource, characters: LIMITS.principalCharacters },
};

/** Clients may repeat a list, name it `tags[]`, or send one JSON array. */
export function addField(fields: Record<string, unknown>, name: string, value: string): void {
  const listName = name.endsWith('[]') ? name.slice(0, -2) : name;
  const list = Object.hasOwn(LISTS, listName) ? LISTS[listName] : undefined;
  if (!list) {
    if (Object.hasOwn(fields, name)) throw invalidField(name, 'is given twice');
    fields[name] = value;
    return;
  }
  const before = (fields[listName] as unknown[] | undefined) ?? [];
  const isJson = name === listName && value.trimStart().startsWith('[');
  const more = isJson ? parseList(listName, value, list) : [value];
  // One entry above the limit is enough to refuse the body.
  fields[listName] = [...before, ...more.slice(0, list.entries + 1 - before.length)];
}

function parseList(
  name: string,
  value: string,
  { entries, characters }: { entries: number; characters: number },
): unknown[] {
  // The longest list, with every character escaped twice as `\uXXXX`.
  if (value.length > entries * (characters * 12 + 4))
    throw invalidField(name, `is longer than any list of ${name === 'tags' ? 'tags' : 'principals'}`);
  try {
    return JSON.parse(value) as unknown[];
  } catch (cause) {
    throw new AppError(
      'unprocessable_entity',
      `${name}: must be a JSON array of strings, or a repeated field.`,
      { cause, details: [{ field: name, reason: 'must be a JSON array of strings' }] },
    );
  }
}

async function spool(part: MultipartFile, folder: string, fileBytes: number): Promise<Content> {
  const file = openSpool(folder);
  part.file.once('limit', () => part.file.destroy(tooLarge('file', fileBytes)));
  try {
    for await (const bytes of part.file as AsyncIterable<Buffer>) await file.write(bytes);
  } catch (error) {
    await file.discard();
    throw error;
  }
  return await file.finish({ mimeType: part.mimetype, fileName: cleanFileName(part.filename) });
}

/** The last component, without control characters: a label, never a path. */
export const cleanFileName = (name: string): string =>
  basename(name.replaceAll('\\', '/'))
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(0, LIMITS.nameCharacters) || 'file';

export const tooLarge = (what: 'file' | 'form', bytes: number, headers?: Record<string, string>): AppError =>
  new AppError('invalid_request', `The ${what} is larger than ${bytes / 1024 / 1024} MB, the maximum.`, {
    status: 413,
    ...(headers && { headers }),
  });

export const diskFull = (cause: unknown): AppError =>
  new AppError('unavailable', 'The disk is full. Nothing was stored.', {
    cause,
    headers: { 'retry-after': '60' },
  });

function translateUploadError(error: unknown, fileBytes: number): unknown {
  if (error instanceof AppError) return error;
  switch ((error as { code?: string }).code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return tooLarge('file', fileBytes);
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
      return new AppError('invalid_request', 'The form has too many fields.', { status: 413 });
    case 'FST_PROTO_VIOLATION':
      return new AppError(
        'invalid_request',
        'The form has a field such as "__proto__" or "constructor". Remove it.',
        {
          cause: error,
        },
      );
    case 'ENOSPC':
      return diskFull(error);
    default:
      // Errors of the file system, such as a read-only folder, are not the client's fault.
      if ((error as NodeJS.ErrnoException).path !== undefined) return error;
      return new AppError('invalid_request', 'The multipart/form-data body is malformed or was cut off.', {
        cause: error,
      });
  }
}
