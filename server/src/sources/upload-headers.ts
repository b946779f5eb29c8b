import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { AppError, invalidField } from '#errors.ts';
import { validate } from '#http/validate.ts';
import { withTypes } from './read-body.ts';
import { CreateSource } from './schema.ts';
import { addField, cleanFileName } from './upload.ts';

/** The version of the tus protocol (https://tus.io/protocols/resumable-upload) that the service speaks. */
export const TUS_VERSION = '1.0.0';

/** Throws 412 if the client speaks no version of tus, or another one. */
export function assertVersion({ 'tus-resumable': version }: IncomingHttpHeaders): void {
  if (version === TUS_VERSION) return;
  throw new AppError('invalid_request', `Send the header "Tus-Resumable: ${TUS_VERSION}".`, {
    status: 412,
    headers: { 'tus-version': TUS_VERSION },
  });
}

/** The number of bytes in a header. Throws 400 without one. */
export function bytesOf(headers: IncomingHttpHeaders, name: 'Upload-Length' | 'Upload-Offset'): number {
  const value = headers[name.toLowerCase()];
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  const reason =
    value === undefined ? 'is required' : 'must be a number of bytes, in digits without anything else';
  throw new AppError('invalid_request', `${name}: ${reason}.`, { details: [{ field: name, reason }] });
}

/** What the metadata of an upload says about its source: the same fields as of a form. */
const UploadFields = CreateSource.omit({ content: true, url: true, refresh_interval_hours: true });

export type UploadDescription = {
  fields: z.output<typeof UploadFields>;
  fileName: string;
  mimeType: string | null;
};

/** Reads the header Upload-Metadata: pairs of a key and a value in Base64, separated by commas. The source is named like its
 *  file unless `name` is given. Throws 400 and 422 as for a form. */
export function readMetadata(header: string): UploadDescription {
  const pairs: Record<string, unknown> = {};
  for (const pair of header.split(',')) {
    const [key = '', encoded = '', ...rest] = pair.trim().split(' ');
    if (key === '' && encoded === '') continue;
    // Names such as `__proto__` belong to no field.
    if (!/^[a-z][a-z_]{0,63}$/.test(key) || rest.length > 0 || !isBase64(encoded))
      throw invalidField(
        'Upload-Metadata',
        'must be pairs of a name and a value in Base64, separated by commas, such as "filename cGxhbi5wZGY="',
      );
    addField(pairs, key, Buffer.from(encoded, 'base64').toString());
  }
  const { filename, filetype, ...given } = pairs as Record<string, unknown> & {
    filename?: string;
    filetype?: string;
  };
  const fileName = cleanFileName(filename ?? '');
  const { fields } = withTypes({ fields: { name: fileName, ...given, type: 'document' } });
  return {
    fields: validate(UploadFields, fields),
    fileName,
    mimeType: filetype && /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(filetype) ? filetype : null,
  };
}

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0;
